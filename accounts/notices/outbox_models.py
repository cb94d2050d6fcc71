"""Mail that waits to be sent: a killed process loses none of it."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """A notice that also goes out by mail, or an invitation, until the mail server has it. Whoever moves `next_at` on
    sends it."""

    notice = models.OneToOneField("accounts.Notice", models.CASCADE, null=True, related_name="letter")
    invitation = models.OneToOneField(
        "accounts.MailedInvitation", models.CASCADE, null=True, related_name="letter"
    )
    next_at = models.DateTimeField(_("sent from"), db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        constraints = [
            models.CheckConstraint(
                name="a_letter_is_about_one_thing",
                condition=models.Q(notice=None, invitation__isnull=False)
                | models.Q(notice__isnull=False, invitation=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.notice_id or self.invitation_id} · {self.tries}"

    @property
    def written_at(self) -> datetime:
        """When what it tells was told."""
        return self.notice.at if self.notice is not None else self.invitation.at
