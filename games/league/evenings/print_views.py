"""Printed pages of an evening: table cards, a seating list, tally sheets empty and filled, slips for deals, a list of
prizes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.members import Right
from accounts.names import sort_key, whole_number
from games.engine.cards import SUITS
from games.engine.club import fields_asked
from games.engine.game import Game
from games.engine.seats import Seat
from games.engine_words import PLACES, direction, place_name, suit_name
from games.league import queries, services
from games.league.access import of_evening, of_led_evening, require_same_cards
from games.league.evenings import cockpit_tables
from games.league.evenings.cash_views import money_text, prize_money
from games.league.evenings.cockpit_tables import ENDED_STATES, CockpitRound, CockpitTable, Sitter
from games.league.evenings.deals import records_of
from games.league.evenings.deals_views import letters_of
from games.league.evenings.evening_views import frame_of
from games.league.evenings.movement_choices import movement_in_words
from games.league.evenings.open_deals import SuitHeld, suits_held
from games.league.evenings.recap import recap_of
from games.league.evenings.report import report_line
from games.league.evenings.sheet_page import SheetLine, label_of_round, lines_of_match, sheet_page
from games.league.leaders import leads
from games.league.models import EntrantPlayer, Evening, LeagueTable, Seating, TableSeat
from games.league.models.tables import deals_before_round
from games.league.replaced_seats import has_sat_in
from games.league.services.evenings.same_cards import dealers_of, hides_sheet, sealed_deals
from games.league.services.evenings.seats import entrants_coming_later, waits_shown
from games.league.standings.places import MAX_PLACES, read_prizes
from games.league.words import worths_of
from games.table.shared_deals import are_open

USUAL_PRIZES: Final = "1-3"
"""The places that the list of prizes shows where the evening has no rule and the page asks for none."""
MAX_LINES: Final = 32
"""Lines of an empty tally sheet that fit on half a page of A4."""
MAX_TALLY_COLUMNS: Final = 12
"""Columns for the tallies of all sides together that fit beside the points; with more only their sums are asked."""


@dataclass(frozen=True, slots=True)
class SeatInRound:
    """Where somebody sits in a round; `table` is None for a round of waiting (`waits`), one before they come (`late`),
    and one for which they are not there. `direction` is theirs where all tables have the same cards."""

    round: int
    table: int | None
    late: bool = False
    waits: bool = False
    direction: str = ""


@dataclass(frozen=True, slots=True)
class TallySheet:
    """A tally sheet: the table, its hands as written, the numbers and names of those to fill in, and the totals of each
    side. `tallies` have a column in each side of an empty sheet, `sums` a line under it; `tallied` are those of a sheet
    that is filled, with their amounts. `unnamed`: the round of the table is not drawn yet. `judged` says what became of
    totals without lines. Where all tables have the same cards an empty one is a slip instead: `deals` are its rows, and
    `seated` those of each direction with their places."""

    table: CockpitTable
    lines: tuple[SheetLine, ...]
    empty: tuple[tuple[int, str], ...]
    totals: tuple[int | None, ...]
    tallies: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    tallied: tuple[tuple[str, tuple[int, ...]], ...] = ()
    unnamed: bool = False
    judged: tuple[str, ...] = ()
    deals: tuple[SlipRow, ...] = ()
    seated: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class DealingSheet:
    """The cards of one place in every deal: number, whether the place deals, and the hand by suit."""

    place: str
    deals: tuple[tuple[int, bool, tuple[SuitHeld, ...]], ...]


class Spot(NamedTuple):
    """A place at a table in a round: `at` is the column of the card, `place` its head."""

    round: int
    table: int
    at: int
    place: str


class SeatedNames(NamedTuple):
    """Those who sit in a column of a card in one round, and where they go afterwards; "" after the last round."""

    names: str
    then: str


class CardRound(NamedTuple):
    """A round on a card: its number, its first and last deal, who deals them, and who sits in each column."""

    number: int
    first: int
    last: int
    dealers: tuple[str, ...]
    seated: tuple[SeatedNames, ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """What lies on a table where all have the same cards: the heads of its columns, and its rounds."""

    number: int
    places: tuple[str, ...]
    rounds: tuple[CardRound, ...]

    @property
    def has_dealers(self) -> bool:
        """Whether it is known who deals."""
        return any(each.dealers for each in self.rounds)


@require_http_methods(["GET", "HEAD", "POST"])
@of_led_evening
def dealing_sheets(request: HttpRequest, evening: Evening) -> HttpResponse:
    """The sheets by which the cards of an evening are laid out, a page for each place. A post shows them: whoever opens
    the page by chance sees no card, and who plays this evening reads that somebody else has to."""
    require_same_cards(evening)
    sheets: list[DealingSheet] = []
    if request.method == "POST":
        laid_out = services.print_dealing_sheets(
            evening_id=evening.pk, actor=request.user, now=timezone.now()
        )
        letters = letters_of(request)
        deals = [(each.number, each.deal) for each in laid_out if each.deal is not None]
        sheets = [
            DealingSheet(
                str(place),
                tuple(
                    (number, deal.dealer == at, suits_held(deal.hands[at], letters=letters))
                    for number, deal in deals
                ),
            )
            for at, place in enumerate(map(gettext, PLACES))
        ]
    page = {
        **frame_of(request, evening),
        "kind": "dealing",
        "sheets": sheets,
        "plays": has_sat_in(TableSeat.objects.filter(table__evening=evening), request.user.pk),
    }
    return render(request, "league/evenings/print/dealing.html", page)


@require_safe
@of_evening(Right.SEE)
def evening_print(request: HttpRequest, evening: Evening, kind: str) -> HttpResponse:
    """One of the pages for paper; `kind` is the name of its template."""
    if kind not in PAGES:
        raise Http404
    page = {**frame_of(request, evening), "kind": kind, **PAGES[kind](request, evening)}
    return render(request, f"league/evenings/print/{kind}.html", page)


def _cards(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """A card for every table of every round; where all have the same cards one a table, with all its rounds."""
    rounds = _rounds(evening)
    if evening.competition.the_rules.same_cards:
        return {"guides": _guides(evening, rounds), "movement": movement_in_words(evening, short=True)}
    return {"tables": [table for each in rounds for table in each.tables]}


def _guides(evening: Evening, rounds: Sequence[CockpitRound]) -> list[TableCard]:
    """The cards of tables with the same deals: who sits where in each round, with which deals, and where they go."""
    deals = max((table.planned for each in rounds for table in each.tables), default=0)
    spots: dict[int, list[tuple[Spot, int]]] = defaultdict(list)
    by_table: dict[int, list[tuple[int, tuple[tuple[str, tuple[Sitter, ...]], ...]]]] = defaultdict(list)
    for table in (table for each in rounds for table in each.tables):
        columns = _columns_of(table, single=evening.competition.size == 1)
        by_table[table.number].append((table.round, columns))
        for at, (place, sitters) in enumerate(columns):
            for sitter in sitters:
                spots[sitter.entrant].append((Spot(table.round, table.number, at, place), sitter.player))
    last = max((each.number for each in rounds), default=0)
    dealers, seats = dealers_of(evening), evening.competition.the_game.seats[0]

    def seat_names(here: Spot, sitters: tuple[Sitter, ...]) -> SeatedNames:
        names = " – ".join(
            gettext("free seat of {name}").format(name=sitter.name) if sitter.free else sitter.name
            for sitter in sitters
        )
        if here.round == last or not sitters:
            return SeatedNames(names, "")
        return SeatedNames(names, _way_on(here, _next_spot(here, sitters, spots[sitters[0].entrant])))

    return [
        TableCard(
            number,
            max((tuple(place for place, _sitters in columns) for _round, columns in of_table), key=len),
            tuple(
                CardRound(
                    round_,
                    deals_before_round(round_, deals) + 1,
                    deals_before_round(round_ + 1, deals),
                    tuple(
                        place_name(dealers[deal], seats)
                        for deal in range(
                            deals_before_round(round_, deals) + 1, deals_before_round(round_ + 1, deals) + 1
                        )
                        if deal in dealers
                    ),
                    tuple(
                        seat_names(Spot(round_, number, at, place), sitters)
                        for at, (place, sitters) in enumerate(columns)
                    ),
                )
                for round_, columns in of_table
            ),
        )
        for number, of_table in sorted(by_table.items())
    ]


def _columns_of(table: CockpitTable, *, single: bool) -> tuple[tuple[str, tuple[Sitter, ...]], ...]:
    """The columns of a table on its card, each with its head: the two directions, or every seat by itself where
    `single` players take part."""
    if table.is_two_against_two and not single:
        directions = gettext("North-South"), gettext("East-West")
        return tuple((name, side.sitters) for name, side in zip(directions, table.sides, strict=True))
    sitters = table.sitters
    return tuple((place_name(sitter.seat, len(sitters)), (sitter,)) for sitter in sitters)


def _next_spot(here: Spot, sitters: Sequence[Sitter], spots: Sequence[tuple[Spot, int]]) -> Spot | None:
    """Where those of one entrant who sit `here` play next, of all its `spots` and players; None: nowhere. A substitute
    may sit there for one of them, and a team of four plays at two tables."""
    coming = min((spot.round for spot, _player in spots if spot.round > here.round), default=None)
    next_spots = [(spot, player) for spot, player in spots if spot.round == coming]
    own = [spot for spot, player in next_spots if any(player == sitter.player for sitter in sitters)]
    return min(own or [spot for spot, _player in next_spots], default=None)


def _way_on(here: Spot, there: Spot | None) -> str:
    """The way from one place to the next, in words."""
    if there is None:
        return gettext("wait")
    if there.round > here.round + 1:
        sentence = gettext("wait; in round {round} table {number}, {place}")
        return sentence.format(round=there.round, number=there.table, place=there.place)
    if there.table != here.table:
        return gettext("table {number}, {place}").format(number=there.table, place=there.place)
    if there.place != here.place:
        return gettext("this table, {place}").format(place=there.place)
    return gettext("stay here")


def _seats(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """Everybody by name, with their table in each round; who comes and has none waits."""
    rounds = _rounds(evening)
    places: dict[str, dict[int, tuple[int, str]]] = defaultdict(dict)
    for each in rounds:
        for table in each.tables:
            for side in table.sides:
                for sitter in side.sitters:
                    places[sitter.name][each.number] = table.number, side.direction
    waiting: dict[int, set[str]] = defaultdict(set)
    for names, rounds_waited in _waiting_players(evening):
        for number in rounds_waited:
            waiting[number].update(names)
        if places.keys().isdisjoint(names):  # others have their row already, with a round in which they wait
            places |= {name: {} for name in names}
    numbers = [each.number for each in rounds]
    late = _first_rounds_by_name(evening)
    people = [
        (
            name,
            [
                SeatInRound(number, at, number < late.get(name, 0), name in waiting[number], towards)
                for number in numbers
                for at, towards in (own.get(number, (None, "")),)
            ],
        )
        for name, own in sorted(places.items(), key=lambda one: sort_key(one[0]))
    ]
    return {
        "numbers": numbers,
        "people": people,
        "movement": movement_in_words(evening),
        "dealers": dealers_in_words(evening),
    }


def _first_rounds_by_name(evening: Evening) -> dict[str, int]:
    """The names of those who come later, with their first round."""
    first = entrants_coming_later(evening)
    members = EntrantPlayer.objects.filter(entrant__in=first).values_list("player__nickname", "entrant")
    return {name: first[entrant] for name, entrant in members}


def _waiting_players(evening: Evening) -> list[tuple[list[str], list[int]]]:
    """The players of each entrant who waits in some round, and those rounds."""
    waiting: dict[int, list[int]] = defaultdict(list)
    for number, entrants in waits_shown(evening).items():
        for entrant in entrants:
            waiting[entrant].append(number)
    members = EntrantPlayer.objects.filter(entrant__in=waiting).select_related("player")
    found: dict[int, list[str]] = defaultdict(list)
    for member in members:
        found[member.entrant_id].append(member.player.nickname)
    return [(names, waiting[entrant]) for entrant, names in found.items()]


def _empty_sheets(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """A tally sheet to fill in for every table that is not over, or where all are, for every table: of the round asked
    for, or of all rounds of the evening. Those of rounds that are drawn later have no names, and as many tables as the
    newest round. It has room for what the game tallies, so that the totals of a sheet can be typed from paper."""
    drawn = _rounds(evening)
    every = [table for each in drawn for table in each.tables]
    one_by_one = evening.status == Evening.Status.DRAWN and evening.competition.seating == Seating.SWISS
    later = range(drawn[-1].number + 1, evening.rounds + 1) if drawn and one_by_one else range(0)
    unnamed = [replace(table, round=number) for number in later for table in drawn[-1].tables]
    tables = [*(table for table in every if table.state not in ENDED_STATES), *unnamed] or every
    numbers = sorted({table.round for table in tables})
    only = whole_number(request.GET.get("round", ""))
    game, options = evening.competition.the_game, evening.competition.house_options
    same_cards = evening.competition.the_rules.same_cards

    def lines(table: CockpitTable) -> tuple[tuple[int, str], ...]:
        numbers = range(1, min(table.planned or 16, MAX_LINES) + 1)
        before = table.deals_before if same_cards else 0  # a deal has one number on every sheet
        return tuple((before + number, label_of_round(game, options, number)) for number in numbers)

    tallies = tuple(gettext(tally.label) for tally in game.tallies)

    dealers, seats = dealers_of(evening), game.seats[0]
    columns_of_slip = slip_columns(game, options) if same_cards else ()

    def sheet(table: CockpitTable) -> TallySheet:
        if columns_of_slip and table.is_two_against_two:
            numbers = [number for number, _label in lines(table)]
            deals = slip_rows(numbers, dealers, seats)
            return TallySheet(
                table,
                (),
                (),
                (),
                unnamed=table.round in later,
                deals=deals,
                seated=_places_by_direction(table),
            )
        fits = len(tallies) * len(table.sides) <= MAX_TALLY_COLUMNS
        columns, sums = (tallies, ()) if fits else ((), tallies)
        return TallySheet(table, (), lines(table), (), columns, sums, unnamed=table.round in later)

    return {
        "sheets": [sheet(table) for table in tables if only in (None, table.round)],
        "wide": bool(tallies) or bool(columns_of_slip),
        "columns": columns_of_slip,
        "numbers": numbers,
        "only": only,
    }


def _places_by_direction(table: CockpitTable) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The two directions of a table, each with its places and who sits there."""
    seats = len(table.sitters)
    return tuple(
        (name, tuple((sitter.name, place_name(sitter.seat, seats)) for sitter in side.sitters))
        for name, side in zip((gettext("North-South"), gettext("East-West")), table.sides, strict=True)
    )


def _filled_sheets(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """The tally sheets as they were typed here or played on phones, with what an arbiter or the club changed; totals
    where only those are known, and the result of other tables. Under the total stand the tallies that somebody has."""
    played = {
        table.pk: table
        for table in evening.tables.filter(match__isnull=False).select_related("match__shared_deals")
    }
    sheets = []
    now, is_leader = timezone.now(), leads(evening, request.user)
    for table in (table for each in _rounds(evening) if each.is_open for table in each.tables):
        lines: tuple[SheetLine, ...] = ()
        judged: tuple[str, ...] = ()
        tallied: tuple[tuple[str, tuple[int, ...]], ...] = ()
        found = played.get(table.pk)
        # On phones nobody is shown how a table played cards that others are still to play, not even who leads.
        is_shown = found is not None and (found.on_paper or are_open(found.match, now))
        if is_shown and not hides_sheet(found, request.user.pk, runs=is_leader, now=now):
            found.evening = evening
            lines, by_totals = _sheet_lines(found)
            tallied = _tally(evening, lines)
            if by_totals:
                lines, judged = (), tuple(word for line in lines for word in line.judged)
        totals = tuple(side.points for side in table.sides)
        sheets.append(TallySheet(table, lines, (), totals, tallied=tallied, judged=judged))
    return {"sheets": sheets, "worths": worths_of(evening.competition)}


def _sheet_lines(table: LeagueTable) -> tuple[tuple[SheetLine, ...], bool]:
    """The lines of a sheet, and whether they are one with its totals."""
    if not table.on_paper:
        return lines_of_match(table), False
    shown = sheet_page(table, player=None, runs=False, typed={})
    return shown.lines, shown.by_totals


def _tally(evening: Evening, lines: Sequence[SheetLine]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The tallies of the game that a side has on this sheet, with the amounts of each side."""
    counted = [line.tallies for line in lines if line.tallies]
    found = []
    for tally in evening.competition.the_game.tallies:
        by_side = zip(*(tallies[tally.key] for tallies in counted), strict=True)
        amounts = tuple(sum(each) for each in by_side)
        if any(amounts):
            found.append((gettext(tally.label), amounts))
    return tuple(found)


def _prizes(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """The entrants with a prize of the cash sheet and its amount, or those on the places that the page asks for
    ("1-4, 8, 12"); a place that equals share has all of them. Where there is no stake the amounts are "", to be filled
    in by hand."""
    lines = queries.evening_lines(evening, queries.season_table(evening.competition))
    stake, rule = services.stake_of(evening)
    by_rule = _as_ranges(read_prizes(rule) or ()) if stake else ""
    places = request.GET.get("places", by_rule or USUAL_PRIZES)[:60]
    amounts = {key: money_text(cents) for key, cents in prize_money(evening, lines).prizes.items()}
    if by_rule and "places" not in request.GET:
        shown = [line for line in lines if line.entrant in amounts]
    else:
        wanted = places_in(places)
        shown = [line for line in lines if line.place in wanted]
    return {
        "places": places,
        "lines": [(report_line(line), amounts.get(line.entrant, "")) for line in shown],
    }


def _as_ranges(places: Iterable[int]) -> str:
    """The places as `places_in` reads them: 1-3, 8."""
    ranges: list[list[int]] = []
    for place in sorted(places):
        if ranges and place == ranges[-1][-1] + 1:
            ranges[-1].append(place)
        else:
            ranges.append([place])
    return ", ".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else f"{each[0]}" for each in ranges)


def _hands(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """The hands of every deal that all tables have played, with what each made of them."""
    require_same_cards(evening)
    return {"records": records_of(evening, letters=letters_of(request))}


def _recap(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """What every open deal was worth to everybody. Raises Http404 where tables have their own cards."""
    require_same_cards(evening)
    return {"recap": recap_of(evening)}


def _seals(request: HttpRequest, evening: Evening) -> Mapping[str, object]:
    """The seals of all deals, to hang up before the first card."""
    return {"seals": sealed_deals(evening)}


def places_in(text: str) -> frozenset[int]:
    """The places that "1-4, 8, 12" names; what is no place is left out."""
    found: set[int] = set()
    for part in text.replace("–", "-").split(","):
        first, dash, last = (one.strip() for one in part.partition("-"))
        start = whole_number(first, most=MAX_PLACES)
        end = whole_number(last, most=MAX_PLACES) if dash else start
        if start is not None and end is not None:
            found |= set(range(start, end + 1))
    return frozenset(found - {0})


def _rounds(evening: Evening) -> Sequence[CockpitRound]:
    return cockpit_tables.rounds_of(evening, queries.entrants_by_key(evening.competition))


PAGES: Final[Mapping[str, Callable[[HttpRequest, Evening], Mapping[str, object]]]] = {
    "cards": _cards,
    "seats": _seats,
    "empty": _empty_sheets,
    "filled": _filled_sheets,
    "prizes": _prizes,
    "hands": _hands,
    "seals": _seals,
    "recap": _recap,
}


# Slips for tables with real cards that all have the same deals: what is written down of each deal, and who deals.

SIDES: Final = 2
NUMBERS: Final = ("number", "cards")


class SlipColumn(NamedTuple):
    """A column of a slip: its head, and the part of each direction where it has one. `circled` are the values of which
    one is circled, `suits` whether these are suits."""

    label: str
    parts: tuple[str, ...] = ()
    circled: tuple[tuple[str, str], ...] = ()
    suits: bool = False


class SlipRow(NamedTuple):
    """A deal on a slip: its number, and the place that deals, "" where that is not known."""

    number: int
    dealer: str


def slip_columns(game: Game[Any], options: Any) -> tuple[SlipColumn, ...]:
    """What the form asks of a deal, as columns to fill in: the points have a part for each direction, so no column asks
    whose they are."""
    directions = direction(0), direction(1)
    columns: list[SlipColumn] = []
    of_own_side = False
    for field in fields_asked(game.sheet, options, SIDES):
        label = gettext(field.label)
        if field.kind == "own_side":
            of_own_side = True
        elif field.kind == "suit":
            suits = tuple((suit, suit_name(suit)) for suit in SUITS)
            columns.append(SlipColumn(label, circled=suits, suits=True))
        elif field.kind == "side":
            columns.append(SlipColumn(label, circled=tuple((each, each) for each in directions)))
        elif field.kind == "choice":
            values = tuple((value, gettext(words)) for value, words in field.values.items())
            columns.append(SlipColumn(label, circled=values))
        elif field.kind in NUMBERS and field.of_side is not None:
            if field.of_side == 0:
                columns.append(SlipColumn(label, directions))
        elif field.kind in NUMBERS and of_own_side:
            if not field.beside:  # the points of the others, to check, have their part already
                columns.append(SlipColumn(label, directions))
        else:
            columns.append(SlipColumn(label))
    return tuple(columns)


def slip_rows(numbers: Iterable[int], dealers: Mapping[int, Seat], seats: int) -> tuple[SlipRow, ...]:
    """The deals of a slip with their dealers."""
    return tuple(
        SlipRow(number, place_name(dealers[number], seats) if number in dealers else "") for number in numbers
    )


def dealers_in_words(evening: Evening) -> str:
    """Who deals which deals of the evening: "Dealer: North 1, 5; East 2, 6; ..."; "" where tables have their own cards,
    or play on phones alone by the rules of the game."""
    dealers = dealers_of(evening)
    by_place: dict[Seat, list[int]] = defaultdict(list)
    for number, place in sorted(dealers.items()):
        by_place[place].append(number)
    seats = evening.competition.the_game.seats[0]
    parts = [
        f"{place_name(place, seats)} {', '.join(map(str, numbers))}"
        for place, numbers in sorted(by_place.items())
    ]
    return gettext("Dealer: {parts}.").format(parts="; ".join(parts)) if parts else ""
