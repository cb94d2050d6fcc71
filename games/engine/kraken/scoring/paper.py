"""Rounds typed from paper, and rounds scored again after a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from games.engine.cards import SUITS, Suit
from games.engine.club import SheetField
from games.engine.errors import MalformedAction, Refusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.kraken.scoring import revoke
from games.engine.kraken.scoring.closing import CHALLENGES, NO_ROEM, ROEM_STEP, marks_of, tallies_of
from games.engine.kraken.scoring.settlement import (
    MULTIPLIERS,
    TRICKS,
    Facts,
    Pair,
    Settlement,
    TeamLine,
    settle,
)
from games.engine.kraken.state import SIDES, RevokeClaim, per_seat
from games.engine.view import CorrectedFacts, NewScore, RoundResult
from games.engine.words import gettext_noop as _
from games.engine.words import text

# Rounds played with real cards and typed from a paper sheet. Pure functions: typed fields in, settled score out.
#
# One side's card points are typed, the other's follow; the engine settles, with the club's house rules. What cannot
# have happened is refused with a code.

POINTS_IN_TRICKS: Final = 152
POINTS_IN_TRUMPS: Final = 62
LEVELS: Final = {"0": _("no kraken")} | {f"{level}": words for level, words in enumerate(CHALLENGES, start=1)}
SPLIT_TRICKS: Final[Pair] = (TRICKS - 1, 1)
"""The tricks of a round without a pit: a sheet does not tell them, and any split but 8-0 scores the same."""
MAX_ROEM: Final = 1_000
"""More than any deal can hold on one side; a slip of the finger is not."""

SHEET: Final = (
    SheetField("trump", _("Trumps"), "suit", required=True),
    SheetField("declarers", _("Made by"), "side", required=True),
    SheetField("level", _("Kraken"), "choice", values=LEVELS),
    SheetField("side", _("Card points of"), "own_side", required=True),
    SheetField("points", _("Points"), "number", required=True, longest=3),
    SheetField("against", _("The others (to check)"), "number", longest=3, beside=True),
    SheetField(
        "trump_points",
        _("Points in trumps (spades only)"),
        "number",
        longest=2,
        when={"double_spades": ("trump_cards",)},
    ),
    SheetField("roem_0", _("Roem"), "number", of_side=0),
    SheetField("roem_1", _("Roem"), "number", of_side=1, beside=True),
    SheetField("pit", _("Pit: all eight tricks"), "check", when={"pit_for": ("declarers", "either")}),
)
"""The fields of a typed round; those left empty are none."""


@dataclass(frozen=True, slots=True)
class TypedRound:
    """A round as typed. `points` are the card points of `side`, the last trick in them, undoubled; `against`
    those of the other side where both were typed. `roem` is per side with stuk and declarations.
    `trump_points` are those of `side`, asked only where trumps alone count double.
    """

    declarers: int
    trump: Suit
    level: int
    side: int
    points: int
    roem: tuple[int, int] = (0, 0)
    pit: bool = False
    against: int | None = None
    trump_points: int | None = None


def typed_round(values: Mapping[str, str]) -> TypedRound:
    """The round a form names, field by field of `SHEET`. Raises MalformedAction."""
    declarers, side = values.get("declarers", ""), values.get("side", "")
    if declarers not in ("0", "1") or side not in ("0", "1"):
        raise MalformedAction(KrakenRefusal.UNKNOWN_SIDE)
    if (trump := values.get("trump", "")) not in SUITS:
        raise MalformedAction(KrakenRefusal.UNKNOWN_TRUMP)
    if (level := values.get("level", "0")) not in LEVELS:
        raise MalformedAction(KrakenRefusal.UNKNOWN_LEVEL)
    return TypedRound(
        declarers=int(declarers),
        trump=trump,
        level=int(level),
        side=int(side),
        points=_number(values.get("points", "")),
        roem=(_number(values.get("roem_0") or "0"), _number(values.get("roem_1") or "0")),
        pit=bool(values.get("pit")),
        against=_number(values["against"]) if values.get("against") else None,
        trump_points=_number(values["trump_points"]) if values.get("trump_points") else None,
    )


def _number(cell: str) -> int:
    cell = cell.strip()
    if not (cell.isascii() and cell.isdigit() and len(cell) <= 4):
        raise MalformedAction(Refusal.NOT_A_NUMBER)
    return int(cell)


def settle_round(typed: TypedRound, options: Options, *, number: int) -> RoundResult:
    """The round as the engine settles it (rules/kraken 1.7). Raises MalformedAction for what cannot be."""
    facts = _facts(typed, options)
    settlement = settle(facts, options)
    return RoundResult(
        number=number,
        score=per_seat(settlement.score),
        lines=tuple(line.per_seat() for line in settlement.lines),
        verdict=settlement.verdict,
        sides=SIDES,
        tallies=tallies_of(facts, settlement),
        facts=_plain_results(facts, settlement),
        trump=facts.trump,
        times=MULTIPLIERS[facts.level],
        marks=marks_of(facts, settlement),
        makers=facts.declarers,
    )


def _facts(typed: TypedRound, options: Options) -> Facts:
    most = POINTS_IN_TRICKS + options.last_trick_points
    _check_points(typed, most)
    for roem in typed.roem:
        if roem % ROEM_STEP or roem in NO_ROEM or roem > MAX_ROEM:
            raise MalformedAction(KrakenRefusal.NO_SUCH_ROEM, roem=roem)
    cards = _by_side(typed.side, typed.points, most - typed.points)
    won = SPLIT_TRICKS
    if typed.pit:
        won = _pit(typed, options, cards, most)
    trump_points = (0, 0)
    if typed.trump == "S" and options.double_spades == "trump_cards":
        own = typed.trump_points
        if (
            own is None
            or not 0 <= own <= min(POINTS_IN_TRUMPS, typed.points)
            or typed.points - own > most - POINTS_IN_TRUMPS
        ):
            raise MalformedAction(KrakenRefusal.TRUMP_POINTS_MISSING, most=POINTS_IN_TRUMPS)
        trump_points = _by_side(typed.side, own, POINTS_IN_TRUMPS - own)
    facts = Facts(
        cards=cards,
        bonus=typed.roem,
        won=won,
        declarers=typed.declarers,
        trump=typed.trump,
        level=typed.level,
        trump_points=trump_points,
    )
    return replace(facts, lines=_lines_of(facts))


def _lines_of(facts: Facts) -> tuple[TeamLine, ...]:
    """The cards and the roem of each side, before the round is settled."""
    lines = [TeamLine(text("cards"), facts.cards)]
    if any(facts.bonus):
        lines.append(TeamLine(text("roem_on_paper"), facts.bonus))
    return tuple(lines)


def _check_points(typed: TypedRound, most: int) -> None:
    if not 0 <= typed.points <= most:
        raise MalformedAction(KrakenRefusal.POINTS_OUT_OF_RANGE, most=most)
    if typed.against is not None and typed.points + typed.against != most:
        both = {"points": typed.points, "against": typed.against}
        raise MalformedAction(
            KrakenRefusal.POINTS_DO_NOT_ADD_UP, **both, sum=typed.points + typed.against, most=most
        )
    worth_one = most == POINTS_IN_TRICKS + 1  # a last trick of four cards without points
    if typed.points in (1, most - 1) and not worth_one:
        raise MalformedAction(KrakenRefusal.NO_SUCH_POINTS, points=typed.points)


def _pit(typed: TypedRound, options: Options, cards: tuple[int, int], most: int) -> tuple[int, int]:
    if most not in cards:
        raise MalformedAction(KrakenRefusal.PIT_WITHOUT_ALL, most=most)
    maker = cards.index(most)
    if options.pit_for == "none" or (options.pit_for == "declarers" and maker != typed.declarers):
        raise MalformedAction(KrakenRefusal.PIT_NOT_PLAYED)
    may_have_roem = options.declarations == "on" or options.false_claim != "none"
    if typed.roem[1 - maker] and not may_have_roem:
        raise MalformedAction(KrakenRefusal.ROEM_WITHOUT_TRICK)
    return _by_side(maker, TRICKS, 0)


def _by_side(side: int, own: int, other: int) -> tuple[int, int]:
    return (own, other) if side == 0 else (other, own)


def _plain_results(facts: Facts, settlement: Settlement) -> dict[str, object]:
    """The plain results, under the same names as those of a played round."""
    return {
        "trump": facts.trump,
        "declarers": facts.declarers,
        "level": facts.level,
        "failed": settlement.failed,
        "nat": settlement.winner != facts.declarers,
        "winner": settlement.winner,
        "cards": list(facts.cards),
        "bonus": list(facts.bonus),
        "pit": list(settlement.pit),
        "paper": True,
    }


# A closed round settled again from corrected facts: roem that was not counted, another level, a revoke.
#
# Works from what a round leaves behind, so rounds on paper can be corrected like played ones.


def rescore(options: Options, played: RoundResult, corrected: CorrectedFacts) -> NewScore:
    """Score and tallies per seat by the same house rules (rules/kraken 1.7).

    Raises MalformedAction(points_do_not_add_up) when corrected card points are not those of the pack.
    """
    facts = _facts_of(played)
    if corrected.cards:
        cards = _recount(corrected.cards, facts.cards)
        facts = replace(facts, cards=cards, won=_tricks_with(cards, facts.won))
    if corrected.bonus:
        facts = replace(facts, bonus=_sum(facts.bonus, corrected.bonus))
    if corrected.level is not None:
        facts = replace(facts, level=corrected.level)
    facts = replace(facts, lines=_lines_of(facts))
    taken = tuple(revoke.Taken(*one) for one in cast("Any", played.facts.get("taken", ())))
    facts, settlement = revoke.settle_with(facts, options, _penalty(options, played, corrected), taken)
    lines = tuple(line.per_seat() for line in settlement.lines)
    return NewScore(per_seat(settlement.score), tallies_of(facts, settlement), lines)


def _penalty(options: Options, played: RoundResult, corrected: CorrectedFacts) -> revoke.Penalty:
    """What the round pays for revokes: what its claims came to, or for the sides of the correction."""
    facts = cast("Mapping[str, Any]", played.facts)
    revokes = [revoke.Revoke(trick - 1, seat) for trick, seat in facts.get("revokes", ())]
    if corrected.revoked:
        ruled = [one for one in revokes if one.seat % 2 in corrected.revoked]
        known = {one.seat % 2 for one in ruled}
        # On paper nobody knows the trick, nor which of the two it was; neither bears on the points there.
        ruled += [revoke.Revoke(0, side) for side in corrected.revoked if side not in known]
        return revoke.penalty_for(ruled, (), options)
    claims = facts.get("revoke_claims", ())
    claimed = [(trick, seat) for trick, seat, _by, judged in claims if judged == "right"]
    right = [one for one in revokes if (one.trick + 1, one.seat) in claimed]
    wrong = [RevokeClaim(by, seat, trick - 1) for trick, seat, by, judged in claims if judged == "wrong"]
    return revoke.penalty_for(right, wrong, options)


def _facts_of(played: RoundResult) -> Facts:
    """The `Facts` of a closed round before settlement, from its plain results and its lines."""
    facts = cast("Mapping[str, Any]", played.facts)
    won = tuple(facts.get("tricks", ())) or _tricks_of_pit(facts["pit"])
    return Facts(
        cards=_pair(facts["cards"]),
        bonus=_pair(facts["bonus"]),
        won=_pair(won),
        declarers=int(facts["declarers"]),
        trump=cast("Suit", facts["trump"]),
        level=int(facts["level"]),
        trump_points=_trump_points_of(played),
    )


def _trump_points_of(played: RoundResult) -> Pair:
    """The points in trumps of each side as they were played: of the tricks, or of the line that doubled them. In a
    round with tricks that line may already stand after the penalty for a revoke."""
    taken = [revoke.Taken(*one) for one in cast("Any", played.facts.get("taken", ()))]
    if taken:
        first, second = (sum(one.trump_points for one in taken if one.team == team) for team in (0, 1))
        return first, second
    doubled = [line.points for line in played.lines if line.text.code == "double_spades_trump_cards"]
    return _pair(doubled[0]) if doubled else (0, 0)


def _tricks_of_pit(pit: Any) -> Pair:
    """Tricks per side: all eight to a side with a pit."""
    if any(pit):
        return (TRICKS, 0) if pit[0] else (0, TRICKS)
    return SPLIT_TRICKS


def _recount(cards: tuple[int, ...], before: Pair) -> Pair:
    points, against = _pair(cards)
    if points + against != sum(before) or min(points, against) < 0:
        raise MalformedAction(
            KrakenRefusal.POINTS_DO_NOT_ADD_UP,
            points=points,
            against=against,
            sum=points + against,
            most=sum(before),
        )
    return points, against


def _tricks_with(cards: Pair, won: Pair) -> Pair:
    """The tricks of both sides with these card points: a side with points has won a trick, so the other has no pit."""
    for side in (0, 1):
        if won[side] == TRICKS and cards[1 - side]:
            return (TRICKS - 1, 1) if side == 0 else (1, TRICKS - 1)
    return won


def _sum(points: tuple[int, ...], added: tuple[int, ...]) -> Pair:
    return points[0] + added[0], points[1] + added[1]


def _pair(values: Any) -> Pair:
    return int(values[0]), int(values[1])
