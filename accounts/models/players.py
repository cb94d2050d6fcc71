"""Players with their settings, forms that they sent, and what they are to each other."""

from __future__ import annotations

import re
from datetime import datetime, time
from functools import partial
from typing import Any, Final
from zlib import crc32

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.animals import Animal, animal_of
from accounts.names import MAX_NICKNAME_LENGTH, MAX_SORT_LENGTH, look_alike_key, sort_key

# Players: registered people, guests and bots, with their settings.

name_or_animal_changed: Final = Signal()
"""Sent after the commit, in the process of the change, with `players`, the keys of the players whose nickname or animal
changed. A receiver sends it on to the open pages of other processes."""


class PlayerKind(models.TextChoices):
    """Kinds of player."""

    PERSON = "person", _("person")
    GUEST = "guest", _("guest")
    BOT = "bot", _("bot")


def languages() -> list[tuple[str, Any]]:
    """Choices for the language of a player: as the device asks, or a language of the site."""
    return [("", _("as my device")), *settings.LANGUAGES]


def active_language() -> str:
    """The active language in the two letters a player's row keeps, "" without one."""
    return (get_language() or "")[:2]


class CardLetters(models.TextChoices):
    """Index letters of the court cards: those of the page's language, or the ones the player chose."""

    AUTO = "auto", _("as the language")
    ENGLISH = "en", _("J Q K A (English)")
    DUTCH = "nl", _("B V H A (Dutch)")

    @classmethod
    def on_a_page(cls, chosen: str, language: str) -> CardLetters:
        """The letters that are shown on a page in `language`."""
        if chosen != cls.AUTO:
            return cls(chosen)
        return cls.DUTCH if language == "nl" else cls.ENGLISH


class Colours(models.TextChoices):
    """Number of suit colours."""

    FOUR = "four", _("four colours")
    TWO = "two", _("two colours")


class CardBack(models.TextChoices):
    """Drawings on the back of the cards."""

    OCTOPUS = "octopus", _("octopus on green")
    WAVES = "waves", _("waves on coral")
    NIGHT = "night", _("night sky on blue")


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


class Volume(models.TextChoices):
    """How loud the table sounds."""

    SOFT = "soft", _("soft")
    NORMAL = "normal", _("normal")
    LOUD = "loud", _("loud")


class Sound(models.TextChoices):
    """What is heard at the table, each by itself."""

    TURN = "turn", _("my turn")
    CARD = "card", _("a card is played")
    TRICK = "trick", _("a trick is taken")
    SHUFFLE = "shuffle", _("the cards are dealt")
    KNOCK = "knock", _("somebody says something")
    RAISE = "raise", _("the points are raised")
    WIN = "win", _("my side has won")


ALL_SOUNDS: Final = " ".join(Sound.values)


class Theme(models.TextChoices):
    """Light, dark, or as the device is set."""

    AUTO = "auto", _("as my device")
    LIGHT = "light", _("light")
    DARK = "dark", _("dark")


class PlayerManager(UserManager["Player"]):
    """Creates players from the command line; all other code uses `accounts.services`."""

    def create_superuser(self, username, email=None, password=None, **extra):
        """Create a superuser; the nickname defaults to the user name."""
        extra.setdefault("nickname", username)
        return super().create_superuser(username, email, password, **extra)

    def create_user(self, username, email=None, password=None, **extra):
        """Create a person; the nickname defaults to the user name."""
        extra.setdefault("nickname", username)
        return super().create_user(username, email, password, **extra)


BOT_MARK = " (bot"
"""The end of a bot's nickname, up to the closing parenthesis."""


BOT_NAMES: Final = ("Ada", "Bor", "Cas", "Dot", "Eef", "Fop", "Gus", "Hedy", "Ilse", "Joop", "Kee", "Lot")
"""The names of the bots, without a mark; screens mark bots with a sign and a label."""


def without_bot_mark(nickname: str) -> str:
    """The nickname of a bot as its bare name."""
    return nickname.partition(BOT_MARK)[0]


def bot_face(nickname: str) -> str:
    """The octopus of a bot, by its name in static/img/faces: each name has one of its own, so that the bots of a table
    are told apart."""
    name = without_bot_mark(nickname)
    if name not in BOT_NAMES:
        name = BOT_NAMES[crc32(name.casefold().encode()) % len(BOT_NAMES)]
    return f"bot-{name.casefold()}"


class Player(AbstractUser):
    """A registered person, a guest or a bot.

    `nickname` is what the table shows; no two of them look alike (`accounts.names.look_alike_key`).
    Lists are ordered by `nickname_sort` (`accounts.names.sort_key`).
    """

    nickname = models.CharField(_("name at the table"), max_length=MAX_NICKNAME_LENGTH)
    nickname_key = models.CharField(max_length=4 * MAX_NICKNAME_LENGTH, unique=True, editable=False)
    nickname_sort = models.CharField(max_length=MAX_SORT_LENGTH, editable=False)
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
        _("card letters"), max_length=4, choices=CardLetters, default=CardLetters.AUTO
    )
    colours = models.CharField(_("suit colours"), max_length=4, choices=Colours, default=Colours.FOUR)
    card_back = models.CharField(
        _("back of the cards"), max_length=7, choices=CardBack, default=CardBack.OCTOPUS
    )
    text_size = models.CharField(
        _("size of letters, cards and buttons"), max_length=7, choices=TextSize, default=TextSize.NORMAL
    )
    high_contrast = models.BooleanField(_("high contrast"), default=False)
    left_handed = models.BooleanField(_("buttons on the left, for the left hand"), default=False)
    motion = models.CharField(_("movement"), max_length=4, choices=Motion, default=Motion.FULL)
    confirm_tap = models.BooleanField(_("tap twice to play a card"), default=False)
    sound = models.BooleanField(_("sound at the table"), default=True)
    volume = models.CharField(_("how loud"), max_length=6, choices=Volume, default=Volume.NORMAL)
    sounds = models.CharField(_("what is heard"), max_length=60, blank=True, default=ALL_SOUNDS)
    vibration = models.BooleanField(_("vibrate when it is my turn"), default=True)
    say_aloud = models.BooleanField(
        _("say aloud what happens"),
        default=False,
        help_text=_("The voice of the device speaks at the table, also of your own cards: use an earphone."),
    )
    auto_play_last = models.BooleanField(_("play my last card for me"), default=False)
    auto_declare = models.BooleanField(_("declare what I hold for me"), default=False)
    look_back = models.BooleanField(
        _("look back at costly cards after a round"),
        default=True,
        help_text=_("Closed until you open it, under the review of a round."),
    )

    phone = models.CharField(
        _("phone number"),
        max_length=20,
        blank=True,
        default="",
        validators=[
            RegexValidator(
                r"^\+?[0-9][0-9 ()./-]{4,18}\Z",
                _("A phone number has digits, spaces and hyphens, such as 06 12345678."),
            )
        ],
    )
    phone_listed = models.BooleanField(
        _("members of my clubs may see my number"),
        default=False,
        help_text=_("It then stands in the phone list of each of your clubs, for its members only."),
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

    animal = models.CharField(
        _("my animal"),
        max_length=8,
        blank=True,
        default="",
        choices=Animal,
        help_text=_("It stands beside your name at the table."),
    )

    install_hint = models.BooleanField(default=True, editable=False)

    # The member that a double became one with: append-only rows keep the double's key, and are read with this name.
    merged_into = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )

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
    def from_db(cls, db, field_names, values):
        """The player, with the stored nickname and animal kept to detect a change."""
        player = super().from_db(db, field_names, values)
        player._stored_nickname = player.__dict__.get("nickname")
        player._stored_animal = player.__dict__.get("animal")
        return player

    def save(self, *args, **kwargs):
        """Store the player and the keys of the nickname: whom it looks like, and where it stands in lists.

        After the commit of a changed nickname or animal `name_or_animal_changed` is sent.
        """
        self.nickname_key = look_alike_key(self.nickname)
        self.nickname_sort = sort_key(self.nickname)
        fields = kwargs.get("update_fields")
        if fields is not None and "nickname" in fields:
            kwargs["update_fields"] = {*fields, "nickname_key", "nickname_sort"}
        saved = [name for name in ("nickname", "animal") if fields is None or name in fields]
        changed = any(
            getattr(self, f"_stored_{name}", None) not in (None, getattr(self, name)) for name in saved
        )
        super().save(*args, **kwargs)
        if changed:
            send = partial(name_or_animal_changed.send, sender=Player, players={self.pk})
            transaction.on_commit(send, robust=True)
        for name in saved:
            setattr(self, f"_stored_{name}", getattr(self, name))

    @property
    def known_as(self) -> str:
        """The nickname, or for a double that was merged that of the member it became one with."""
        return (self.merged_into or self).nickname if self.merged_into_id else self.nickname

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
    def face(self) -> str:
        """The drawing that stands for the player, by its name in static/img/faces: an animal, or a bot's octopus."""
        return bot_face(self.nickname) if self.is_bot else animal_of(self.nickname, self.animal).value

    @property
    def dialled_phone(self) -> str:
        """The number as a telephone dials it: in "+31 (0)6 ..." the zero is for callers inside the country."""
        number = self.phone.replace("(0)", "") if self.phone.startswith(("+", "00")) else self.phone
        return re.sub(r"[^+0-9]", "", number)

    @property
    def short_name(self) -> str:
        """The name for screens that mark bots by a sign of their own."""
        return without_bot_mark(self.nickname) if self.is_bot else self.nickname


class SentForm(models.Model):
    """A form that created something (`sent_forms.do_once`), by a digest of its player, address and values, and the
    address it led to."""

    digest = models.CharField(max_length=64, unique=True)
    led_to = models.CharField(max_length=400, blank=True, default="")
    until = models.DateTimeField(_("until"), db_index=True)

    class Meta:
        verbose_name = _("form sent")
        verbose_name_plural = _("forms sent")

    def __str__(self) -> str:
        return self.led_to


# Models of what players are to each other: friends, blocks, a player's regular table, and what each shows.


class Friendship(models.Model):
    """A friendship that `asked_by` proposed to `asked`; mutual once it is accepted, open until it is answered.

    Two players have at most one row, whichever of them asked. A declined row stays for a while, so that the same
    question is not asked again and again.
    """

    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asked by")
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("asked")
    )
    at = models.DateTimeField(_("asked at"))
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined at"), null=True, blank=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints = [
            models.UniqueConstraint(fields=["asked_by", "asked"], name="one_friendship_a_pair"),
            models.CheckConstraint(
                name="accepted_or_declined",
                condition=models.Q(accepted_at=None) | models.Q(declined_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asked_by_id} → {self.asked_id}"


class Block(models.Model):
    """A player's wish not to sit at one table with `blocked`. Only the player sees it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("blocked")
    )
    at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["player", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.player_id} -/- {self.blocked_id}"


class Regular(models.Model):
    """A friend who belongs to the regular table of `player`."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("friend")
    )

    class Meta:
        verbose_name = _("regular partner at the table")
        verbose_name_plural = _("regular partners at the table")
        constraints = [models.UniqueConstraint(fields=["player", "friend"], name="regular_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.friend_id}"


class Audience(models.TextChoices):
    """The people who may see a part of a profile."""

    NOBODY = "nobody", _("only me")
    FRIENDS = "friends", _("my friends")
    CLUBS = "clubs", _("my friends and the members of my clubs")
    EVERYBODY = "everybody", _("everybody who is signed in")


class Privacy(models.Model):
    """The parts of a player's profile that others may see. Without a row the defaults hold.

    Name and shared or public clubs are always shown.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="privacy",
        verbose_name=_("player"),
    )
    figures = models.CharField(
        _("my figures: form, partners, strength and those of each game"),
        max_length=9,
        choices=Audience,
        default=Audience.FRIENDS,
    )
    matches = models.CharField(_("my matches"), max_length=9, choices=Audience, default=Audience.FRIENDS)
    shows_presence = models.BooleanField(_("my friends see when I am here"), default=True)

    class Meta:
        verbose_name = _("choice of what is shown")
        verbose_name_plural = _("choices of what is shown")

    def __str__(self) -> str:
        return str(self.player_id)


def is_quiet_for(player: Player, *, now: datetime) -> bool:
    """Whether `now` is within the quiet hours of the player, in the time zone of the site."""
    return is_quiet(timezone.localtime(now).time(), player.quiet_from, player.quiet_until)


def is_quiet(at: time, start: time | None, end: time | None) -> bool:
    """Whether `at` is within quiet hours from `start` to before `end`, also over midnight. False without both times."""
    if start is None or end is None:
        return False
    return start <= at < end if start <= end else at >= start or at < end
