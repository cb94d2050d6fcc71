"""Reports of a player to the site's staff."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_REPORT_LENGTH = 1000
MAX_ANSWER_LENGTH = 300


class Report(models.Model):
    """A player's report about another, with the round it is about where there is one. Only staff read it.

    `answer` is what the staff told the reporter when they settled it, "" for the usual sentence.
    """

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("reported by")
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("about")
    )
    round = models.ForeignKey(
        "games.Round", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("round")
    )
    text = models.TextField(_("what happened"), max_length=MAX_REPORT_LENGTH)
    at = models.DateTimeField(_("at"))
    settled_at = models.DateTimeField(_("settled at"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("settled by"),
    )

    answer = models.TextField(_("answer"), max_length=MAX_ANSWER_LENGTH, blank=True)

    class Meta:
        verbose_name = _("report of a player")
        verbose_name_plural = _("reports of players")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.by_id} → {self.about_id}"
