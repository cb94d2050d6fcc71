"""The contracts with tricks: legal cards, winners, what counts, when a deal ends (rules/rosbiratschka 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import Card, rank_of, suit_of
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.rosbiratschka.options import Options
from games.engine.rosbiratschka.state import HAND_SIZE, HEIGHT, Contract, Round, left_of, without
from games.engine.seats import Seat
from games.engine.trick_taking import Trick, winning_place

KING_OF_HEARTS: Final[Card] = "HK"


def playable(hand: Sequence[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
    """Any card may be led; then the led suit if the hand has it, else any card. There are no trumps."""
    if trick:
        of_led = tuple(card for card in hand if suit_of(card) == suit_of(trick[0]))
        if of_led:
            return of_led
    return tuple(hand)


def require_legal_card(round_: Round, seat: Seat, card: Card) -> None:
    """The seat may play that card. Raises IllegalAction: card_not_held, must_follow_suit."""
    hand = round_.hands[seat]
    if card not in hand:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if card not in playable(hand, round_.trick):
        raise IllegalAction(Refusal.MUST_FOLLOW_SUIT, suit=suit_of(round_.trick[0]))


def play(round_: Round, options: Options, seat: Seat, card: Card) -> Round:
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
