"""The worked examples C2 to C48 of rules/kalooki and 120 hands, each put to the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.errors import IllegalAction
from games.engine.kalooki import drawing, finding, melds, scoring, turn
from games.engine.kalooki.contracts import CONTRACTS, contract_of, hand_size
from games.engine.kalooki.state import Discard, Phase
from tests.engine.kalooki.table import after_lines, after_the_draw, deal_game, options, with_deal_fields
from tests.engine.vectors import vectors

EXAMPLES = vectors("kalooki_examples.jsonl")


def values(example: dict[str, Any]) -> list[int]:
    return [scoring.value(card) for card in example["cards"].split()]


def three(example: dict[str, Any]) -> bool:
    return melds.rank_of_three(example["cards"].split()) is not None


def four(example: dict[str, Any]) -> list[Any] | None:
    start = melds.start_of_four(example["cards"].split())
    return None if start is None else list(start)


def lay(example: dict[str, Any]) -> bool:
    """The melds are laid from a hand that has a card more."""
    groups = [tuple(cards.split()) for cards in example["melds"].split(";")]
    hand = {card for group in groups for card in group} | {"DKc"}
    state = after_the_draw(" ".join(sorted(hand)), down=False, contract_number=example["deal"], packs=3)
    assert state.deal is not None
    try:
        after = turn.lay(state.deal, state.options, groups)
    except IllegalAction:
        return False
    return after.down == {0, 1}


def tack(example: dict[str, Any]) -> list[str]:
    rules = {"tack_four": example["tack_four"]} if "tack_four" in example else {}
    state = after_the_draw(f"{example['card']} CKb", melds=[example["meld"]], **rules)
    assert state.deal is not None
    return list(melds.ends(state.deal.melds[0], example["card"], state.options))


def shift(example: dict[str, Any]) -> str | None:
    state = after_the_draw(f"{example['card']} CKb", melds=[example["meld"]])
    try:
        after = after_lines(state, f"0 shift {example['card']} 0")
    except IllegalAction:
        return None
    assert after.deal is not None
    return " ".join(after.deal.melds[0].cards)


def callers(example: dict[str, Any]) -> list[int]:
    state = deal_game(players=example["players"], call_limit=example["call_limit"])
    state = with_deal_fields(
        state,
        turn=example["turn"],
        pile=(Discard("S2", example["discarder"]),),
        down=frozenset(example["down"]),
        calls=tuple(example["calls"]),
    )
    assert state.deal is not None
    return list(drawing.eligible(state.deal, state.options))


def call(example: dict[str, Any]) -> int:
    """Seat 1 is to draw what seat 0 discarded; the seats say their words in that order, then nobody else calls."""
    state = deal_game(call_priority=example["call_priority"])
    state = with_deal_fields(state, turn=1, pile=(Discard("S2", 0),))
    for seat in example["said"]:
        assert state.deal is not None
        if state.deal.phase is Phase.DRAW:
            state = after_lines(state, f"{seat} call")
    assert state.deal is not None
    assert state.deal.phase is Phase.ANSWER
    return state.deal.called[0]


def draw(example: dict[str, Any]) -> list[str]:
    """The words of the player in turn. One who is down says nothing to a call: it is allowed by itself."""
    state = deal_game()
    if example["down"]:
        state = with_deal_fields(state, down=frozenset({0}))
    if example["called"]:
        state = after_lines(state, "2 call")
    assert state.deal is not None
    if state.deal.phase is Phase.ACT:
        assert state.deal.calls == (0, 0, 1, 0)
        return ["allow"]
    return sorted(drawing.turn_words(state.deal))


def score(example: dict[str, Any]) -> list[int]:
    rules = options(bend_double=example.get("bend_double", "on"))
    hands = [hand.split() for hand in example["hands"]]
    return list(scoring.score(scoring.left_in_hand(hands), rules, bent=example["bent"]))


def discards(example: dict[str, Any]) -> list[str]:
    state = after_the_draw(example["hand"])
    assert state.deal is not None
    return sorted(turn.discards(state.deal))


def size(example: dict[str, Any]) -> int:
    """Cards of a hand after so many calls and draws, played: two cards a call, one a draw."""
    state = deal_game(contract_number=example["deal"], players=3, stock="S3 S4 S5 S6 S7 S8 S9")
    for number in range(example["calls"]):
        state = with_deal_fields(
            after_lines(state, "1 call", "0 allow"),
            turn=0,
            phase=Phase.DRAW,
            called=(),
            keeps_top=True,
            pile=(Discard("D2", 2),),
        )
        assert state.deal is not None
        assert state.deal.calls[1] == number + 1
    state = with_deal_fields(state, turn=1, settled=True)
    for _ in range(example["drawn"]):
        state = after_lines(state, "1 stock")
    assert state.deal is not None
    return len(state.deal.hands[1])


def can_lay(example: dict[str, Any]) -> bool:
    return bool(finding.layings(example["hand"].split(), contract_of(example["deal"]), options(), most=1))


def contracts(example: dict[str, Any]) -> list[bool]:
    return [
        bool(finding.layings(example["hand"].split(), contract, options(), most=1)) for contract in CONTRACTS
    ]


ASK: dict[str, Callable[[dict[str, Any]], object]] = {
    "values": values,
    "three": three,
    "four": four,
    "lay": lay,
    "tack": tack,
    "shift": shift,
    "callers": callers,
    "call": call,
    "draw": draw,
    "score": score,
    "discards": discards,
    "hand_size": size,
    "can_lay": can_lay,
    "contracts": contracts,
}


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[f"{place}-{example['id']}" for place, example in enumerate(EXAMPLES)]
)
def test_the_engine_says_what_the_example_says(example: dict[str, Any]) -> None:
    assert ASK[example["kind"]](example) == example["expect"]


def test_every_example_is_there() -> None:
    named = {example["id"] for example in EXAMPLES}
    assert named == {f"C{number}" for number in range(2, 49)} | {f"R{number}" for number in range(1, 121)}


def test_the_contracts_and_their_hands() -> None:
    assert [hand_size(deal, options()) for deal in range(1, 10)] == [9, 10, 11, 12, 12, 13, 14, 15, 16]
    twelve = options(early_hands="twelve")
    assert [hand_size(deal, twelve) for deal in range(1, 10)] == [12, 12, 12, 12, 12, 13, 14, 15, 16]
