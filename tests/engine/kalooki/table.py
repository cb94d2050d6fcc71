"""Kalooki deals laid out by hand, and lines such as `1 call`, `0 lay H5 S5 D5;...` said at them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.cards import JOKER, Card
from games.engine.errors import RefusalCode, Refused
from games.engine.game import replace_fields
from games.engine.kalooki import Kalooki
from games.engine.kalooki.contracts import hand_size
from games.engine.kalooki.melds import read_meld
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Discard, Phase, State
from games.engine.options import read_options
from games.engine.seats import HOUSE, Actor, Seat

KALOOKI = Kalooki()
FIELDS = {
    "lay": ("melds",),
    "discard": ("card",),
    "tack": ("card", "meld", "end"),
    "shift": ("card", "meld"),
    "reshuffle": ("deck",),
}


def options(**values: object) -> Options:
    return read_options(Options, values)


def deal_game(
    *hands: str,
    upcard: str = "S2",
    stock: str = "",
    players: int = 4,
    contract_number: int = 1,
    **values: object,
) -> State:
    """A deal of a match of this contract alone: the last seat deals, seat 0 begins. What the hands leave open is filled
    from the rest of the pack; `stock` is its top."""
    rules = options(**{"deals": [contract_number], **values})
    size = hand_size(contract_number, rules)
    given = [hand.split() for hand in hands] + [[] for _ in range(players - len(hands))]
    used = {card for hand in given for card in hand} | {upcard} | set(stock.split())
    rest = [card for card in KALOOKI.pack(rules, players) if card not in used and not card.startswith(JOKER)]
    jokers = [card for card in KALOOKI.pack(rules, players) if card not in used and card.startswith(JOKER)]
    # Far apart in face order, so that no filled hand holds a contract by chance.
    rest = [card for first in range(17) for card in rest[first::17]]
    filled = [[*hand, *(rest.pop() for _ in range(size - len(hand)))] for hand in given]
    deck = [hand[place] for place in range(size) for hand in filled]
    deck += [upcard, *stock.split(), *rest, *jokers]
    data = {"do": "deal", "dealer": str(players - 1), "deck": " ".join(deck)}
    return KALOOKI.apply(KALOOKI.start(rules, players), HOUSE, KALOOKI.parse(data))


def after_lines(state: State, *lines: str) -> State:
    """The state after these lines."""
    for line in lines:
        by, word, *rest = line.split(" ", 2)
        told = rest[0] if rest else ""
        names = FIELDS.get(word, ())
        values = [told] if len(names) == 1 else told.split()
        data = {"do": word, **dict(zip(names, values, strict=False))}
        actor: Actor = HOUSE if by == HOUSE else int(by)
        state = KALOOKI.apply(state, actor, KALOOKI.parse(data))
    return state


def refusal_of(state: State, line: str) -> RefusalCode:
    """Why the line is refused; nothing has changed then."""
    before = repr(state)
    with pytest.raises(Refused) as refusal:
        after_lines(state, line)
    assert repr(state) == before
    return refusal.value.code


def words(state: State, seat: Seat) -> set[str]:
    """The words the seat is offered."""
    return {choice.data["do"] for choice in KALOOKI.choices(state, seat)}


def actors_asked(state: State) -> set[Actor]:
    return set(KALOOKI.pending(state))


def after_the_draw(
    hand: str,
    *,
    melds: Sequence[str] = (),
    down: bool = True,
    others: str = "S9 H9 D9b C4 D3",
    contract_number: int = 1,
    laid_now: bool = False,
    **values: object,
) -> State:
    """Seat 0 of three after its draw, with `melds` of seat 1 on the table; the other cards lie in the stock."""
    rules = options(**{"deals": [contract_number], **values})
    laid = [read_meld(1, tuple(cards.split()), rules) for cards in melds]
    assert None not in laid
    hands: tuple[tuple[Card, ...], ...] = (tuple(hand.split()), tuple(others.split()), ("C2", "C3", "C4b"))
    used = {card for cards in hands for card in cards} | {card for meld in melds for card in meld.split()}
    rest = [card for card in KALOOKI.pack(rules, 3) if card not in used]
    deal = Deal(
        number=1,
        contract_number=contract_number,
        dealer=2,
        turn=0,
        hands=hands,
        dealt=hands,
        stock=tuple(rest[1:]),
        pile=(Discard(rest[0], 2),),
        calls=(0, 0, 0),
        down=frozenset({0, 1} if down else {1}),
        melds=tuple(laid),
        phase=Phase.ACT,
        laid_now=laid_now,
    )
    return State(rules, 3, deal=deal, totals=(0, 0, 0))


def with_deal_fields(state: State, **fields: Any) -> State:
    """The state with fields of its deal changed."""
    return replace_fields(state, deal=replace_fields(state.deal, **fields))
