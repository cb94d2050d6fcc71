"""A turn after the draw: lay, tack, shift, discard, end (rules/kalooki 1 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.actions import Action, Arrange, Choose, Place
from games.engine.cards import Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kalooki import melds
from games.engine.kalooki.contracts import Contract
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.melds import Meld
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Discard, Phase, next_turn, without
from games.engine.seats import Seat


class Placing(NamedTuple):
    """A card of the hand that may be added to a meld, or moves a joker in it: the number of the meld, and the end where
    there is a choice ("" elsewhere)."""

    card: Card
    meld: int
    end: str


def act(deal: Deal, options: Options, seat: Seat, action: Action) -> Deal:
    """A step of a turn. Raises IllegalAction: not_your_turn, not_now, card_not_held, or why the step is refused."""
    if seat != deal.turn:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    if deal.phase is not Phase.ACT:
        raise IllegalAction(KalookiRefusal.DRAW_FIRST)
    if isinstance(action, Arrange):
        return lay(deal, options, action.groups)
    if isinstance(action, Choose):
        return end(deal)
    assert isinstance(action, Place)
    if action.card not in deal.hands[seat]:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if action.word == "discard":
        return discard(deal, action.card)
    if not deal.is_down:
        raise IllegalAction(KalookiRefusal.LAY_FIRST)
    number = int(action.target)
    if number >= len(deal.melds):
        raise IllegalAction(KalookiRefusal.NO_SUCH_MELD)
    if action.word == "shift":
        return shift(deal, options, action.card, number)
    return tack(deal, options, action.card, number, action.end)


def lay(deal: Deal, options: Options, groups: Sequence[tuple[Card, ...]]) -> Deal:
    """Melds laid from the hand: the whole contract the first time. Raises IllegalAction: card_not_held,
    card_used_twice, not_a_meld, group_not_a_meld, rank_twice, suit_twice, contract_incomplete, keep_a_discard."""
    hand, used = deal.hands[deal.turn], [card for group in groups for card in group]
    if not set(used) <= set(hand):
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if len(set(used)) < len(used):
        raise IllegalAction(Refusal.CARD_USED_TWICE)
    laid = [melds.read_meld(deal.turn, group, options) for group in groups]
    new = [meld for meld in laid if meld is not None]
    if len(groups) > 1 and None in laid:
        raise IllegalAction(KalookiRefusal.GROUP_NOT_A_MELD, number=laid.index(None) + 1)
    if not new or len(new) < len(laid):
        raise IllegalAction(KalookiRefusal.NOT_A_MELD)
    require_different([*own_melds(deal, deal.turn), *new])
    if not deal.is_down and not holds(new, deal.contract):
        raise IllegalAction(KalookiRefusal.CONTRACT_INCOMPLETE)
    after = replace_fields(
        deal,
        hands=without(deal, deal.turn, *used),
        melds=(*deal.melds, *new),
        down=deal.down | {deal.turn},
        laid_now=deal.laid_now or not deal.is_down,
    )
    return _finish_step(after, options)


def own_melds(deal: Deal, seat: Seat) -> list[Meld]:
    return [meld for meld in deal.melds if meld.owner == seat]


def require_different(own: Sequence[Meld]) -> None:
    """Check that one player's threes differ in rank and fours in suit. Raises IllegalAction: rank_twice, suit_twice
    (C15, C16)."""
    for four, code in ((False, KalookiRefusal.RANK_TWICE), (True, KalookiRefusal.SUIT_TWICE)):
        signs = [meld.sign for meld in own if meld.is_four is four]
        if len(set(signs)) < len(signs):
            raise IllegalAction(code)


def holds(laid: Sequence[Meld], contract: Contract) -> bool:
    """Whether these melds make up the contract; more may be laid (C17 to C20)."""
    fours = sum(meld.is_four for meld in laid)
    return len(laid) - fours >= contract.threes and fours >= contract.fours


def tack(deal: Deal, options: Options, card: Card, number: int, end: str) -> Deal:
    """A card added to a meld. Raises IllegalAction: does_not_fit_meld, name_the_end, keep_a_discard."""
    meld = deal.melds[number]
    ends = melds.ends(meld, card, options)
    if not ends:
        raise IllegalAction(KalookiRefusal.DOES_NOT_FIT_MELD)
    if len(ends) == 1 and not end:
        end = ends[0]
    elif len(ends) == 1 or end not in ends:
        raise IllegalAction(KalookiRefusal.NAME_THE_END)
    return _finish_step(_replace_meld(deal, number, melds.with_card_added(meld, card, end), card), options)


def shift(deal: Deal, options: Options, card: Card, number: int) -> Deal:
    """A card put in the place of a joker. Raises IllegalAction: jokers_stay, no_joker_there, joker_cannot_move,
    keep_a_discard."""
    if options.joker_shift == "off":
        raise IllegalAction(KalookiRefusal.JOKERS_STAY)
    meld = deal.melds[number]
    if melds.joker_for(meld, card) is None:
        raise IllegalAction(KalookiRefusal.NO_JOKER_THERE)
    moved = melds.with_joker_shifted(meld, card)
    if moved is None:
        raise IllegalAction(KalookiRefusal.JOKER_CANNOT_MOVE)
    return _finish_step(_replace_meld(deal, number, moved, card), options)


def discard(deal: Deal, card: Card) -> Deal:
    """The card that ends a turn, and the deal where it was the last. Raises IllegalAction(joker_not_discarded)."""
    if melds.is_joker(card):
        raise IllegalAction(KalookiRefusal.JOKER_NOT_DISCARDED)
    after = replace_fields(
        deal,
        hands=without(deal, deal.turn, card),
        pile=(*deal.pile, Discard(card, deal.turn)),
        thrown=(*deal.thrown, (deal.turn, card)),
    )
    return next_turn(after) if after.hands[deal.turn] else _go_out(after)


def end(deal: Deal) -> Deal:
    """The end of a turn without a discard. Raises IllegalAction(must_discard) for any hand but one of only jokers."""
    if not may_end(deal):
        raise IllegalAction(KalookiRefusal.MUST_DISCARD)
    return next_turn(deal)


def may_end(deal: Deal) -> bool:
    """Whether the turn may end without a discard: the hand is nothing but jokers, also where one could still be added
    to a meld (rules/kalooki C41)."""
    return all(map(melds.is_joker, deal.hands[deal.turn]))


def discards(deal: Deal) -> tuple[Card, ...]:
    """The cards that may be discarded."""
    return tuple(card for card in deal.hands[deal.turn] if not melds.is_joker(card))


def tacks(deal: Deal, options: Options) -> tuple[Placing, ...]:
    """Everywhere a card of the hand may be added."""
    return tuple(
        Placing(card, number, end)
        for card in _cards_to_add(deal, options)
        for number, meld in enumerate(deal.melds)
        for end in _end_names(melds.ends(meld, card, options))
    )


def _end_names(ends: tuple[str, ...]) -> tuple[str, ...]:
    """The ends as an action says them: by name only where there are two."""
    return ends if len(ends) > 1 else ("",) * len(ends)


def shifts(deal: Deal, options: Options) -> tuple[Placing, ...]:
    """Every joker that may be moved by a card of the hand."""
    if options.joker_shift == "off":
        return ()
    return tuple(
        Placing(card, number, "")
        for card in _cards_to_add(deal, options)
        for number, meld in enumerate(deal.melds)
        if melds.with_joker_shifted(meld, card) is not None
    )


def _cards_to_add(deal: Deal, options: Options) -> tuple[Card, ...]:
    """The cards that may go to a meld: none before the contract lies, nor the last where a discard is required."""
    hand = deal.hands[deal.turn]
    kept = options.final_discard == "required" and len(hand) == 1
    return () if kept or not deal.is_down else hand


def _replace_meld(deal: Deal, number: int, meld: Meld, card: Card) -> Deal:
    table = (*deal.melds[:number], meld, *deal.melds[number + 1 :])
    return replace_fields(deal, melds=table, hands=without(deal, deal.turn, card))


def _finish_step(deal: Deal, options: Options) -> Deal:
    """The deal after a step that is no discard: over where the hand is empty. Raises IllegalAction(keep_a_discard)."""
    if deal.hands[deal.turn]:
        return replace_fields(deal, steps=deal.steps + 1)
    if options.final_discard == "required":
        raise IllegalAction(KalookiRefusal.KEEP_A_DISCARD)
    return _go_out(deal)


def _go_out(deal: Deal) -> Deal:
    return replace_fields(deal, phase=Phase.OVER, out=deal.turn)
