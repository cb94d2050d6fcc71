"""Requests for a substitute, and the stand-by list of an evening."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.league.models.evenings import Evening

ALL_ROUNDS = 0


class SubstituteRequest(models.Model):
    """A substitute for `absent` is wanted, for all rounds to come (`only_round` 0) or for one.

    It is open until `closed_at`: then somebody plays (`taken_by`), or nobody is wanted any more.
    """

    evening = models.ForeignKey(
        Evening, models.CASCADE, related_name="substitute_requests", verbose_name=_("evening")
    )
    absent = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("who is away")
    )
    only_round = models.PositiveSmallIntegerField(_("only in round"), default=ALL_ROUNDS)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asked by")
    )
    at = models.DateTimeField(_("at"))
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who plays instead"),
    )
    closed_at = models.DateTimeField(_("settled at"), null=True, blank=True)

    class Meta:
        verbose_name = _("request for a substitute")
        verbose_name_plural = _("requests for a substitute")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "absent", "only_round"],
                condition=Q(closed_at=None),
                name="one_open_request_a_seat",
            )
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.absent_id}"


class StandBy(models.Model):
    """A member who can play in another's place on this evening. The first to say so is the first on the list."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="stand_bys", verbose_name=_("evening"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("stand-by")
        verbose_name_plural = _("stand-bys")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_stand_by_an_evening")]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.player_id}"
