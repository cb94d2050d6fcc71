"""Notices: messages that a player reads on the site."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NoticeKind(models.TextChoices):
    """Kinds of notices. Each kind can be switched off for mail and for each push device."""

    TURN = "turn", _("It is my turn, and no screen of mine shows the table")
    TABLE = "table", _("A table of mine is ready")
    PLANNED = "planned", _("An evening is planned")
    EVENING = "evening", _("An evening of mine is tomorrow")
    DEADLINE = "deadline", _("Today is the last day to say whether I come")
    SUBSTITUTE = "substitute", _("A substitute is wanted")
    DRAW = "draw", _("The seats are drawn")
    RULING = "ruling", _("A round of mine is in question, or judged")
    SECRETARY = "secretary", _("The secretary has a message or a change")
    FRIEND = "friend", _("A friend asks me something or invites me to a table")
    OTHER = "other", _("Everything else")


MAILED_KINDS: Final = tuple(kind for kind in NoticeKind if kind != NoticeKind.TURN)
"""The kinds that are mailed: the turn is told to devices only, since the table does not wait for mail."""


class Notice(models.Model):
    """A message to one player, in the player's language.

    Texts name players by key (`accounts.people.mentions`). Only keys in `mentions` are replaced by names, so typed
    text cannot reveal a name. `question` is set where the player can answer "I can": it names what is asked, in the
    form of the app that asks; `answered_at` is the time of the answer.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices", verbose_name=_("player")
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
