"""The end of a deal and of the match: result, report, totals, places (rules/rosbiratschka 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.club import Tally
from games.engine.game import changed
from games.engine.rosbiratschka import avoiding, scoring
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.scoring import Settlement
from games.engine.rosbiratschka.state import CONTRACTS, SEATS, Contract, Round, State
from games.engine.view import RoundResult
from games.engine.words import gettext_noop as _

TALLIES: Final = (
    Tally("without", _("Deals without a penalty")),
    Tally("slams", _("Took everything")),
)


def rounds(options: Options) -> int:
    """How many deals a match has."""
    return len(CONTRACTS) * options.cycles


def close_round(state: State, round_: Round) -> State:
    """Write a finished deal on the sheet; the match is over with the last contract of the last cycle."""
    settlement = settle(round_, state.options)
    return changed(
        state,
        round=round_,
        results=(*state.results, _result(round_, settlement)),
        reports=(*state.reports, report(round_, settlement)),
        totals=tuple(total + points for total, points in zip(state.totals, settlement.score, strict=True)),
        over=round_.number == rounds(state.options),
    )


def settle(round_: Round, options: Options) -> Settlement:
    """The penalty points of a finished deal."""
    match round_.contract:
        case Contract.KING:
            return scoring.settle_king(round_.tricks[-1].winner, len(round_.tricks))
        case Contract.HUNDRED:
            return scoring.settle_hundred(round_.crossed, options)
        case Contract.LAYOUT:
            return scoring.settle_layout(round_.to_play, len(round_.hands[round_.to_play]))
        case _:
            return scoring.settle_avoiding(round_.contract, avoiding.taken(round_), options)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat: the lowest total is first, equal totals share the place (1, 1, 3, 4)."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def taken(round_: Round) -> tuple[int, ...]:
    """Per seat how many of what is counted: tricks, hearts, jacks, the king, lines crossed, being last."""
    if round_.contract is Contract.HUNDRED:
        return tuple(sum(crossing.seat == seat for crossing in round_.crossed) for seat in SEATS)
    if round_.contract is Contract.LAYOUT:
        return tuple(int(round_.closed and bool(round_.hands[seat])) for seat in SEATS)
    return avoiding.taken(round_)


def _result(round_: Round, settlement: Settlement) -> RoundResult:
    return RoundResult(
        number=round_.number,
        score=settlement.score,
        lines=settlement.lines,
        verdict=settlement.verdict,
        facts={
            "contract": round_.contract.value,
            "taken": list(taken(round_)),
            "avoided": list(settlement.avoided),
            "slam": settlement.slam,
            "doubled": bool(settlement.avoided) and settlement.slam is None,
        },
        sides=SEATS,
        tallies={
            "without": tuple(int(points <= 0) for points in settlement.score),
            "slams": tuple(int(seat == settlement.slam) for seat in SEATS),
        },
        deals=(round_.number,),
        label=round_.contract.label,
    )


def report(round_: Round, settlement: Settlement | None = None) -> dict[str, object]:
    """A deal as `check_record` prints it; a running one has score null.

    `tricks` is [winner, what it held that counts] each; instead the Hundred has `total` and `crossed` ([seat,
    line, points]), the layout `left`, how many cards each seat still holds.
    """
    told: dict[str, object] = {"contract": round_.contract.value}
    if round_.contract is Contract.HUNDRED:
        told["total"] = round_.total
        told["crossed"] = [[crossing.seat, crossing.line, crossing.points] for crossing in round_.crossed]
    elif round_.contract is Contract.LAYOUT:
        told["left"] = [len(hand) for hand in round_.hands]
    else:
        told["tricks"] = [[trick.winner, trick.points] for trick in round_.tricks]
    lines = settlement.lines if settlement else ()
    return {
        **told,
        "taken": list(taken(round_)),
        "score": list(settlement.score) if settlement else None,
        "lines": [
            {"code": line.text.code, "facts": dict(line.text.facts), "points": list(line.points)}
            for line in lines
        ],
    }
