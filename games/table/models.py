"""What is stored about a table beside its log: what is said there, who was invited, and sums over dealt hands."""

from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.table.log.models import Match


class TalkLine(models.Model):
    """Something said at the table: a fixed phrase by its code, or free text. One of the two is empty."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="talk", verbose_name=_("match"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="talk", verbose_name=_("player")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    phrase = models.CharField(_("phrase"), max_length=24, blank=True, default="")
    text = models.CharField(_("text"), max_length=200, blank=True, default="")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("line of table talk")
        verbose_name_plural = _("table talk")
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return self.phrase or self.text


class Mute(models.Model):
    """A player's wish not to see the talk of `muted` at this table."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="mutes", verbose_name=_("match"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("player")
    )
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by", verbose_name=_("muted")
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["match", "player", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.player_id} -/- {self.muted_id}"


class TableInvitation(models.Model):
    """`player` was invited to a table by `by`, once however often it is tapped."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="invitations", verbose_name=_("match"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("invited by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("invitation to a table")
        verbose_name_plural = _("invitations to tables")
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="invited_once_to_a_table")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"


# Sums over dealt hands, computed from the logs so that a page need not add them up on each request. Counted by
# `services.count_deals`, which marks each deal (`Deal.counted`). To recount, delete the rows and clear the marks.

BOTS: Final = "bots"
PEOPLE: Final = "people"


class Sums(models.Model):
    """Sums of one figure of a game over `hands` hands: its `total`, and the mean and variance expected under
    a fair shuffle.
    """

    ADDED: ClassVar = ("hands", "total", "expected", "variance")

    game = models.CharField(_("game"), max_length=24)
    figure = models.CharField(_("figure"), max_length=24)
    hands = models.PositiveIntegerField(_("hands"))
    total = models.FloatField(_("total"))
    expected = models.FloatField(_("what chance gives"))
    variance = models.FloatField(_("variance"))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.game}: {self.figure}"


class DealCount(Sums):
    """Sums over all hands of one kind. `whose` is a place counted from the dealer ("0", "1" ...), or BOTS or PEOPLE.

    BOTS and PEOPLE are compared in the deals that had hands of both. There the hands of one deal are one: their mean;
    and `variance` is that of the difference between the two, the sum of its squares.
    """

    whose = models.CharField(_("whose hands"), max_length=10)

    class Meta:
        verbose_name = _("count of deals")
        verbose_name_plural = _("counts of deals")
        constraints = [
            models.UniqueConstraint(fields=["game", "whose", "figure"], name="one_count_a_figure"),
        ]


class HandCount(Sums):
    """Sums over the hands of one person; shown to that person only."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="hand_counts",
        db_index=False,
        verbose_name=_("player"),
    )

    class Meta:
        verbose_name = _("count of hands")
        verbose_name_plural = _("counts of hands")
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "figure"], name="one_count_a_player"),
        ]
