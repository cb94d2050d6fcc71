"""Clubs and the memberships of players in them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.players import Player

# Default deadlines of a club: to dispute a round, to answer, to appeal.
FILING_HOURS = 24
ANSWER_HOURS = 48
APPEAL_DAYS = 7


CONTACT_LENGTH = 500
NEWS_LENGTH = 500


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
    contact = models.TextField(_("how to reach the club"), max_length=CONTACT_LENGTH, blank=True, default="")

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ClubNews(models.Model):
    """A short text on the page of a club. Which secretary wrote it stands in the trail."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news", verbose_name=_("club"))
    text = models.TextField(_("text"), max_length=NEWS_LENGTH)
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

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("player")
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
