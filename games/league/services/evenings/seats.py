"""Who sits at the tables of an evening and on which side, who comes, who waits in a round and who missed one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import Count, Min, Q, QuerySet

from accounts.models import PlayerKind
from games.league.draw import columns_of
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Competition,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningMark,
    LeagueTable,
    SeatChange,
    Seating,
    SignUp,
    TableSeat,
)
from games.league.standings.scores import ABSENT, MarkKind, Party, parties
from games.table.log.models import Match

# The entrants of a table, by seat and by side.


def sides_of(table: LeagueTable, entrants: Mapping[int, int]) -> list[Party]:
    """The sides of a table whose seats the `entrants` have, by the rules of its competition."""
    competition = table.evening.competition
    columns = columns_of(competition.the_game, competition.house_options, len(entrants))
    return parties(columns, entrants)


def entrants_of(table: LeagueTable) -> dict[int, int]:
    """The entrants (keys) of a table by seat."""
    return dict(table.seats.order_by("number").values_list("number", "entrant"))


def require_one_seat(evening: Evening, rounds: Collection[int]) -> None:
    """Check that nobody holds two seats in one of these rounds, as somebody who plays for another could. Refuses
    seated_already."""
    held = TableSeat.objects.taken().exclude(player__kind=PlayerKind.BOT)
    held = held.filter(table__evening=evening, table__round__in=rounds, table__broken_off_at=None)
    seats = held.order_by().values("table__round", "player").annotate(seats=Count("pk"))
    if seats.filter(seats__gt=1).exists():
        raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)


# Rounds without a table, tonight and on the other evenings of a competition: marked, and shared out by the draw.

TONIGHT_WEIGHT: Final = 10_000
"""A round of waiting tonight outweighs all of earlier evenings, so that nobody waits twice before others have."""


def entrants_coming(evening: Evening) -> list[int]:
    """The entrants who come: those who said so, or where the rules expect everybody, those who did not say no."""
    return sorted(_coming_to_any(evening.competition, [evening]))


def players_coming(competition: Competition, evenings: Collection[Evening]) -> set[int]:
    """The players (keys) of the entrants who come to any of these evenings of the competition. Three queries, for any
    number of evenings."""
    members = EntrantPlayer.objects.filter(entrant__in=_coming_to_any(competition, evenings))
    return set(members.values_list("player", flat=True))


def _coming_to_any(competition: Competition, evenings: Collection[Evening]) -> set[int]:
    """The entrants who come to any of these evenings of the competition, as `entrants_coming` has it."""
    words = {
        (evening, entrant): comes
        for evening, entrant, comes in SignUp.objects.filter(evening__in=evenings).values_list(
            "evening", "entrant", "comes"
        )
    }
    expected = competition.the_rules.coming == "unless"
    everybody = able_to_play(competition).values_list("pk", flat=True)
    return {
        entrant
        for entrant in everybody
        if any(words.get((evening.pk, entrant), expected) for evening in evenings)
    }


def able_to_play(competition: Competition) -> QuerySet[Entrant]:
    """The entrants who take part and can have a seat: no account of theirs is blocked on this site."""
    blocked = EntrantPlayer.objects.filter(competition=competition, player__is_active=False)
    return competition.entrants.filter(withdrawn_at=None).exclude(pk__in=blocked.values("entrant"))


def entrants_coming_later(evening: Evening) -> dict[int, int]:
    """The entrants who come to a later round than the first, with that round. One query."""
    later = SignUp.objects.filter(evening=evening, comes=True, from_round__gt=1)
    return dict(later.values_list("entrant", "from_round"))


def entrants_coming_in(evening: Evening, number: int) -> list[int]:
    """The entrants who come and are there in round `number`."""
    later = entrants_coming_later(evening)
    return [entrant for entrant in entrants_coming(evening) if later.get(entrant, 1) <= number]


def without_table(evening: Evening) -> list[int]:
    """The entrants who wait in a round in which they have no table: those who come; in a round robin all who take part,
    because its fixtures say who is free, not who came."""
    if evening.competition.seating != Seating.ROUND_ROBIN:
        return entrants_coming(evening)
    return sorted(able_to_play(evening.competition).values_list("pk", flat=True))


def waiting_by_round(evening: Evening, entrants: Collection[int] | None = None) -> dict[int, set[int]]:
    """Those of `entrants` (None: all who come) who wait in each round drawn: no seat, and not playing for others.

    A substitute does not wait in the round; a pair or team does as long as one of its players has nothing to do.
    """
    wanted = set(without_table(evening) if entrants is None else entrants)
    seated: dict[int, set[int]] = defaultdict(set)
    playing: dict[int, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(table__evening=evening)
    for number, entrant, player in seats.values_list("table__round", "entrant", "player"):
        seated[number].add(entrant)
        playing[number].add(player)
    before = SeatChange.objects.filter(seat__table__evening=evening, until_round__gt=0)
    for number, player in before.values_list("seat__table__round", "player"):
        playing[number].add(player)
    members = EntrantPlayer.objects.filter(competition=evening.competition_id, entrant__in=wanted)
    free = list(members.values_list("entrant", "player"))
    return {
        number: {entrant for entrant, player in free if player not in playing[number]} - seated[number]
        for number in sorted(seated)
    }


def waits_shown(evening: Evening) -> dict[int, set[int]]:
    """The entrants who wait in each round drawn: in an open one those who waited when it was opened, whether or not
    they have gone home since; in one to come those who come and have no seat in it."""
    late = late_rounds(evening)
    waiting = {
        number: {entrant for entrant in entrants if number not in late[entrant]}
        for number, entrants in waiting_by_round(evening).items()
    }
    waiting |= {number: set() for number in waiting if number <= evening.round}
    marks = EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED, round__lte=evening.round)
    for number, entrant in marks.values_list("round", "entrant"):
        waiting.setdefault(number, set()).add(entrant)
    return waiting


def note_waiting(evening: Evening) -> None:
    """Mark entrants who wait in a round of the evening, one mark a round; recomputed whenever the seating changes.

    Marks of rounds that are not open yet are for the draw of other evenings, and count for nobody. A latecomer did not
    wait in rounds opened before, and those who left have waited in the rounds they waited in.
    """
    marks = EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED)
    marked: dict[int, set[int]] = defaultdict(set)
    for number, entrant in marks.filter(round__lte=evening.round).values_list("round", "entrant"):
        marked[number].add(entrant)
    late = late_rounds(evening)
    here = set(without_table(evening))
    marks.delete()
    waiting = waiting_by_round(evening, here.union(*marked.values()))
    EveningMark.objects.bulk_create(
        EveningMark(evening=evening, entrant_id=entrant, kind=MarkKind.WAITED, points=1, round=number)
        for number, entrants in waiting.items()
        for entrant in sorted(entrants)
        if entrant in marked[number] or (entrant in here and number not in late[entrant])
    )


NOT_PLAYED: Final = Q(table__match=None) | Q(table__match__status=Match.Status.OPEN)
"""The seats at tables on which no card or line lies, and where none ever will."""


def rounds_missed(evening: Evening, *, with_expected: bool = False) -> dict[int, list[int]]:
    """The open rounds that came too late or too soon for those who were there for others: no seat, not waiting, and
    not playing for somebody else. By entrant that still takes part; those who had a seat and never came missed the
    evening, not some rounds of it. `with_expected`: also those of latecomers who have no seat yet."""
    marks = EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED, round__lte=evening.round)
    waited = set(marks.values_list("entrant", "round"))
    seats = TableSeat.objects.filter(table__evening=evening, table__round__lte=evening.round)
    seated = set(seats.values_list("entrant", "table__round"))
    present = {entrant for entrant, _number in waited | seated}
    present -= _never_came(evening) - {entrant for entrant, _number in waited}
    if with_expected:
        present |= {entrant for entrant, rounds in late_rounds(evening).items() if rounds}
    still_entered = evening.competition.entrants.filter(pk__in=present, withdrawn_at=None).values_list(
        "pk", flat=True
    )
    missed: dict[int, list[int]] = defaultdict(list)
    for number, entrants in waiting_by_round(evening, set(still_entered)).items():
        for entrant in sorted(entrants):
            if number <= evening.round and (entrant, number) not in waited:
                missed[entrant].append(number)
    return dict(missed)


def _never_came(evening: Evening) -> set[int]:
    """The entrants marked as absent who have played at no table of the evening, and are not expected any more."""
    absent = set(
        EveningMark.objects.filter(evening=evening, kind__in=ABSENT).values_list("entrant", flat=True)
    )
    played = TableSeat.objects.filter(table__evening=evening, entrant__in=absent).exclude(NOT_PLAYED)
    return absent - set(played.values_list("entrant", flat=True)) - set(entrants_coming(evening))


def late_rounds(evening: Evening) -> dict[int, set[int]]:
    """The open rounds of the evening whose tables were opened before an entrant said that they come, and all rounds
    before the one they come to, by entrant."""
    tables = evening.tables.filter(round__lte=evening.round, match__isnull=False)
    opened = dict(tables.order_by("round").values_list("round").annotate(Min("match__created_at")))
    late: dict[int, set[int]] = defaultdict(set)
    for entrant, at in SignUp.objects.filter(evening=evening, comes=True).values_list("entrant", "at"):
        late[entrant] = {number for number, moment in opened.items() if moment < at}
    for entrant, first in entrants_coming_later(evening).items():
        late[entrant].update(range(1, first))
    return late


def waits_tonight(evening: Evening, coming: Collection[int], *, after: int) -> dict[int, int]:
    """The rounds up to and with `after` each entrant had nothing to play this evening: waited, or had a walkover; a
    substitute played.

    A latecomer counts as having waited as long as the others at most: those who sat wait next.
    """
    waits = waiting_by_round(evening, coming)
    waited = Counter(entrant for number in range(1, after + 1) for entrant in waits.get(number, ()))
    walkovers = evening.marks.filter(kind=MarkKind.WALKOVER, round__lte=after)
    waited.update(walkovers.values_list("entrant", flat=True))
    return {entrant: waited[entrant] if waited[entrant] < after else min(after, 1) for entrant in coming}


def waits_before(evening: Evening) -> Counter[int]:
    """The rounds each entrant had nothing to play on the other evenings of the competition: waited, or had a
    walkover."""
    marks = EveningMark.objects.filter(
        evening__competition=evening.competition_id, kind__in=[MarkKind.WAITED, MarkKind.WALKOVER]
    ).exclude(evening=evening)
    waited: Counter[int] = Counter()
    for entrant, kind, rounds in marks.values_list("entrant", "kind", "points"):
        waited[entrant] += int(rounds) if kind == MarkKind.WAITED else 1
    return waited


def waits_in_all(evening: Evening, coming: Collection[int], *, after: int) -> dict[int, int]:
    """One number for each entrant, the higher the longer they have waited, tonight first."""
    before = waits_before(evening)
    tonight = waits_tonight(evening, coming, after=after)
    return {entrant: TONIGHT_WEIGHT * rounds + before[entrant] for entrant, rounds in tonight.items()}
