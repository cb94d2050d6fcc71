"""The end of a deal and of the match: result, report, places (rules/kalooki 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.engine.club import Tally
from games.engine.game import changed
from games.engine.kalooki.contracts import Contract
from games.engine.kalooki.options import Options
from games.engine.kalooki.scoring import penalties
from games.engine.kalooki.state import Deal, State
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

MOST_VOIDS: Final = 2
"""The void deal that closes a contract without points for anybody."""
TALLIES: Final = (
    Tally("out", _("Deals gone out")),
    Tally("bent", _("Tables bent")),
    Tally("calls", _("Calls"), "low"),
)


def close_deal(state: State, deal: Deal) -> State:
    """The match after a finished deal: written on the sheet, or void and dealt again."""
    state = changed(state, deal=deal, reports=(*state.reports, report(deal, state.options)))
    if deal.void and state.voids + 1 < MOST_VOIDS:
        return changed(state, voids=state.voids + 1, void_deals=(*state.void_deals, deal.number))
    result = result_of(
        state.round,
        deal.contract,
        penalties.left(deal.hands),
        state.options,
        out=deal.out,
        bent=deal.bent,
        calls=deal.calls,
        facts={"hands": [list(hand) for hand in deal.hands]},
        deals=(deal.number,),
    )
    if deal.out is not None:
        result = replace(result, left=penalties.counted(deal.hands))
    return changed(
        state,
        voids=0,
        results=(*state.results, result),
        totals=tuple(total + points for total, points in zip(state.totals, result.score, strict=True)),
    )


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat: the lowest total is first, equal totals share the place (1, 1, 3, 4)."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


def result_of(
    number: int,
    contract: Contract,
    left: tuple[int, ...],
    options: Options,
    *,
    out: Seat | None,
    bent: bool,
    calls: tuple[int, ...],
    facts: Mapping[str, object],
    deals: tuple[int, ...] = (),
) -> RoundResult:
    """A contract on the sheet: the value of each hand, who went out (None: void twice) and the successful calls."""
    seats = tuple(range(len(left)))
    written = () if out is None else penalties.lines(left, options, bent=bent)
    return RoundResult(
        number=number,
        score=tuple(sum(line.points[seat] for line in written) for seat in seats),
        lines=written,
        verdict=_verdict(out, bent=bent),
        facts={
            "contract": list(contract),
            "out": out,
            "bent": bent,
            "void": out is None,
            "left": list(left),
            "calls": list(calls),
            **facts,
        },
        sides=seats,
        tallies={
            "out": tuple(int(seat == out) for seat in seats),
            "bent": tuple(int(bent and seat == out) for seat in seats),
            "calls": calls,
        },
        deals=deals,
        label=contract.label,
        marks=tuple(text(f"mark_{mark}") for mark, holds in (("bent", bent), ("void", out is None)) if holds),
    )


def _verdict(out: Seat | None, *, bent: bool) -> Text:
    if out is None:
        return text("verdict_void")
    return text("verdict_bent" if bent else "verdict_out", seat=out)


def report(deal: Deal, options: Options) -> dict[str, object]:
    """A deal as `check_record` prints it; a running one has score null, a void one zeros and `void`."""
    over = deal.out is not None or deal.void
    left = penalties.left(deal.hands)
    written = penalties.lines(left, options, bent=deal.bent) if deal.out is not None else ()
    nothing = [0] * len(deal.hands)
    points = list(penalties.score(left, options, bent=deal.bent)) if written else nothing
    return {
        "contract": list(deal.contract),
        "out": deal.out,
        "bent": deal.bent,
        "hands": [list(hand) for hand in deal.hands],
        "score": points if over else None,
        "lines": [
            {"code": line.text.code, "facts": dict(line.text.facts), "points": list(line.points)}
            for line in written
        ],
        **({"void": True} if deal.void else {}),
    }
