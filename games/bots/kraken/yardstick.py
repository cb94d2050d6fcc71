"""A plain rule player to measure the others by (`measure_bots`): it leads winners, follows low, and feeds the partner
who wins. It speaks and claims as another player does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from games.bots.kraken.knowledge import Knowledge, knowledge, without_revokes
from games.bots.kraken.reasons import Reason
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.kraken.ranks import POINTS, STRENGTH
from games.engine.trick_taking import winning_place
from games.engine.view import Choice, View
from games.engine.words import text


def yardstick(words: Player) -> Player:
    """The rule player, with the words and claims of another."""
    return partial(_decide, words)


def _decide(words: Player, view: View, choices: Sequence[Choice]) -> Decision:
    if all(choice.data["do"] != "play" for choice in choices):
        return words(view, choices)
    claim = words(view, choices).answers[0]
    if claim is not None and claim["do"] != "play":
        return words(view, choices)
    playable = [held.card for held in without_revokes(view).hand if held.playable]
    card = _card(knowledge(view), playable) if len(playable) > 1 else playable[0]
    answer: Data = {"do": "play", "card": card}
    return clearly(answer, text(Reason.ONLY_CARD if len(playable) == 1 else Reason.PROMISES_MOST))


def _card(known: Knowledge, playable: Sequence[Card]) -> Card:
    points, strength = POINTS[known.trump], STRENGTH[known.trump]

    def cheap(card: Card) -> tuple[int, int]:
        return points[card], strength[card]

    if not known.table:
        winners = [card for card in playable if not known.is_beaten(card)]
        return max(winners, key=cheap) if winners else min(playable, key=cheap)
    cards = [card for _, card in known.table]
    winner = known.table[winning_place(cards, strength, known.trump)][0]
    if winner == known.partner:
        return max(playable, key=cheap)
    taking = [card for card in playable if winning_place([*cards, card], strength, known.trump) == len(cards)]
    if taking and not known.still_to_play:
        return min(taking, key=lambda card: strength[card])
    return min(playable, key=cheap)
