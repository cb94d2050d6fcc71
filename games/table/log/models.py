"""Models of a match: its log, and rows that can be rebuilt from it.

Only `services` and the import of a club write here. Options, results and log data are plain JSON, as the engine reads
and writes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.append_only import AppendOnly
from games.engine import registry
from games.engine.game import Game
from games.engine.options import read_options
from games.table.log.time_to_think import BY_THE_DAY


class Match(models.Model):
    """One match at one table. `seq` numbers its newest log entry; a compare-and-set on it decides between two
    moves.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("being played")
        FINISHED = "finished", _("played to the end")
        STOPPED = "stopped", _("stopped")

    ENDED = (Status.FINISHED, Status.STOPPED)

    class Visibility(models.TextChoices):
        LINK = "link", _("whoever has the link or the code")
        LOBBY = "lobby", _("listed in the lobby")

    class Pace(models.TextChoices):
        FAST = "fast", _("fast")
        NORMAL = "normal", _("normal")
        RELAXED = "relaxed", _("relaxed")
        NONE = "none", _("no clock")
        ONE_DAY_BOT = "1d-bot", _("a card a day: a day for each, then a bot plays")
        THREE_DAYS_BOT = "3d-bot", _("a card a day: 3 days for each, then a bot plays")
        SEVEN_DAYS_BOT = "7d-bot", _("a card a day: 7 days for each, then a bot plays")
        ONE_DAY_END = "1d-end", _("a card a day: a day for each, then the match ends without a result")
        THREE_DAYS_END = "3d-end", _("a card a day: 3 days for each, then the match ends without a result")
        SEVEN_DAYS_END = "7d-end", _("a card a day: 7 days for each, then the match ends without a result")

    class BotLevel(models.TextChoices):
        """How well a bot plays, for games that have several levels (`games.bots.bot`)."""

        EASY = "easy", _("easy")
        GOOD = "good", _("good")
        STRONG = "strong", _("strong")

    class Director(models.TextChoices):
        """Whether the players can call a director, and what the call does to the clock."""

        NONE = "none", _("there is no director")
        RUNS = "runs", _("the clock runs on")
        STOPS = "stops", _("the clock stops")

    code = models.CharField(_("code"), max_length=6, unique=True)
    proof_code = models.CharField(
        _("code the proofs are bound to"), max_length=6, blank=True, default="", editable=False
    )
    """The code under which an imported match was played, where another match had it here; else ""."""
    game = models.CharField(_("game"), max_length=24)
    game_version = models.PositiveSmallIntegerField(_("version of the game's rules"))
    options = models.JSONField(_("options that differ from the defaults"), default=dict, blank=True)
    house_rules = models.CharField(_("whose rules those are"), max_length=90, blank=True, default="")
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    visibility = models.CharField(
        _("who finds it"), max_length=5, choices=Visibility, default=Visibility.LINK
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="tables_opened",
        verbose_name=_("opened by"),
    )
    club = models.ForeignKey(
        "accounts.Club",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="matches",
        verbose_name=_("club"),
    )
    phrases_on = models.BooleanField(_("fixed phrases"), default=True)
    chat_on = models.BooleanField(_("free chat between rounds"), default=True)
    signals = models.TextField(_("agreed signals"), blank=True, default="")
    pace = models.CharField(_("time to think"), max_length=7, choices=Pace, default=Pace.NONE)
    undo_allowed = models.BooleanField(_("a card may be taken back"), default=False)
    bots_stand_in = models.BooleanField(_("a bot may stand in for somebody absent"), default=True)
    bot_level = models.CharField(
        _("how well bots play"), max_length=6, choices=BotLevel, blank=True, default=""
    )
    look_back = models.BooleanField(_("the cards before can be looked at"), default=True)
    spectators = models.BooleanField(_("others may look on"), default=True)
    director = models.CharField(
        _("a call for the director"), max_length=5, choices=Director, default=Director.NONE
    )
    deck_cut = models.BooleanField(_("the deck is cut before each deal"), default=False)
    next_sealed = models.CharField(
        _("encrypted seed of the deal to come"), max_length=250, blank=True, default="", editable=False
    )
    """The seed whose commitment is shown while the deck can be cut; that of the newest deal afterwards."""
    called_at = models.DateTimeField(_("director called at"), null=True, blank=True)
    shared_deals = models.ForeignKey(
        "games.SharedDeals",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="matches",
        verbose_name=_("deals that other matches play too"),
    )
    screen_code = models.CharField(
        _("code of a screen in the middle"), max_length=6, unique=True, null=True, blank=True, editable=False
    )
    on_paper = models.BooleanField(_("played with real cards"), default=False)
    seq = models.PositiveIntegerField(_("newest log entry"), default=0)
    wake_at = models.DateTimeField(_("steward wanted at"), null=True, blank=True, db_index=True)
    rematch_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematches",
        verbose_name=_("rematch of"),
    )
    replays = models.ForeignKey(
        "games.Round",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="replayed_in",
        verbose_name=_("round that is played again"),
    )
    created_at = models.DateTimeField(_("opened at"), default=timezone.now)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["status", "visibility"], name="match_status_visibility")]

    def __str__(self) -> str:
        return self.code

    @property
    def the_game(self) -> Game[Any]:
        """The game of the match, in the version it is played by."""
        return registry.game(self.game, self.game_version)

    @property
    def house_options(self) -> Any:
        """The house rules as the game's options."""
        return read_options(self.the_game.Options, self.options)

    @property
    def is_by_the_day(self) -> bool:
        """Whether its people play when they have time ("a card a day")."""
        return self.pace in BY_THE_DAY


class Seat(models.Model):
    """A person (or bot) at a numbered seat. After the start another one sits there where the club replaced somebody.

    `level` is how well a bot plays there; "" for people, and for bots of a game with one level.
    `away_since` is when the last screen closed; `turn_told_for` is the `away_since` for which the player was told that
    it is their turn, `window_told` the window for which they were told so at a table by the day. `own_deal` is what the
    player set for this seat in one deal, shown to nobody else (`services.moves.own_deal`).
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", verbose_name=_("player")
    )
    level = models.CharField(
        _("how well the bot plays"), max_length=6, choices=Match.BotLevel, blank=True, default=""
    )
    away_since = models.DateTimeField(_("away since"), null=True, blank=True)
    turn_told_for = models.DateTimeField(_("told of a turn while away since"), null=True, blank=True)
    window_told = models.CharField(
        _("told of a turn in this window"), max_length=40, blank=True, default="", editable=False
    )
    own_deal = models.JSONField(_("own settings of a deal"), default=dict, blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Action(AppendOnly):
    """One entry of a match's log. `seat` is null for the house; `player` is who held the seat, also where the clock or
    a stand-in moved (`automatic`). `digest` is the `digest_of_entry`, null for entries written by older releases.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("of the game")
        TABLE = "table", _("of the table")

    match = models.ForeignKey(
        Match, models.PROTECT, related_name="actions", db_index=False, verbose_name=_("match")
    )
    seq = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    data = models.JSONField(_("what was done"))
    automatic = models.BooleanField(_("by the clock or a stand-in"), default=False)
    at = models.DateTimeField(_("at"))
    digest = models.CharField(  # noqa: DJ001  null leaves the rows before as they are: nothing changes those
        _("digest of this entry and the one before"), max_length=64, null=True, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["match", "seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_entry_a_number")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seq}"


_canonical_json: Final = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


def digest_of_entry(
    before: str,
    *,
    seq: int,
    seat: int | None,
    player: int | None,
    kind: str,
    data: Mapping[str, str],
    automatic: bool,
    at: datetime,
) -> str:
    """SHA-256, in hex, over the digest of the entry before and every column of this one.

    `before` is the code of the match for its first entry, and for the first one after entries without a digest.
    The keys of `data` are sorted, because PostgreSQL does not keep their order.
    """
    moment = at.astimezone(UTC).isoformat()
    content = _canonical_json([before, seq, seat, player, kind, data, automatic, moment])
    return sha256(content.encode()).hexdigest()


class Round(models.Model):
    """One round of a match, as the sheet and the league count it.

    A round on paper runs until its sheet is confirmed. `points` are per seat and `result` and `lines` are JSON forms of
    the engine's `RoundResult`; `seat_points` is what rulings gave single seats beside that. `tallies` are those that
    count where rulings changed them, null where those of the result do.
    """

    class Status(models.TextChoices):
        RUNNING = "running", _("being played")
        CLOSED = "closed", _("closed")
        REVIEW = "review", _("under review")
        VOID = "void", _("void")

    COUNTING = (Status.CLOSED, Status.REVIEW)
    ENDED = (*COUNTING, Status.VOID)

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("round"))
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.RUNNING)
    points = models.JSONField(_("points of each seat"), null=True, blank=True)
    seat_points = models.JSONField(_("given to or taken from single players"), null=True, blank=True)
    tallies = models.JSONField(_("tallies after rulings"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    lines = models.JSONField(_("score lines"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_row_a_round")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Deal(models.Model):
    """One shuffle of a match, numbered within the match, and its proof.

    While its round runs the seed is kept encrypted in `sealed` and `seed` is empty; closing the round moves it to
    `seed` (hex). `commitment` binds the seed to `context` from before the first decision. `void` deals counted for
    nothing in their round.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="deals", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("deal"))
    round = models.ForeignKey(Round, models.CASCADE, related_name="deals", verbose_name=_("round"))
    sealed = models.CharField(_("encrypted seed"), max_length=250, blank=True)
    seed = models.CharField(_("seed"), max_length=64, blank=True, default="")
    commitment = models.CharField(_("commitment"), max_length=64)
    context = models.CharField(_("what the seed is bound to"), max_length=64)
    void = models.BooleanField(_("void"), default=False)
    started_at = models.DateTimeField(_("started at"))
    counted = models.BooleanField(_("its hands are counted"), default=False)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_row_a_deal")]
        indexes = [
            models.Index(
                fields=["match"],
                condition=models.Q(counted=False) & ~models.Q(seed=""),
                name="deal_not_counted",
            )
        ]

    def __str__(self) -> str:
        return self.context


# Absences from a running table, stored apart from the log for reviews and arbiters.

MIN_ABSENCE: Final = timedelta(seconds=5)
"""A page change or a reload takes less; that is no absence and is not kept."""


class Disconnection(AppendOnly):
    """An absence of a seat: its last screen closed at `gone_at`, and one opened again at `back_at`.

    Both are accurate to a few seconds, the interval at which a server looks. Written when the absence
    ends; one that goes on is `Seat.away_since`. One absence over a server's restart is two rows that meet.
    """

    match = models.ForeignKey(
        Match,
        models.PROTECT,
        related_name="disconnections",
        db_index=False,
        verbose_name=_("match"),
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    gone_at = models.DateTimeField(_("gone at"))
    back_at = models.DateTimeField(_("back at"))

    class Meta:
        verbose_name = _("disconnection")
        verbose_name_plural = _("disconnections")
        ordering = ["match", "gone_at", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "gone_at"], name="one_row_an_absence"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"
