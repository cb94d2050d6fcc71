"""Values of the engine as plain JSON and back, for a closed list of types.

JSON instead of pickle: bytes from Redis can then never run code, whoever wrote them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final

from games.engine import view, words, zones


def _fields(kind: type[Any]) -> tuple[str, ...] | None:
    """The field names of a dataclass or named tuple, None for every other type."""
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return getattr(kind, "_fields", None)


FIELDS: Final[Mapping[type[Any], tuple[str, ...]]] = {
    kind: fields
    for module in (view, zones, words)
    for kind in vars(module).values()
    if isinstance(kind, type) and (fields := _fields(kind)) is not None
}
KINDS: Final[Mapping[str, type[Any]]] = {kind.__name__: kind for kind in FIELDS}


def as_plain(value: Any) -> Any:
    """The value as JSON can write it. Raises TypeError for a type that is not on the list.

    A typed value becomes an object with one key, its type; a mapping one with an empty key.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    fields = FIELDS.get(type(value))
    if fields is not None:
        return {type(value).__name__: [as_plain(getattr(value, field)) for field in fields]}
    if isinstance(value, tuple | list):
        return [as_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {"": [[as_plain(key), as_plain(one)] for key, one in value.items()]}
    raise TypeError(f"{type(value).__name__} does not leave the process")


def from_plain(plain: Any) -> Any:
    """The value `as_plain` wrote; sequences come back as tuples. Raises LookupError, TypeError, ValueError."""
    if isinstance(plain, list):
        return tuple(from_plain(one) for one in plain)
    if not isinstance(plain, dict):
        return plain
    ((kind, held),) = plain.items()
    if kind == "":
        return {from_plain(key): from_plain(one) for key, one in held}
    return KINDS[kind](*(from_plain(one) for one in held))
