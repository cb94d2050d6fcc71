"""Parsing of forms from the socket or by POST: the window they answer and flat string data, not yet
interpreted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.table.log.errors import TableRefusal, TableRefused

TRANSPORT_FIELDS: Final = frozenset({"HEADERS", "csrfmiddlewaretoken"})
"""Fields of htmx and Django, which are no part of what a player sends."""
MAX_FIELDS: Final = 12
MAX_VALUE_LENGTH: Final = 1000
SURROGATE: Final = re.compile("[\ud800-\udfff]")
PLACED_CARD_PARTS: Final = 5
"""Pieces of a card put in a place: word, card, the field of the target, target and end."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One filled-in form. A field sent several times holds its values with ``;`` between them, without empty ones.

    A form with tick boxes sends an empty value beside them, so that the field is there when no box is ticked.
    """

    window: str
    data: dict[str, str]

    @property
    def word(self) -> str:
        """The word of the form (`do`), "" for none."""
        return self.data.get("do", "")


def read_frame(frame: str) -> Submission:
    """The form in a socket's text frame (JSON). Raises TableRefused(unreadable)."""
    try:
        fields = json.loads(frame)
    except (ValueError, RecursionError) as error:
        raise TableRefused(TableRefusal.UNREADABLE) from error
    if not isinstance(fields, dict):
        raise TableRefused(TableRefusal.UNREADABLE)
    return read_fields(fields)


def read_fields(fields: Mapping[str, object]) -> Submission:
    """The form in its fields, each a string or a list of strings (`dict(request.POST.lists())`).

    Raises TableRefused(unreadable).
    """
    data = {_value(name): _value(value) for name, value in fields.items() if name not in TRANSPORT_FIELDS}
    if len(data) > MAX_FIELDS:
        raise TableRefused(TableRefusal.UNREADABLE)
    return Submission(data.pop("window", ""), _as_action(data))


def _as_action(data: dict[str, str]) -> dict[str, str]:
    """The data with the pieces of plain forms joined into the fields of an action.

    `arranged` holds a group's number and a card for each card put into a group, and becomes `combinations`, or the
    field that `arranged_as` names. `placed` holds the word of the action, the card, the field that names the target,
    target and end ("-" where the game needs none).
    """
    if "arranged" in data:
        groups: dict[str, list[str]] = {}
        for number, card in _pairs(data.pop("arranged")):
            groups.setdefault(number, []).append(card)
        field = data.pop("arranged_as", "combinations")
        data[field] = ";".join(" ".join(groups[number]) for number in sorted(groups))
    if "placed" in data:
        pieces = data.pop("placed").split(" ")
        word, card, field, target, end = (*pieces, *["-"] * PLACED_CARD_PARTS)[:PLACED_CARD_PARTS]
        named = (("do", word), ("card", card), (field, target), ("end", end))
        data |= {name: value for name, value in named if value != "-"}
    return data


def _pairs(arranged: str) -> Iterator[tuple[str, str]]:
    for piece in arranged.split(";"):
        number, _blank, card = piece.partition(" ")
        if card:
            yield number, card


def _value(value: object) -> str:
    """One field as text. Half a surrogate pair is valid JSON and cannot be stored, sent or logged."""
    if isinstance(value, list):
        if not all(isinstance(one, str) for one in value):
            raise TableRefused(TableRefusal.UNREADABLE)
        value = ";".join(filter(None, value))
    if (
        not isinstance(value, str)
        or len(value) > MAX_VALUE_LENGTH
        or "\0" in value
        or SURROGATE.search(value)
    ):
        raise TableRefused(TableRefusal.UNREADABLE)
    return value
