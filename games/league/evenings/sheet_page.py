"""A paper sheet as its page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext

from games.engine.cards import SUITS
from games.engine.club import SheetField, fields_asked
from games.engine.game import Game
from games.engine.options import read_options
from games.engine.view import RoundResult
from games.engine_words import direction, place_name, suit_name
from games.league.duplicate.scoring import DIRECTIONS
from games.league.models import LeagueTable
from games.league.services.evenings.same_cards import dealers_of
from games.league.services.evenings.seats import entrants_of, sides_of
from games.table.log import loading, paper_entries, rulings
from games.table.log.models import Action, Match
from games.table.log.states import RoundRulings, TableState, Totals
from games.table.screen.narration import Narrator


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One round as written down: points by side, its name and its suit ("" without), and the game's short words beside
    it. `judged` says in words that it is under review, or what a ruling or the club changed. `tallies` are what it adds
    to those of the game, by key and side, nothing where it was left out."""

    number: int
    label: str
    suit: str
    suit_name: str
    marks: tuple[str, ...]
    judged: tuple[str, ...]
    points: tuple[int, ...]
    tallies: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TotalsField:
    """A number of the whole sheet, or of its `line`, for each side: the points, or a tally of the game. `values` are
    what was typed."""

    key: str
    label: str
    values: tuple[str, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class RoundField:
    """A `SheetField` of the game as the form of a round draws it. No field of a Django form: what is typed is checked
    by the game alone, in the service, and its refusals name the rule.

    `options` are the values to choose from with their labels, `value` is what stands in it.
    """

    key: str
    label: str
    kind: str
    required: bool
    longest: int
    options: tuple[tuple[str, str], ...]
    value: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The sheet of a table with its forms, for one reader.

    `sides` are the partners' names, with their direction where all tables have the same cards; `your_side` is None for
    a reader without a seat there. `lines` are the rounds written down, `totals` the points of all of them by side and
    `tallied` the sums of the game's tallies, each with its label.

    `planned` is how many rounds of cards there are to be, `rounds` how many of them are typed, `complete` that those
    are all. `by_rounds` says that the game has a form for a round, `by_totals` that the sheet is typed as totals.
    `is_open` is whether its match is there; `confirmed` whether its rounds count, `disputed` whether the other side
    says that it is not right, and `disputed_because` its words about that. `may_retype`: the reader said so, and may
    type totals in its place. `code` is the match's, `seq` the newest entry of its log.

    `number` is the round that the form asks, None when there is none, `label` its name where rounds have names, and
    `fields` are its fields, line by line; `totals_fields` are those of totals, `corrected` those by which a sheet that
    counts is corrected. `deals_before` is how many deals of the evening come before those of the table; `dealer` is the
    place that deals this round, "" where tables have their own cards.
    """

    pk: int
    sides: tuple[str, ...]
    your_side: int | None
    lines: tuple[SheetLine, ...]
    totals: tuple[int, ...]
    tallied: tuple[tuple[str, tuple[int, ...]], ...]
    planned: int
    rounds: int
    seq: int
    number: int | None
    label: str
    is_open: bool
    by_totals: bool
    complete: bool
    by_rounds: bool
    may_type: bool
    may_confirm: bool
    may_object: bool
    may_retype: bool
    confirmed: bool
    disputed: bool
    disputed_because: str
    fields: tuple[tuple[RoundField, ...], ...]
    totals_fields: tuple[TotalsField, ...]
    corrected: tuple[TotalsField, ...]
    deals_before: int
    dealer: str
    code: str


def sheet_page(
    table: LeagueTable, *, player: int | None, runs: bool, typed: Mapping[str, str], line: int | None = None
) -> SheetPage:
    """The sheet for `player`; the side that typed first types, the other confirms, and who `runs` the evening may do
    both. `typed` was refused and stands in the form again; `line` is a written round to be changed."""
    sides = _sides_at(table, player)
    seats = sum(map(len, sides.seats))
    paper = _paper_of(table, seats)
    game, state = paper.game, paper.state
    same_cards = table.evening.competition.the_rules.same_cards
    lines = tuple(
        _line(game, result, rulings.reviews_of(state.reviews, result.number), sides.seats)
        for result in paper.played
    )
    number = line or len(state.written) + 1
    written = next((dict(one.typed) for one in state.written if one.number == number), {})
    has_form = number <= min(len(state.written) + 1, table.planned or number)
    first_seats = [side[0] for side in sides.seats]
    return SheetPage(
        pk=table.pk,
        sides=sides.names,
        your_side=sides.own,
        lines=lines,
        totals=tuple(sum(each.points[side] for each in lines) for side in range(len(sides.seats))),
        tallied=tuple(_sums_of_tallies(game, lines)),
        planned=table.planned,
        rounds=paper_entries.rounds_typed(state),
        seq=state.seq,
        number=number if has_form else None,
        label=label_of_round(game, paper.rules, number) if has_form else "",
        is_open=table.match is not None,
        by_totals=state.totals is not None,
        complete=paper_entries.rounds_typed(state) >= table.planned,
        by_rounds=bool(game.sheet),
        **_rights(paper, sides, runs=runs, planned=table.planned, same_cards=same_cards)._asdict(),
        confirmed=paper.status in Match.ENDED,
        disputed=state.objected is not None,
        disputed_because=_words_of_objection(table) if state.objected is not None else "",
        fields=_fields(table, sides.names, typed or written or _initial_values(table, sides.own)),
        totals_fields=_asked_totals(game, state.totals, first_seats, typed),
        corrected=tuple(_fields_to_correct(table, game, paper.played, state, first_seats, typed)),
        deals_before=table.deals_before,
        dealer=_dealer(table, number, seats) if has_form and same_cards else "",
        code=table.match.code if table.match is not None else "",
    )


class _Sides(NamedTuple):
    """The sides of a table: their seats and names, and which of them is the reader's own, None without a seat there."""

    seats: Sequence[Sequence[int]]
    names: tuple[str, ...]
    own: int | None


def _sides_at(table: LeagueTable, player: int | None) -> _Sides:
    seated = list(table.seats.select_related("player").order_by("number"))
    seats = [side.seats for side in sides_of(table, {each.number: each.entrant_id for each in seated})]
    names = tuple(
        " – ".join(each.player.nickname for each in seated if each.number in side) for side in seats
    )
    if table.evening.competition.the_rules.same_cards and len(seats) == len(DIRECTIONS):
        names = tuple(f"{direction(at)} {name}" for at, name in enumerate(names))
    own_seat = next((each.number for each in seated if each.player_id == player), None)
    own = next((place for place, side in enumerate(seats) if own_seat in side), None)
    return _Sides(seats, names, own)


class _Paper(NamedTuple):
    """The match of a sheet as far as it is written down; `status` is None and the rest empty before it is opened."""

    game: Game[Any]
    rules: Any
    status: str | None
    state: TableState
    played: tuple[RoundResult, ...]

    @property
    def is_writable(self) -> bool:
        return self.status in (Match.Status.OPEN, Match.Status.RUNNING)


def _paper_of(table: LeagueTable, seats: int) -> _Paper:
    match = table.match
    if match is None:
        competition = table.evening.competition
        return _Paper(competition.the_game, competition.house_options, None, TableState(), ())
    game, state = match.the_game, loading.newest_table(match.pk).state
    rules = read_options(game.Options, match.options)
    played = paper_entries.results_on_paper(game, rules, state, players=seats)
    return _Paper(game, rules, match.status, state, played)


class _Rights(NamedTuple):
    """The fields of `SheetPage` with these names."""

    may_type: bool
    may_confirm: bool
    may_object: bool
    may_retype: bool


def _rights(paper: _Paper, sides: _Sides, *, runs: bool, planned: int, same_cards: bool) -> _Rights:
    """A sheet that the reader's side did not type is theirs to judge: to confirm or to object to, no longer to type."""
    state = paper.state
    is_typed, typing_seat = paper_entries.is_typed(state), paper_entries.typing_seat(state)
    is_seated = sides.own is not None
    is_typist = typing_seat is not None and is_seated and typing_seat in sides.seats[sides.own]
    judges = paper.is_writable and is_typed and is_seated and not is_typist
    return _Rights(
        may_type=paper.is_writable and (runs or (is_seated and not judges)),
        may_confirm=is_typed
        and paper_entries.rounds_typed(state) >= planned
        and ((runs and paper.is_writable) or judges),
        may_object=judges and state.objected is None,
        may_retype=judges and state.objected is not None and not same_cards,
    )


def _sums_of_tallies(game: Game[Any], lines: Sequence[SheetLine]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The label of each tally with its sum for every side; those of which a sheet has nothing are left out."""
    for tally in game.tallies:
        of_lines = [line.tallies[tally.key] for line in lines if tally.key in line.tallies]
        sums = tuple(map(sum, zip(*of_lines, strict=True)))
        if any(sums):
            yield gettext(tally.label), sums


def _dealer(table: LeagueTable, number: int, seats: int) -> str:
    """The place that deals round `number` of a table, "" where that is not known."""
    dealer = dealers_of(table.evening).get(table.deals_before + number)
    return "" if dealer is None else place_name(dealer, seats)


def lines_of_match(table: LeagueTable) -> tuple[SheetLine, ...]:
    """The rounds of a table's match that is over, as its paper sheet would have them, on phones too."""
    match = table.match
    if match is None or match.status not in Match.ENDED:
        return ()
    loaded = loading.newest_table(match.pk)
    sides = [side.seats for side in sides_of(table, entrants_of(table))]
    played = rulings.rounds_as_played(
        loaded.game, loaded.options, loaded.state, players=len(loaded.sitters), on_paper=match.on_paper
    )
    return tuple(
        _line(loaded.game, result, rulings.reviews_of(loaded.state.reviews, result.number), sides)
        for result in played
    )


def label_of_round(game: Game[Any], options: Any, number: int) -> str:
    """The name of round `number` before it is played, "" where rounds have only numbers."""
    label = game.label(options, number=number)
    return Narrator(game, (), (), ()).say(label) if label else ""


def _words_of_objection(table: LeagueTable) -> str:
    """The words with which the other side said that the sheet is not right, "" without."""
    objection = Action.objects.filter(match=table.match_id, data__do="objected").order_by("-seq").first()
    return str(objection.data.get("why", "")) if objection is not None else ""


def _line(
    game: Game[Any], result: RoundResult, kept: RoundRulings, sides: Sequence[Sequence[int]]
) -> SheetLine:
    """A round with what rulings and corrections added to its points."""
    narrator = Narrator(game, ("",) * len(result.sides), result.sides, ())
    points = rulings.counted_points(result, kept)
    tallies = {} if rulings.is_void(kept) else rulings.counted_tallies(result, kept)
    return SheetLine(
        number=result.number,
        label=narrator.say(result.label) if result.label else "",
        suit=result.trump or "",
        suit_name=suit_name(result.trump) if result.trump else "",
        marks=tuple(narrator.say(mark) for mark in result.marks),
        judged=tuple(_review_words(kept)),
        points=tuple(points[side[0]] for side in sides),
        tallies={key: tuple(amounts[side[0]] for side in sides) for key, amounts in tallies.items()},
    )


def _review_words(kept: RoundRulings) -> Iterator[str]:
    """What became of a round after it was confirmed, in words."""
    if kept.cases:
        yield gettext("under review")
    if rulings.is_void(kept):
        yield gettext("left out")
    elif rulings.is_ruled(kept):
        yield pgettext("a line of the sheet", "ruled")
    if any(ruled.ruling == rulings.BY_THE_CLUB for ruled in kept.rulings):
        yield pgettext("a line of the sheet", "corrected")


def _asked_totals(
    game: Game[Any], totals: Totals | None, first_seats: Sequence[int], typed: Mapping[str, str]
) -> tuple[TotalsField, ...]:
    """The points and each tally of the game, with what is typed or was refused."""
    known = {} if totals is None else {"points": totals.points, **dict(totals.tallies)}
    named = [("points", gettext("Points")), *((tally.key, gettext(tally.label)) for tally in game.tallies)]

    def value(key: str, place: int) -> str:
        cell = typed.get(f"{key}_{place}")
        return cell if cell is not None else str(known[key][first_seats[place]]) if key in known else ""

    return tuple(
        TotalsField(key, label, tuple(value(key, place) for place in range(len(first_seats))))
        for key, label in named
    )


def _fields_to_correct(
    table: LeagueTable,
    game: Game[Any],
    played: Sequence[RoundResult],
    state: TableState,
    first_seats: Sequence[int],
    typed: Mapping[str, str],
) -> Iterator[TotalsField]:
    """The points of every line of the sheet that counts, and each tally of it, with what was refused; tallies of totals
    that nobody typed are empty. A line that an arbiter decides about, or did, has none: the club cannot correct it."""
    for result in played:
        kept = rulings.reviews_of(state.reviews, result.number)
        if kept.cases or rulings.is_ruled(kept):
            continue
        named = gettext("Points")
        if state.totals is None:
            named = pgettext("a round of cards", "Round {number}").format(number=result.number)
            if table.evening.competition.the_rules.same_cards:
                named = gettext("Deal {number}").format(number=table.deals_before + result.number)
        counted = rulings.counted_tallies(result, kept)
        known = {"points": (named, rulings.counted_points(result, kept))}
        known |= {each.key: (gettext(each.label), counted[each.key]) for each in game.tallies}
        for key, (label, amounts) in known.items():
            field = f"{key}_{result.number}"
            is_known = key == "points" or state.totals is None or any(amounts)
            values = [
                typed.get(f"{field}_{place}", f"{amounts[seat]}" if is_known else "")
                for place, seat in enumerate(first_seats)
            ]
            yield TotalsField(field, label, tuple(values), result.number)


def _initial_values(table: LeagueTable, yours: int | None) -> Mapping[str, str]:
    """The initial values of a form: the reader's own side in fields that usually name it."""
    sheet = table.evening.competition.the_game.sheet
    return {field.key: str(yours) for field in sheet if field.kind == "own_side" and yours is not None}


def _fields(
    table: LeagueTable, partners: Sequence[str], typed: Mapping[str, str]
) -> tuple[tuple[RoundField, ...], ...]:
    """The fields that the club's house rules ask for."""
    competition = table.evening.competition
    game, options = competition.the_game, competition.house_options
    rows: list[list[RoundField]] = []
    for field in fields_asked(game.sheet, options, len(partners)):
        its_field = _round_field(field, partners, typed.get(field.key, ""))
        if field.beside and rows:
            rows[-1].append(its_field)
        else:
            rows.append([its_field])
    return tuple(tuple(row) for row in rows)


def _round_field(field: SheetField, partners: Sequence[str], value: str) -> RoundField:
    label = gettext(field.label)
    options: tuple[tuple[str, str], ...] = tuple((key, gettext(words)) for key, words in field.values.items())
    if field.kind in ("side", "own_side"):
        options = tuple((str(side), name) for side, name in enumerate(partners))
    elif field.kind == "suit":
        options = tuple((suit, suit_name(suit)) for suit in SUITS)
    return RoundField(
        key=field.key,
        label=label if field.of_side is None else f"{label}, {partners[field.of_side]}",
        kind=field.kind,
        required=field.required,
        longest=field.longest,
        options=options,
        value=value,
    )
