"""Notices, devices that are pushed to, and what waits to be sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

# Devices that receive push messages.

MAX_ENDPOINT_LENGTH: Final = 1000


class PushDevice(models.Model):
    """A browser that asked for push messages: its address at a push service and the keys to encrypt for it.

    `kinds_off` are the kinds (`NoticeKind`) this device does not want. Without `with_details` a message says what kind
    of thing happened and no more, since it can be read on a locked screen.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices", verbose_name=_("player")
    )
    endpoint = models.CharField(_("address at the push service"), max_length=MAX_ENDPOINT_LENGTH, unique=True)
    p256dh = models.CharField(_("public key"), max_length=100)
    auth = models.CharField(_("shared secret"), max_length=40)
    name = models.CharField(_("name"), max_length=60)
    kinds_off = models.JSONField(_("kinds that are off"), default=list)
    with_details = models.BooleanField(_("with details"), default=False)
    created_at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("push device")
        verbose_name_plural = _("push devices")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def service(self) -> str:
        """The host of the push service, with its port where that is not the usual one."""
        return urlsplit(self.endpoint).netloc


# Notices: messages that a player reads on the site.


class NoticeKind(models.TextChoices):
    """Kinds of notices. Each kind can be switched off for mail and for each push device."""

    TURN = "turn", _("It is my turn, and no screen of mine shows the table")
    DAY = "day", _("It is my turn at a table of a card a day")
    TABLE = "table", _("A table of mine is ready")
    PLANNED = "planned", _("An evening is planned")
    EVENING = "evening", _("An evening of mine is tomorrow")
    DEADLINE = "deadline", _("Today is the last day to say whether I am coming")
    SUBSTITUTE = "substitute", _("A substitute is wanted")
    DRAW = "draw", _("The seats are drawn")
    RULING = "ruling", _("A round of mine is in question, or judged")
    SECRETARY = "secretary", _("The secretary has a message or a change")
    FRIEND = "friend", _("A friend asks me something or invites me to a table")
    OTHER = "other", _("Everything else")


MAILED_KINDS: Final = tuple(NoticeKind(kind) for kind in NoticeKind.values if kind != NoticeKind.TURN)
"""The kinds that are mailed: the turn is told to devices only, since the table does not wait for mail."""


class Notice(models.Model):
    """A message to one player, in the player's language.

    Texts name players by key (`accounts.mentions`). Only keys in `mentions` are replaced by names, so typed
    text cannot reveal a name. `question` is set where the player can answer "I can": it names what is asked, in the
    form of the app that asks; `answered_at` is the time of the answer.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=NoticeKind, default=NoticeKind.OTHER)
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"), blank=True)
    mentions = models.JSONField(_("players named"), default=list)
    url = models.CharField(_("address on this site"), max_length=200)
    question = models.CharField(_("what is asked"), max_length=60, blank=True, default="")
    at = models.DateTimeField(_("told"))
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["player", "-at"], name="notices_of_a_player"),
            models.Index(fields=["player"], name="unread_notices", condition=models.Q(read_at=None)),
        ]

    def __str__(self) -> str:
        return self.subject


# The outbox: mail and push messages stored in the database until they are sent.

MAX_DELIVERY_TIME: Final = timedelta(days=1)
"""Time after which a message that could not be sent is given up."""


class AccountMail(models.Model):
    """The text of a mail about signing in (password, code, confirmation), or that somebody is a member of a club and
    how they sign in. Deleted when it is sent or expired."""

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

    Names and `mentions` are as in a notice; `notice` is the notice it tells of, if any. `kind` is a `NoticeKind`, also
    without a notice: whether the device still wants it is asked again when it is sent. A later message of the same
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
