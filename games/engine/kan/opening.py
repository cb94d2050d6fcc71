"""Places at the table and the beginning of a deal: hands, partners, the exchange of a double kan, iku and koi, shows,
trumps (rules/kan 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.engine import actions
from games.engine.actions import Arrange
from games.engine.cards import JOKER, Card, Suit
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kan.errors import KanRefusal
from games.engine.kan.options import Options
from games.engine.kan.state import (
    CARDS,
    FACE_ORDER,
    HAND_SIZE,
    SEATS,
    Deal,
    Phase,
    State,
    first_trump,
    without,
)
from games.engine.seats import Seat
from games.engine.shuffle import Randomness


def right_of(ring: Sequence[Seat], seat: Seat, steps: int = 1) -> Seat:
    """The player so many places to the right, which is the order of play."""
    return ring[(ring.index(seat) + steps) % len(ring)]


def partner_of(ring: Sequence[Seat], holder: Seat) -> Seat:
    """The partner of a player with joker and ace of trumps: two places to the right."""
    return right_of(ring, holder, 2)


def separate_pair(ring: tuple[Seat, ...], pair: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seating in which the pair are no neighbours: the right-hand one swaps with the opponent on the right."""
    for left, right in (pair, tuple(reversed(pair))):
        if right_of(ring, left) == right:
            opponent = right_of(ring, right)
            swapped = {right: opponent, opponent: right}
            return tuple(swapped.get(seat, seat) for seat in ring)
    return ring


def leader(ring: Sequence[Seat], pair: Sequence[Seat], words: Sequence[str], clash: str) -> Seat:
    """The seat that leads after the two words of the pair, in the pair's order.

    One iku leads. After equal words it is the kan player with two opponents to the right, or with `mukan_right` the
    first of those two.
    """
    if words[0] != words[1]:
        return pair[list(words).index("iku")]
    before_two = next(seat for seat in pair if right_of(ring, seat, 2) not in pair)
    return before_two if clash == "kan_two_mukan_right" else right_of(ring, before_two)


def next_dealer(ring: Sequence[Seat], dealer: Seat, rotation: str) -> Seat:
    """The dealer of the next round, in the seating as it stands: `clockwise` is the player on the left."""
    return right_of(ring, dealer, -1 if rotation == "clockwise" else 1)


CALL_WORDS: Final = ("iku", "koi")
"""I lead, or my partner leads."""
MAX_CARDS_SHOWN: Final = 2


def next_round(state: State) -> int:
    """The number of the round to which the next deal belongs."""
    return state.round + 1 if state.closed else state.round


def dealer_of_next(state: State) -> Seat | None:
    """The dealer of the next deal; None for the first one, which any seat may deal."""
    if state.deal is None:
        return None
    if not state.closed:
        return state.deal.dealer
    return next_dealer(state.ring, state.deal.dealer, state.options.dealer_rotation)


def hands_of(action: actions.Deal) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat: as named, or as the deck is given out card by card, in the order in which the players sat
    down, after the dealer."""
    return action.hands or tuple(action.deck[(seat - action.dealer - 1) % 5 :: 5] for seat in SEATS)


def deal_hands(state: State, action: actions.Deal) -> State:
    """The state with a new deal. Raises IllegalAction: wrong_dealer, wrong_deal."""
    if dealer_of_next(state) not in (None, action.dealer):
        raise IllegalAction(Refusal.WRONG_DEALER)
    hands = hands_of(action)
    whole = [card for hand in hands for card in hand]
    if len(hands) != len(SEATS) or any(len(hand) != HAND_SIZE for hand in hands) or set(whole) != CARDS:
        raise IllegalAction(Refusal.WRONG_DEAL)
    sorted_hands = tuple([_in_face_order(hand) for hand in hands])
    number = 1 if state.deal is None else state.deal.number + 1
    if not state.closed and state.done:
        deal = Deal(
            number=number,
            place=len(state.done) + 1,
            dealer=action.dealer,
            ring=state.ring,
            kan=state.done[0].kan,
            hands=sorted_hands,
            phase=Phase.SHOW,
        )
        return replace_fields(state, deal=deal)
    deal = _first_deal(state, number, action.dealer, sorted_hands)
    return replace_fields(state, round=next_round(state), deal=deal, ring=deal.ring, done=())


def _first_deal(state: State, number: int, dealer: Seat, hands: tuple[tuple[Card, ...], ...]) -> Deal:
    """A round's first deal: the holders of joker and ace of trumps are partners and sit apart."""
    trump = first_trump(next_round(state), state.options.rounds)
    joker, ace = (_holder(hands, card) for card in (JOKER, trump + "A"))
    if joker != ace:
        kan, phase = (joker, ace), Phase.CALL
    else:
        kan = (joker, partner_of(state.ring, joker))
        by_rule = {"ace_for_chosen": Phase.GIVE, "blind_swap": Phase.SWAP, "redeal": Phase.OVER}
        phase = by_rule[state.options.double_kan]
    ring = separate_pair(state.ring, kan)
    return Deal(
        number=number,
        place=1,
        dealer=dealer,
        ring=ring,
        moved=tuple([seat for seat, before in zip(ring, state.ring, strict=True) if seat != before]),
        kan=kan,
        hands=hands,
        phase=phase,
        trump=trump,
        void=phase is Phase.OVER,
    )


def _holder(hands: tuple[tuple[Card, ...], ...], card: Card) -> Seat:
    return next(seat for seat in SEATS if card in hands[seat])


def _in_face_order(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(hand, key=FACE_ORDER.__getitem__))


def give(deal: Deal, seat: Seat, action: Arrange) -> Deal:
    """The partner of a double holder gives a card for the ace of trumps. Raises IllegalAction: not_now, not_your_turn,
    wrong_exchange, card_not_held."""
    _check_turn(deal, Phase.GIVE, seat, deal.kan[1])
    if len(action.groups) != 1 or len(action.groups[0]) != 1:
        raise IllegalAction(KanRefusal.WRONG_EXCHANGE)
    ((card,),) = action.groups
    if card not in deal.hands[seat]:
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    assert deal.trump is not None
    return _exchange_cards(deal, deal.trump + "A", card)


def swap(deal: Deal, action: actions.Swap) -> Deal:
    """The blind exchange of a double kan: the holder of the joker afterwards has the joker's role. Raises
    IllegalAction(wrong_exchange)."""
    holder, partner = deal.kan
    assert deal.trump is not None
    if action.given not in (JOKER, deal.trump + "A") or action.taken not in deal.hands[partner]:
        raise IllegalAction(KanRefusal.WRONG_EXCHANGE)
    kan = (partner, holder) if action.given == JOKER else deal.kan
    return replace_fields(_exchange_cards(deal, action.given, action.taken), kan=kan)


def blind_swap(deal: Deal, randomness: Randomness) -> actions.Swap:
    """The exchange that chance makes."""
    _holder, partner = deal.kan
    assert deal.trump is not None
    given = (JOKER, deal.trump + "A")[randomness.number("given", 2)]
    return actions.Swap(given, deal.hands[partner][randomness.number("taken", HAND_SIZE)])


def _exchange_cards(deal: Deal, given: Card, taken: Card) -> Deal:
    """The deal after the double holder gave one card and took another from the partner; iku and koi come next."""
    holder, partner = deal.kan
    hands = list(without(without(deal.hands, holder, given), partner, taken))
    hands[holder] = _in_face_order((*hands[holder], taken))
    hands[partner] = _in_face_order((*hands[partner], given))
    return replace_fields(deal, hands=tuple(hands), phase=Phase.CALL)


def speak(deal: Deal, options: Options, seat: Seat, word: str) -> Deal:
    """Iku or koi. Raises IllegalAction: not_now, not_your_turn, already_spoken."""
    if deal.phase is not Phase.CALL:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat not in deal.kan:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    words = {**dict(deal.words), seat: word}
    if len(words) == len(deal.words):
        raise IllegalAction(Refusal.ALREADY_SPOKEN)
    after = replace_fields(deal, words=(*deal.words, (seat, word)))
    if options.lead_call == "first_call":
        other = next(one for one in deal.kan if one != seat)
        return begin_play(after, seat if word == "iku" else other)
    if len(words) < len(deal.kan):
        return after
    ordered = [words[one] for one in deal.kan]
    return begin_play(after, leader(deal.ring, deal.kan, ordered, options.lead_clash))


def show(deal: Deal, options: Options, seat: Seat, action: Arrange) -> Deal:
    """Cards shown to the partner. Raises IllegalAction: not_now, not_your_turn, card_not_held, wrong_showing,
    two_showings."""
    _check_turn(deal, Phase.SHOW, seat, deal.shower)
    groups = action.groups
    cards = [card for group in groups for card in group]
    if not set(cards) <= set(deal.hands[seat]):
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    twice_together = any(max(Counter(group).values(), default=0) > 1 for group in groups)
    if len(cards) > MAX_CARDS_SHOWN or not all(groups) or twice_together:
        raise IllegalAction(KanRefusal.WRONG_SHOWING)
    if options.show_rule == "two_required" and len(groups) != MAX_CARDS_SHOWN:
        raise IllegalAction(KanRefusal.TWO_SHOWINGS)
    return replace_fields(deal, shows=groups, phase=Phase.TRUMP)


def possible_showings(hand: tuple[Card, ...], options: Options) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Every way to show cards of a hand: 156 from ten cards, 100 where two showings are required (K35)."""
    apart = [((one,), (other,)) for one in hand for other in hand]
    if options.show_rule == "two_required":
        return tuple(apart)
    single = [((card,),) for card in hand]
    together = [((one, other),) for place, one in enumerate(hand) for other in hand[place + 1 :]]
    return ((), *single, *together, *apart)


def name_trump(deal: Deal, seat: Seat, suit: Suit | None) -> Deal:
    """Trumps of the second or third deal, and the lead. Raises IllegalAction: not_now, not_your_turn."""
    _check_turn(deal, Phase.TRUMP, seat, deal.namer)
    return begin_play(replace_fields(deal, trump=suit), seat)


def begin_play(deal: Deal, seat: Seat) -> Deal:
    """The deal in play with that seat to lead."""
    return replace_fields(deal, phase=Phase.PLAY, to_play=seat, leader=seat)


def _check_turn(deal: Deal, phase: Phase, seat: Seat, whose: Seat) -> None:
    if deal.phase is not phase:
        raise IllegalAction(Refusal.NOT_NOW)
    if seat != whose:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
