"""Options as data: one dataclass field an option, carrying its label, help and values.

The form, the storage, the validation and the printed rule card all follow from the field.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar, cast

from games.engine.errors import MalformedAction, Refusal

Value: TypeAlias = str | int | bool
AnyOptions = TypeVar("AnyOptions")
ALWAYS: Final[Mapping[str, tuple[Value, ...]]] = {}
"""An option that depends on no other."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a screen needs to know of one option. `values` maps each value to its label; a number has bounds
    instead. It matters only where each option named in `when` has one of the values given there."""

    name: str
    label: str
    help: str
    default: Value
    group: str
    values: Mapping[Value, str]
    lowest: int | None = None
    highest: int | None = None
    when: Mapping[str, tuple[Value, ...]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of values that differ from the defaults."""

    key: str
    label: str
    help: str
    values: Mapping[str, Value]


def option(
    default: Value,
    *,
    label: str,
    help: str,  # noqa: A002 (what a form calls it)
    group: str,
    values: Mapping[Any, str] | None = None,
    lowest: int | None = None,
    highest: int | None = None,
    when: Mapping[str, tuple[Value, ...]] = ALWAYS,
) -> Any:
    """Declare one option as a dataclass field. `when`: other options, with the values that make it matter."""
    described = {
        "label": label,
        "help": help,
        "group": group,
        "values": values or {},
        "lowest": lowest,
        "highest": highest,
        "when": when,
    }
    return dataclasses.field(default=default, metadata=described)


def options_of(options: type[Any]) -> tuple[Option, ...]:
    """All options of an options class, in the order they are written."""
    return tuple(
        Option(name=field.name, default=cast("Value", field.default), **field.metadata)
        for field in dataclasses.fields(options)
    )


def matters(described: Option, options: Any) -> bool:
    """Whether the option can change anything at a table of these options."""
    return all(getattr(options, name) in values for name, values in described.when.items())


def read_options(options: type[AnyOptions], values: Mapping[str, object]) -> AnyOptions:
    """Options from plain values; those left out have their default.

    What the rules settle once for all (`SETTLED` of the options class) may be named too, with that value.
    Raises MalformedAction(unknown_option) or (unknown_value), each naming the culprit.
    """
    known = {described.name: described for described in options_of(options)}
    settled: Mapping[str, Value] = getattr(options, "SETTLED", {})
    read: dict[str, object] = {}
    for name, value in values.items():
        if name in settled and value == settled[name]:
            continue
        if name not in known:
            raise MalformedAction(Refusal.UNKNOWN_OPTION, option=name[:40])
        read[name] = _on_or_off(known[name], value)
        if not is_value_of(known[name], read[name]):
            raise MalformedAction(Refusal.UNKNOWN_VALUE, option=name, value=_shown(value))
    return options(**read)


def _on_or_off(described: Option, value: object) -> object:
    """What is on or off may also be written as yes or no."""
    if isinstance(value, bool) and set(described.values) == {"on", "off"}:
        return "on" if value else "off"
    return value


def _shown(value: object) -> str:
    """A refused value as its sentence names it: plain values as JSON writes them, anything else by its
    kind."""
    if isinstance(value, str):
        return value[:40]
    plain = value is None or isinstance(value, int | float)
    return json.dumps(value)[:40] if plain else type(value).__name__


def is_value_of(described: Option, value: object) -> bool:
    """Whether `value` is of the right type and among the option's values or within its bounds."""
    if type(value) is not type(described.default):
        return False
    if described.lowest is not None and described.highest is not None:
        return described.lowest <= value <= described.highest  # type: ignore[operator]
    return not described.values or value in described.values


def changed_options(options: Any) -> dict[str, Value]:
    """The values that differ from the defaults: what is stored and what a record says."""
    return {
        field.name: getattr(options, field.name)
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != field.default
    }
