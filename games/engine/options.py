"""Options as data: one dataclass field an option, carrying its label, help and values.

The form, the storage, the validation and the printed rule card all follow from the field.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from games.engine.errors import MalformedAction, Refusal

Value: TypeAlias = str | int | bool | tuple[int, ...] | list[int]
"""A value as it is stored; several values together are a tuple in the options and a list in JSON."""
AnyOptions = TypeVar("AnyOptions")
ALWAYS: Final[Mapping[str, tuple[Value, ...]]] = {}
"""An option that depends on no other."""


@dataclass(frozen=True, slots=True)
class Option:
    """The description of one option for forms. `values` maps each value to its label; a number has bounds
    instead. It matters only where each option named in `when` has one of the values given there.

    Numbers from `lowest` are read; people are offered those from `offered_from` (a round played again is a match of one
    round, which nobody can choose). An option whose default is a tuple holds one or more of its values, in their order
    (`several`). `on_phones`: what it settles exists only where the app deals and asks, not with real cards.
    """

    name: str
    label: str
    help: str
    default: Value
    group: str
    values: Mapping[Value, str]
    lowest: int | None = None
    offered_from: int | None = None
    highest: int | None = None
    when: Mapping[str, tuple[Value, ...]] = dataclasses.field(default_factory=dict)
    on_phones: bool = False

    @property
    def several(self) -> bool:
        """Whether it holds several of its values at once."""
        return isinstance(self.default, tuple)


class FixedRule(NamedTuple):
    """A rule that is the same at every table: no option, but told on the rule card beside those of its `group`."""

    group: str
    label: str
    value: str


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
    offered_from: int | None = None,
    highest: int | None = None,
    when: Mapping[str, tuple[Value, ...]] = ALWAYS,
    on_phones: bool = False,
) -> Any:
    """Declare one option as a dataclass field. `when`: other options, with the values that make it matter.
    `on_phones`: it settles what the app does, which is nothing where real cards are played."""
    described = {
        "label": label,
        "help": help,
        "group": group,
        "values": values or {},
        "lowest": lowest,
        "offered_from": lowest if offered_from is None else offered_from,
        "highest": highest,
        "when": when,
        "on_phones": on_phones,
    }
    return dataclasses.field(default=default, metadata=described)


def options_of(options: type[Any]) -> tuple[Option, ...]:
    """All options of an options class, in the order they are written."""
    if options not in _described:
        _described[options] = tuple(
            Option(name=field.name, default=cast("Value", field.default), **field.metadata)
            for field in dataclasses.fields(options)
        )
    return _described[options]


_described: Final[dict[type[Any], tuple[Option, ...]]] = {}
"""The options of each class that were asked for, since every read of stored options asks."""


def fixed_rules(options: type[Any]) -> tuple[FixedRule, ...]:
    """The rules that are the same at every table and that its card tells (`FIXED_RULES` of the options class)."""
    rules: tuple[FixedRule, ...] = getattr(options, "FIXED_RULES", ())
    return rules


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
        read[name] = _in_python(known[name], value)
        if not is_value_of(known[name], read[name]):
            raise MalformedAction(Refusal.UNKNOWN_VALUE, option=name, value=_short_value(value))
    return options(**read)


def _in_python(described: Option, value: object) -> object:
    """The value as the options hold it: a list becomes a tuple, and true and false of an on/off option are read as "on"
    and "off"."""
    if described.several and isinstance(value, list):
        return tuple(value)
    if isinstance(value, bool) and set(described.values) == {"on", "off"}:
        return "on" if value else "off"
    return value


def _short_value(value: object) -> str:
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
    if isinstance(value, tuple):
        offered = list(described.values)
        if not value or any(type(one) is not int or one not in offered for one in value):
            return False
        return list(value) == sorted(set(value), key=offered.index)
    if described.lowest is not None and described.highest is not None:
        return described.lowest <= value <= described.highest  # type: ignore[operator]
    return not described.values or value in described.values


def changed_options(options: Any) -> dict[str, Value]:
    """The values that differ from the defaults: what is stored and what a record says."""
    values = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
    return {
        field.name: list(value) if isinstance(value := values[field.name], tuple) else value
        for field in dataclasses.fields(options)
        if values[field.name] != field.default
    }
