"""Requests of a club to merge two accounts."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class MergeRequest(models.Model):
    """A club's request to merge two accounts of one person. Deleted with the last answer."""

    club = models.ForeignKey("accounts.Club", models.CASCADE, related_name="+", verbose_name=_("club"))
    kept = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    double = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("asked"))
    kept_agreed = models.BooleanField(default=False)
    double_agreed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("request to merge")
        verbose_name_plural = _("requests to merge")
        constraints = [models.UniqueConstraint(fields=["kept", "double"], name="one_request_to_merge_a_pair")]

    def __str__(self) -> str:
        return f"{self.double_id} → {self.kept_id}"
