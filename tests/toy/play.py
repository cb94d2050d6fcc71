"""Actions of a seat in a deal: the sealed word, then turn by turn draw, lay, place, discard."""

from __future__ import annotations

from games.engine.actions import Action, Arrange, Choose, Place, Play
from games.engine.cards import Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.seats import Seat
from tests.toy import melds
from tests.toy.options import Options
from tests.toy.state import SEATS, Deal, Phase

WORDS = ("keep", "throw")
MAJORITY = 3


def speak(deal: Deal, seat: Seat, word: str, *, may_throw: bool) -> Deal:
    """A sealed word; with the last one all are open, and the deal is played or thrown. Raises
    IllegalAction(already_spoken)."""
    if deal.words[seat] is not None:
        raise IllegalAction(Refusal.ALREADY_SPOKEN)
    words = tuple(word if other == seat else said for other, said in zip(SEATS, deal.words, strict=True))
    spoken = replace_fields(deal, words=words, moves=deal.moves + 1)
    if None in words:
        return spoken
    thrown = may_throw and words.count("throw") >= MAJORITY
    return replace_fields(spoken, phase=Phase.OVER if thrown else Phase.DRAW, void=thrown)


def act(deal: Deal, options: Options, seat: Seat, action: Action) -> Deal:
    """A step of a turn. Raises IllegalAction: not_now, not_your_turn, or why the cards may not go there."""
    if seat != deal.to_play:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    hand = deal.hands[seat]
    if isinstance(action, Choose) and deal.phase is Phase.DRAW:
        return _draw(deal, seat, action.word)
    if isinstance(action, Arrange) and deal.phase is Phase.LAY:
        melds.check_groups(hand, action.groups, options)
        away = [card for group in action.groups for card in group]
        after = _without(deal, seat, *away)
        return _out_or(
            replace_fields(after, melds=melds.lay_melds(deal, seat, action.groups), phase=Phase.DISCARD), seat
        )
    if isinstance(action, Place | Play) and deal.phase is Phase.DISCARD:
        if action.card not in hand:
            raise IllegalAction(Refusal.CARD_NOT_HELD)
        after = _without(deal, seat, action.card)
        if isinstance(action, Place):
            longer = melds.extend_melds(deal, action.target, action.card, action.end, options)
            return _out_or(replace_fields(after, melds=longer), seat)
        ended = replace_fields(
            after, discard=(*deal.discard, action.card), turn=deal.turn + 1, phase=Phase.DRAW
        )
        last = ended.turn == options.turns * len(SEATS)
        return replace_fields(ended, phase=Phase.OVER) if last else _out_or(ended, seat)
    raise IllegalAction(Refusal.NOT_NOW)


def may_take(deal: Deal) -> tuple[str, ...]:
    """The words with which a turn begins: a card of the stock, or the top card that was thrown away."""
    return ("draw", "take") if deal.discard else ("draw",)


def _draw(deal: Deal, seat: Seat, word: str) -> Deal:
    if word not in may_take(deal):
        raise IllegalAction(Refusal.NOT_NOW)
    from_stock = word == "draw"
    card = deal.stock[0] if from_stock else deal.discard[-1]
    hands = (*deal.hands[:seat], (*deal.hands[seat], card), *deal.hands[seat + 1 :])
    left = {"stock": deal.stock[1:]} if from_stock else {"discard": deal.discard[:-1]}
    return replace_fields(deal, hands=hands, phase=Phase.LAY, moves=deal.moves + 1, **left)


def _without(deal: Deal, seat: Seat, *cards: Card) -> Deal:
    left = tuple(held for held in deal.hands[seat] if held not in cards)
    return replace_fields(
        deal, hands=(*deal.hands[:seat], left, *deal.hands[seat + 1 :]), moves=deal.moves + 1
    )


def _out_or(deal: Deal, seat: Seat) -> Deal:
    """The deal ends when a seat has no cards left."""
    return deal if deal.hands[seat] else replace_fields(deal, phase=Phase.OVER)
