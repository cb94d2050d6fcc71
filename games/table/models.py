"""What is stored about a table beside its log: what is said there, and who was invited."""

from __future__ import annotations

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
