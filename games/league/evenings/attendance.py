"""Sign-ups, requests for a substitute and the stand-by list of an evening, as its cockpit and its page show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from accounts.names import sort_key
from games.league import services
from games.league.draw import columns_of
from games.league.models import (
    Competition,
    Evening,
    PlayerSignUp,
    Seating,
    SubstituteRequest,
    TableSeat,
)
from games.league.queries import NamedEntrant
from games.league.services.evenings.seats import (
    NOT_PLAYED,
    entrants_coming,
    entrants_coming_later,
)
from games.league.standings.scores import ABSENT, MarkKind, parties
from games.league.words import Worths, worths_of
from games.table import signals


@dataclass(frozen=True, slots=True)
class Attending:
    """An entrant and whether it comes (None: not known); if not, `signed_off` or did not come. `words` are what each
    player of a pair or team said: name, and whether they come. `sits_out`: a player of it has a red card, which costs
    this evening. `was_there`: it had a seat in a round that is open, or waited in one; `table` is the key of its table
    in the newest of these, `others` are the entrants there that came, by name, and `partner` is the one of them on its
    own side, "" without. `from_round` is that to which it comes later, 0 for the next one. `has_played`: a table of it
    has begun, so it did come. `waits`: it has no table in the newest round that is open.
    """

    pk: int
    name: str
    comes: bool | None
    signed_off: bool
    words: tuple[tuple[str, bool], ...]
    sits_out: bool = False
    was_there: bool = False
    table: int | None = None
    from_round: int = 0
    has_played: bool = False
    waits: bool = False
    others: tuple[str, ...] = ()
    partner: str = ""

    @property
    def differs(self) -> bool:
        """Whether one player comes and another cannot."""
        return len({comes for _name, comes in self.words}) > 1


class AttendanceContext(TypedDict):
    """The context of `league/evenings/_attendance.html`; `words` is everybody who takes part, by name, `silent` how
    many of them said nothing and may play, `next_round` the one that is opened next, 0 without one, `open_rounds` those
    that are open, "1" or "1–2", and `later_rounds` those to which somebody can come later; `free_now` are those by name
    who wait in the newest round that is open."""

    evening: Evening
    words: tuple[Attending, ...]
    free_now: tuple[str, ...]
    coming: int
    silent: int
    came: int
    wanted: tuple[SubstituteRequest, ...]
    standing_by: tuple[str, ...]
    worths: Worths
    next_round: int
    open_rounds: str
    later_rounds: range


def attendance_context(evening: Evening, entered: Mapping[int, NamedEntrant]) -> AttendanceContext:
    """Sign-ups, open requests and the stand-by list at this moment. Who withdrew since was there all the same."""
    everybody = attendees(evening, entered)
    words = tuple(each for each in everybody if not entered[each.pk].withdrawn)
    return {
        "evening": evening,
        "words": words,
        "free_now": tuple(each.name for each in words if each.waits),
        "coming": sum(each.comes is True for each in words),
        "silent": sum(each.comes is None and not each.sits_out for each in words),
        "came": sum(each.was_there for each in everybody),
        "wanted": tuple(services.open_requests(evening)),
        "standing_by": tuple(evening.stand_bys.values_list("player__nickname", flat=True)),
        "worths": worths_of(evening.competition),
        "next_round": evening.round + 1 if evening.round < evening.rounds else 0,
        "open_rounds": f"1–{evening.round}" if evening.round > 1 else f"{evening.round}",
        "later_rounds": rounds_to_come_to(evening),
    }


def rounds_to_come_to(evening: Evening) -> range:
    """The rounds after the next one, to which somebody who comes late can be said to come; a round robin has its
    fixtures."""
    if evening.competition.seating == Seating.ROUND_ROBIN:
        return range(0)
    return range(evening.round + 2, evening.rounds + 1)


def attendees(evening: Evening, entered: Mapping[int, NamedEntrant]) -> tuple[Attending, ...]:
    """Every entrant, by name, those who withdrew too."""
    coming = set(entrants_coming(evening))
    comes = dict(evening.sign_ups.values_list("entrant", "comes"))
    signed_off = set(evening.sign_ups.filter(comes=False, in_time=True).values_list("entrant", flat=True))
    barred: frozenset[int] = frozenset()
    if _is_to_come(evening):
        barred = signals.players_sitting_out(evening.competition.season.club_id, evening.starts_at)
    words: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    rows = PlayerSignUp.objects.filter(evening=evening).order_by("player__nickname_sort")
    for entrant, player, name, one_comes in rows.values_list(
        "entrant", "player", "player__nickname", "comes"
    ):
        if entrant in entered and player in entered[entrant].players:
            words[entrant].append((name, one_comes))
    marks = evening.marks.filter(kind__in=(MarkKind.WAITED, *ABSENT))
    waits = marks.filter(kind=MarkKind.WAITED, round__lte=evening.round)
    waited: dict[int, set[int]] = defaultdict(set)
    for entrant, number in waits.values_list("entrant", "round"):
        waited[entrant].add(number)
    stayed_away = set(marks.filter(kind__in=ABSENT).values_list("entrant", flat=True))
    seats = TableSeat.objects.filter(table__evening=evening, table__round__lte=evening.round)
    tables: dict[int, int] = {}
    at_table: dict[int, dict[int, int]] = defaultdict(dict)
    in_order = seats.order_by("table__round", "table", "number")
    for entrant, table, number in in_order.values_list("entrant", "table", "number"):
        tables[entrant] = table
        at_table[table][number] = entrant
    played = set(seats.exclude(NOT_PLAYED).values_list("entrant", flat=True))
    later = entrants_coming_later(evening)
    names_present = {pk: each.name for pk, each in entered.items() if pk not in stayed_away - played}
    return tuple(
        Attending(
            each.pk,
            each.name,
            False if each.is_gone else True if each.pk in coming else comes.get(each.pk),
            each.pk in signed_off,
            tuple(words[each.pk]),
            not barred.isdisjoint(each.players),
            each.pk in {*waited, *tables} - (stayed_away - played),
            tables.get(each.pk),
            number if (number := later.get(each.pk, 0)) > evening.round + 1 else 0,
            each.pk in played,
            evening.round in waited.get(each.pk, ()),
            *(
                _company(evening.competition, each.pk, at_table[tables[each.pk]], names_present)
                if each.pk in tables and each.pk not in played
                else ()
            ),
        )
        for each in sorted(entered.values(), key=lambda each: sort_key(each.name))
    )


def _company(
    competition: Competition, entrant: int, seats: Mapping[int, int], here: Mapping[int, str]
) -> tuple[tuple[str, ...], str]:
    """The names of the other entrants at a table, whose `seats` are theirs, and of the one on the entrant's own side:
    of those who are `here`."""
    others = [each for each in dict.fromkeys(seats.values()) if each != entrant and each in here]
    columns = columns_of(competition.the_game, competition.house_options, len(seats))
    own = [side.seats for side in parties(columns, seats) if entrant in (seats[seat] for seat in side.seats)]
    partners = [each for each in others if any(seats[seat] == each for side in own for seat in side)]
    return tuple(here[each] for each in others), ", ".join(here[each] for each in partners)


def _is_to_come(evening: Evening) -> bool:
    """Whether no table of the evening is open yet."""
    return evening.status in Evening.TO_PLAY and not evening.round
