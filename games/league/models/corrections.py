"""Changes made by hand: the append-only model `Correction`."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.kit.append_only import AppendOnly
from games.kit.trail_words import trail_word
from games.league.models.evenings import Evening
from games.league.models.seasons import Competition, Entrant

REASON_LENGTH: Final = 200


class Correction(AppendOnly):
    """A change made by hand: by whom, when, why, with the values before and after. Append-only."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="corrections", verbose_name=_("competition")
    )
    evening = models.ForeignKey(
        Evening, models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("evening")
    )
    entrant = models.ForeignKey(
        Entrant, models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("entrant")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="corrections", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=20)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    before = models.CharField(_("before"), max_length=120, blank=True, default="")
    after = models.CharField(_("after"), max_length=120, blank=True, default="")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["-at", "-id"]

    @property
    def word(self) -> str:
        """The name of the action, translated."""
        return trail_word(self.what)

    def __str__(self) -> str:
        return f"{self.what}: {self.reason}"
