"""What a seat knows of a Kraken deal: the cards it may play by the rules, what its hand is worth, and where the unseen
cards may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from games.bots.unseen_cards import SeenBySeat, chances_to_hold, excluded_cards
from games.engine.cards import PACK_OF_32, SUITS, Card, Suit, rank_of, suit_of
from games.engine.kraken.declarations import STUK, everything, has_stuk
from games.engine.kraken.legal import POINTS, STRENGTH, legal_cards
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.revoke import is_possible
from games.engine.seats import Seat
from games.engine.view import View

# The view of a player who never revokes.


def without_revokes(view: View) -> View:
    """The view with the cards that may be played by the rules, where every card of the hand can be played."""
    contract = view.contract
    everything = view.options is not None and is_possible(view.options)
    if (
        not everything
        or contract is None
        or contract.trump is None
        or not any(one.playable for one in view.hand)
    ):
        return view
    trick = view.trick
    table = [card for _, card in trick.cards] if trick is not None and not trick.complete else []
    legal = legal_cards(view.hand_cards, table, contract.trump, view.options)
    return replace(view, hand=tuple(held._replace(playable=held.card in legal) for held in view.hand))


# Estimate of the value of eight cards with a given suit as trumps, before a card is played. All figures are points by
# which the side leads.

TRUMP_LENGTH: Final = (-75, -80, -82, -60, -41, -35, -30, -30, -30)
"""By number of trumps, with what any hand lacks before its first good card."""
TRUMP: Final = {"J": 62, "9": 25, "A": 17, "T": 7, "K": 6, "Q": 6, "8": 9, "7": 8}
BOER_AND_NEL: Final = 9
VOID: Final = 10
ACE: Final = 29
ACE_IN_LONG_SUIT: Final = 21
TEN_UNDER_ACE: Final = 11
TEN: Final = 10
KING: Final = 2


def worth(hand: Sequence[Card], trump: Suit, options: Options) -> float:
    """Expected lead in points of the side that holds this hand: cards, roem, declarations.

    The figures were fitted to rounds the bot played against itself with trumps by chance; they are the same
    for all four seats within their error. Double spades are left out.
    """
    ranks = {suit: {rank_of(card) for card in hand if suit_of(card) == suit} for suit in SUITS}
    trumps = ranks.pop(trump)
    total = TRUMP_LENGTH[len(trumps)] + sum(TRUMP[rank] for rank in trumps)
    total += BOER_AND_NEL if {"J", "9"} <= trumps else 0
    total += sum(side_suit(held) for held in ranks.values())
    total += VOID * sum(not held for held in ranks.values()) if trumps else 0
    return total + _in_the_hand(hand, trump, options)


def side_suit(ranks: set[str]) -> int:
    """The worth of these cards of a suit that is not trumps."""
    king = KING if "K" in ranks else 0
    if "A" not in ranks:
        return king + (TEN if "T" in ranks else 0)
    ace = ACE if len(ranks) < 4 else ACE_IN_LONG_SUIT
    return king + ace + (TEN_UNDER_ACE if "T" in ranks else 0)


def _in_the_hand(hand: Sequence[Card], trump: Suit, options: Options) -> int:
    """Points of the hand's combinations and stuk, assuming that no other hand has a better combination."""
    if options.declarations == "off":
        return 0
    declared = sum(combination.points for combination in everything(hand, options))
    return declared + (STUK if has_stuk(hand, trump) else 0)


# The unseen cards from one seat's point of view, and the probability of each being in each other hand.


@dataclass(frozen=True, slots=True)
class Knowledge(SeenBySeat):
    """Everything that matters for one card, seen from one seat.

    `table` is the trick on the table as (seat, card), `unseen` are the cards in the three other hands in
    face order. `odds[seat]` gives for each the probability (0 to 1) that this seat holds it; cards it
    cannot hold are left out.
    """

    seat: Seat
    ring: tuple[Seat, ...]
    trump: Suit
    quads: str
    hand: tuple[Card, ...]
    table: tuple[tuple[Seat, Card], ...]
    unseen: tuple[Card, ...]
    odds: tuple[dict[Card, float], ...]

    @property
    def partner(self) -> Seat:
        return (self.seat + 2) % 4

    @property
    def opponents_trumps(self) -> float:
        """How many trumps the two opponents hold together, on average."""
        return sum(
            chance
            for seat in self.rivals_of(self.seat)
            for card, chance in self.odds[seat].items()
            if suit_of(card) == self.trump
        )

    @property
    def mean_points(self) -> float:
        """Card points of an unseen card on average."""
        points = POINTS[self.trump]
        return sum(points[card] for card in self.unseen) / max(len(self.unseen), 1)

    def rivals_of(self, seat: Seat) -> tuple[Seat, Seat]:
        """The two seats of the other side."""
        return (seat + 1) % 4, (seat + 3) % 4

    def odds_of_opponents(self, card: Card) -> float:
        """The probability that one of the two opponents holds the card."""
        return sum(self.odds[seat].get(card, 0.0) for seat in self.rivals_of(self.seat))

    def is_beaten(self, card: Card) -> bool:
        """Whether a higher card of the suit is in another hand."""
        strength = STRENGTH[self.trump]
        return any(strength[other] > strength[card] for other in self.unseen_of(suit_of(card)))


def knowledge(view: View) -> Knowledge:
    """Build the `Knowledge` of the viewer, whose turn it is to play a card."""
    contract, seat = view.contract, view.viewer
    assert contract is not None
    assert contract.trump is not None
    assert seat is not None
    trick = view.trick
    table = trick.cards if trick is not None and not trick.complete else ()
    hand = view.hand_cards
    gone = {card for _, card in view.played} | {card for _, card in table} | set(hand)
    unseen = tuple(card for card in PACK_OF_32 if card not in gone)
    shown = {card: group.seat for group in view.shown for card in group.cards}
    excluded = _excluded_cards(view.played, table, contract.trump, view.options)
    return Knowledge(
        seat=seat,
        ring=view.ring,
        trump=contract.trump,
        quads=view.options.quads,
        hand=hand,
        table=table,
        unseen=unseen,
        odds=chances_to_hold(seat, unseen, excluded, tuple(zone.cards for zone in view.seats), shown),
    )


def _excluded_cards(
    played: Sequence[tuple[Seat, Card]], table: Sequence[tuple[Seat, Card]], trump: Suit, options: Options
) -> list[set[Card]]:
    """By seat the cards it cannot hold, because what it played would not have been legal with them."""
    excluded: list[set[Card]] = [set(), set(), set(), set()]
    tricks = [played[start : start + 4] for start in range(0, len(played), 4)]
    for trick in (*tricks, table):
        exclusions = _exclusions_of(tuple([card for _, card in trick]), trump, options)
        for (seat, _), cards in zip(trick, exclusions, strict=True):
            excluded[seat] |= cards
    return excluded


@lru_cache(maxsize=1024)
def _exclusions_of(trick: tuple[Card, ...], trump: Suit, options: Options) -> tuple[frozenset[Card], ...]:
    """For each card of a trick, in order of play, the cards its player cannot hold.

    Cached because every later decision of the round asks about the same trick again.
    """
    if not trick:
        return ()
    *before, card = trick
    legal = partial(legal_cards, trump=trump, options=options)
    return (*_exclusions_of(trick[:-1], trump, options), excluded_cards(PACK_OF_32, before, card, legal))
