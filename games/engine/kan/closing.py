"""The end of a deal, of a round and of the match: result, report, totals, tallies, places (rules/kan 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.engine.club import Tally
from games.engine.game import changed
from games.engine.kan.legal import quotas
from games.engine.kan.options import Options
from games.engine.kan.scoring.lines import Line, added_up, score_lines
from games.engine.kan.state import DEALS_A_ROUND, KAN, MUKAN, Deal, End, State, sides
from games.engine.seats import Seat
from games.engine.view import RoundResult, ScoreLine
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

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
    state = changed(state, deal=deal)
    if deal.void:
        return changed(state, void_deals=(*state.void_deals, deal.number))
    done = (*state.done, deal)
    lost = not deal.won and state.options.round_end == "on_loss"
    state = changed(state, done=done)
    return close_round(state) if lost or len(done) == DEALS_A_ROUND else state


def close_round(state: State) -> State:
    """The round on the sheet."""
    deals = [(bool(deal.won), deal.end) for deal in state.done if deal.end is not None]
    facts = {"trump": state.done[0].trump, "kan": list(state.done[0].kan), "deals": _told(state.done)}
    numbers = tuple(deal.number for deal in state.done)
    result = result_of(
        state.round,
        state.done[0].kan,
        deals,
        state.options,
        facts=facts,
        numbers=numbers,
        trump=state.done[0].trump,
    )
    return changed(
        state,
        results=(*state.results, result),
        reports=(*state.reports, report(state, result)),
        totals=tuple(total + points for total, points in zip(state.totals, result.score, strict=True)),
    )


def so_far(state: State) -> RoundResult | None:
    """The running round as it counts between two of its deals; None while one is played, after a void one, and once
    the round is written down."""
    deal = state.deal
    if deal is None or state.closed or not state.done or state.done[-1] is not deal:
        return None
    counted = result_of(
        state.round,
        deal.kan,
        [(bool(one.won), one.end) for one in state.done if one.end is not None],
        state.options,
        facts={},
        trump=state.done[0].trump,
    )
    word, points = "so_far_won" if deal.won else "so_far_lost", counted.score[deal.kan[0]]
    verdict = text(word, side=KAN, deal=deal.place, had=deal.points[KAN], points=points)
    return replace(counted, verdict=verdict)


def result_of(
    number: int,
    kan: tuple[Seat, Seat],
    deals: Sequence[tuple[bool, End]],
    options: Options,
    *,
    facts: Mapping[str, object],
    numbers: tuple[int, ...] = (),
    trump: str | None = None,
) -> RoundResult:
    """A round of which each deal was won by the kan or not, and ended so."""
    lines, of_seat = score_lines(deals, options), sides(kan)
    points = added_up(lines)
    return RoundResult(
        number=number,
        score=_per_seat(points, of_seat),
        lines=tuple(_score_line(line, of_seat) for line in lines),
        verdict=_verdict(deals, facts, options, points[KAN]),
        facts=facts,
        sides=of_seat,
        tallies=_tallied(deals, points[KAN] > 0, of_seat),
        deals=numbers,
        trump=trump,
        marks=tuple(text(f"mark_{end.value}") for _won, end in deals if end is not End.PLAYED),
    )


def _verdict(
    deals: Sequence[tuple[bool, End]], facts: Mapping[str, Any], options: Options, points: int
) -> Text:
    """The round in a sentence: how many deals the kan won, and where they played on to the end of the last and lost it,
    with how many of the points they needed. A sheet on paper has no points of deals."""
    won, played, told = sum(won for won, _end in deals), len(deals), facts.get("deals")
    if told and "points" in told[-1] and deals[-1] == (False, End.PLAYED):
        needed = quotas(played, options)[KAN]
        had = told[-1]["points"][KAN]
        return text("verdict_lost", side=KAN, won=won, played=played, points=points, had=had, needed=needed)
    return text("verdict", side=KAN, won=won, played=played, points=points)


def _score_line(line: Line, of_seat: Sequence[int]) -> ScoreLine:
    cancelled = _per_seat(line.cancelled, of_seat) if line.cancelled else ()
    return ScoreLine(line.text, _per_seat(line.points, of_seat), cancelled)


def _per_seat(by_side: Sequence[int], of_seat: Sequence[int]) -> tuple[int, ...]:
    return tuple([by_side[side] for side in of_seat])


def _tallied(
    deals: Sequence[tuple[bool, End]], won: bool, of_seat: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """The tallies of a round per seat; ends with gyaku are those of the mukan."""
    ends = [end.value for _, end in deals]
    tallied = {"kan": (1, 0), "kan_won": (int(won), 0)}
    for tally in TALLIES[len(tallied) :]:
        by = MUKAN if tally.key.startswith("gyaku") else KAN
        count = ends.count(tally.key)
        tallied[tally.key] = (count, 0) if by == KAN else (0, count)
    return {key: _per_seat(by_side, of_seat) for key, by_side in tallied.items()}


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat: the highest total is first, equal totals share the place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def _told(deals: Sequence[Deal]) -> list[dict[str, object]]:
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
        "deals": _told(state.done),
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
