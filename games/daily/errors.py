"""Refusals of the deal of the day: a closed list of codes, each with its sentence and its HTTP status."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.refusals import RefusalWithStatus, Refusing


class DailyRefusal(RefusalWithStatus):
    """Refusals of the deal of the day."""

    NEEDS_ACCOUNT = (
        "needs_account",
        gettext_noop(
            "The deal of the day needs an account: everybody plays it once, and a guest could come back under "
            "another name."
        ),
    )
    NO_SUCH_DAY = "no_such_day", gettext_noop("There is no deal of that day."), 404
    PLAY_FIRST = "play_first", gettext_noop("Play all rounds first; then you see how others did."), 403
    DID_NOT_COUNT = (
        "did_not_count",
        gettext_noop(
            "You did not play all rounds of this day in time, so there are no choices of yours to compare."
        ),
        403,
    )


class DailyRefused(Refusing):
    """A refusal by the deal of the day; nothing has changed. `code` is a `DailyRefusal`."""
