"""Tricks of any trick-taking game: the winning card, and finished tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.cards import Card, suit_of
from games.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: cards in order of play from `leader`. `points` and `bonus` are what lay in it."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int = 0
    bonus: int = 0


def winning_place(cards: Sequence[Card], strength: Mapping[Card, int], trump: str | None = None) -> int:
    """The place in order of play (0 = the lead) of the card that wins the trick as it lies.

    Only trumps and cards of the led suit can win; `strength` orders the cards within one suit, and every
    trump above every other card.
    """
    led = suit_of(cards[0])
    best, best_strength = 0, strength[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        if (suit_of(card) == led or suit_of(card) == trump) and strength[card] > best_strength:
            best, best_strength = place, strength[card]
    return best


def code_of_waiting(trick: Sequence[object], tricks: Sequence[object]) -> str:
    """The code of the sentence for those who wait: "wait_play" in a running `trick`, "wait_lead" before the first, and
    "wait_next_lead" as long as the last of the finished `tricks` lies on the table."""
    if trick:
        return "wait_play"
    return "wait_next_lead" if tricks else "wait_lead"
