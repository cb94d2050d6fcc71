"""What the pages around a table need to know: whose turn it is where, which tables have a free seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.models import Player
from games.engine import registry
from games.engine.seats import HOUSE
from games.table.lobby.result_words import result_in_words
from games.table.log import due_times, loading, rulings
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Deal, Match, Mute, Round

MINE_AT_MOST = 20
OPEN_AT_MOST = 20
FINISHED_AT_MOST = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a table. `name` is "" while it is free."""

    number: int
    name: str = ""
    kind: str = ""
    is_you: bool = False
    here: bool = False

    @property
    def free(self) -> bool:
        return not self.name

    @property
    def initial(self) -> str:
        return self.name[:1]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list. `totals` are those of the sheet's columns, the player's own first; empty before the start.

    `turn` names the others it waits for. `result` is how it came out for the player, in words, `won` that nobody was
    better. `broken` says that the log cannot be read.
    """

    code: str
    game: str
    status: str
    places: tuple[Place, ...]
    your_turn: bool = False
    turn: str = ""
    round: int = 0
    rounds: int | None = None
    totals: tuple[int, ...] = ()
    result: str = ""
    won: bool = False
    broken: bool = False

    @property
    def free(self) -> int:
        """How many seats are free."""
        return sum(place.free for place in self.places)

    @property
    def others(self) -> str:
        """Who else sits there."""
        return ", ".join(place.name for place in self.places if place.name and not place.is_you)


def match_of(code: str) -> Match:
    """The match of that code; one on paper is nothing to look at. Raises TableRefused(no_such_table)."""
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
    return tuple(_place(number, sitting.get(number), player) for number in range(_size(match)))


def _size(match: Match) -> int:
    return max(registry.game(match.game, match.game_version).seats)


def _place(number: int, sitting: Player | None, you: Player | None) -> Place:
    if sitting is None:
        return Place(number)
    return Place(number, sitting.nickname, sitting.kind, is_you=you is not None and sitting.pk == you.pk)


def my_tables(player: Player) -> tuple[TableRow, ...]:
    """The tables a player sits at that are not over, those that wait for the player first, stopped ones last."""
    going = [Match.Status.OPEN, Match.Status.RUNNING, Match.Status.STOPPED]
    mine = (
        Match.objects.filter(seats__player=player, status__in=going, on_paper=False)
        .prefetch_related("seats__player")
        .order_by("-created_at")[:MINE_AT_MOST]
    )
    rows = [_row(match, player) for match in mine]
    return tuple(sorted(rows, key=_place_in_list))


def _place_in_list(row: TableRow) -> tuple[bool, int]:
    order = [Match.Status.RUNNING, Match.Status.OPEN, Match.Status.STOPPED]
    return not row.your_turn, order.index(Match.Status(row.status))


def finished_tables(player: Player) -> tuple[TableRow, ...]:
    """The matches a player played last."""
    mine = (
        Match.objects.filter(seats__player=player, status=Match.Status.FINISHED, on_paper=False)
        .prefetch_related("seats__player")
        .order_by("-finished_at")[:FINISHED_AT_MOST]
    )
    return tuple(_row(match, player) for match in mine)


def open_tables(player: Player | None) -> tuple[TableRow, ...]:
    """Tables of the lobby with a free seat, where the player does not sit yet; the fullest first."""
    waiting = Match.objects.filter(status=Match.Status.OPEN, on_paper=False)
    listed = waiting.filter(visibility=Match.Visibility.LOBBY)
    if player is not None:
        listed = listed.exclude(seats__player=player)
    found: Iterable[Match] = listed.prefetch_related("seats__player").order_by("-created_at")[:OPEN_AT_MOST]
    rows = [_row(match, player) for match in found]
    return tuple(sorted((row for row in rows if row.free), key=lambda row: row.free))


def _row(match: Match, player: Player | None) -> TableRow:
    places = places_of(match, player)
    game = gettext(registry.game(match.game, match.game_version).name)
    if match.status == Match.Status.OPEN:
        return TableRow(match.code, game, match.status, places)
    try:
        table = loading.table(match.pk)
    except TableRefused:
        return TableRow(match.code, game, match.status, places, broken=True)
    progress = rulings.progress_of(table.game, table.state)
    you = table.seat_of(player.pk if player else None)
    ours = next((column for column in progress.columns if you in column), progress.columns[0])
    return TableRow(
        code=match.code,
        game=game,
        status=match.status,
        places=places,
        your_turn=you is not None and table.running and _waits_for(table, you),
        turn=", ".join(
            sitter.name
            for sitter in table.sitters
            if table.running and sitter.number != you and _waits_for(table, sitter.number)
        ),
        round=progress.round,
        rounds=progress.rounds,
        totals=tuple(
            progress.totals[column[0]]
            for column in sorted(progress.columns, key=lambda column: column != ours)
        ),
        result=result_in_words(progress, you),
        won=bool(progress.places) and you is not None and progress.places[you] == 1,
    )


def _waits_for(table: loading.Table, seat: int) -> bool:
    """Whether the table waits for that seat: a decision that must be taken, or the sheet to be put away."""
    if table.state.paused_at is not None or table.state.stand_in(seat) is not None:
        return False
    waiting = table.game.pending(table.state.game_state)
    own = waiting.get(seat)
    if own is not None and own.must:
        return True
    return HOUSE in waiting and waiting[HOUSE].kind == "deal" and seat in due_times.waited_for(table)


def expect_free_seat(match: Match, seat: int | None) -> None:
    """Nothing, when a newcomer can sit there (None: anywhere) as far as one can see now.

    Raises TableRefused(not_open), (no_such_seat), (seat_taken) or (table_full).
    """
    if match.status != Match.Status.OPEN:
        raise TableRefused(TableRefusal.NOT_OPEN)
    free = [place.number for place in places_of(match, None) if place.free]
    if seat is not None and seat >= _size(match):
        raise TableRefused(TableRefusal.NO_SUCH_SEAT)
    if seat is not None and seat not in free:
        raise TableRefused(TableRefusal.SEAT_TAKEN)
    if not free:
        raise TableRefused(TableRefusal.TABLE_FULL)


def running_deal(match: Match) -> Deal | None:
    """The deal being played, for its round and commitment; the seed is not read."""
    running = match.deals.filter(round__status=Round.Status.RUNNING).select_related("round")
    return running.defer("seed", "sealed").order_by("-number").first()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody else at the table, and whether this player has muted them."""

    seat: int
    name: str
    muted: bool


def others_at(match: Match, player: Player | None) -> tuple[Neighbour, ...]:
    """The people a seated player may mute; nobody for a spectator."""
    seats = tuple(match.seats.select_related("player"))
    if player is None or all(seat.player_id != player.pk for seat in seats):
        return ()
    muted = set(Mute.objects.filter(match=match, player=player).values_list("muted_id", flat=True))
    return tuple(
        Neighbour(seat.number, seat.player.nickname, seat.player_id in muted)
        for seat in seats
        if seat.player_id != player.pk and not seat.player.is_bot
    )
