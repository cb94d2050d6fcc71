"""The deal and the dealers: who deals which contract, and what lies on the table then (rules/kalooki 1)."""

from __future__ import annotations

from games.engine import actions
from games.engine.cards import Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.kalooki.contracts import CARDS, hand_size
from games.engine.kalooki.melds import is_joker
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Discard, State, clockwise_from, left_of
from games.engine.seats import Seat


def next_contract_number(state: State) -> int:
    """The contract (1 to 9) of the next deal: that of a void one again."""
    return state.options.deals[len(state.results)]


def next_dealer(state: State) -> Seat | None:
    """The seat that deals next: left of the last one, or the same again after a void deal; None for any seat."""
    if state.deal is None:
        return None
    return state.deal.dealer if state.voids else left_of(state.deal.dealer, state.players)


def next_deal(state: State, action: actions.Deal) -> Deal:
    """The next deal. Raises IllegalAction: wrong_dealer, wrong_deal."""
    expected = next_dealer(state)
    if action.dealer >= state.players or expected not in (None, action.dealer):
        raise IllegalAction(Refusal.WRONG_DEALER)
    pack = CARDS[state.options.packs]
    if len(action.deck) != len(pack) or set(action.deck) != pack:
        raise IllegalAction(Refusal.WRONG_DEAL)
    number, first = next_contract_number(state), left_of(action.dealer, state.players)
    hands, upcards, stock = deal_hands(action, state.options, number, state.players)
    return Deal(
        number=1 if state.deal is None else state.deal.number + 1,
        contract_number=number,
        dealer=action.dealer,
        turn=first,
        hands=hands,
        dealt=hands,
        stock=stock,
        pile=tuple(Discard(card, None) for card in upcards),
        calls=(0,) * state.players,
    )


def deal_hands(
    action: actions.Deal, options: Options, contract_number: int, players: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]]:
    """The hands by seat, the cards turned up and the stock: one card at a time from the dealer's left."""
    deck, size = action.deck, hand_size(contract_number, options)
    order = clockwise_from(left_of(action.dealer, players), players)
    dealt_count = size * players
    hands = tuple(deck[order.index(seat) : dealt_count : players] for seat in range(players))
    turned = 1
    while options.upcard_joker == "turn_again" and is_joker(deck[dealt_count + turned - 1]):
        turned += 1
    return hands, deck[dealt_count : dealt_count + turned], deck[dealt_count + turned :]
