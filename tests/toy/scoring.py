"""The end of a round: the points of each side's cards on the table in its two deals (a card counts for the
owner of the meld).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.club import Tally
from games.engine.game import replace_fields
from games.engine.view import RoundResult, ScoreLine
from games.engine.words import text
from tests.toy.state import SEATS, Deal, State, captain, sides

OUT: Final = 5
"""Points for a side with a player who has no cards left."""
TALLIES: Final = (Tally("melds", "Melds laid"), Tally("out", "Went out"))


def close_round(state: State) -> State:
    """The round on the sheet."""
    result = _result(state)
    return replace_fields(
        state,
        results=(*state.results, result),
        reports=(*state.reports, report(state, result)),
        totals=tuple(total + points for total, points in zip(state.totals, result.score, strict=True)),
    )


def _result(state: State) -> RoundResult:
    of_seat = sides(state.round)
    lines = []
    melds, outs = [0, 0], [0, 0]
    for deal in state.done:
        cards = [0, 0]
        for meld in deal.melds:
            cards[of_seat[meld.owner]] += len(meld.cards)
            melds[of_seat[meld.owner]] += 1
        lines.append(ScoreLine(text("laid", deal=deal.number), _per_seat(cards, of_seat)))
        for seat in _out(deal):
            outs[of_seat[seat]] += 1
            points = [OUT * (side == of_seat[seat]) for side in (0, 1)]
            lines.append(ScoreLine(text("went_out", seat=seat, deal=deal.number), _per_seat(points, of_seat)))
    score = tuple(sum(line.points[seat] for line in lines) for seat in SEATS)
    seat = captain(state.round)
    return RoundResult(
        number=state.round,
        score=score,
        lines=tuple(lines),
        verdict=text("verdict", seat=seat, points=score[seat], others=score[of_seat.index(1)]),
        facts={"captain": seat},
        sides=of_seat,
        tallies={"melds": _per_seat(melds, of_seat), "out": _per_seat(outs, of_seat)},
        deals=tuple(deal.number for deal in state.done),
    )


def _per_seat(by_side: Sequence[int], of_seat: Sequence[int]) -> tuple[int, ...]:
    return tuple(by_side[side] for side in of_seat)


def _out(deal: Deal) -> list[int]:
    return [seat for seat in SEATS if not deal.hands[seat]]


def report(state: State, result: RoundResult | None = None) -> dict[str, object]:
    """A round as `check_record` prints it; a running one has score null."""
    running = [] if state.deal is None or state.deal in state.done or state.deal.void else [state.deal]
    return {
        "deals": [deal.number for deal in (*state.done, *running)],
        "melds": [
            [meld.owner, " ".join(meld.cards)] for deal in (*state.done, *running) for meld in deal.melds
        ],
        "score": list(result.score) if result else None,
        "lines": [
            {"code": line.text.code, "facts": dict(line.text.facts), "points": list(line.points)}
            for line in (result.lines if result else ())
        ],
    }
