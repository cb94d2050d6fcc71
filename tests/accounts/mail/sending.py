"""The messages that are due, sent in this thread; the steward sends them in threads of its own (`start_sending`)."""

from __future__ import annotations

from datetime import datetime

from accounts.mailing import OUTLETS, send_batch


def send_due(now: datetime) -> int:
    """Send the messages due at `now` on every outlet; returns how many were accepted by servers."""
    return sum(send_batch(outlet, now) for outlet in OUTLETS)
