"""Absences from a running table, stored apart from the log for reviews and arbiters."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.kit.append_only import AppendOnly

BLINK: Final = timedelta(seconds=5)
"""A page change or a reload takes less; that is no absence and is not kept."""


class Disconnection(AppendOnly):
    """An absence of a seat: its last screen closed at `gone_at`, and one opened again at `back_at`.

    Both are accurate to a few seconds, the interval at which a server looks. Written when the absence
    ends; one that goes on is `Seat.away_since`. One absence over a server's restart is two rows that meet.
    """

    match = models.ForeignKey(
        "games.Match",
        models.PROTECT,
        related_name="disconnections",
        db_index=False,
        verbose_name=_("match"),
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    gone_at = models.DateTimeField(_("gone at"))
    back_at = models.DateTimeField(_("back at"))

    class Meta:
        verbose_name = _("disconnection")
        verbose_name_plural = _("disconnections")
        ordering = ["match", "gone_at", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "gone_at"], name="one_row_an_absence"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"
