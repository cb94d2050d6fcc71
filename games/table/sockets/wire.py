"""What a form says, over the socket or by POST: the window it answers and flat string data, not yet understood."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.table.log.errors import TableRefusal, TableRefused

ABOUT_THE_WAY: Final = frozenset({"HEADERS", "csrfmiddlewaretoken"})
"""Fields that belong to how the form travelled."""
MOST_FIELDS: Final = 12
LONGEST: Final = 1000
SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Said:
    """One filled-in form. A field sent several times holds its values with ``;`` between them, without empty ones.

    A form with tick boxes sends an empty value beside them, so that the field is there when no box is ticked.
    """

    window: str
    data: dict[str, str]

    @property
    def word(self) -> str:
        """What is to be done."""
        return self.data.get("do", "")


def read_frame(frame: str) -> Said:
    """The form in a socket's text frame (JSON). Raises TableRefused(unreadable)."""
    try:
        fields = json.loads(frame)
    except (ValueError, RecursionError) as error:
        raise TableRefused(TableRefusal.UNREADABLE) from error
    if not isinstance(fields, dict):
        raise TableRefused(TableRefusal.UNREADABLE)
    return read_fields(fields)


def read_fields(fields: Mapping[str, object]) -> Said:
    """The form in its fields, each a string or a list of strings (`dict(request.POST.lists())`).

    Raises TableRefused(unreadable).
    """
    data = {_value(name): _value(value) for name, value in fields.items() if name not in ABOUT_THE_WAY}
    if len(data) > MOST_FIELDS:
        raise TableRefused(TableRefusal.UNREADABLE)
    return Said(data.pop("window", ""), data)


def _value(value: object) -> str:
    """One field as text. Half a surrogate pair is valid JSON and cannot be stored, sent or logged."""
    if isinstance(value, list):
        if not all(isinstance(one, str) for one in value):
            raise TableRefused(TableRefusal.UNREADABLE)
        value = ";".join(filter(None, value))
    if not isinstance(value, str) or len(value) > LONGEST or "\0" in value or SURROGATE.search(value):
        raise TableRefused(TableRefusal.UNREADABLE)
    return value
