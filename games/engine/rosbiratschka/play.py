"""Cards in the three kinds of contract (rules/rosbiratschka 1): to tricks, to the running total, to the rows. Of each
the legal cards, what a card does, and when the deal ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Suit, rank_of, suit_of
from games.engine.errors import IllegalAction, Refusal, RefusalCode
from games.engine.game import replace_fields
from games.engine.rosbiratschka.errors import RosbiratschkaRefusal
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import HAND_SIZE, HEIGHT, Contract, Crossing, Round, left_of, without
from games.engine.seats import Seat
from games.engine.trick_taking import Trick, winning_place

# The contracts with tricks: legal cards, winners, what counts, when a deal ends (rules/rosbiratschka 1).

KING_OF_HEARTS: Final[Card] = "HK"


def playable_to_trick(hand: Sequence[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
    """Any card may be led; then the led suit if the hand has it, else any card. There are no trumps."""
    if trick:
        of_led = tuple(card for card in hand if suit_of(card) == suit_of(trick[0]))
        if of_led:
            return of_led
    return tuple(hand)


def require_follows(round_: Round, seat: Seat, card: Card) -> None:
    """The seat may play that card. Raises IllegalAction: card_not_held, must_follow_suit."""
    hand = round_.hands[seat]
    if card not in hand:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if card not in playable_to_trick(hand, round_.trick):
        raise IllegalAction(Refusal.MUST_FOLLOW_SUIT, suit=suit_of(round_.trick[0]))


def play_to_trick(round_: Round, options: Options, seat: Seat, card: Card) -> Round:
    """A legal card goes to the trick; the trick may be complete with it, and the deal over."""
    hands = without(round_.hands, seat, card)
    trick = (*round_.trick, card)
    if len(trick) < 4 and not _ends_at_once(round_, options, trick):
        return replace_fields(round_, hands=hands, trick=trick, to_play=left_of(seat))
    winner = (round_.leader + winning_place(trick, HEIGHT)) % 4
    counted = sum(counts(round_.contract, held) for held in trick)
    if round_.contract is Contract.NO_TRICKS:
        counted = 1
    tricks = (*round_.tricks, Trick(round_.leader, trick, winner, points=counted))
    over = len(tricks) == HAND_SIZE or (round_.contract is Contract.KING and counted == 1)
    return replace_fields(
        round_, hands=hands, trick=(), tricks=tricks, leader=winner, to_play=winner, closed=over
    )


def counts(contract: Contract, card: Card) -> bool:
    """Whether the card is one of those the contract tells to avoid."""
    match contract:
        case Contract.NO_HEARTS:
            return suit_of(card) == "H"
        case Contract.NO_JACKS:
            return rank_of(card) == "J"
        case Contract.KING:
            return card == KING_OF_HEARTS
        case _:
            return False


def penalty_counts(round_: Round) -> tuple[int, ...]:
    """How many of what the contract counts each seat has taken: tricks, hearts, jacks, the king of hearts."""
    counted = [0, 0, 0, 0]
    for trick in round_.tricks:
        counted[trick.winner] += trick.points
    return tuple(counted)


def counted_cards(round_: Round) -> tuple[tuple[Card, ...], ...]:
    """The cards that count and that each seat has taken, in the order in which they fell; none where tricks count."""
    taken: list[list[Card]] = [[], [], [], []]
    for trick in round_.tricks:
        taken[trick.winner] += [card for card in trick.cards if counts(round_.contract, card)]
    return tuple(map(tuple, taken))


def _ends_at_once(round_: Round, options: Options, trick: tuple[Card, ...]) -> bool:
    """King stop `at_once`: the king lies there, and every card that could beat the trick has been seen."""
    if round_.contract is not Contract.KING or options.king_stop == "after_trick":
        return False
    if KING_OF_HEARTS not in trick:
        return False
    best = trick[winning_place(trick, HEIGHT)]
    gone = {card for _, card in round_.seen} | set(trick)
    return all(
        card in gone for card in HEIGHT if suit_of(card) == suit_of(best) and HEIGHT[card] > HEIGHT[best]
    )


# The fifth contract: cards are added up, and a seat that takes the total over a line pays (rules/rosbiratschka 1,
# Hundred).

RANK_VALUES: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
VALUES: Final[dict[Card, int]] = {
    suit + rank: points for suit in SUITS for rank, points in RANK_VALUES.items()
}


class Line(NamedTuple):
    """A total, and the penalty points of the card that takes the running one over it."""

    total: int
    points: int


LINES: Final = (Line(25, 1), Line(50, 2), Line(100, 5))
"""No card is worth more than 11: it crosses one line at most."""


def line_crossed(before: int, after: int, hundred_line: str) -> Line | None:
    """The line between two totals: crossed when exceeded, with `reach` when hit."""
    least = 0 if hundred_line == "reach" else 1
    for line in LINES:
        if before < line.total + least <= after:
            return line
    return None


def require_held(round_: Round, seat: Seat, card: Card) -> None:
    """Any card may be played. Raises IllegalAction(card_not_held)."""
    if card not in round_.hands[seat]:
        raise IllegalAction(Refusal.CARD_NOT_HELD)


def add_to_total(round_: Round, options: Options, seat: Seat, card: Card) -> Round:
    """A card is added to the total; over the last line the deal ends."""
    total = round_.total + VALUES[card]
    crossed = round_.crossed
    found = line_crossed(round_.total, total, options.hundred_line)
    if found is not None:
        crossed = (*crossed, Crossing(seat, card, found.total, total, found.points))
    return replace_fields(
        round_,
        hands=without(round_.hands, seat, card),
        laid=(*round_.laid, (seat, card)),
        total=total,
        crossed=crossed,
        to_play=left_of(seat),
        closed=len(crossed) == len(LINES),
    )


# The sixth contract: rows by suit, opened by the jack, growing both ways (rules/rosbiratschka 1, Layout).

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


def require_may_place(round_: Round, options: Options, seat: Seat, card: Card) -> None:
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
