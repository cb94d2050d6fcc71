"""Contributions of a season, and stakes of an evening, that were ticked off."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.league.models.evenings import Evening
from games.league.models.seasons import Season


class Contribution(models.Model):
    """A member has paid the contribution or stake of a season; `by` ticked it off."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="contributions", verbose_name=_("season"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("ticked off by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("contribution")
        verbose_name_plural = _("contributions")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_contribution_a_season")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.player_id}"


class StakePaid(models.Model):
    """A player has paid the stake of an evening: `cents` at that moment; `by` ticked it off."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="stakes", verbose_name=_("evening"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    cents = models.PositiveIntegerField(_("cents"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("ticked off by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_stake_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.player_id}"
