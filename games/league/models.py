"""Seasons, competitions and their evenings: who comes, who sits where, what each table brought.

Only `games.league.services` writes here. What a table is worth follows from its rounds (`TableScore` keeps
the sum, and the table the number of the log it was counted at); what a secretary changes by hand is a
`Correction`.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.league.scores import MarkKind, PlayedBy


class Season(models.Model):
    """A club's year of play. Archived: to be read, not changed."""

    club = models.ForeignKey("accounts.Club", models.CASCADE, related_name="seasons", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=60)
    created_at = models.DateTimeField(_("made at"))
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies", verbose_name=_("copied from")
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name")]

    def __str__(self) -> str:
        return self.name


class Seating(models.TextChoices):
    """How an evening is seated."""

    ROTATING = "rotating", _("every round another partner")
    PAIRS = "pairs", _("fixed pairs, every second pair moves on")
    ROUND_ROBIN = "round_robin", _("everybody against everybody")
    SWISS = "swiss", _("equals against equals (Swiss)")


class Competition(models.Model):
    """One table of standings: a division of a season, with its game, house rules and table rules."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="competitions", verbose_name=_("season"))
    name = models.CharField(_("name"), max_length=60)
    division = models.PositiveSmallIntegerField(_("division"), default=1)
    seating = models.CharField(_("seating"), max_length=11, choices=Seating, default=Seating.ROTATING)
    size = models.PositiveSmallIntegerField(_("players in a pair or team"), default=1)
    rounds = models.PositiveSmallIntegerField(_("tables an evening for each player"), default=3)
    game = models.CharField(_("game"), max_length=24)
    options = models.JSONField(_("house rules that differ from the usual"), default=dict, blank=True)
    rules = models.JSONField(_("table rules that differ from the usual"), default=dict, blank=True)

    class Meta:
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        ordering = ["division", "name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "name"], name="one_competition_a_name"),
            models.CheckConstraint(
                name="one_two_or_four_play_as_one", condition=models.Q(size__in=[1, 2, 4])
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """Whoever has a row in the table: a player, a pair or a team. `name` is empty for a single player."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="entrants", verbose_name=_("competition")
    )
    name = models.CharField(_("name"), max_length=60, blank=True, default="")
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class EntrantPlayer(models.Model):
    """A player of an entrant; nobody plays for two in one competition."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="+", verbose_name=_("competition")
    )
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="members", verbose_name=_("entrant"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="entered", verbose_name=_("player")
    )
    place = models.PositiveSmallIntegerField(_("place"), default=0)

    class Meta:
        verbose_name = _("entrant's player")
        verbose_name_plural = _("entrants' players")
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "player"], name="once_in_a_competition"),
            models.UniqueConstraint(fields=["entrant", "place"], name="one_player_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} · {self.entrant_id}"


class Evening(models.Model):
    """A date of a competition. `round` is the number of rounds whose tables are open; `version` counts the
    changes of its seating, so that two secretaries never change the same thing unseen."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("open for signing up")
        DRAWN = "drawn", _("drawn")
        CLOSED = "closed", _("closed")

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="evenings", verbose_name=_("competition")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    starts_at = models.DateTimeField(_("starts at"))
    deadline = models.DateTimeField(_("sign off before"))
    place = models.CharField(_("place"), max_length=80, blank=True, default="")
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.PLANNED)
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    version = models.PositiveIntegerField(_("changes of the seating"), default=0)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["starts_at", "number"]
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="one_evening_a_number")]

    def __str__(self) -> str:
        return f"{self.competition_id}/{self.number}"


class SignUp(models.Model):
    """What an entrant said about an evening, last word only. `in_time`: said before the deadline."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="sign_ups", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="sign_ups", verbose_name=_("entrant"))
    comes = models.BooleanField(_("comes"))
    in_time = models.BooleanField(_("before the deadline"))
    said_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("said by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")
        constraints = [models.UniqueConstraint(fields=["evening", "entrant"], name="one_word_an_evening")]

    def __str__(self) -> str:
        return f"{self.entrant_id} {'+' if self.comes else '-'} {self.evening_id}"


class LeagueTable(models.Model):
    """One table of an evening's round: a match, or a sheet on paper. `fixture` joins two teams' tables."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="tables", verbose_name=_("evening"))
    round = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField(_("table"))
    fixture = models.PositiveSmallIntegerField(_("fixture"))
    match = models.OneToOneField(
        "games.Match",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="league_table",
        verbose_name=_("match"),
    )
    on_paper = models.BooleanField(_("on paper"), default=False)
    planned = models.PositiveSmallIntegerField(_("rounds to play"))
    broken_off_at = models.DateTimeField(_("broken off at"), null=True, blank=True)
    counted_at_seq = models.PositiveIntegerField(_("log entry it was counted at"), default=0)
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("sheet typed by"),
    )
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("sheet confirmed by"),
    )

    class Meta:
        verbose_name = _("league table")
        verbose_name_plural = _("league tables")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "round", "number"], name="one_table_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.round}/{self.number}"


class TableSeat(models.Model):
    """Who sits there, and for whom. `entrant` is whose evening it is, `player` who holds the cards."""

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="seats", verbose_name=_("table"))
    number = models.PositiveSmallIntegerField(_("seat"))
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats", verbose_name=_("entrant"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="league_seats", verbose_name=_("player")
    )
    played_by = models.CharField(
        _("played by"),
        max_length=10,
        choices=[
            (PlayedBy.SELF, _("self")),
            (PlayedBy.SUBSTITUTE, _("substitute")),
            (PlayedBy.BOT, _("bot")),
        ],
        default=PlayedBy.SELF.value,
    )

    class Meta:
        verbose_name = _("seat of a league table")
        verbose_name_plural = _("seats of league tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_sitter_a_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class TableScore(models.Model):
    """What one entrant got at one table: the sum of its rounds, counted again whenever they change."""

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="scores", verbose_name=_("table"))
    evening = models.ForeignKey(Evening, models.CASCADE, related_name="scores", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="scores", verbose_name=_("entrant"))
    fixture = models.PositiveIntegerField(_("fixture"))
    side = models.PositiveSmallIntegerField(_("side"))
    points = models.IntegerField(_("points"))
    against = models.IntegerField(_("points against"))
    rounds = models.PositiveSmallIntegerField(_("rounds played"))
    planned = models.PositiveSmallIntegerField(_("rounds to play"))
    broken_off = models.BooleanField(_("broken off"), default=False)
    played_by = models.CharField(_("played by"), max_length=10, default=PlayedBy.SELF.value)
    substitute = models.PositiveBigIntegerField(_("substitute's own row"), default=0)
    provisional = models.PositiveSmallIntegerField(_("rounds under review"), default=0)
    pits = models.PositiveSmallIntegerField(_("pits"), default=0)
    nat = models.PositiveSmallIntegerField(_("rounds nat"), default=0)
    krakens_won = models.PositiveSmallIntegerField(_("krakens won"), default=0)
    krakens_lost = models.PositiveSmallIntegerField(_("krakens lost"), default=0)
    roem = models.PositiveIntegerField(_("roem"), default=0)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        constraints = [models.UniqueConstraint(fields=["table", "entrant"], name="one_score_a_table")]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.points}"


class PaperRound(models.Model):
    """One round of a paper sheet as typed; points per side and the plain results as the engine settled it."""

    table = models.ForeignKey(
        LeagueTable, models.CASCADE, related_name="paper_rounds", verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("round"))
    typed = models.JSONField(_("as typed"))
    points = models.JSONField(_("points of each side"))
    facts = models.JSONField(_("result"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("round on paper")
        verbose_name_plural = _("rounds on paper")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_line_a_round")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class EveningMark(models.Model):
    """What happened on an evening that no sheet tells; see `scores.Mark` for `points`."""

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="marks", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="marks", verbose_name=_("entrant"))
    kind = models.CharField(
        _("kind"),
        max_length=11,
        choices=[
            (MarkKind.ANNOUNCED, _("absent, signed off")),
            (MarkKind.UNANNOUNCED, _("absent without word")),
            (MarkKind.WAITED, _("waited")),
            (MarkKind.WALKOVER, _("walkover")),
            (MarkKind.CORRECTION, _("correction")),
            (MarkKind.DEDUCTION, _("deduction")),
        ],
    )
    points = models.IntegerField(_("points or rounds"), default=0)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.kind} {self.evening_id}"


class Correction(models.Model):
    """Something changed by hand: who, when, why, what it was before and after. Never changed or removed."""

    competition = models.ForeignKey(
        Competition, models.CASCADE, related_name="corrections", verbose_name=_("competition")
    )
    evening = models.ForeignKey(
        Evening, models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("evening")
    )
    entrant = models.ForeignKey(
        Entrant, models.SET_NULL, null=True, blank=True, related_name="corrections", verbose_name=_("entrant")
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="corrections", verbose_name=_("by")
    )
    what = models.CharField(_("what"), max_length=20)
    reason = models.CharField(_("reason"), max_length=200)
    before = models.CharField(_("before"), max_length=120, blank=True, default="")
    after = models.CharField(_("after"), max_length=120, blank=True, default="")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.what}: {self.reason}"


class Rating(models.Model):
    """How strong a player is thought to be, and how sure that is (openskill: mean and deviation)."""

    class Kind(models.TextChoices):
        CASUAL = "casual", _("casual")
        LEAGUE = "league", _("league")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    game = models.CharField(_("game"), max_length=24)
    mean = models.FloatField(_("strength"))
    deviation = models.FloatField(_("uncertainty"))
    matches = models.PositiveIntegerField(_("matches"), default=0)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "kind", "game"], name="one_rating_a_kind")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.mean:.1f} ± {2 * self.deviation:.1f}"


class RatedMatch(models.Model):
    """This match has been taken into the ratings; no match is taken twice."""

    match = models.OneToOneField("games.Match", models.CASCADE, related_name="rated", verbose_name=_("match"))

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return str(self.match_id)
