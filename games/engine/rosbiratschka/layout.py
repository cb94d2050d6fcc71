"""The sixth contract: rows by suit, opened by the jack, growing both ways (rules/rosbiratschka 1, Layout)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from games.engine.cards import RANKS_FROM_SEVEN, Card, Suit, rank_of, suit_of
from games.engine.errors import IllegalAction, Refusal, RefusalCode
from games.engine.game import replace_fields
from games.engine.rosbiratschka.errors import RosbiratschkaRefusal
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import Round, left_of, without
from games.engine.seats import Seat

JACK: Final = RANKS_FROM_SEVEN.index("J")
LOWEST: Final = 0
HIGHEST: Final = len(RANKS_FROM_SEVEN) - 1


def row(suit: Suit, placed: Collection[Card]) -> tuple[Card, ...]:
    """The row of that suit, lowest card first; empty until its jack lies there."""
    return tuple(suit + rank for rank in RANKS_FROM_SEVEN if suit + rank in placed)


def next_cards(suit: Suit, placed: Collection[Card]) -> tuple[Card, ...]:
    """The cards that could be placed in that row now: the jack, or the next at either end."""
    if suit + "J" not in placed:
        return (suit + "J",)
    low = high = JACK
    while low >= LOWEST and suit + RANKS_FROM_SEVEN[low] in placed:
        low -= 1
    while high <= HIGHEST and suit + RANKS_FROM_SEVEN[high] in placed:
        high += 1
    ends = [end for end in (low, high) if LOWEST <= end <= HIGHEST]
    return tuple(suit + RANKS_FROM_SEVEN[end] for end in ends)


def placeable(hand: Sequence[Card], placed: Collection[Card], layout_choice: str) -> tuple[Card, ...]:
    """The cards of the hand that may be placed now; none means the seat must pass.

    With `extend_first` a jack may be placed only when no other card fits, with `free` whenever one is held.
    """
    fitting = tuple(card for card in hand if card in next_cards(suit_of(card), placed))
    if layout_choice == "free":
        return fitting
    return tuple(card for card in fitting if rank_of(card) != "J") or fitting


def laid_cards(round_: Round) -> frozenset[Card]:
    """Every card of the rows."""
    return frozenset(card for _seat, card in round_.laid if card is not None)


def cards_to_place(round_: Round, options: Options, seat: Seat) -> tuple[Card, ...]:
    """The cards the seat may place now; it must be its turn."""
    return placeable(round_.hands[seat], laid_cards(round_), options.layout_choice)


def require_legal_card(round_: Round, options: Options, seat: Seat, card: Card) -> None:
    """The seat may place that card. Raises IllegalAction: card_not_held, card_does_not_fit, must_extend_row."""
    if card not in round_.hands[seat]:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if card not in cards_to_place(round_, options, seat):
        raise IllegalAction(why_not(card))


def why_not(card: Card) -> RefusalCode:
    """Why a held card that `placeable` leaves out may not be placed: a jack always fits."""
    return (
        RosbiratschkaRefusal.MUST_EXTEND_ROW
        if rank_of(card) == "J"
        else RosbiratschkaRefusal.CARD_DOES_NOT_FIT
    )


def place(round_: Round, seat: Seat, card: Card) -> Round:
    """A legal card goes to its row; the deal ends when one seat alone has cards."""
    hands = without(round_.hands, seat, card)
    return replace_fields(
        round_,
        hands=hands,
        laid=(*round_.laid, (seat, card)),
        to_play=_next_with_cards(hands, seat),
        closed=sum(map(bool, hands)) == 1,
    )


def require_may_pass(round_: Round, options: Options, seat: Seat) -> None:
    """Check that the seat has no card to place. Raises IllegalAction(must_place)."""
    if cards_to_place(round_, options, seat):
        raise IllegalAction(RosbiratschkaRefusal.MUST_PLACE)


def say_pass(round_: Round, seat: Seat) -> Round:
    """A seat that cannot place passes."""
    return replace_fields(
        round_, laid=(*round_.laid, (seat, None)), to_play=_next_with_cards(round_.hands, seat)
    )


def _next_with_cards(hands: tuple[tuple[Card, ...], ...], seat: Seat) -> Seat:
    """The next seat clockwise that still has cards."""
    following = left_of(seat)
    while not hands[following]:
        following = left_of(following)
    return following
