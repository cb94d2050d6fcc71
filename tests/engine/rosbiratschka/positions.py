"""Deals laid out by hand, and moves written as one would say them."""

from __future__ import annotations

from games.engine.actions import Deal
from games.engine.cards import PACK_OF_32
from games.engine.options import read_options
from games.engine.registry import game
from games.engine.rosbiratschka.state import CONTRACTS, Contract, Round, State
from games.engine.seats import HOUSE, Actor

ROSBIRATSCHKA = game("rosbiratschka")
NOBODY = ((), (), (), ())


def before(contract: Contract, *, dealer: int = 3, **options: object) -> State:
    """A match that waits for the deal of that contract by that dealer."""
    rules = read_options(ROSBIRATSCHKA.Options, options)
    number = CONTRACTS.index(contract)
    if number == 0:
        return State(rules)
    last = Round(number, CONTRACTS[number - 1], (dealer - 1) % 4, NOBODY, NOBODY, 0, 0, closed=True)
    return State(rules, round=last)


def deal_contract(contract: Contract, *hands: str, dealer: int = 3, **options: object) -> State:
    """That contract dealt: each hand begins as written, the rest of the pack follows in face order."""
    named = [hand.split() for hand in hands] + [[] for _ in range(4 - len(hands))]
    left = [card for card in PACK_OF_32 if not any(card in hand for hand in named)]
    for hand in named:
        while len(hand) < 8:
            hand.append(left.pop(0))
    deal = Deal(dealer, hands=tuple(map(tuple, named)))
    return ROSBIRATSCHKA.apply(before(contract, dealer=dealer, **options), HOUSE, deal)


def midway(*hands: str, laid: str, **options: object) -> State:
    """A layout with these cards placed, these hands left, seat 0 to act."""
    held = tuple(tuple(hand.split()) for hand in hands)
    placed = tuple((0, card) for card in laid.split())
    rules = read_options(ROSBIRATSCHKA.Options, options)
    return State(rules, round=Round(6, Contract.LAYOUT, 3, held, held, 0, 0, laid=placed))


def after_moves(state: State, moves: str) -> State:
    """The state after these moves in turn: cards, or `-` for a pass."""
    for move in moves.split():
        (actor,) = ROSBIRATSCHKA.pending(state)
        state = ROSBIRATSCHKA.apply(state, actor, ROSBIRATSCHKA.parse(move_data(state, move)))
    return state


def move_data(state: State, move: str) -> dict[str, str]:
    """The move as the form says it."""
    if move == "-":
        return {"do": "pass"}
    laying = state.round is not None and state.round.contract is Contract.LAYOUT
    return {"do": "place" if laying else "play", "card": move}


def offered_moves(state: State) -> list[str]:
    """The cards the seat to act may play or place, sorted; `-` for a pass."""
    (actor,) = ROSBIRATSCHKA.pending(state)
    assert isinstance(actor, int)
    return sorted(choice.data.get("card", "-") for choice in ROSBIRATSCHKA.choices(state, actor))


def to_act(state: State) -> Actor:
    """The seat that must act."""
    (actor,) = ROSBIRATSCHKA.pending(state)
    return actor
