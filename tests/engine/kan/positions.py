"""Deals of Kan laid out by hand, and moves written as one would say them."""

from __future__ import annotations

import pytest

from games.engine.actions import Deal as Dealing
from games.engine.cards import Card
from games.engine.errors import IllegalAction, RefusalCode
from games.engine.game import replace_fields
from games.engine.kan import Kan
from games.engine.kan.state import PACK, Deal, End, Phase, State
from games.engine.options import read_options
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.trick_taking import Trick

KAN = Kan()
NOBODY = ((), (), (), (), ())
SHOWN = ("SA S7 S5", "", "H8", "", "")
"""Hands of a later deal in which seat 0 can show cards to seat 2."""


def hands_from(hands: tuple[str, ...]) -> tuple[tuple[Card, ...], ...]:
    """Five hands of ten: each begins as written, the rest of the pack follows in face order."""
    named = [hand.split() for hand in hands] + [[] for _ in range(5 - len(hands))]
    left = [card for card in PACK if not any(card in hand for hand in named)]
    for hand in named:
        while len(hand) < 10:
            hand.append(left.pop(0))
    return tuple(map(tuple, named))


def deal_first(*hands: str, dealer: Seat = 4, **options: object) -> State:
    """A first deal, in which spades are trumps where the match has one round."""
    state = KAN.start(read_options(KAN.Options, {"rounds": 1, **options}), 5)
    return KAN.apply(state, HOUSE, Dealing(dealer, hands=hands_from(hands)))


def later(*hands: str, place: int = 2, kan: tuple[Seat, Seat] = (2, 0), **options: object) -> State:
    """A second or third deal after won ones. `kan` is the pair, the joker's role first: 0 shows to 2 in the second."""
    rules = read_options(KAN.Options, {"rounds": 1, **options})
    done = tuple(
        Deal(number, number, 4, (0, 1, 2, 3, 4), kan, NOBODY, Phase.OVER, trump="S", won=True, end=End.PLAYED)
        for number in range(1, place)
    )
    state = State(rules, round=1, deal=done[-1], done=done)
    return KAN.apply(state, HOUSE, Dealing(4, hands=hands_from(hands)))


def second_deal(*hands: str, trump: str = "C", **options: object) -> State:
    """A second deal in which nothing was shown and seat 2 named trumps and leads."""
    return after_moves(later(*hands, **options), "show:", f"trump:{trump}")


def cancellable(**options: object) -> State:
    """A second deal after its last card; the kan, 0 and 2, have played the aces and the joker."""
    state = second_deal("S3", "S4", "S5", "S6", "S7", **options)
    aces = Trick(2, ("SA", "S8", "S9", "HA", "C6"), 2)
    more = Trick(2, ("CA", "C3", "C4", "DA", "C5"), 2)
    joker = Trick(2, ("XX", "D3", "D4", "D5", "D6"), 2)
    captured = (("CK", "CQ", "CJ", "DK", "DQ", "DJ", "SK", "SQ", "SJ"), ("HK",))
    hands = (("S3",), ("S4",), ("S5",), ("S6",), ("S7",))
    tricks = (aces, more, joker, *(Trick(2, (), 2) for _ in range(6)))
    return after_moves(
        with_deal(state, hands=hands, tricks=tricks, captured=captured, decided=0), "S5 S6 S7 S3 S4"
    )


def after_moves(state: State, *moves: str) -> State:
    """The state after these moves of the seats that must act: `iku`, `show:SA;H7`, `trump:H`, `XX:S`, or cards with
    blanks between them. A seat may be named in front: `3 koi`."""
    for move in moves:
        cards = move.split()
        if len(cards) > 1 and all(card in PACK for card in cards):
            state = after_moves(state, *cards)
            continue
        actor, word = to_act(state), move
        if move[0].isdigit():
            actor, word = int(move[0]), move[2:]
        state = KAN.apply(state, actor, KAN.parse(data_of(word)))
    return state


def data_of(move: str) -> dict[str, str]:
    """The move as the form says it."""
    word, _, rest = move.partition(":")
    if word in PACK:
        return {"do": "play", "card": word, **({"suit": rest} if rest else {})}
    fields = {"show": "cards", "give": "card", "trump": "suit"}
    return {"do": word, **({fields[word]: rest} if word in fields else {})}


def to_act(state: State) -> Actor:
    """The first one that must or may act."""
    return next(iter(KAN.pending(state)))


def offered_moves(state: State) -> list[str]:
    """The cards or words of the one to act, sorted."""
    actor = to_act(state)
    assert isinstance(actor, int)
    return sorted({one.data.get("card", one.data["do"]) for one in KAN.choices(state, actor)})


def with_deal(state: State, **fields: object) -> State:
    """The state with its running deal changed."""
    assert state.deal is not None
    return replace_fields(state, deal=replace_fields(state.deal, **fields))


def refusal_of(state: State, actor: Actor, move: str) -> RefusalCode:
    """The code with which the move is refused."""
    with pytest.raises(IllegalAction) as refusal:
        KAN.apply(state, actor, KAN.parse(data_of(move)))
    return refusal.value.code
