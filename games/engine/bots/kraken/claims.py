"""Roem, stuk and combinations: a bot lets nothing lie (rules/kraken 1.4, 1.6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.engine.actions import Data
from games.engine.kraken.bonus import bonus_points
from games.engine.view import Choice, View


def claim(view: View, words: Collection[str]) -> Data | None:
    """The claim to make now: stuk whenever it is offered, roem when its own side won a trick that holds
    some."""
    if "stuk" in words:
        return {"do": "stuk"}
    return {"do": "bonus"} if "bonus" in words and _own_roem_lies(view) else None


def _own_roem_lies(view: View) -> bool:
    trick, contract = view.last_trick, view.contract
    if trick is None or contract is None or contract.trump is None:
        return False
    if trick.winning is None or view.viewer is None or (trick.winning - view.viewer) % 2:
        return False
    cards = [card for _, card in trick.cards]
    return bonus_points(cards, contract.trump, view.options.quads) > 0


def declare_everything(choices: Sequence[Choice]) -> Data:
    """The declaration with all combinations: the one that names most cards."""
    return max((choice.data for choice in choices), key=lambda data: len(data["combinations"]))
