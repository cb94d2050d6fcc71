"""Refusals of the deal of the day: a closed list of codes, each with its sentence and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop as _

from games.kit.refusals import Refusing


class DailyRefusal(StrEnum):
    """Refusal codes of the deal of the day."""

    NEEDS_ACCOUNT = "needs_account"
    NO_SUCH_DAY = "no_such_day"
    PLAY_FIRST = "play_first"


SENTENCES: Final[Mapping[str, str]] = {
    DailyRefusal.NEEDS_ACCOUNT: _(
        "The deal of the day needs an account: everybody plays it once, and a guest could come back under another name."
    ),
    DailyRefusal.NO_SUCH_DAY: _("There is no deal of that day."),
    DailyRefusal.PLAY_FIRST: _("Play all rounds first; then you see how others did."),
}
STATUS: Final[Mapping[str, int]] = {DailyRefusal.NO_SUCH_DAY: 404, DailyRefusal.PLAY_FIRST: 403}
"""HTTP status of a refusal; 422 for every code not named here."""


class DailyRefused(Refusing):
    """A refusal by the deal of the day; nothing has changed. `code` is a `DailyRefusal`."""

    sentences = SENTENCES
    statuses = STATUS
