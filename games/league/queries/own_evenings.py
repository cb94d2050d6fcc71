"""The next evenings of a player with the seats there, for the home page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Case, F, Max, OuterRef, Q, Subquery, When
from django.urls import reverse

from accounts.models import Player
from games.league.draw import columns_of
from games.league.models import EntrantPlayer, Evening, LeagueTable, SignUp, TableSeat
from games.league.models.evenings import A_NIGHT
from games.table.log.models import Match

MAX_NEXT_EVENINGS: Final = 2
"""Most evenings shown on the home page."""


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A player's seat in a `round` of an evening: the number of the `table` (None: they wait in that round), the names
    of those they play with and against. `url` leads to the table, or to its sheet, once it is open. `starts_at` is the
    table's own date, None for the evening's."""

    round: int
    table: int | None = None
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    url: str = ""
    on_paper: bool = False
    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NextEvening:
    """An evening (`key`) in which a player takes part: its `number` in the competition `title` of `club`.

    `comes` is the player's word, None while there is none. `late`: the deadline has passed. `drawn`: the seats are
    drawn; `seats` are the player's own in the rounds that are not over.
    """

    key: int
    number: int
    title: str
    club: str
    starts_at: datetime
    deadline: datetime
    place: str
    comes: bool | None
    late: bool
    drawn: bool
    seats: tuple[OwnSeat, ...] = ()


def next_evenings(player: Player, now: datetime) -> tuple[NextEvening, ...]:
    """The next evenings in which the player takes part or holds a seat, soonest first, at most `MAX_NEXT_EVENINGS`. One
    whose day is over stays as long as the player has a table there with a date of its own to come. Five queries at
    most.

    `comes` without a word of the player is True where the rules expect everybody.
    """
    entered = EntrantPlayer.objects.filter(
        player=player, entrant__withdrawn_at=None, competition__season__archived_at=None
    )
    entrant = dict(entered.values_list("competition", "entrant"))
    seated = TableSeat.objects.taken().filter(player=player).values("table__evening")
    since = now - A_NIGHT
    dated = LeagueTable.objects.filter(
        evening=OuterRef("pk"), seats__player=player, starts_at__gt=since, broken_off_at=None
    ).exclude(match__status__in=Match.ENDED)
    next_at = Case(
        When(starts_at__gt=since, then=F("starts_at")),
        default=Subquery(dated.order_by("starts_at").values("starts_at")[:1]),
    )
    coming = Evening.objects.annotate(next_at=next_at).filter(
        Q(competition__in=entrant) | Q(pk__in=seated, status=Evening.Status.DRAWN),
        status__in=Evening.TO_PLAY,
        competition__season__archived_at=None,
        next_at__isnull=False,
    )
    found = list(
        coming.select_related("competition__season__club").order_by("next_at", "pk")[:MAX_NEXT_EVENINGS]
    )
    if not found:
        return ()
    rows = SignUp.objects.filter(evening__in=found, entrant__in=entrant.values())
    words = list(rows.values_list("evening", "comes", "from_round"))
    answers = {evening: comes for evening, comes, _first in words}
    first = {evening: number for evening, _comes, number in words}
    past = {evening.pk for evening in found if evening.starts_at <= since}
    seats = {
        pk: tuple(seat for seat in own if seat.starts_at is not None or pk not in past)
        for pk, own in own_seats(found, player, entrant.values(), first=first).items()
    }
    return tuple(
        _next_evening(evening, answers.get(evening.pk), now, seats.get(evening.pk, ())) for evening in found
    )


def _next_evening(
    evening: Evening, answer: bool | None, now: datetime, seats: tuple[OwnSeat, ...]
) -> NextEvening:
    competition = evening.competition
    expected = True if competition.the_rules.coming == "unless" else None
    return NextEvening(
        key=evening.pk,
        number=evening.number,
        title=competition.name,
        club=competition.season.club.name,
        starts_at=evening.starts_at,
        deadline=evening.deadline,
        place=evening.place,
        comes=expected if answer is None else answer,
        late=now >= evening.deadline,
        drawn=evening.status == Evening.Status.DRAWN,
        seats=seats,
    )


# The seats of a player in the rounds of evenings that are not over, with partners and opponents.


def own_seats(
    evenings: Collection[Evening], player: Player, entrants: Collection[int], *, first: Mapping[int, int]
) -> Mapping[int, tuple[OwnSeat, ...]]:
    """By evening, the seats of `player`, one of the `entrants`, in the rounds that are not over. Two queries, none
    without a drawn evening.

    A round in which the entrant sits at no table is one to wait in, from the round on that `first` says by evening, for
    who comes later. A round in which another holds the player's cards is left out.
    """
    drawn = {evening.pk: evening for evening in evenings if evening.status == Evening.Status.DRAWN}
    if not drawn:
        return {}
    tables = LeagueTable.objects.filter(
        Q(seats__player=player) | Q(seats__entrant__in=entrants), evening__in=drawn
    )
    seats: dict[LeagueTable, list[TableSeat]] = defaultdict(list)
    rows = TableSeat.objects.filter(table__in=tables.values("pk")).select_related(
        "table__match", "player", "entrant"
    )
    for seat in rows.order_by("table__round", "table__number", "number"):
        seats[seat.table].append(seat)
    last = dict(
        LeagueTable.objects.filter(evening__in=drawn)
        .order_by()
        .values_list("evening")
        .annotate(last=Max("round"))
    )
    return {
        pk: tuple(
            _own_seats_on(evening, range(first.get(pk, 1), last.get(pk, 0) + 1), seats, player, entrants)
        )
        for pk, evening in drawn.items()
    }


def _own_seats_on(
    evening: Evening,
    rounds: range,
    seats: Mapping[LeagueTable, list[TableSeat]],
    player: Player,
    entrants: Collection[int],
) -> Iterable[OwnSeat]:
    seats_on_evening = {table: sitting for table, sitting in seats.items() if table.evening_id == evening.pk}
    taken = {
        table: [seat for seat in sitting if not seat.is_free] for table, sitting in seats_on_evening.items()
    }
    seated = {table.round for table, sitting in taken.items() if sitting}
    takes_part = any(seat.entrant_id in entrants for sitting in taken.values() for seat in sitting)
    own = [
        _own_seat(evening, table, sitting, mine)
        for table, sitting in seats_on_evening.items()
        if not _is_over(table)
        for mine in taken[table]
        if mine.player_id == player.pk
    ]
    waits = [
        OwnSeat(round=number) for number in rounds if number >= max(evening.round, 1) and number not in seated
    ]
    return sorted([*own, *(waits if takes_part else ())], key=lambda seat: seat.round)


def _is_over(table: LeagueTable) -> bool:
    return table.broken_off_at is not None or (table.match is not None and table.match.status in Match.ENDED)


def _own_seat(evening: Evening, table: LeagueTable, sitting: list[TableSeat], mine: TableSeat) -> OwnSeat:
    competition = evening.competition
    columns = columns_of(competition.the_game, competition.house_options, len(sitting))
    ours = next((column for column in columns if mine.number in column), (mine.number,))
    others = [seat for seat in sitting if seat.pk != mine.pk and not seat.is_free]
    url = ""
    if table.match is not None:
        url = reverse("table:table", args=[table.match.code])
        if table.on_paper:
            url = reverse("league:sheet", args=[evening.pk, table.pk])
    return OwnSeat(
        round=table.round,
        table=table.number,
        partners=tuple(seat.player.nickname for seat in others if seat.number in ours),
        opponents=tuple(seat.player.nickname for seat in others if seat.number not in ours),
        url=url,
        on_paper=table.on_paper,
        starts_at=table.starts_at,
    )
