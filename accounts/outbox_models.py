"""Mail that waits to be sent: a killed process loses none of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

GIVEN_UP_AFTER: Final = timedelta(days=1)


class AccountMail(models.Model):
    """A mail about signing in (password, code, confirmation). Deleted when it is sent or useless."""

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


class Letter(models.Model):
    """A notice that also goes out by mail, an invitation or a mail about signing in, until the mail server has it. The
    process that moves `next_at` on sends it."""

    notice = models.OneToOneField("accounts.Notice", models.CASCADE, null=True, related_name="letter")
    invitation = models.OneToOneField(
        "accounts.MailedInvitation", models.CASCADE, null=True, related_name="letter"
    )
    account_mail = models.OneToOneField(AccountMail, models.CASCADE, null=True, related_name="letter")
    next_at = models.DateTimeField(_("sent from"), db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        constraints = [
            models.CheckConstraint(
                name="a_letter_is_about_one_thing",
                condition=models.Q(notice__isnull=False, invitation=None, account_mail=None)
                | models.Q(notice=None, invitation__isnull=False, account_mail=None)
                | models.Q(notice=None, invitation=None, account_mail__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.notice_id or self.invitation_id or self.account_mail_id} · {self.tries}"

    @property
    def written_at(self) -> datetime:
        """When what it tells was told."""
        return next(each for each in (self.notice, self.invitation, self.account_mail) if each is not None).at
