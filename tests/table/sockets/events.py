"""The events that services send about tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from tests.channel_layer import stand_between


class Message(NamedTuple):
    """What an event says of a change: the log entry it led to, and the public entries that led there."""

    seq: int
    entries: Sequence[Sequence[Any]] = ()
    match_id: int = 0


@contextmanager
def record_events() -> Iterator[list[Message]]:
    """What `send_table_changed` sends meanwhile."""
    events: list[Message] = []

    def record(_group: str, event: dict[str, Any]) -> bool:
        if event["type"] == "table.changed":
            events.append(Message(event["seq"], event["entries"], event["match"]))
        return False

    with pytest.MonkeyPatch.context() as patch:
        stand_between(patch, record)
        yield events
