"""Deals of Kalooki played with real cards and typed from a paper sheet: who went out, what the hands count, the calls.

The engine does the arithmetic with the club's house rules; a deal that cannot have been is refused with a code.
"""

from __future__ import annotations

import re
from typing import Final

from games.engine.actions import Data
from games.engine.club import SheetField
from games.engine.errors import MalformedAction, Refusal
from games.engine.kalooki.contracts import contract_of, hand_size, pack
from games.engine.kalooki.options import Options
from games.engine.kalooki.scoring import penalties
from games.engine.kalooki.scoring.closing import result_of
from games.engine.seats import Seat
from games.engine.view import RoundResult
from games.engine.words import gettext_noop as _

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


def settled(typed: Data, options: Options, *, number: int, players: int) -> RoundResult:
    """The typed deal as the engine settles it: number `number` of the match (rules/kalooki 1, End). A hand left empty
    counts nothing and calls left empty are none.

    Raises MalformedAction: unknown_end, unknown_winner, not_a_number, winner_holds_cards, hand_out_of_range,
    hands_out_of_range, calls_out_of_range.
    """
    end = typed.get("end", OUT)
    if end not in ENDS:
        raise MalformedAction(Refusal.UNKNOWN_END, deal=number)
    game = options.deals[number - 1]
    out = None if end == VOID else _winner(typed, players)
    calls = tuple(_calls(typed.get(f"called_{seat}", ""), options) for seat in range(players))
    left = tuple(_points(typed.get(f"left_{seat}", "")) for seat in range(players))
    if out is None:
        left = (0,) * players
    else:
        _check_hands(left, out, options, game=game)
    return result_of(
        number,
        contract_of(game),
        left,
        options,
        out=out,
        bent=end == BENT,
        calls=calls,
        facts={"paper": True},
    )


def _winner(typed: Data, players: int) -> Seat:
    said = typed.get("out", "")
    if said not in map(str, range(players)):
        raise MalformedAction(Refusal.UNKNOWN_WINNER)
    return int(said)


def _points(said: str) -> int:
    """The points of a hand, a sum added up; 0 for an empty field. Raises MalformedAction(not_a_number)."""
    said = said.strip()
    if not said:
        return 0
    if SUM.fullmatch(said) is None:
        raise MalformedAction(Refusal.NOT_A_NUMBER)
    return sum(map(int, said.split("+")))


def _calls(said: str, options: Options) -> int:
    """The successful calls of a player; 0 for an empty field. Raises MalformedAction: not_a_number,
    calls_out_of_range."""
    said = said.strip() or "0"
    if not (said.isascii() and said.isdigit()):
        raise MalformedAction(Refusal.NOT_A_NUMBER)
    if len(said) > 1 or int(said) > options.call_limit:
        raise MalformedAction(Refusal.CALLS_OUT_OF_RANGE, most=options.call_limit)
    return int(said)


def _check_hands(left: tuple[int, ...], out: Seat, options: Options, *, game: int) -> None:
    """Nothing where the hands can have counted so when the deal ended. Raises MalformedAction: winner_holds_cards,
    hand_out_of_range, hands_out_of_range."""
    if left[out]:
        raise MalformedAction(Refusal.WINNER_HOLDS_CARDS)
    dearest = sorted(map(penalties.value, pack(options.packs)), reverse=True)
    most = sum(dearest[: hand_size(game, options) + A_CALL_BRINGS * options.call_limit])
    others = left[:out] + left[out + 1 :]
    if not all(1 <= points <= most for points in others):
        raise MalformedAction(Refusal.HAND_OUT_OF_RANGE, most=most)
    if sum(others) > sum(dearest):
        raise MalformedAction(Refusal.HANDS_OUT_OF_RANGE, most=sum(dearest))
