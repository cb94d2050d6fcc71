"""The outbox: mail and push messages stored in the database until they are sent."""

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


class PushMessage(models.Model):
    """A message to one push device, in the player's language. Deleted when it is sent or of no more use.

    Names and `mentions` are as in a notice; `notice` is the notice it tells of, if any. A later message of the same
    `topic` replaces this one on the device. `url` is a path of this site.
    """

    device = models.ForeignKey("accounts.PushDevice", models.CASCADE, related_name="messages")
    notice = models.ForeignKey("accounts.Notice", models.CASCADE, null=True, related_name="push_messages")
    kind = models.CharField(_("kind"), max_length=10)
    title = models.TextField(_("title"))
    text = models.TextField(_("text"), blank=True)
    mentions = models.JSONField(_("players named"), default=list)
    url = models.CharField(_("address on this site"), max_length=200)
    topic = models.CharField(_("topic"), max_length=32, blank=True)
    at = models.DateTimeField(_("written"))
    until = models.DateTimeField(_("of use until"))

    class Meta:
        verbose_name = _("push message")
        verbose_name_plural = _("push messages")

    def __str__(self) -> str:
        return f"{self.device_id} {self.kind}"


class QueuedMessage(models.Model):
    """A waiting mail (notice, invitation, signing in) or push message. The process that updates `next_at` sends it."""

    notice = models.OneToOneField("accounts.Notice", models.CASCADE, null=True, related_name="queued_mail")
    invitation = models.OneToOneField(
        "accounts.MailedInvitation", models.CASCADE, null=True, related_name="queued_mail"
    )
    account_mail = models.OneToOneField(AccountMail, models.CASCADE, null=True, related_name="queued_mail")
    push = models.OneToOneField(PushMessage, models.CASCADE, null=True, related_name="queued")
    next_at = models.DateTimeField(_("sent from"), db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("waiting message")
        verbose_name_plural = _("waiting messages")
        constraints = [
            models.CheckConstraint(
                name="a_message_is_about_one_thing",
                condition=models.Q(notice__isnull=False, invitation=None, account_mail=None, push=None)
                | models.Q(notice=None, invitation__isnull=False, account_mail=None, push=None)
                | models.Q(notice=None, invitation=None, account_mail__isnull=False, push=None)
                | models.Q(notice=None, invitation=None, account_mail=None, push__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.about} · {self.tries}"

    @property
    def about(self) -> models.Model:
        """The row this message sends."""
        about = (self.notice, self.invitation, self.account_mail, self.push)
        return next(each for each in about if each is not None)

    @property
    def written_at(self) -> datetime:
        """The time at which that row was written."""
        return self.about.at
