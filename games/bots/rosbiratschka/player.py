"""The good and the strong player of Rosbiratschka, of one effort and a seed: from what a seat sees to what it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from games.bots.estimates import sureness
from games.bots.player import Decision, Player, clearly
from games.bots.rosbiratschka import card_worth, easy, reasons
from games.bots.rosbiratschka.belief import belief
from games.bots.rosbiratschka.compact.play import Total, Tricks
from games.bots.rosbiratschka.compact.positions import BIT, compact_covers
from games.bots.rosbiratschka.knowledge import knowledge
from games.bots.rosbiratschka.reasons import Reason
from games.bots.rosbiratschka.search import Effort, Found, distinct, search
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.rosbiratschka.play import counts
from games.engine.view import Choice, View
from games.engine.words import Text, text

POINT: Final = 7.0
"""A penalty point weighs as much as so many points of Kraken when it is said how sure a card is."""
ALIKE_POINTS: Final = 0.05
ALIKE_ERRORS: Final = 0.5
"""A card is as good as another that leads it by no more than one of these."""


def make_player(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; with a single choice, that one. A turn must always be used. Under a house rule the
    compact form does not know, it is the easy bot's."""
    if not compact_covers(view.options):
        return easy.decide(view, choices)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    found = search(view, effort, seed)
    best, *others = found.ranked
    sure = sureness((POINT * (best.value - other.value), POINT * other.error) for other in others)
    card = _natural_card(view, found)
    all_the_same = found.same and not _costs_another(view, card)
    why = text(Reason.ALL_THE_SAME) if all_the_same else _why_card(view, card, found)
    return Decision(({"do": view.hand_word, "card": card},), lambda _answer: why, sure=sure)


def _costs_another(view: View, card: Card) -> bool:
    """Whether the card counts and goes to a trick of another, though all cards cost this hand the same."""
    if not isinstance(belief(view).position, Tricks):
        return False
    known = knowledge(view)
    return bool(known.table) and counts(known.contract, card) and not card_worth.lies_highest(known, card)


def _natural_card(view: View, found: Found) -> Card:
    """Among cards that are as good as the best one that which a card player would take: the easy bot's, of its suit
    the highest where it takes no trick."""
    known, best = belief(view), found.ranked[0]
    alike = [
        BIT[one.card]
        for one in found.ranked
        if best.value - one.value <= max(ALIKE_POINTS, ALIKE_ERRORS * one.error)
    ]
    cards = [
        held.card
        for held in view.hand
        if held.playable
        and any(
            BIT[held.card] == one or distinct(known, BIT[held.card] | one).bit_count() == 1 for one in alike
        )
    ]
    if len(cards) == 1:
        return cards[0]
    if not isinstance(known.position, Tricks):
        choose = card_worth.card_for_total if isinstance(known.position, Total) else card_worth.card_for_rows
        return choose(view, cards)
    return card_worth.natural_card(view, cards, sweeps=found.sweeps)


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        decision = easy.decide(view, choices)
        return decision.why(answer) if answer in decision.answers else None
    return text(Reason.ONLY_CHOICE) if len(choices) == 1 else _why_card(view, answer["card"])


def _why_card(view: View, card: Card, found: Found | None = None) -> Text:
    """The reason the easy bot gives for the card: all levels share one closed list of reasons."""
    playable = [held.card for held in view.hand if held.playable]
    if found is None or not isinstance(belief(view).position, Tricks):
        return reasons.why(view, playable, card)
    plan = card_worth.Aim.EVERYTHING if found.sweeps else card_worth.aim_without_sweep(view)
    return reasons.why(view, playable, card, plan)
