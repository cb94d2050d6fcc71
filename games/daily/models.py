"""Models of the deal of the day. Only `services` writes here; points and decisions can be made anew from the logs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyDeal(models.Model):
    """The deals of one day, made when the first player asks for them."""

    date = models.DateField(_("day"), unique=True)
    shared_deals = models.OneToOneField(
        "games.SharedDeals", models.PROTECT, related_name="daily_deal", verbose_name=_("deals")
    )

    class Meta:
        verbose_name = _("deal of the day")
        verbose_name_plural = _("deals of the day")
        ordering = ["-date"]

    def __str__(self) -> str:
        return f"{self.date}"


class DailyPlay(models.Model):
    """The one match in which a player plays the deals of a day.

    `points` are those of the player's side less those of the other side, null until all rounds are played and counted;
    of a match that was not finished in time they stay null.
    """

    daily_deal = models.ForeignKey(
        DailyDeal, models.PROTECT, related_name="plays", verbose_name=_("deal of the day")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    match = models.OneToOneField(
        "games.Match", models.PROTECT, related_name="daily_play", verbose_name=_("match")
    )
    points = models.IntegerField(_("points"), null=True, blank=True)

    class Meta:
        verbose_name = _("match of a deal of the day")
        verbose_name_plural = _("matches of deals of the day")
        ordering = ["-daily_deal__date", "pk"]
        constraints = [models.UniqueConstraint(fields=["daily_deal", "player"], name="one_try_a_day")]

    def __str__(self) -> str:
        return f"{self.daily_deal_id}/{self.player_id}"


class DailyDecision(models.Model):
    """A decision the player took in round `round`, the `number`th of it from 1, where there was a choice.

    `view` is a digest of what the player saw, the same for all who saw the same on that day. `answer` and `strong` are
    what the player and the strong bot do there, as JSON text; `strong` is "" until it is worked out.
    """

    play = models.ForeignKey(
        DailyPlay, models.CASCADE, related_name="decisions", verbose_name=_("match of a deal of the day")
    )
    round = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField(_("number"))
    view = models.CharField(_("what was seen"), max_length=64, db_index=True)
    answer = models.CharField(_("answer"), max_length=300)
    strong = models.CharField(_("answer of the strong bot"), max_length=300, blank=True, default="")

    class Meta:
        verbose_name = _("decision in a deal of the day")
        verbose_name_plural = _("decisions in deals of the day")
        ordering = ["play", "round", "number"]
        constraints = [models.UniqueConstraint(fields=["play", "round", "number"], name="one_row_a_decision")]
        indexes = [
            models.Index(fields=["play"], condition=models.Q(strong=""), name="decision_without_strong")
        ]

    def __str__(self) -> str:
        return f"{self.play_id}/{self.round}/{self.number}"
