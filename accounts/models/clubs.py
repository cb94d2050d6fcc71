"""Clubs, their news, members and the log of those, requests and invitations to join, requests to merge."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

# Clubs and the memberships of players in them.

# Default deadlines of a club: to dispute a round, to answer, to appeal.
FILING_HOURS = 24
ANSWER_HOURS = 48
APPEAL_DAYS = 7


MAX_CONTACT_LENGTH = 500
MAX_NEWS_LENGTH = 500


class IconColour(models.TextChoices):
    """Colours of the icon of a club; white letters can be read on each."""

    GREEN = "#17574e", _("green")
    BLUE = "#1d4e89", _("blue")
    RED = "#8c2f39", _("red")
    PURPLE = "#5b3a8c", _("purple")
    BROWN = "#6b4423", _("brown")
    BLACK = "#2b2d33", _("black")


class Club(models.Model):
    """A card club. `icon_letters` and `icon_colour` make its icon on a home screen; without letters it has
    the icon of the site.
    """

    name = models.CharField(_("name"), max_length=60)
    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    is_public = models.BooleanField(_("anybody may see the club"), default=False)
    icon_letters = models.CharField(_("letters of the icon"), max_length=3, blank=True, default="")
    icon_colour = models.CharField(
        _("colour of the icon"), max_length=7, choices=IconColour, default=IconColour.GREEN
    )
    created_at = models.DateTimeField(_("founded"))
    filing_hours = models.PositiveSmallIntegerField(
        _("hours in which a round can be questioned"), default=FILING_HOURS
    )
    answer_hours = models.PositiveSmallIntegerField(
        _("hours in which the others can answer"), default=ANSWER_HOURS
    )
    appeal_days = models.PositiveSmallIntegerField(
        _("days in which a ruling can be appealed"), default=APPEAL_DAYS
    )

    ranks_without_luck = models.BooleanField(
        _("show a list of the members without the luck of the cards"),
        default=False,
        help_text=_("Each member sees those in it who show them their figures."),
    )
    link_is_on = models.BooleanField(_("anybody with the link may join"), default=True)
    link_number = models.PositiveIntegerField(_("number of the link to join"), default=0)
    """Part of the link. A new link and every removal of a member raise it, which ends the links before."""
    contact = models.TextField(
        _("how to reach the club"), max_length=MAX_CONTACT_LENGTH, blank=True, default=""
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ClubNews(models.Model):
    """A short text on the page of a club. Which secretary wrote it stands in the trail."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="news", verbose_name=_("club"))
    text = models.TextField(_("text"), max_length=MAX_NEWS_LENGTH)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("news of a club")
        verbose_name_plural = _("news of clubs")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.club} · {self.at:%Y-%m-%d %H:%M}"


class Role(models.TextChoices):
    """Roles in a club, highest first."""

    OWNER = "owner", _("owner")
    SECRETARY = "secretary", _("secretary")
    ARBITER = "arbiter", _("arbiter")
    MEMBER = "member", _("member")
    GUEST = "guest", _("guest")


class Membership(models.Model):
    """One player in one club, with a role."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", verbose_name=_("club"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", verbose_name=_("player")
    )
    role = models.CharField(_("role"), max_length=9, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(_("since"))
    # Kept by the club; the names and the address on the player belong to the player.
    listed_name = models.CharField(_("name in the club's list"), max_length=150, blank=True)
    listed_mail = models.EmailField(_("mail in the club's list"), blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="once_in_a_club")]

    def __str__(self) -> str:
        return f"{self.player} · {self.club} · {self.get_role_display()}"

    @property
    def real_name(self) -> str:
        """The name in the club's list, else the player's full name."""
        return self.listed_name or self.player.get_full_name()


# Requests to join a club, lists of members taken in, and the log of changes of its members.


class JoinRequest(models.Model):
    """A player's request to join a club. Open until `answered_at` is set."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="join_requests", verbose_name=_("club"))
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

    club = models.ForeignKey(Club, models.CASCADE, related_name="member_imports", verbose_name=_("club"))
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
    """An entry of the log of members: changed names and roles, joins by a link, code or mail (a request that was
    accepted is its own record), departures, codes and invitations.

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
        OWN_LINK = "own-link", _("made a personal link")
        BY_OWN = "by-own", _("signed in by the personal link")

    NAMED: Final = (What.NAMES, What.MERGED)
    """Entries whose before and after contain names."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="member_changes", verbose_name=_("club"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="member_changes", verbose_name=_("member")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=8, choices=What)
    before = models.CharField(_("before"), max_length=400)
    after = models.CharField(_("after"), max_length=400)
    """Names, or the code of a role, or "". Before a personal link stands the mark of the password it was made for."""
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("change of a member")
        verbose_name_plural = _("changes of members")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.get_what_display()} · {self.at:%Y-%m-%d %H:%M}"

    @property
    def holds_names(self) -> bool:
        """Whether before and after are names."""
        return self.what in self.NAMED


# Requests of a club to merge two accounts.


class MergeRequest(models.Model):
    """A club's request to merge two accounts of one person. Deleted with the last answer. A pair has one request,
    whichever of the two is kept: `request_merge` looks for both orders."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", verbose_name=_("club"))
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


# Stored invitations to a club: its join code, and invitations by mail.

CODE_LENGTH: Final = 8
MAX_NAME_LENGTH: Final = 60
MAX_GREETING_LENGTH: Final = 200


class JoinCode(models.Model):
    """The code that lets people join a club. One per club, until it is replaced, switched off or expires."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="join_code", verbose_name=_("club"))
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

    club = models.ForeignKey(Club, models.CASCADE, related_name="mailed_invitations", verbose_name=_("club"))
    address = models.EmailField(_("mail address"), blank=True)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH, blank=True)
    greeting = models.CharField(_("greeting"), max_length=MAX_GREETING_LENGTH, blank=True)
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
