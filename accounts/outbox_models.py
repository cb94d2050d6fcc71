"""The outbox: mail stored in the database until it is sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

GIVEN_UP_AFTER: Final = timedelta(days=1)


class AccountMail(models.Model):
    """The text of a mail about signing in (password, code, confirmation). Deleted when it is sent or expired."""

    to = models.EmailField(_("to"), max_length=254)
    subject = models.TextField(_("subject"))
    body = models.TextField(_("text"))
    at = models.DateTimeField(_("written"))
    until = models.DateTimeField(_("of use until"))

    class Meta:
        verbose_name = _("mail about signing in")
        verbose_name_plural = _("mails about signing in")

    def __str__(self) -> str:
        return self.to


class QueuedMail(models.Model):
    """A waiting mail about a notice, an invitation or signing in. The process that updates `next_at` sends it."""

    notice = models.OneToOneField("accounts.Notice", models.CASCADE, null=True, related_name="queued_mail")
    invitation = models.OneToOneField(
        "accounts.MailedInvitation", models.CASCADE, null=True, related_name="queued_mail"
    )
    account_mail = models.OneToOneField(AccountMail, models.CASCADE, null=True, related_name="queued_mail")
    next_at = models.DateTimeField(_("sent from"), db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("waiting mail")
        verbose_name_plural = _("waiting mails")
        constraints = [
            models.CheckConstraint(
                name="a_mail_is_about_one_thing",
                condition=models.Q(notice__isnull=False, invitation=None, account_mail=None)
                | models.Q(notice=None, invitation__isnull=False, account_mail=None)
                | models.Q(notice=None, invitation=None, account_mail__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.notice_id or self.invitation_id or self.account_mail_id} · {self.tries}"

    @property
    def written_at(self) -> datetime:
        """The time of the notice, invitation or mail about signing in."""
        return next(each for each in (self.notice, self.invitation, self.account_mail) if each is not None).at
