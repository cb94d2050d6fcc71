"""The sheet of Kan: lines of a round, the end of deals and rounds, rounds typed from paper, rounds scored again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, cast

from games.engine.actions import Data
from games.engine.club import SheetField, Tally
from games.engine.errors import MalformedAction, Refusal
from games.engine.game import replace_fields
from games.engine.kan.errors import KanRefusal
from games.engine.kan.legal import quotas
from games.engine.kan.options import Options
from games.engine.kan.state import DEALS_A_ROUND, KAN, MUKAN, SEATS, Deal, End, State, first_trump, sides
from games.engine.seats import Seat
from games.engine.view import CorrectedFacts, Ending, NewScore, RoundResult, ScoreLine
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

# The score of a round from how its deals ended, line by line (rules/kan 2, Score of a round).

Both: TypeAlias = tuple[int, int]
"""Points of each kan player and of each mukan player."""
NOTHING: Final[Both] = (0, 0)

TABLES: Final[Mapping[str, Mapping[str, Both]]] = {
    "aomori": {
        "won": (1, -1),
        "lost": (-1, 1),
        "sukonku": (1, -1),
        "juuroku_made": (8, -8),
        "juuroku_failed": (-16, 16),
        "gyaku_sukonku_first": (-10, 10),
        "gyaku_sukonku": (-3, 3),
        "gyaku_juuroku_made": (-16, 16),
        "gyaku_juuroku_failed": (32, -32),
        "third": (1, -1),
    },
    "zero_sum": {
        "won": (3, -2),
        "lost": (-3, 2),
        "sukonku": (3, -2),
        "juuroku_made": (15, -10),
        "juuroku_failed": (-30, 20),
        "gyaku_sukonku_first": (-12, 8),
        "gyaku_sukonku": (-6, 4),
        "gyaku_juuroku_made": (-15, 10),
        "gyaku_juuroku_failed": (30, -20),
        "third": (3, -2),
    },
}


class Outcome(NamedTuple):
    """Whether the kan won a deal, and how it ended."""

    won: bool
    end: End


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a round: what it brings each kan and each mukan player, and what it had brought before a later one
    cancelled it."""

    text: Text
    points: Both
    cancelled: Both | None = None


def outcomes(done: Iterable[Deal]) -> list[Outcome]:
    """The outcomes of finished deals."""
    return [Outcome(bool(deal.won), deal.end) for deal in done if deal.end is not None]


def score_lines(deals: Iterable[Outcome], options: Options) -> tuple[Line, ...]:
    """The lines of a round whose deals came out so."""
    table = TABLES[options.score_table]
    lines: list[Line] = []
    for place, (won, end) in enumerate(deals, start=1):
        if place > 1 and end in (End.GYAKU_SUKONKU, End.GYAKU_JUUROKU_MADE):
            lines = [_cancel_line(line) for line in lines]
        lines += _lines_of_deal(place, won, end, options, table)
        if end is End.GYAKU_JUUROKU_FAILED:
            if options.gyaku_fail == "double":
                lines.append(Line(text("line_doubled", deal=place), sum_lines(lines)))
            lines.append(Line(text("line_gyaku_juuroku_failed", deal=place), table[end.value]))
        if place == DEALS_A_ROUND and won:
            lines.append(Line(text("line_third"), table["third"]))
    return tuple(lines)


def _lines_of_deal(
    place: int, won: bool, end: End, options: Options, table: Mapping[str, Both]
) -> list[Line]:
    """The lines of one deal before any doubling."""
    deal = Line(text("line_won" if won else "line_lost", deal=place), table["won" if won else "lost"])
    match end:
        case End.PLAYED | End.GYAKU_JUUROKU_FAILED:
            return [deal]
        case End.GYAKU_SUKONKU if place == 1:
            flat = Line(text("line_gyaku_sukonku_first"), table["gyaku_sukonku_first"])
            return [deal, flat] if options.gyaku_first == "plus_deal" else [flat]
        case End.GYAKU_SUKONKU | End.GYAKU_JUUROKU_MADE:
            return [Line(text(f"line_{end.value}", deal=place), table[end.value])]
        case _:
            return [deal, Line(text(f"line_{end.value}", deal=place), table[end.value])]


def _cancel_line(line: Line) -> Line:
    """The line after a later one cancelled it."""
    return line if line.cancelled else replace(line, points=NOTHING, cancelled=line.points)


def sum_lines(lines: Iterable[Line]) -> Both:
    """The sum of the lines for each kan and each mukan player."""
    points = [line.points for line in lines]
    return sum(kan for kan, _mukan in points), sum(mukan for _kan, mukan in points)


# The end of a deal, of a round and of the match: result, report, totals, tallies, places (rules/kan 2).

TALLIES: Final = (
    Tally("kan", _("Rounds as kan")),
    Tally("kan_won", _("Rounds won as kan")),
    Tally("sukonku", _("Sukonku")),
    Tally("juuroku_made", _("Juuroku made")),
    Tally("juuroku_failed", _("Juuroku failed"), "low"),
    Tally("gyaku_sukonku", _("Gyaku sukonku")),
    Tally("gyaku_juuroku_made", _("Gyaku juuroku made")),
    Tally("gyaku_juuroku_failed", _("Gyaku juuroku failed"), "low"),
)


def after_deal(state: State, deal: Deal) -> State:
    """The state after a deal that is over: void, one more of its round, or the last one."""
    state = replace_fields(state, deal=deal)
    if deal.void:
        return replace_fields(state, void_deals=(*state.void_deals, deal.number))
    done = (*state.done, deal)
    lost = not deal.won and state.options.round_end == "on_loss"
    state = replace_fields(state, done=done)
    return close_round(state) if lost or len(done) == DEALS_A_ROUND else state


def close_round(state: State) -> State:
    """The round on the sheet."""
    first = state.done[0]
    result = result_of(
        state.round,
        first.kan,
        outcomes(state.done),
        state.options,
        facts={"trump": first.trump, "kan": list(first.kan), "deals": _deal_results(state.done)},
        numbers=tuple(deal.number for deal in state.done),
        trump=first.trump,
    )
    result = replace(result, ending=_ending_of_round(state.done, result, state.options))
    return replace_fields(
        state,
        results=(*state.results, result),
        reports=(*state.reports, report(state, result)),
        totals=tuple(total + points for total, points in zip(state.totals, result.score, strict=True)),
    )


def _ending_of_round(done: Sequence[Deal], result: RoundResult, options: Options) -> Ending:
    """How many deals either side won, and the cards that count it took in the last, which ended the round."""
    won = sum(bool(deal.won) for deal in done)
    facts: dict[str, int] = {"won": won, "played": len(done)}
    code, last = "end", done[-1]
    if not last.won and last.end is End.PLAYED:
        code = "end_lost" if won else "end_lost_at_once"
        facts |= _had_of_needed(last, options)
    elif not last.won and len(done) == 1:
        code = "end_first_lost"
    return _ending(done, result, code, facts)


def _ending_of_deal(done: Sequence[Deal], result: RoundResult, options: Options) -> Ending:
    """How the last of these deals ended, between two of a round, and what the round counts with it."""
    last = done[-1]
    end = last.end or End.PLAYED
    outcome = end.value if end is not End.PLAYED else "won" if last.won else "lost"
    return _ending(done, result, f"deal_{outcome}", {"deal": last.place, **_had_of_needed(last, options)})


def _had_of_needed(deal: Deal, options: Options) -> dict[str, int]:
    """The points the kan took in a deal, and those they needed."""
    return {"had": deal.points[KAN], "needed": quotas(deal.place, options)[KAN]}


def _ending(done: Sequence[Deal], result: RoundResult, code: str, facts: Mapping[str, int]) -> Ending:
    """The ending of a round or a deal, said with this code; the cards are those of the last deal."""
    last = done[-1]
    points = result.score[last.kan[0]]
    juuroku_made = any(deal.end is End.JUUROKU_MADE for deal in done)
    won = sum(bool(deal.won) for deal in done)
    return Ending(
        tricks=_per_seat((won, len(done) - won), result.sides),
        cards=_per_seat(last.points, result.sides),
        bonus=_per_seat((0, 0), result.sides),
        bonus_name=None,
        about=last.kan[0],
        text=text(code, side=KAN, **facts),
        own=text(f"own_{code}", **facts),
        kind="failed" if points < 0 else "all" if juuroku_made else "",
        shown=tuple(last.captured[side] for side in result.sides),
        against=text(f"against_{code}", side=KAN, **facts)
        if code.startswith("end_") and points < 0
        else None,
    )


def so_far(state: State) -> RoundResult | None:
    """The running round as it counts by the deals that are done; None before the first of them, and once the round is
    written down."""
    if state.closed or not state.done:
        return None
    deal = state.done[-1]
    counted = result_of(
        state.round,
        deal.kan,
        outcomes(state.done),
        state.options,
        facts={},
        trump=state.done[0].trump,
    )
    word, points = "so_far_won" if deal.won else "so_far_lost", counted.score[deal.kan[0]]
    verdict = text(word, side=KAN, deal=deal.place, had=deal.points[KAN], points=points)
    return replace(counted, verdict=verdict, ending=_ending_of_deal(state.done, counted, state.options))


def result_of(
    number: int,
    kan: tuple[Seat, Seat],
    deals: Sequence[Outcome],
    options: Options,
    *,
    facts: Mapping[str, object],
    numbers: tuple[int, ...] = (),
    trump: str | None = None,
) -> RoundResult:
    """A round whose deals came out so; `numbers` are those of its deals in the match, none on paper."""
    lines, of_seat = score_lines(deals, options), sides(kan)
    points = sum_lines(lines)
    return RoundResult(
        number=number,
        score=_per_seat(points, of_seat),
        lines=tuple(_score_line(line, of_seat) for line in lines),
        verdict=_verdict(deals, facts, options, points[KAN]),
        facts=facts,
        sides=of_seat,
        tallies=_tallies(deals, points[KAN] > 0, of_seat),
        deals=numbers,
        trump=trump,
        marks=tuple(text(f"mark_{end.value}") for _won, end in deals if end is not End.PLAYED),
    )


def _verdict(deals: Sequence[Outcome], facts: Mapping[str, Any], options: Options, points: int) -> Text:
    """The round in a sentence: how many deals the kan won, and where they played on to the end of the last and lost it,
    with how many of the points they needed. A sheet on paper has no points of deals."""
    won, played, deal_facts = sum(won for won, _end in deals), len(deals), facts.get("deals")
    lost = Outcome(won=False, end=End.PLAYED)
    if deal_facts and "points" in deal_facts[-1] and deals[-1] == lost:
        needed = quotas(played, options)[KAN]
        had = deal_facts[-1]["points"][KAN]
        code = "verdict_lost" if played > 1 else "verdict_lost_at_once"
        return text(code, side=KAN, won=won, played=played, points=points, had=had, needed=needed)
    first_lost = played == 1 and not won
    return text(
        "verdict_first_lost" if first_lost else "verdict", side=KAN, won=won, played=played, points=points
    )


def _score_line(line: Line, of_seat: Sequence[int]) -> ScoreLine:
    cancelled = _per_seat(line.cancelled, of_seat) if line.cancelled else ()
    return ScoreLine(line.text, _per_seat(line.points, of_seat), cancelled)


def _per_seat(by_side: Sequence[int], of_seat: Sequence[int]) -> tuple[int, ...]:
    return tuple([by_side[side] for side in of_seat])


def _tallies(deals: Sequence[Outcome], won: bool, of_seat: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The tallies of a round per seat; ends with gyaku are those of the mukan."""
    ends = [end.value for _won, end in deals]
    tallied = {"kan": (1, 0), "kan_won": (int(won), 0)}
    for tally in TALLIES[len(tallied) :]:
        by = MUKAN if tally.key.startswith("gyaku") else KAN
        count = ends.count(tally.key)
        tallied[tally.key] = (count, 0) if by == KAN else (0, count)
    return {key: _per_seat(by_side, of_seat) for key, by_side in tallied.items()}


def _deal_results(deals: Sequence[Deal]) -> list[dict[str, object]]:
    return [
        {
            "trump": deal.trump,
            "kan": list(deal.kan),
            "points": list(deal.points),
            "won": deal.won,
            "end": deal.end.value,
        }
        for deal in deals
        if deal.end is not None
    ]


def report(state: State, result: RoundResult | None = None) -> dict[str, object]:
    """A round as `check_record` prints it: its finished deals; a running one has score null."""
    return {
        "score": list(result.score) if result else None,
        "deals": _deal_results(state.done),
        "lines": [
            {
                "code": line.text.code,
                "facts": dict(line.text.facts),
                "points": list(line.points),
                **({"cancelled": list(line.cancelled)} if line.cancelled else {}),
            }
            for line in (result.lines if result else ())
        ],
    }


# Rounds of Kan played with real cards and typed from a paper sheet: the kan pair and how each deal ended.
#
# The engine does the arithmetic with the club's house rules; a round that cannot have been is refused with a code.

ENDS: Final[Mapping[str, Outcome]] = {
    "won": Outcome(True, End.PLAYED),
    "lost": Outcome(False, End.PLAYED),
    "sukonku": Outcome(True, End.SUKONKU),
    "gyaku_sukonku": Outcome(False, End.GYAKU_SUKONKU),
    "juuroku_made": Outcome(True, End.JUUROKU_MADE),
    "juuroku_failed": Outcome(False, End.JUUROKU_FAILED),
    "gyaku_juuroku_made": Outcome(False, End.GYAKU_JUUROKU_MADE),
    "gyaku_juuroku_failed": Outcome(True, End.GYAKU_JUUROKU_FAILED),
}
"""The outcome of a deal by the word of the sheet, which is the value of its end for all but a deal that was played
out."""
ENDS_OF_FIRST_DEAL: Final = {
    "won": _("the kan won"),
    "lost": _("the kan lost"),
    "sukonku": _("sukonku"),
    "gyaku_sukonku": _("gyaku sukonku"),
}
ENDS_OF_LATER_DEALS: Final = {
    "": _("not played"),
    **ENDS_OF_FIRST_DEAL,
    "juuroku_made": _("juuroku made"),
    "juuroku_failed": _("juuroku failed"),
    "gyaku_juuroku_made": _("gyaku juuroku made"),
    "gyaku_juuroku_failed": _("gyaku juuroku failed"),
}
SHEET: Final = (
    SheetField("joker", _("Kan, joker"), "side", required=True),
    SheetField("ace", _("Kan, ace of trumps"), "side", required=True),
    SheetField("deal_1", _("First deal"), "choice", required=True, values=ENDS_OF_FIRST_DEAL),
    SheetField("deal_2", _("Second deal"), "choice", values=ENDS_OF_LATER_DEALS),
    SheetField("deal_3", _("Third deal"), "choice", values=ENDS_OF_LATER_DEALS),
)
"""The fields of a typed round. Every player is a side of the sheet, named by the number of the seat."""


def settle(typed: Data, options: Options, *, number: int) -> RoundResult:
    """The typed round as the engine settles it (rules/kan 2, Score of a round).

    Raises MalformedAction: unknown_kan, unknown_end, deals_do_not_follow.
    """
    kan = (_seat(typed, "joker"), _seat(typed, "ace"))
    if kan[0] == kan[1]:
        raise MalformedAction(KanRefusal.UNKNOWN_KAN)
    deals = deals_of(typed, options, whole=True)
    deal_facts = [{"won": won, "end": end.value} for won, end in deals]
    trump = first_trump(number, options.rounds)
    facts = {"trump": trump, "kan": list(kan), "deals": deal_facts, "paper": True}
    return result_of(number, kan, deals, options, facts=facts, trump=trump)


def deals_of(typed: Data, options: Options, *, whole: bool) -> list[Outcome]:
    """The outcomes of the deals in order; `whole` when no deal may be missing that the
    rules ask for. Raises MalformedAction: unknown_end, deals_do_not_follow."""
    cells = [typed.get(f"deal_{place}", "") for place in range(1, DEALS_A_ROUND + 1)]
    words = [word for word in cells if word]
    for place, word in enumerate(cells, start=1):
        if word not in (ENDS_OF_FIRST_DEAL if place == 1 else ENDS_OF_LATER_DEALS):
            raise MalformedAction(Refusal.UNKNOWN_END, deal=place)
    deals = [ENDS[word] for word in words]
    lost_before_the_last = options.round_end == "on_loss" and not all(won for won, _end in deals[:-1])
    ends_too_soon = len(deals) < DEALS_A_ROUND and (deals[-1].won or options.round_end == "always_three")
    if cells[: len(words)] != words or lost_before_the_last or (whole and ends_too_soon):
        raise MalformedAction(KanRefusal.DEALS_DO_NOT_FOLLOW)
    return deals


def _seat(typed: Data, field: str) -> Seat:
    """The player a field names. Raises MalformedAction(unknown_kan)."""
    seat = typed.get(field, "")
    if seat not in map(str, SEATS):
        raise MalformedAction(KanRefusal.UNKNOWN_KAN)
    return int(seat)


# A closed round of Kan scored again from how its deals ended, as an arbiter corrects them.
#
# How a deal ended holds all that counts of it: which side had its quota of scoring cards, whether the other side had
# any, and whether a side stopped or went for all sixteen and took them.

FIELDS: Final = tuple(field for field in SHEET if field.key.startswith("deal_"))
"""How each deal of the round ended. The kan pair is no field: the cards name it."""


def sheet_values(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The values of `FIELDS` for a round as it was played."""
    words = {(won, end.value): word for word, (won, end) in ENDS.items()}
    ends = [(bool(deal["won"]), deal["end"]) for deal in facts["deals"]]
    return {field.key: words[end] for field, end in zip(FIELDS, ends, strict=False)}


def rescore(options: Options, played: RoundResult, corrected: CorrectedFacts) -> NewScore:
    """Score and tallies per seat from the deals as corrected, by the same house rules (rules/kan 2, Score of a round).

    A round may end with a deal that the kan won: the next one was not played when the deal was thought to be lost.
    Raises MalformedAction: unknown_end, deals_do_not_follow (a deal after one that ends the round, or a gap).
    """
    if not corrected.facts:
        return NewScore(played.score, played.tallies)
    deals = deals_of(corrected.facts, options, whole=False)
    kan = cast("tuple[Seat, Seat]", tuple(cast("list[Seat]", played.facts["kan"])))
    again = result_of(played.number, kan, deals, options, facts={})
    return NewScore(again.score, again.tallies, again.lines)
