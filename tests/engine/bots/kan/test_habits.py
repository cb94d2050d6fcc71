"""Habits of a Kan player near the end of a deal, each in a position that is laid out: it draws out the joker, does not
block its partner, and makes the eighth point safe."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.bots import kan
from games.bots.kan.reasons import Reason
from games.engine.cards import JOKER, SUITS, Card
from games.engine.kan.state import PACK, SCORING_CARDS, State
from games.engine.seats import Seat
from games.engine.trick_taking import Trick
from tests.engine.kan.positions import KAN, after_moves, second_deal, with_deal


def end_of_deal(
    *hands: str,
    lead: Seat,
    points: tuple[int, int],
    joker_led_with: str = "",
    shown: str = "",
    trump: str = "C",
) -> State:
    """A second deal with these cards left, which that seat leads. In the tricks before everybody followed suit, but for
    one that the joker led, where `joker_led_with` fell; kan (0 and 2) and mukan have taken so many scoring cards."""
    left = tuple(tuple(hand.split()) for hand in hands)
    gone = [card for card in PACK if not any(card in hand for hand in left)]
    tricks = []
    if joker_led_with:
        with_joker = (JOKER, *joker_led_with.split())
        tricks.append(Trick(2, with_joker, 2))
        gone = [card for card in gone if card not in with_joker]
    for suit in SUITS:
        of_suit = [card for card in gone if card[0] == suit]
        assert len(of_suit) % 5 == 0, (suit, of_suit)
        tricks += [Trick(0, tuple(of_suit[place : place + 5]), 0) for place in range(0, len(of_suit), 5)]
    fallen = [card for trick in tricks for card in trick.cards if card in SCORING_CARDS]
    assert len(fallen) == sum(points), fallen
    state = second_deal(trump=trump)
    return with_deal(
        state,
        hands=left,
        tricks=tuple(tricks),
        captured=(tuple(fallen[: points[0]]), tuple(fallen[points[0] :])),
        shows=tuple(tuple(cards.split()) for cards in shown.split(";") if cards),
        to_play=lead,
        leader=lead,
    )


def card_and_reason(state: State, seat: Seat) -> tuple[Card, str]:
    """The card of the bot, and its reason."""
    effort = replace(
        kan.search.GOOD, drawn=1
    )  # the tricks before are made up: nothing follows from how they were played
    decision = kan.decide(KAN.view(state, seat), KAN.choices(state, seat), effort=effort)
    answer = decision.pick(Random(0))
    assert answer is not None
    return answer["card"], decision.why(answer).code


JOKER_OUT = ("XX S2", "HA H3", "S3 D3", "S4 D4", "C3 C4")
"""Two cards each; the joker must fall in this trick."""


def test_it_draws_out_the_joker_with_a_card_that_brings_nothing() -> None:
    """The ace wins the last trick and with it the eighth point; led now it would be the ninth of the kan."""
    state = end_of_deal(*JOKER_OUT, lead=1, points=(8, 7))
    assert card_and_reason(state, 1)[0] == "H3"


def test_it_gives_nothing_to_the_trick_in_which_the_joker_must_fall() -> None:
    """The same where another one leads: what the joker takes is the low card."""
    state = after_moves(end_of_deal(*JOKER_OUT, lead=4, points=(8, 7)), "C3", "XX")
    assert card_and_reason(state, 1)[0] == "H3"


BLOCKED = ("DA DQ DJ DT", "S3 S4 H3 H4", "DK D3 S5 H5", "S6 S7 H6 D4", "S8 H7 C4 C5")
"""Four cards each; seat 0 has shown its long suit, of which seat 2 holds two."""
JOKER_TRICK = "ST H8 H9 S9"


@pytest.mark.parametrize("shown", ["", "DQ DJ"])
def test_it_throws_the_king_under_the_ace_of_its_partner(shown: str) -> None:
    """Kept, the king would win the second trick in the hand that has no third card of the suit."""
    state = end_of_deal(*BLOCKED, lead=0, points=(6, 6), joker_led_with=JOKER_TRICK, shown=shown)
    state = after_moves(state, "DA", "S3")
    assert card_and_reason(state, 2) == ("DK", Reason.FEED_PARTNER)


EIGHTH = ("H6 XX S8", "HA H3 C3", "HQ D5 S9", "H4 D6 S7", "H5 H7 C4")


def test_it_takes_the_eighth_point_as_soon_as_it_lies_there() -> None:
    """A kan has the joker: the ace may not win a later trick."""
    state = after_moves(end_of_deal(*EIGHTH, lead=2, points=(7, 7)), "HQ H4 H5 H6")
    assert card_and_reason(state, 1)[0] == "HA"
