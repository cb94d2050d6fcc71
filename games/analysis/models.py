"""The rows of the analysis. Only `services` writes here; `manage.py analyse --all` makes them anew from the logs."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class DealContracts(models.Model):
    """What the deal of round `number` of all matches with these deals is worth with each contract and all hands open.

    `data` is `OpenContract`s of `games/bots/analysis.py` as JSON, empty where there is none. Only for deals that
    everybody may see.
    """

    shared_deals = models.ForeignKey(
        "games.SharedDeals", models.CASCADE, related_name="contracts", verbose_name=_("shared deals")
    )
    number = models.PositiveSmallIntegerField(_("round"))
    version = models.PositiveSmallIntegerField(_("version of the analysis"))
    data = models.JSONField(_("contracts"), default=list)

    class Meta:
        verbose_name = _("contracts of a deal")
        verbose_name_plural = _("contracts of deals")
        constraints = [
            models.UniqueConstraint(fields=["shared_deals", "number"], name="one_row_a_shared_deal")
        ]

    def __str__(self) -> str:
        return f"{self.shared_deals_id}/{self.number}"


class Analysis(models.Model):
    """The analysis of one closed round, beside it and never part of the log.

    `data` is a `RoundAnalysis` of `games/bots/analysis.py` as JSON, empty for a round whose log cannot be replayed.
    `gained` holds for each seat the key of the player who made all its moves, or null, and the points by which its side
    did better than four good players with the same cards.
    """

    round = models.OneToOneField(
        "games.Round", models.CASCADE, related_name="analysis", verbose_name=_("round")
    )
    version = models.PositiveSmallIntegerField(_("version of the analysis"))
    data = models.JSONField(_("analysis"))
    gained = models.JSONField(_("points more than four strong players"), default=list)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return str(self.round)
