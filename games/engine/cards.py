"""Cards: suit `S H D C` and rank `2-9 T J Q K A`, the joker `XX`; with several packs an instance mark follows
("S7b", "XXb"), so that every card of a pack is another string."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, TypeAlias

from games.engine.errors import MalformedAction, Refusal

Card: TypeAlias = str
Suit: TypeAlias = str
Rank: TypeAlias = str

SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
ALL_RANKS: tuple[Rank, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
JOKER: Final[Card] = "XX"
MARKS: Final = ("", "b", "c", "d", "e", "f", "g", "h")
"""Suffixes of equal cards from several packs: none for the first pack."""
RANKS_FROM_SEVEN: tuple[Rank, ...] = ("7", "8", "9", "T", "J", "Q", "K", "A")


def pack_of(ranks: Iterable[Rank]) -> tuple[Card, ...]:
    """One pack in face order: all ranks of spades, then hearts, diamonds, clubs."""
    ranks = tuple(ranks)
    return tuple(suit + rank for suit in SUITS for rank in ranks)


def several_packs(pack: Iterable[Card], count: int) -> tuple[Card, ...]:
    """`count` equal packs in face order, twins beside each other: the first unmarked, then with b, c ..."""
    return tuple(card + mark for card in pack for mark in MARKS[:count])


def face(card: Card) -> Card:
    """The suit and rank of a card without the mark of its pack: "S7" for "S7b"."""
    return card[:2]


def suit_of(card: Card) -> Suit:
    """The suit of a card; "X" for a joker."""
    return card[0]


def rank_of(card: Card) -> Rank:
    """The rank of a card; "X" for a joker."""
    return card[1]


PACK_OF_32: Final = pack_of(RANKS_FROM_SEVEN)
CARDS_OF_32: Final = frozenset(PACK_OF_32)


def parse_card(text: str, pack: Collection[Card]) -> Card:
    """A card of `pack`, written as in the log. Raises MalformedAction(unknown_card)."""
    if text not in pack:
        raise MalformedAction(Refusal.UNKNOWN_CARD, card=text[:12])
    return text


def parse_cards(text: str, pack: Collection[Card]) -> tuple[Card, ...]:
    """Cards between spaces. Raises MalformedAction(unknown_card)."""
    return tuple(parse_card(word, pack) for word in text.split())


def parse_suit(text: str) -> Suit:
    """One of `S H D C`. Raises MalformedAction(unknown_suit)."""
    if text not in SUITS:
        raise MalformedAction(Refusal.UNKNOWN_SUIT, suit=text[:12])
    return text


def show_cards(cards: Iterable[Card]) -> str:
    """Cards as the log writes them: between single spaces."""
    return " ".join(cards)
