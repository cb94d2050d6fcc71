"""Models of what players are to each other: friends, blocks, a player's regular table, and what each shows."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


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
