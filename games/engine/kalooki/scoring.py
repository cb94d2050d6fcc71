"""Penalty points of Kalooki: the end of a deal, deals typed from paper, deals scored again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from games.engine.actions import Data
from games.engine.cards import Card, rank_of, suit_of
from games.engine.club import SheetField, Tally
from games.engine.errors import MalformedAction, Refusal
from games.engine.game import replace_fields
from games.engine.kalooki.contracts import Contract, contract_of, hand_size, pack
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.melds import is_joker
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, State
from games.engine.seats import Seat
from games.engine.view import CorrectedFacts, CountedCard, Ending, NewScore, RoundResult, ScoreLine
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

# Penalty points of the cards left in a hand, and the lines they add to the sheet (rules/kalooki 1, End).

JOKER: Final = 50
BLACK_ACE: Final = 15
RED_ACE: Final = 1
TEN: Final = 10


def value(card: Card) -> int:
    """The penalty points of a card left in the hand (C2)."""
    if is_joker(card):
        return JOKER
    if rank_of(card) == "A":
        return BLACK_ACE if suit_of(card) in "SC" else RED_ACE
    return int(rank_of(card)) if rank_of(card).isdigit() else TEN


def left_in_hand(hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """The value of each hand."""
    return tuple(sum(map(value, hand)) for hand in hands)


def counted_cards(hands: Sequence[Sequence[Card]]) -> tuple[tuple[CountedCard, ...], ...]:
    """The cards of each hand with their points, the dearest first."""
    return tuple(
        tuple(sorted((CountedCard(card, value(card)) for card in hand), key=lambda one: -one.points))
        for hand in hands
    )


def lines(left: tuple[int, ...], options: Options, *, bent: bool) -> tuple[ScoreLine, ...]:
    """The lines of a deal that somebody won: the value of each hand, and the same again where the table was bent."""
    counted = ScoreLine(text("cards_left"), left)
    if not bent or options.bend_double == "off":
        return (counted,)
    return counted, ScoreLine(text("bent_double"), left)


def score(left: tuple[int, ...], options: Options, *, bent: bool) -> tuple[int, ...]:
    """The penalty points of a deal that somebody won (C46, C47)."""
    return tuple(map(sum, zip(*(line.points for line in lines(left, options, bent=bent)), strict=True)))


# The end of a deal and of the match: result, report, places (rules/kalooki 1).

MAX_VOIDS: Final = 2
"""The void deal that closes a contract without points for anybody (`max_voids` in the rules text, no option here)."""
TALLIES: Final = (
    Tally("out", _("Deals gone out"), in_a_round=1),
    Tally("bent", _("Tables bent")),
    Tally("calls", _("Calls"), "low"),
)


def close_deal(state: State, deal: Deal) -> State:
    """The match after a finished deal: written on the sheet, or void and dealt again."""
    state = replace_fields(state, deal=deal, reports=(*state.reports, report(deal, state.options)))
    if deal.void and state.voids + 1 < MAX_VOIDS:
        return replace_fields(state, voids=state.voids + 1, void_deals=(*state.void_deals, deal.number))
    result = result_of(
        state.round,
        deal.contract,
        left_in_hand(deal.hands),
        state.options,
        out=deal.out,
        bent=deal.bent,
        calls=deal.calls,
        facts={"hands": [list(hand) for hand in deal.hands]},
        deals=(deal.number,),
    )
    if deal.out is not None:
        ending = _ending(deal, deal.out, state.options)
        result = replace(result, left=counted_cards(deal.hands), ending=ending)
    return replace_fields(
        state,
        voids=0,
        results=(*state.results, result),
        totals=tuple(total + points for total, points in zip(state.totals, result.score, strict=True)),
    )


def _ending(deal: Deal, out: Seat, options: Options) -> Ending:
    """The cards left in each hand with their value, and who went out."""
    code = "bent" if deal.bent else "out"
    return Ending(
        tricks=tuple(map(len, deal.hands)),
        cards=left_in_hand(deal.hands),
        bonus=(0,) * len(deal.hands),
        bonus_name=None,
        about=out,
        text=text(f"end_{code}", seat=out),
        own=text(f"own_end_{code}"),
        kind="all" if deal.bent else "",
        times=2 if deal.bent and options.bend_double != "off" else 1,
    )


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
    written = () if out is None else lines(left, options, bent=bent)
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
    left = left_in_hand(deal.hands)
    written = lines(left, options, bent=deal.bent) if deal.out is not None else ()
    nothing = [0] * len(deal.hands)
    points = list(score(left, options, bent=deal.bent)) if written else nothing
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


# Deals of Kalooki played with real cards and typed from a paper sheet: who went out, what the hands count, the calls.
#
# The engine does the arithmetic with the club's house rules; a deal that cannot have been is refused with a code.

OUT: Final = "out"
BENT: Final = "bent"
VOID: Final = "void"
ENDS: Final = {
    OUT: _("went out"),
    BENT: _("bent the table"),
    VOID: _("nobody: void twice"),
}
VALUES: Final = {
    "50": _("joker"),
    "15": _("black ace"),
    "10": _("king, queen, jack, ten"),
    **{str(rank): str(rank) for rank in range(9, 1, -1)},
    "1": _("red ace"),
}
"""The value of a card left in a hand, and the cards of that value (C2)."""
A_CALL_BRINGS: Final = 2
"""The cards that a successful call adds to a hand."""
SHEET: Final = (
    SheetField("out", _("Gone out"), "side"),
    SheetField("end", _("How the deal ended"), "choice", values=ENDS),
    SheetField("left", _("Cards left"), "cards", longest=80, each_side=True, values=VALUES),
    SheetField(
        "called",
        _("Calls"),
        "number",
        longest=1,
        each_side=True,
        beside=True,
        when={"call_limit": tuple(range(1, 10))},
    ),
)
"""The fields of a typed deal; those of each player carry the number of the seat."""
SUM: Final = re.compile(r"\d{1,3}( *\+ *\d{1,3})*", re.ASCII)
"""The points of a hand, counted already or card by card: `84`, `50+15+10+9`."""


def settle(typed: Data, options: Options, *, number: int, players: int) -> RoundResult:
    """The typed deal as the engine settles it: number `number` of the match (rules/kalooki 1, End). A hand left empty
    counts nothing and calls left empty are none.

    Raises MalformedAction: unknown_end, unknown_winner, not_a_number, winner_holds_cards, hand_out_of_range,
    hands_out_of_range, calls_out_of_range.
    """
    end = typed.get("end", OUT)
    if end not in ENDS:
        raise MalformedAction(Refusal.UNKNOWN_END, deal=number)
    contract_number = options.deals[number - 1]
    out = None if end == VOID else _winner(typed, players)
    calls = tuple(_calls(typed.get(f"called_{seat}", ""), options) for seat in range(players))
    left = tuple(_points(typed.get(f"left_{seat}", "")) for seat in range(players))
    if out is None:
        left = (0,) * players
    else:
        _check_hands(left, out, options, contract_number)
    return result_of(
        number,
        contract_of(contract_number),
        left,
        options,
        out=out,
        bent=end == BENT,
        calls=calls,
        facts={"paper": True},
    )


def _winner(typed: Data, players: int) -> Seat:
    winner = typed.get("out", "")
    if winner not in map(str, range(players)):
        raise MalformedAction(KalookiRefusal.UNKNOWN_WINNER)
    return int(winner)


def _points(cell: str) -> int:
    """The points of a hand, a sum added up; 0 for an empty field. Raises MalformedAction(not_a_number)."""
    cell = cell.strip()
    if not cell:
        return 0
    if SUM.fullmatch(cell) is None:
        raise MalformedAction(Refusal.NOT_A_NUMBER)
    return sum(map(int, cell.split("+")))


def _calls(cell: str, options: Options) -> int:
    """The successful calls of a player; 0 for an empty field. Raises MalformedAction: not_a_number,
    calls_out_of_range."""
    cell = cell.strip() or "0"
    if not (cell.isascii() and cell.isdigit()):
        raise MalformedAction(Refusal.NOT_A_NUMBER)
    if len(cell) > 1 or int(cell) > options.call_limit:
        raise MalformedAction(KalookiRefusal.CALLS_OUT_OF_RANGE, most=options.call_limit)
    return int(cell)


def _check_hands(left: tuple[int, ...], out: Seat, options: Options, contract_number: int) -> None:
    """Raise MalformedAction unless the hands can have counted so when the deal ended: winner_holds_cards,
    hand_out_of_range, hands_out_of_range."""
    if left[out]:
        raise MalformedAction(KalookiRefusal.WINNER_HOLDS_CARDS)
    dearest = sorted(map(value, pack(options.packs)), reverse=True)
    most = sum(dearest[: hand_size(contract_number, options) + A_CALL_BRINGS * options.call_limit])
    others = left[:out] + left[out + 1 :]
    if not all(1 <= points <= most for points in others):
        raise MalformedAction(KalookiRefusal.HAND_OUT_OF_RANGE, most=most)
    if sum(others) > sum(dearest):
        raise MalformedAction(KalookiRefusal.HANDS_OUT_OF_RANGE, most=sum(dearest))


# A closed deal of Kalooki scored again: how it ended, the cards left and the calls, as an arbiter corrects them.


def sheet_values(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The values of `SHEET` for a deal as it was played; a field without points or calls is left out."""
    end = VOID if facts["void"] else BENT if facts["bent"] else OUT
    hands = {f"left_{seat}": points for seat, points in enumerate(facts["left"]) if end != VOID}
    calls = {f"called_{seat}": count for seat, count in enumerate(facts["calls"])}
    counted = {key: str(count) for key, count in {**hands, **calls}.items() if count}
    winner = {} if facts["out"] is None else {"out": str(facts["out"])}
    return {"end": end, **winner, **counted}


def rescore(options: Options, played: RoundResult, corrected: CorrectedFacts) -> NewScore:
    """Score and tallies per seat from the deal as corrected, by the same house rules (rules/kalooki 1, End).

    Raises MalformedAction as `settle` does.
    """
    if not corrected.facts:
        return NewScore(played.score, played.tallies)
    again = settle(corrected.facts, options, number=played.number, players=len(played.score))
    return NewScore(again.score, again.tallies, again.lines)
