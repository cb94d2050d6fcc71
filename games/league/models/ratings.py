"""How strong players are thought to be."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """How strong a player is thought to be, and how sure that is (openskill: mean and deviation)."""

    class Kind(models.TextChoices):
        CASUAL = "casual", _("casual")
        LEAGUE = "league", _("league")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    game = models.CharField(_("game"), max_length=24)
    mean = models.FloatField(_("strength"))
    deviation = models.FloatField(_("uncertainty"))
    matches = models.PositiveIntegerField(_("matches"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "kind", "game"], name="one_rating_a_kind")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mean:.1f} ± {2 * self.deviation:.1f}"


class RatedMatch(models.Model):
    """This match has been taken into the ratings; no match is taken twice."""

    match = models.OneToOneField("games.Match", models.CASCADE, related_name="rated", verbose_name=_("match"))

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return str(self.match_id)
