"""Stored invitations to a club: its join code, and invitations by mail."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

CODE_LENGTH: Final = 8
NAME_LENGTH: Final = 60
GREETING_LENGTH: Final = 200


class JoinCode(models.Model):
    """The code that lets people join a club. One per club, until it is replaced, switched off or expires."""

    club = models.OneToOneField(
        "accounts.Club", models.CASCADE, related_name="join_code", verbose_name=_("club")
    )
    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("code to join")
        verbose_name_plural = _("codes to join")

    def __str__(self) -> str:
        return f"{self.club} · {self.until:%Y-%m-%d}"

    @property
    def shown(self) -> str:
        """The code in two groups of four."""
        return f"{self.code[:4]}-{self.code[4:]}"


class MailedInvitation(models.Model):
    """An invitation of one person by mail. Open until `closed_at`; then address, name and greeting are cleared."""

    class Outcome(models.TextChoices):
        USED = "used", _("used")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, related_name="mailed_invitations", verbose_name=_("club")
    )
    address = models.EmailField(_("mail address"), blank=True)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    greeting = models.CharField(_("greeting"), max_length=GREETING_LENGTH, blank=True)
    language = models.CharField(_("language"), max_length=2)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("invited by")
    )
    at = models.DateTimeField(_("invited"))
    until = models.DateTimeField(_("until"))
    sent_at = models.DateTimeField(_("sent"), null=True)
    closed_at = models.DateTimeField(_("closed"), null=True)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("joined as")
    )

    class Meta:
        verbose_name = _("invitation by mail")
        verbose_name_plural = _("invitations by mail")
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "address"],
                condition=models.Q(closed_at=None),
                name="one_open_invitation_to_an_address",
            ),
            models.CheckConstraint(
                name="a_closed_invitation_names_nobody",
                condition=models.Q(closed_at=None) | models.Q(address="", name="", greeting=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club} · {self.at:%Y-%m-%d}"
