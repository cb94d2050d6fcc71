"""Players, clubs and memberships; with the models of `message_models`, all models of this floor.

Matches, leagues and disputes import this app; it imports none of them.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from accounts.friend_models import Friendship  # noqa: F401  Django's models
from accounts.message_models import queue  # noqa: F401  Django's models
from accounts.message_models.devices import PushDevice  # noqa: F401
from accounts.message_models.notices import Notice, NoticeKind  # noqa: F401
from accounts.name_models import Renaming
from accounts.names import NICKNAME_LENGTH, look_alike_key

# Default deadlines of a club: to dispute a round, to answer, to appeal.
FILING_HOURS = 24
ANSWER_HOURS = 48
APPEAL_DAYS = 7

player_renamed: Final = Signal()
"""Sent after the commit, in the process of the change, with `players`, the keys of the renamed players. Other
processes read the `Renaming` rows."""


class PlayerKind(models.TextChoices):
    """Kinds of player."""

    PERSON = "person", _("person")
    GUEST = "guest", _("guest")
    BOT = "bot", _("bot")


def languages() -> list[tuple[str, Any]]:
    """Choices for the language of a player: as the device asks, or a language of the site."""
    return [("", _("as my device")), *settings.LANGUAGES]


class CardLetters(models.TextChoices):
    """Index letters of the court cards."""

    ENGLISH = "en", _("J Q K A (English)")
    DUTCH = "nl", _("B V H A (Dutch)")

    @classmethod
    def known_to(cls, language: str) -> CardLetters:
        """The usual letters for a language."""
        return cls.DUTCH if language == "nl" else cls.ENGLISH


class Colours(models.TextChoices):
    """Number of suit colours."""

    FOUR = "four", _("four colours")
    TWO = "two", _("two colours")


class TextSize(models.TextChoices):
    """Size of letters, cards and buttons, which grow together."""

    NORMAL = "normal", _("normal")
    LARGE = "large", _("large")
    LARGEST = "largest", _("largest")


class Motion(models.TextChoices):
    """Amount of animation at the table."""

    FULL = "full", _("full")
    FAST = "fast", _("fast")
    NONE = "none", _("calm: nothing moves")


class Theme(models.TextChoices):
    """Light, dark, or as the device is set."""

    AUTO = "auto", _("as my device")
    LIGHT = "light", _("light")
    DARK = "dark", _("dark")


class PlayerManager(UserManager["Player"]):
    """Creates players from the command line; all other code uses `accounts.services`."""

    def create_superuser(self, username, email=None, password=None, **extra):  # type: ignore[no-untyped-def]
        """Create a superuser; the nickname defaults to the user name."""
        extra.setdefault("nickname", username)
        return super().create_superuser(username, email, password, **extra)

    def create_user(self, username, email=None, password=None, **extra):  # type: ignore[no-untyped-def]
        """Create a person; the nickname defaults to the user name."""
        extra.setdefault("nickname", username)
        return super().create_user(username, email, password, **extra)


BOT_MARK = " (bot"
"""The end of a bot's nickname, up to the closing parenthesis."""


def without_bot_mark(nickname: str) -> str:
    """The nickname of a bot as its bare name."""
    return nickname.partition(BOT_MARK)[0]


class Player(AbstractUser):
    """A registered person, a guest or a bot.

    `nickname` is what the table shows; no two of them look alike (`accounts.names.look_alike_key`).
    """

    nickname = models.CharField(_("name at the table"), max_length=NICKNAME_LENGTH)
    nickname_key = models.CharField(max_length=4 * NICKNAME_LENGTH, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=6, choices=PlayerKind, default=PlayerKind.PERSON)

    language = models.CharField(
        _("language"),
        max_length=2,
        blank=True,
        choices=languages,
    )
    # The language of the last request, for notices, which are written without a request.
    last_language = models.CharField(max_length=2, blank=True, editable=False)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTO)
    card_letters = models.CharField(
        _("card letters"), max_length=2, choices=CardLetters, default=CardLetters.ENGLISH
    )
    colours = models.CharField(_("suit colours"), max_length=4, choices=Colours, default=Colours.FOUR)
    text_size = models.CharField(
        _("size of letters, cards and buttons"), max_length=7, choices=TextSize, default=TextSize.NORMAL
    )
    high_contrast = models.BooleanField(_("high contrast"), default=False)
    left_handed = models.BooleanField(_("buttons on the left, for the left hand"), default=False)
    motion = models.CharField(_("movement"), max_length=4, choices=Motion, default=Motion.FULL)
    confirm_tap = models.BooleanField(_("tap twice to play a card"), default=False)
    sound = models.BooleanField(_("sound when it is my turn"), default=True)
    vibration = models.BooleanField(_("vibrate when it is my turn"), default=True)
    auto_play_last = models.BooleanField(_("play my last card for me"), default=False)
    auto_declare = models.BooleanField(_("declare what I hold for me"), default=False)
    look_back = models.BooleanField(
        _("look back at costly cards after a round"),
        default=True,
        help_text=_("Closed until you open it, under the review of a round."),
    )

    mail_notices = models.BooleanField(
        _("send me notices by mail too"),
        default=True,
        help_text=_("Every notice stands under the bell anyway. Mail needs a mail address."),
    )
    mail_kinds_off = models.JSONField(_("kinds of notices without mail"), default=list, blank=True)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(
        _("quiet until"),
        null=True,
        blank=True,
        help_text=_(
            "Between these two times nothing is sent, not later either: the notice waits under the bell."
        ),
    )

    install_hint = models.BooleanField(default=True, editable=False)

    objects = PlayerManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(
                name="only_people_are_staff",
                condition=models.Q(kind=PlayerKind.PERSON) | models.Q(is_staff=False, is_superuser=False),
            ),
            models.CheckConstraint(name="nickname_reads_as_something", condition=~models.Q(nickname_key="")),
        ]

    def __str__(self) -> str:
        return self.nickname

    @classmethod
    def from_db(cls, db, field_names, values):  # type: ignore[no-untyped-def]
        """The player, with the stored nickname kept to detect a change."""
        player = super().from_db(db, field_names, values)
        player._stored_nickname = player.__dict__.get("nickname")
        return player

    def save(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        """Store the player and the look-alike key of the nickname.

        A changed nickname also writes a `Renaming` in the same transaction, for processes that cache names.
        """
        self.nickname_key = look_alike_key(self.nickname)
        fields = kwargs.get("update_fields")
        if fields is not None and "nickname" in fields:
            kwargs["update_fields"] = {*fields, "nickname_key"}
        stored, called = getattr(self, "_stored_nickname", None), self.nickname
        renamed = stored not in (None, called) and (fields is None or "nickname" in fields)
        with transaction.atomic() if renamed else nullcontext():
            super().save(*args, **kwargs)
            if renamed:
                Renaming.objects.create(player=self)
                transaction.on_commit(partial(player_renamed.send, sender=Player, players={self.pk}))
        if fields is None or "nickname" in fields:
            self._stored_nickname = called

    @property
    def notice_language(self) -> str:
        """The language of notices and mail: the chosen one, else that of the last request, else ""."""
        return self.language or self.last_language

    @property
    def is_guest(self) -> bool:
        """Whether the player has no account yet."""
        return self.kind == PlayerKind.GUEST

    @property
    def is_bot(self) -> bool:
        """Whether the player is a bot."""
        return self.kind == PlayerKind.BOT

    @property
    def short_name(self) -> str:
        """The name for screens that mark bots by a sign of their own."""
        return without_bot_mark(self.nickname) if self.is_bot else self.nickname


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

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


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
