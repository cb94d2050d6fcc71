"""The tables of an evening: their seats and scores."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.league.models.evenings import MAX_REASON_LENGTH, Evening
from games.league.models.seasons import Entrant
from games.league.photos import JPEG, PNG
from games.league.standings.scores import PlayedBy
from games.table.log.models import Match

MAX_PER_CENT: Final = 100
"""The highest average an arbiter gives a side."""
MIN_SIDES: Final = 2
"""The fewest averages of a deal: one for each side of a table."""


class Average(NamedTuple):
    """What an arbiter gave each side of a table for a deal, in per cent, and why. The sides are the columns of the
    sheet, north-south first."""

    per_cent: tuple[int, ...]
    reason: str


def validate_averages(value: object) -> None:
    """Raise ValidationError unless these are averages as `LeagueTable.averages` keeps them: by the number of a deal the
    per cent of each side, and behind them the reason. `services.give_average` writes them, and a club's file."""
    is_read = isinstance(value, dict) and all(
        re.fullmatch(r"[1-9][0-9]{0,2}", deal)
        and isinstance(given, list)
        and len(given) > MIN_SIDES
        and all(type(each) is int and 0 <= each <= MAX_PER_CENT for each in given[:-1])
        and isinstance(given[-1], str)
        and 0 < len(given[-1]) <= MAX_REASON_LENGTH
        for deal, given in value.items()
    )
    if not is_read:
        raise ValidationError(_("These are no averages of an arbiter."))


def deals_before_round(number: int, deals: int) -> int:
    """How many deals of an evening lie before its round `number`, where all tables play the same `deals` a round."""
    return (number - 1) * deals


class LeagueTable(models.Model):
    """One table of an evening's round, with its match once that is open; the ranking is a `Standing`.

    `on_paper` is how it will be, or is, played; `fixture` joins two teams' tables; `starts_at` is another date than the
    evening's, agreed by both sides. `averages` are those an arbiter gave for deals that all tables have
    (`average_for`), by number of the round of the match."""

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
    starts_at = models.DateTimeField(_("its own date"), null=True, blank=True)
    broken_off_at = models.DateTimeField(_("broken off at"), null=True, blank=True)
    counted_at_seq = models.PositiveIntegerField(_("log entry it was counted at"), default=0)
    averages = models.JSONField(
        _("averages given by an arbiter"), default=dict, blank=True, validators=[validate_averages]
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

    @property
    def deals_before(self) -> int:
        """How many deals of the evening lie before this table's, where all tables have the same cards: there a deal has
        one number, on every sheet, list and dealing sheet. 0 elsewhere."""
        same_cards = self.evening.competition.the_rules.same_cards
        return deals_before_round(self.round, self.planned) if same_cards else 0

    @property
    def is_unplayed(self) -> bool:
        """Whether it was taken away before anything lay on it: a walkover, nobody came, or broken off at once."""
        return self.broken_off_at is not None and self.match_id is None

    def average_for(self, deal: int) -> Average | None:
        """What an arbiter gave for this round of the match instead of what was made."""
        given = self.averages.get(str(deal))
        return None if given is None else Average(tuple(given[:-1]), given[-1])


class EveningDeals(models.Model):
    """The deals that all tables of a round of an evening play, sealed before its first card.

    `commitments` bind the seed of each deal of the round, in order, to its context, and are published: [context,
    commitment]. `later_commitments` are those of what may be dealt later in each of these rounds, where a round has
    several deals or a void one is dealt again: a list for each of `commitments`.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="deals", verbose_name=_("evening"))
    round = models.PositiveSmallIntegerField(_("round"))
    shared_deals = models.OneToOneField(
        "games.SharedDeals", models.CASCADE, related_name="evening_deals", verbose_name=_("shared deals")
    )
    commitments = models.JSONField(_("commitments"), default=list)
    later_commitments = models.JSONField(_("commitments of later deals of a round"), default=list)

    class Meta:
        verbose_name = _("deals of a round")
        verbose_name_plural = _("deals of rounds")
        ordering = ["evening", "round"]
        constraints = [models.UniqueConstraint(fields=["evening", "round"], name="one_row_a_dealt_round")]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.round}"

    @property
    def deals_before(self) -> int:
        """How many deals of the evening lie before those of this round."""
        return deals_before_round(self.round, len(self.commitments))


_FREE: Final = models.Q(
    entrant__withdrawn_at__isnull=False, played_by=PlayedBy.SELF, table__broken_off_at=None
) & (models.Q(table__match=None) | models.Q(table__match__status=Match.Status.OPEN))


class SeatQuerySet(models.QuerySet["TableSeat"]):
    """Seats of league tables, with those that a withdrawal freed told apart."""

    def free(self) -> SeatQuerySet:
        """The seats of withdrawn entrants at tables that have not started, without those a substitute holds."""
        return self.filter(_FREE)

    def taken(self) -> SeatQuerySet:
        """All other seats: their players are told and seated."""
        return self.exclude(_FREE)


class TableSeat(models.Model):
    """A seat of a table: `entrant` is ranked for it, `player` holds the cards. Where the entrant has withdrawn before
    the table started the seat is free (`SeatQuerySet.free`).

    `for_the_rest` says that a substitute took the seat for all rounds to come, so also for those drawn later.
    """

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
    for_the_rest = models.BooleanField(_("substitute for the rounds to come too"), default=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat of a league table")
        verbose_name_plural = _("seats of league tables")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_sitter_a_seat")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        """Whether a withdrawal freed it, as `SeatQuerySet.free` finds it."""
        match = self.table.match
        waits = self.table.broken_off_at is None and (match is None or match.status == Match.Status.OPEN)
        return self.entrant.withdrawn_at is not None and self.played_by == PlayedBy.SELF and waits


class SeatChange(models.Model):
    """The former player of a seat, up to and with round `until_round` of the match; `played_by` is a `PlayedBy`."""

    seat = models.ForeignKey(TableSeat, models.CASCADE, related_name="changes", verbose_name=_("seat"))
    until_round = models.PositiveSmallIntegerField(_("until round"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    played_by = models.CharField(_("played by"), max_length=10)

    class Meta:
        verbose_name = _("change at a seat")
        verbose_name_plural = _("changes at seats")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.player_id} -{self.until_round}"


class Postponement(models.Model):
    """One side of a table proposes another date; it holds once the other side accepts."""

    table = models.OneToOneField(
        LeagueTable, models.CASCADE, related_name="postponement", verbose_name=_("table")
    )
    entrant = models.ForeignKey(
        Entrant, models.CASCADE, related_name="+", verbose_name=_("side that proposes")
    )
    starts_at = models.DateTimeField(_("proposed date"))
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("postponement")
        verbose_name_plural = _("postponements")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.starts_at:%Y-%m-%d %H:%M}"


class SheetPhoto(models.Model):
    """A photo of the sheet of a paper table, without metadata (`photos`). It stands in the database, so that it is
    in every backup and goes with its table."""

    table = models.OneToOneField(LeagueTable, models.CASCADE, related_name="photo", verbose_name=_("table"))
    kind = models.CharField(_("kind"), max_length=4, choices=[(kind, kind.upper()) for kind in (JPEG, PNG)])
    image = models.BinaryField(_("image"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("photo of a sheet")
        verbose_name_plural = _("photos of sheets")

    def __str__(self) -> str:
        return f"{self.table_id} {self.at:%Y-%m-%d %H:%M}"


class TableScore(models.Model):
    """The score of one entrant at one table: the sum of its rounds, recounted whenever they change (`Score`).

    With a replaced player there is a row for each `part` of the match, in order; `played_by` is a `PlayedBy`.
    """

    table = models.ForeignKey(LeagueTable, models.CASCADE, related_name="scores", verbose_name=_("table"))
    evening = models.ForeignKey(Evening, models.CASCADE, related_name="scores", verbose_name=_("evening"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="scores", verbose_name=_("entrant"))
    fixture = models.PositiveIntegerField(_("fixture"))
    part = models.PositiveSmallIntegerField(_("part"), default=0)
    side = models.PositiveSmallIntegerField(_("side"))
    points = models.IntegerField(_("points"))
    against = models.IntegerField(_("points against"))
    others = models.JSONField(_("points of each other side"), default=list, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds played"))
    planned = models.PositiveSmallIntegerField(_("rounds to play"))
    broken_off = models.BooleanField(_("broken off"), default=False)
    played_by = models.CharField(_("played by"), max_length=10, default=PlayedBy.SELF.value)
    substitute = models.PositiveBigIntegerField(_("substitute's own row"), default=0)
    provisional = models.PositiveSmallIntegerField(_("rounds under review"), default=0)
    tallies = models.JSONField(_("what the game tallies"), default=dict, blank=True)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        constraints = [models.UniqueConstraint(fields=["table", "entrant", "part"], name="one_score_a_part")]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.points}"
