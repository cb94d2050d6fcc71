"""Announced maintenance, and its banner."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import PlayerKind
from games.engine.seats import HOUSE
from games.table.log.loading import Table
from games.table.log.models import Match, Round, Seat
from games.table.threads import call_in_thread

# Planned maintenance: no match starts and no round is dealt, so that the rounds being played come to their end.

ROW_KEY: Final = 1
MAX_TEXT_LENGTH: Final = 200


class Maintenance(models.Model):
    """The one row that is there while maintenance is announced; `text` is shown on every page."""

    text = models.CharField(_("text"), max_length=MAX_TEXT_LENGTH)
    since = models.DateTimeField(_("announced at"))

    class Meta:
        verbose_name = _("maintenance")
        verbose_name_plural = _("maintenance")

    def __str__(self) -> str:
        return self.text


def announce(*, text: str, now: datetime) -> None:
    """Announce maintenance, or change its text."""
    Maintenance.objects.update_or_create(
        pk=ROW_KEY, defaults={"text": text}, create_defaults={"text": text, "since": now}
    )


def end() -> None:
    """Take the announcement back: matches start, and held rounds are dealt within seconds."""
    Maintenance.objects.filter(pk=ROW_KEY).delete()


def is_announced() -> bool:
    """Whether maintenance is announced, from the database."""
    return Maintenance.objects.filter(pk=ROW_KEY).exists()


def holds_deal(table: Table) -> bool:
    """Whether a table waits for its next round and maintenance holds that back; a further deal of a round is dealt. A
    query only when it waits."""
    house = table.game.pending(table.state.game_state).get(HOUSE)
    if house is None or house.kind != "deal":
        return False
    progress = table.game.progress(table.state.game_state)
    return progress.closed == progress.round and is_announced()


def rounds_being_played() -> int:
    """The number of rounds at tables where somebody is present. A table that everybody left does not delay anything."""
    here = Seat.objects.filter(match=models.OuterRef("match"), away_since=None).exclude(
        player__kind=PlayerKind.BOT
    )
    playing = Round.objects.filter(
        status=Round.Status.RUNNING, match__status=Match.Status.RUNNING, match__on_paper=False
    )
    return playing.filter(models.Exists(here)).count()


# The banner of announced maintenance on every page, read every few seconds instead of for every page.

LOOK_INTERVAL: Final = 5.0
"""Seconds between two looks of a server."""
_text = ""


def read() -> None:
    """Read the text of announced maintenance, "" without one."""
    global _text  # noqa: PLW0603  one banner a process
    _text = Maintenance.objects.filter(pk=ROW_KEY).values_list("text", flat=True).first() or ""


async def look() -> None:
    """Read it from the event loop."""
    await call_in_thread(read)


def banner() -> str:
    """The text that was read last, "" without one."""
    return _text
