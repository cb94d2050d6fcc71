"""The look back at a closed round of Kan: the exact value of the last tricks of each deal with all hands open.

The `solver` works it out from the last card backwards until the nodes of the deal are used up; earlier cards are not
judged, nor are those after a side went for all sixteen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, NamedTuple

from games.bots.analysis import Analyser, CostlyCard, JudgedCard, Move, RoundAnalysis
from games.bots.compact_forms import Covered, covers
from games.bots.kan.solver import OutOfNodesError, number_of, position_of, solver_of
from games.engine.cards import SUITS, Card
from games.engine.kan.legal import quotas
from games.engine.kan.options import Options
from games.engine.kan.state import KAN, MUKAN, SCORING_CARDS, Deal
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

VERSION: Final = 1
"""Raised with every change that gives a round another analysis."""
MAX_NODES_A_DEAL: Final = 50_000
"""Positions that are looked at in one deal: a round of three deals takes about two seconds at most."""
MAX_REMARKS: Final = 4
"""Remarks about the most costly cards."""
COVERED_OPTIONS: Final[Covered] = {
    "quota": ("999", "989"),
    "double_kan": ("ace_for_chosen", "blind_swap", "redeal"),
    "lead_call": ("sealed", "first_call"),
    "lead_clash": ("kan_two_mukan_right", "mukan_right"),
    "show_rule": ("free", "two_required"),
    "dealer_rotation": ("clockwise", "counterclockwise"),
    "early_stop": ("off", "on"),
    "round_end": ("on_loss", "always_three"),
    "shippo_jo": ("off", "on"),
    "gyaku_fail": ("double", "plain"),
    "gyaku_first": ("flat", "plus_deal"),
    "score_table": ("aomori", "zero_sum"),
    "rounds": range(1, 31),
}
"""The house rules that were taken into account."""


class Remark(StrEnum):
    """The sentences about costly cards. Tests assert codes, people read `SENTENCES`."""

    WON_THE_DEAL = "kan_lookback_won_the_deal"
    MORE = "kan_lookback_more"
    ONE_MORE = "kan_lookback_one_more"


SENTENCES: Final[Mapping[str, str]] = {
    Remark.WON_THE_DEAL: _("With all hands open the {card} would have won the deal."),
    Remark.MORE: _("With all hands open the {card} was worth {count} scoring cards more."),
    Remark.ONE_MORE: _("With all hands open the {card} was worth one scoring card more."),
}


def analyse(moves: Sequence[Move], final: Any, *, nodes: int = MAX_NODES_A_DEAL) -> RoundAnalysis:
    """The analysis of a round from its standing entries in order, and the state that closed it."""
    played = [move for move in moves if move.data["do"] == "play"]
    line: list[int | None] = []
    last: int | None = None
    cards: list[JudgedCard] = []
    costly_cards: list[CostlyCard] = []
    for _deal, group in groupby(played, key=lambda move: move.state.deal.number):
        of_deal = list(group)
        judged = judge_deal(of_deal, final.options, nodes)
        line += judged.values[:-1]
        last = judged.values[-1]
        for place, move in enumerate(of_deal):
            card, costly = _judge_card(move, len(cards) + 1, place, judged, final.options)
            cards.append(card)
            costly_cards += [costly] if costly else []
    costly_cards.sort(key=lambda card: (card.text.code != Remark.WON_THE_DEAL, -card.points, card.number))
    return RoundAnalysis(
        par=(*line, last),
        cards=tuple(cards),
        mistakes=(),
        unknowable=tuple(costly_cards[:MAX_REMARKS]),
        words=(),
        strong=(),
    )


class JudgedDeal(NamedTuple):
    """The value of a deal before each of its cards and after the last one, None where it was not worked out; and the
    better card by the place of each card that lost something."""

    values: list[int | None]
    better: dict[int, Card]


def judge_deal(moves: Sequence[Move], options: Options, nodes: int) -> JudgedDeal:
    """The values of a deal that was played to its end, from its cards in order.

    They are worked out from the last card back: what a position is worth is a good guess for the one before it.
    """
    solver = solver_of(moves[0].state.deal, options, nodes)
    judged = JudgedDeal([None] * (len(moves) + 1), {})
    before = [move for move in moves if move.state.deal.announced is None]
    if not before:
        return judged
    last = before[-1]
    done = solver.after(position_of(last.state.deal, solver), number_of(last.data["card"]), _asks(last))
    after = judged.values[len(before)] = solver.at_the_end(done.points)
    for place in range(len(before) - 1, -1, -1):
        position = position_of(before[place].state.deal, solver)
        try:
            value = solver.value(position, after)
            if value != after:
                judged.better[place] = solver.card_keeping(position, value)
        except OutOfNodesError:
            break
        after = judged.values[place] = value
    return judged


def _asks(move: Move) -> int:
    return SUITS.index(move.data["suit"]) if "suit" in move.data else -1


def _judge_card(
    move: Move, number: int, place: int, judged: JudgedDeal, options: Options
) -> tuple[JudgedCard, CostlyCard | None]:
    """A card with what it lost its side, and the costly card in words; None for one that lost nothing, was not judged,
    or was played when the deal was decided."""
    assert isinstance(move.by, int)
    seat, card, deal = move.by, move.data["card"], move.state.deal
    value, after = judged.values[place : place + 2]
    if value is None or after is None or value == after:
        return JudgedCard(number, seat, card, card, 0, 0.0, 0.0, choice=False), None
    lost = value - after if deal.sides[seat] == KAN else after - value
    best = judged.better[place]
    played = JudgedCard(number, seat, card, best, lost, 0.0, 0.0, choice=False)
    # A joker that should have asked for another suit is the same card, and a decided deal changes no more.
    if best == card or (deal.decided is not None and 0 not in deal.points):
        return played, None
    words = _words(best, lost, _winner(value, deal, options) != _winner(after, deal, options))
    return played, CostlyCard(number, seat, best, lost, 0, words)


def _winner(value: int, deal: Deal, options: Options) -> int:
    """The side that wins the deal when the kan take so many scoring cards more than the mukan."""
    needed = quotas(deal.place, options)[KAN]
    return KAN if (len(SCORING_CARDS) + value) // 2 >= needed else MUKAN


def _words(best: Card, lost: int, turns_the_deal: bool) -> Text:
    """`lost` is a difference between the sides: a scoring card that changes sides counts twice in it."""
    if turns_the_deal:
        return text(Remark.WON_THE_DEAL, card=best)
    cards = (lost + 1) // 2
    return text(Remark.ONE_MORE, card=best) if cards == 1 else text(Remark.MORE, card=best, count=cards)


def kan_covers(options: Options) -> bool:
    """Whether a round of these options can be analysed."""
    return covers(COVERED_OPTIONS, options)


ANALYSER: Final = Analyser(VERSION, kan_covers, analyse)
