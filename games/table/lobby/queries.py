"""Queries of the pages around a table: the player's tables, open tables, finished tables, their seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import Player, PlayerKind, without_bot_mark
from accounts.models.players import Block
from games.engine import registry
from games.engine.cards import Card
from games.engine.game import Progress
from games.engine.seats import Seat
from games.table.lobby.results import result_in_words
from games.table.log import awaited, due_times, loading, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.screen.rule_card import lengths_of_games
from games.table.screen.spectators import of_clubs_open_to
from games.table.shared_deals import Duel, not_of_a_day

MAX_MINE: Final = 20
MAX_OPEN: Final = 20
MAX_FINISHED: Final = 3
"""Tables in each list of the lobby."""
PRACTICE_OFFERED: Final = timedelta(days=7)
"""Time since its opening for which a stopped match against bots is offered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat; `name` is "" while it is free. `cards_of` is who held its cards at the first table of a duel."""

    number: int
    name: str = ""
    kind: str = ""
    face: str = ""
    is_you: bool = False
    here: bool = False
    cards_of: str = ""

    @property
    def free(self) -> bool:
        return not self.name

    @property
    def is_bot(self) -> bool:
        return self.kind == PlayerKind.BOT


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A game to begin against bots with one tap, shown by three `cards` and a sentence.

    `bots` is how many there are, None where a table may have fewer or more seats; `finished` whether the player has
    played a match of it to its end. `first` is how long a first game is, `whole` how long one by the usual rules; ""
    where both are the same.
    """

    key: str
    name: str
    cards: tuple[Card, ...]
    summary: str
    bots: int | None
    finished: bool
    first: str
    whole: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list. `totals` are those of the sheet's columns, the player's own first; empty before the start.

    `stood_in` says that a bot plays for the player, `turn` names the others it waits for; `by_the_day` that people play
    there when they have time, and it waits for the player `until` then. `result` is how it came out
    for the player, in words, `won` that nobody was better. `broken` says that the log cannot be read. `of_evening`: the
    rounds are deals of an evening with the same cards, and have the numbers they have there.
    """

    code: str
    game: str
    status: str
    places: tuple[Place, ...]
    your_turn: bool = False
    stood_in: bool = False
    turn: str = ""
    round: int = 0
    rounds: int | None = None
    totals: tuple[int, ...] = ()
    result: str = ""
    won: bool = False
    broken: bool = False
    by_the_day: bool = False
    until: datetime | None = None
    of_evening: bool = False

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(place.free for place in self.places)

    @property
    def others(self) -> str:
        """The names of the others at the table, bots behind people."""
        return ", ".join(place.name for place in sorted(self._others, key=lambda place: place.is_bot))

    @property
    def is_against_bots(self) -> bool:
        """Whether every other player of a match that has begun is a bot."""
        return self.status != Match.Status.OPEN and all(place.is_bot for place in self._others)

    @property
    def bots(self) -> str:
        """The names of the bots at the table, for a line that calls them bots."""
        return ", ".join(without_bot_mark(place.name) for place in self._others if place.is_bot)

    @property
    def _others(self) -> list[Place]:
        return [place for place in self.places if place.name and not place.is_you]


def match_of(code: str) -> Match:
    """The match with that code. Raises TableRefused(no_such_table), also for a match on paper, which has no
    table page.
    """
    match = Match.objects.filter(code=code, on_paper=False).first()
    if match is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    return match


def seat_of(match: Match, player: Player | None) -> int | None:
    """The seat number of a player, None for everybody else."""
    if player is None:
        return None
    return match.seats.filter(player=player).values_list("number", flat=True).first()


def places_of(match: Match, player: Player | None) -> tuple[Place, ...]:
    """All seats of a table, free ones too."""
    sitting = {seat.number: seat.player for seat in match.seats.all()}
    return tuple(_place(number, sitting.get(number), player) for number in range(max(match.the_game.seats)))


def with_cards_of(places: tuple[Place, ...], duel: Duel) -> tuple[Place, ...]:
    """The seats of a table of a duel, each with the name of who held its cards first."""
    held = {sitter.number: sitter.name for sitter in loading.sitters_of(duel.first_match_id)}
    return tuple(replace(place, cards_of=held.get(place.number, "")) for place in places)


def _place(number: int, sitting: Player | None, you: Player | None) -> Place:
    if sitting is None:
        return Place(number)
    return Place(
        number, sitting.nickname, sitting.kind, sitting.face, is_you=you is not None and sitting.pk == you.pk
    )


def my_tables(player: Player) -> tuple[TableRow, ...]:
    """The tables a player sits at that are not over, those that wait for the player first. Those at which
    a bot plays for the player and stopped ones come last.

    A stopped match against bots only is left out (`stopped_practice`), and one of a deal of the day.
    """
    going = Q(status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    stopped = Q(Exists(_other_people(player)), status=Match.Status.STOPPED)
    mine = (
        Match.objects.filter(going | stopped, seats__player=player, on_paper=False)
        .filter(not_of_a_day())
        .prefetch_related("seats__player")
        .order_by("-created_at")[:MAX_MINE]
    )
    return tuple(sorted((_row(match, player) for match in mine), key=_place_in_list))


def stopped_practice(player: Player, now: datetime) -> TableRow | None:
    """The player's newest stopped match against bots only that can be taken up, opened within `PRACTICE_OFFERED`."""
    mine = Match.objects.filter(not_of_a_day(), seats__player=player, on_paper=False, club=None)
    recent = mine.filter(status=Match.Status.STOPPED, created_at__gt=now - PRACTICE_OFFERED)
    practice = recent.exclude(Exists(_other_people(player)))
    newest = practice.prefetch_related("seats__player").order_by("-created_at").first()
    row = _row(newest, player) if newest else None
    return None if row is None or row.broken else row


def _other_people(player: Player) -> QuerySet[SeatRow]:
    """The seats of other people at the match of the query around it."""
    others = SeatRow.objects.filter(match=OuterRef("pk")).exclude(player=player)
    return others.exclude(player__kind=PlayerKind.BOT)


def _place_in_list(row: TableRow) -> tuple[bool, bool, int]:
    order = [Match.Status.RUNNING, Match.Status.OPEN, Match.Status.STOPPED]
    return not row.your_turn, row.stood_in, order.index(Match.Status(row.status))


def finished_tables(player: Player) -> tuple[TableRow, ...]:
    """The matches a player played last."""
    mine = (
        Match.objects.filter(
            not_of_a_day(), seats__player=player, status=Match.Status.FINISHED, on_paper=False
        )
        .prefetch_related("seats__player")
        .order_by("-finished_at")[:MAX_FINISHED]
    )
    return tuple(_row(match, player) for match in mine)


def games_after_the_first(player: Player | None) -> tuple[OtherGame, ...]:
    """The games but the first one, each with whether the player has finished a match of it."""
    mine = Match.objects.filter(seats__player=player, status=Match.Status.FINISHED, on_paper=False)
    finished = set(mine.values_list("game", flat=True)) if player else set()
    _first, *others = registry.GAMES
    return tuple(
        OtherGame(
            game.key,
            gettext(game.name),
            game.showcase,
            gettext(game.summary),
            game.seats[0] - 1 if len(game.seats) == 1 else None,
            game.key in finished,
            *lengths_of_games(game.key),
        )
        for game in others
    )


def open_tables(player: Player | None) -> tuple[TableRow, ...]:
    """Tables of the lobby with a free seat, where the player does not sit yet; the fullest first.

    A table at which a block stands between the player and somebody is left out; one of a club for members is listed for
    its members.
    """
    waiting = Match.objects.filter(status=Match.Status.OPEN, on_paper=False)
    listed = waiting.filter(of_clubs_open_to(player), visibility=Match.Visibility.LOBBY)
    if player is not None:
        listed = listed.exclude(seats__player=player)
        listed = listed.exclude(seats__player__in=Block.objects.filter(player=player).values("blocked"))
        listed = listed.exclude(seats__player__in=Block.objects.filter(blocked=player).values("player"))
    found: Iterable[Match] = listed.prefetch_related("seats__player").order_by("-created_at")[:MAX_OPEN]
    rows = [_row(match, player) for match in found]
    return tuple(sorted((row for row in rows if row.free), key=lambda row: row.free))


def _row(match: Match, player: Player | None) -> TableRow:
    places = places_of(match, player)
    game = gettext(match.the_game.name)
    if match.status == Match.Status.OPEN:
        return TableRow(match.code, game, match.status, places, by_the_day=match.is_by_the_day)
    table = loading.readable_table(match)
    if table is None:
        return TableRow(match.code, game, match.status, places, broken=True)
    progress = rulings.progress_of(table.game, table.state)
    you = table.seat_of(player.pk if player else None)
    ours = next((column for column in progress.columns if you in column), progress.columns[0])
    before = table.evening_table.deals_before if table.evening_table is not None else 0
    return TableRow(
        code=match.code,
        game=game,
        status=match.status,
        places=places,
        your_turn=you is not None and table.running and awaited.waits_for(table, you),
        stood_in=you is not None and table.running and table.state.stand_in(you) is not None,
        turn=", ".join(
            sitter.name
            for sitter in table.sitters
            if table.running and sitter.number != you and awaited.waits_for(table, sitter.number)
        ),
        round=before + progress.round,
        rounds=progress.rounds if table.evening_table is None else table.evening_table.deals,
        totals=tuple(
            progress.totals[column[0]]
            for column in sorted(progress.columns, key=lambda column: column != ours)
        ),
        result=_result_of(table, progress, you),
        by_the_day=match.is_by_the_day,
        until=next((one.until for one in due_times.awaited_seats(table) if one.seat == you), None),
        won=bool(progress.places)
        and you is not None
        and progress.places[you] == 1
        and table.evening_table is None,
        of_evening=table.evening_table is not None,
    )


def _result_of(table: Table, progress: Progress, seat: Seat | None) -> str:
    """The result of the player at `seat` in words. Nobody wins at one table of an evening with the same cards."""
    if table.evening_table is not None and progress.places:
        return gettext("same cards")
    return result_in_words(progress, seat)


def is_turn_of(match: Match, player: Player) -> bool:
    """Whether the match is being played and waits for a decision of the player. Raises TableRefused where it cannot be
    read."""
    if match.status != Match.Status.RUNNING:
        return False
    table = loading.table_of(match)
    seat = table.seat_of(player.pk)
    return seat is not None and table.running and awaited.waits_for_decision(table, seat)
