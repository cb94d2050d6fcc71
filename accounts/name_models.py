"""Players whose nickname changed within the last day."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Renaming(models.Model):
    """A player's nickname changed; the new one is in the player's row."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("renaming")
        verbose_name_plural = _("renamings")

    def __str__(self) -> str:
        return f"{self.player_id}"
