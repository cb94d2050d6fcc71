"""Invitations of friends to a table that has not started."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class TableInvitation(models.Model):
    """`player` was invited to a table by `by`, once however often it is tapped."""

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="invitations", verbose_name=_("match")
    )
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
