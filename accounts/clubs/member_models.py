"""Requests to join a club, lists of members taken in, and the log of changes of its members."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class JoinRequest(models.Model):
    """A player's request to join a club. Open until `answered_at` is set."""

    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, related_name="join_requests", verbose_name=_("club")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="join_requests", verbose_name=_("player")
    )
    text = models.CharField(_("who they say they are"), max_length=200, blank=True)
    at = models.DateTimeField(_("asked"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    accepted = models.BooleanField(_("accepted"), null=True, blank=True)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=models.Q(answered_at=None),
                name="one_open_request",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} → {self.club}"


class MembersImport(models.Model):
    """Members that came from one list. `made` are the keys of the players that it made."""

    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, related_name="member_imports", verbose_name=_("club")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"))
    made = models.JSONField(_("players it made"), default=list)
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("import of members")
        verbose_name_plural = _("imports of members")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.at:%Y-%m-%d %H:%M}"


class MemberChange(models.Model):
    """An entry of the log of members: changed names and roles, joins and departures, codes and invitations.

    Written by services only. Not `AppendOnly`, because names are removed from it when an account is deleted.
    """

    class What(models.TextChoices):
        NAMES = "names", _("names corrected")
        MERGED = "merged", _("double member merged")
        ASKED = "asked", _("asked two members to become one")
        AGREED = "agreed", _("agreed to become one member")
        ROLE = "role", _("role given")
        LEFT = "left", _("left the club")
        REMOVED = "removed", _("removed from the club")
        BY_LINK = "by-link", _("joined by the link")
        BY_CODE = "by-code", _("joined by the code")
        BY_MAIL = "by-mail", _("joined by an invitation by mail")
        CODE_MADE = "code", _("made a code to join")
        CODE_OFF = "code-off", _("switched the code to join off")
        LINK_MADE = "link", _("made a new link to join")
        LINK_OFF = "link-off", _("switched the link to join off")
        INVITED = "invited", _("invited somebody by mail")
        WITHDREW = "withdrew", _("withdrew an invitation by mail")
        PHONE = "phone", _("phone number noted")

    NAMED: Final = (What.NAMES, What.MERGED)
    """Entries whose before and after contain names."""

    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, related_name="member_changes", verbose_name=_("club")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="member_changes", verbose_name=_("member")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=8, choices=What)
    before = models.CharField(_("before"), max_length=400)
    after = models.CharField(_("after"), max_length=400)
    """Names, or the code of a role, or ""."""
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("change of a member")
        verbose_name_plural = _("changes of members")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.before} → {self.after}"

    @property
    def holds_names(self) -> bool:
        """Whether before and after are names."""
        return self.what in self.NAMED
