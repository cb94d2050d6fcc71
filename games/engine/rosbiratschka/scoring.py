"""Penalty points of Rosbiratschka, and the end of a deal: result, report, tallies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.club import Tally
from games.engine.game import replace_fields
from games.engine.rosbiratschka import play
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import CONTRACTS, SEATS, Contract, Crossing, Round, State
from games.engine.seats import Seat
from games.engine.view import Ending, RoundResult, ScoreLine
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

# Penalty points and the reason of each (rules/rosbiratschka 1). Each seat pays for itself; lines add up.

SLAM: Final = -8
KING: Final = 8
LAST: Final = 8
NUMBER_COUNTED: Final = {Contract.NO_TRICKS: 8, Contract.NO_HEARTS: 8, Contract.NO_JACKS: 4}
"""How many tricks, hearts and jacks there are."""
EACH: Final = {Contract.NO_TRICKS: 1, Contract.NO_HEARTS: 1, Contract.NO_JACKS: 2}


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a deal: lines and one sentence. `slam` is the seat that took everything, `avoided` are
    the seats that took none.
    """

    lines: tuple[ScoreLine, ...]
    verdict: Text
    avoided: tuple[Seat, ...] = ()
    slam: Seat | None = None

    @property
    def doubled(self) -> bool:
        """Whether a seat took none, so that the others pay double."""
        return bool(self.avoided) and self.slam is None

    @property
    def score(self) -> tuple[int, ...]:
        return tuple(sum(line.points[seat] for line in self.lines) for seat in SEATS)


def settle_avoiding(contract: Contract, taken: Sequence[int], options: Options) -> Settlement:
    """Contracts one to three, from how many tricks, hearts or jacks each seat took.

    A slam is -8 and replaces the doubling; the doubling is once, however many avoided.
    Raises ValueError when the counts do not add up to all there are.
    """
    if len(taken) != len(SEATS) or sum(taken) != NUMBER_COUNTED[contract] or min(taken) < 0:
        raise ValueError(f"{taken} is not a division of {NUMBER_COUNTED[contract]}")
    avoided = tuple(seat for seat in SEATS if not taken[seat])
    if max(taken) == NUMBER_COUNTED[contract] and options.slam == "minus8":
        winner = taken.index(max(taken))
        line = ScoreLine(text(f"slam_{contract.value}", seat=winner), points_for(winner, SLAM))
        verdict = text(f"verdict_slam_{contract.value}", seat=winner)
        return Settlement((line,), verdict, avoided, slam=winner)
    single = tuple(EACH[contract] * count for count in taken)
    lines = [ScoreLine(text(f"counted_{contract.value}"), single)]
    if not avoided:
        return Settlement(tuple(lines), text("verdict_single"))
    if len(avoided) == 1:
        lines.append(ScoreLine(text("doubled", seat=avoided[0]), single))
        return Settlement(tuple(lines), text("verdict_doubled", seat=avoided[0]), avoided)
    lines.append(ScoreLine(text("doubled_many", count=len(avoided)), single))
    return Settlement(tuple(lines), text("verdict_doubled_many", count=len(avoided)), avoided)


def settle_king(winner: Seat, trick: int) -> Settlement:
    """Contract four: the penalty for the winner of the trick with the king of hearts; `trick` counts from 1."""
    line = ScoreLine(text("took_king", trick=trick), points_for(winner, KING))
    return Settlement((line,), text("verdict_king", seat=winner))


def settle_hundred(crossed: Sequence[Crossing], options: Options) -> Settlement:
    """Contract five: one line of the sheet for every line of the Hundred, in the order they were crossed."""
    lines = tuple(
        ScoreLine(
            text(
                f"line_{options.hundred_line}", line=crossing.line, card=crossing.card, total=crossing.total
            ),
            points_for(crossing.seat, crossing.points),
        )
        for crossing in crossed
    )
    last = crossed[-1]
    return Settlement(lines, text("verdict_hundred", seat=last.seat, total=last.total))


def settle_layout(loser: Seat, left: int) -> Settlement:
    """Contract six: the last player with cards, `left` of them."""
    line = ScoreLine(text("last_with_cards"), points_for(loser, LAST))
    return Settlement((line,), text("verdict_layout", seat=loser, count=left))


def points_for(seat: Seat, points: int) -> tuple[int, ...]:
    """Points for one seat, nothing for the others."""
    return tuple(points if other == seat else 0 for other in SEATS)


# The end of a deal and of the match: result, report, totals, places (rules/rosbiratschka 1).

TALLIES: Final = (
    Tally("without", _("Deals without a penalty")),
    Tally("slams", _("Took everything"), in_a_round=1),
)


def rounds(options: Options) -> int:
    """How many deals a match has."""
    return len(CONTRACTS) * options.cycles


def close_round(state: State, round_: Round) -> State:
    """Write a finished deal on the sheet; the match is over with the last contract of the last cycle."""
    settlement = settle(round_, state.options)
    return replace_fields(
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
            return settle_king(round_.tricks[-1].winner, len(round_.tricks))
        case Contract.HUNDRED:
            return settle_hundred(round_.crossed, options)
        case Contract.LAYOUT:
            return settle_layout(round_.to_play, len(round_.hands[round_.to_play]))
        case _:
            return settle_avoiding(round_.contract, play.penalty_counts(round_), options)


def penalty_counts(round_: Round) -> tuple[int, ...]:
    """How many of what the contract counts each seat has: with tricks as `play` counts them, else lines crossed, or
    being last."""
    if round_.contract is Contract.HUNDRED:
        return tuple(sum(crossing.seat == seat for crossing in round_.crossed) for seat in SEATS)
    if round_.contract is Contract.LAYOUT:
        return tuple(int(round_.closed and bool(round_.hands[seat])) for seat in SEATS)
    return play.penalty_counts(round_)


def _result(round_: Round, settlement: Settlement) -> RoundResult:
    return RoundResult(
        number=round_.number,
        score=settlement.score,
        lines=settlement.lines,
        verdict=settlement.verdict,
        facts={
            "contract": round_.contract.value,
            "taken": list(penalty_counts(round_)),
            "avoided": list(settlement.avoided),
            "slam": settlement.slam,
            "doubled": settlement.doubled,
        },
        sides=SEATS,
        tallies={
            "without": tuple(int(points <= 0) for points in settlement.score),
            "slams": tuple(int(seat == settlement.slam) for seat in SEATS),
        },
        deals=(round_.number,),
        label=round_.contract.label,
        ending=_ending(round_, settlement),
    )


def _ending(round_: Round, settlement: Settlement) -> Ending:
    """What each seat took, how often it counts, and about whom the deal was."""
    got, score = penalty_counts(round_), settlement.score
    about, code, facts = _point_of(round_, settlement)
    seat = {} if about is None else {"seat": about}
    taken = play.counted_cards(round_)
    return Ending(
        tricks=got,
        cards=settlement.lines[0].points if settlement.doubled else score,
        bonus=(0, 0, 0, 0),
        bonus_name=None,
        about=about,
        text=text(f"end_{code}", **seat, **facts),
        own=None if about is None else text(f"own_end_{code}", **facts),
        kind="all" if settlement.slam is not None else "",
        times=2 if settlement.doubled else 1,
        shown=taken if any(taken) else (),
    )


def _point_of(round_: Round, settlement: Settlement) -> tuple[Seat | None, str, dict[str, int]]:
    """The seat the deal turned on, if one, with the code of the sentence about it and its facts."""
    got = penalty_counts(round_)
    if settlement.slam is not None:
        return settlement.slam, f"slam_{round_.contract.value}", {}
    match round_.contract:
        case Contract.KING:
            return got.index(1), "king", {}
        case Contract.HUNDRED:
            return round_.crossed[-1].seat, "hundred", {"total": round_.crossed[-1].total}
        case Contract.LAYOUT:
            return got.index(1), "layout", {}
        case _ if len(settlement.avoided) == 1:
            return settlement.avoided[0], "doubled", {}
        case _ if settlement.avoided:
            return None, "doubled_many", {"count": len(settlement.avoided)}
        case _:
            return None, "single", {}


def report(round_: Round, settlement: Settlement | None = None) -> dict[str, object]:
    """A deal as `check_record` prints it; a running one has score null.

    `tricks` is [winner, what it held that counts] each; instead the Hundred has `total` and `crossed` ([seat,
    line, points]), the layout `left`, how many cards each seat still holds.
    """
    details: dict[str, object] = {"contract": round_.contract.value}
    if round_.contract is Contract.HUNDRED:
        details["total"] = round_.total
        details["crossed"] = [[crossing.seat, crossing.line, crossing.points] for crossing in round_.crossed]
    elif round_.contract is Contract.LAYOUT:
        details["left"] = [len(hand) for hand in round_.hands]
    else:
        details["tricks"] = [[trick.winner, trick.points] for trick in round_.tricks]
    lines = settlement.lines if settlement else ()
    return {
        **details,
        "taken": list(penalty_counts(round_)),
        "score": list(settlement.score) if settlement else None,
        "lines": [
            {"code": line.text.code, "facts": dict(line.text.facts), "points": list(line.points)}
            for line in lines
        ],
    }
