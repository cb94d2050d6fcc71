"""Those who wait are told who leads, and who takes the trick that still lies there, in every game with tricks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine.game import Game
from games.engine.registry import game
from games.engine.rosbiratschka.state import Contract
from tests.engine.kan.positions import second_deal
from tests.engine.kraken.table import Table
from tests.engine.rosbiratschka.positions import deal_contract


def told(played: Game[Any], state: Any, cards: int) -> Iterator[str]:
    """What those who wait are told now, and after each of so many cards: the first that may be played."""
    yield played.view(state, None).prompt.text.code
    for _card in range(cards):
        seat = next(seat for seat, pending in played.pending(state).items() if pending.kind == "play")
        card = next(choice for choice in played.choices(state, seat) if choice.data["do"] == "play")
        state = played.apply(state, seat, played.parse(card.data))
        yield played.view(state, None).prompt.text.code


def test_after_a_trick_the_next_lead_is_waited_for() -> None:
    a_trick_of_four = ["wait_lead", "wait_play", "wait_play", "wait_play", "wait_next_lead", "wait_play"]
    assert list(told(game("kraken"), Table().quiet().state, 5)) == a_trick_of_four
    assert list(told(game("rosbiratschka"), deal_contract(Contract.NO_TRICKS), 5)) == a_trick_of_four
    a_trick_of_five = [*a_trick_of_four[:4], "wait_play", "wait_next_lead"]
    assert list(told(game("kan"), second_deal("XX"), 5)) == a_trick_of_five


def test_where_there_are_no_tricks_nobody_leads() -> None:
    assert set(told(game("rosbiratschka"), deal_contract(Contract.HUNDRED), 5)) == {"wait_play"}
