"""Keys with which other programs read a club."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ApiKey(models.Model):
    """A key of one club, stored as the SHA-256 digest of what was shown once. `start` tells keys apart in a list."""

    club = models.ForeignKey("accounts.Club", models.CASCADE, related_name="api_keys", verbose_name=_("club"))
    name = models.CharField(_("what it is for"), max_length=60)
    start = models.CharField(_("begins with"), max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"
