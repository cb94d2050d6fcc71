"""Mail that waits to be sent: a killed process loses none of it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """A notice that also goes out by mail, until the mail server has it. Whoever moves `next_at` on sends it."""

    notice = models.OneToOneField("accounts.Notice", models.CASCADE, related_name="letter")
    next_at = models.DateTimeField(_("sent from"), db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")

    def __str__(self) -> str:
        return f"{self.notice_id} · {self.tries}"
