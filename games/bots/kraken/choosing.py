"""What the easy player of Kraken chooses by: what its hand is worth, where the unseen cards may be, what the tricks to
come may bring, rounds that are lost, and the last tricks worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from typing import Final, NamedTuple

from games.bots.compact_forms import bits
from games.bots.kraken.belief import Belief, belief, takings_so_far, with_stuk
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BONUS,
    BONUS_PLACE,
    TRICK_PLACE,
    Hands,
    Position,
    Score,
    compact_covers,
    times_bonus,
)
from games.bots.kraken.compact.solver import Solver
from games.bots.unseen_cards import SeenBySeat, chances_to_hold, excluded_cards
from games.engine.cards import PACK_OF_32, RANKS_FROM_SEVEN, SUITS, Card, Suit, rank_of, suit_of
from games.engine.kraken.declarations import STUK, everything, has_stuk, run_points
from games.engine.kraken.legal import POINTS, RUN_ORDER, STRENGTH, legal_cards
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.revoke import is_possible
from games.engine.kraken.scoring.settlement import TRICKS
from games.engine.seats import Seat
from games.engine.trick_taking import winning_place
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


# Value of a hand for the tricks after this one: it makes the bot keep the boer, draw trumps and guard a ten.
#
# The weights are points of difference between the two sides in the tricks to come. They were fitted by least squares
# on some thousand rounds of the bot against itself, Amsterdam and Rotterdam together, and rounded.

HIGHEST_TRUMP: Final = 15.5
SECOND_TRUMP: Final = 10.0
LOWER_TRUMP: Final = 5.0
POINTS_OF_HIGHEST_TRUMP: Final = 1.2
POINTS_OF_LOWER_TRUMP: Final = 0.6
THIRD_TRUMP_AND_MORE: Final = 7.5
TRUMP_OF_OPPONENTS: Final = -15.5

HIGHEST: Final = 11.0
HIGHEST_UNDER_TRUMPS: Final = -2.4
"""For each trump the opponents hold, two at most."""
HIGHEST_IN_SHORT_SUIT: Final = -9.5
"""Fewer than three cards of the suit are out and the opponents have trumps: it will be ruffed."""
LOWER: Final = {
    "T": ((1.0, 1.0), (1.5, 1.5), (0.5, 0.5)),
    "K": ((-1.5, -4.5), (1.0, -5.0), (0.5, -2.0)),
    "other": ((1.0, -4.5), (1.0, -3.0), (-0.5, -1.5)),
}
"""A plain card that is not the highest: by company in its suit (none, one, more), then by higher cards out
(one, more)."""
TRUMPS_TO_FEAR: Final = 0.3
"""Trumps the opponents are expected to hold from which they ruff."""
TO_RUFF: Final = 2.0
"""A suit to ruff: none of it in a hand with trumps."""


def prospect(known: Knowledge, hand: Sequence[Card], opponents_trumps: float) -> float:
    """Points by which our side may win the tricks to come, for comparing hands of the same size.

    `hand` is what is left after the card in question, `opponents_trumps` how many trumps the opponents will
    hold.
    """
    trump = known.trump
    trumps = [card for card in hand if suit_of(card) == trump]
    total = TRUMP_OF_OPPONENTS * opponents_trumps + sum(_trump(known, card) for card in trumps)
    total += THIRD_TRUMP_AND_MORE * max(len(trumps) - 2, 0)
    for suit in SUITS:
        if suit == trump:
            continue
        held = [card for card in hand if suit_of(card) == suit]
        out = known.unseen_of(suit)
        if held:
            total += sum(_plain(known, card, len(held) - 1, out, opponents_trumps) for card in held)
        elif trumps and out:
            total += TO_RUFF
    return total


def _trump(known: Knowledge, card: Card) -> float:
    points, above = POINTS[known.trump][card], _count_above(known, card, known.unseen_of(known.trump))
    if not above:
        return HIGHEST_TRUMP + POINTS_OF_HIGHEST_TRUMP * points
    return (SECOND_TRUMP if above == 1 else LOWER_TRUMP) + POINTS_OF_LOWER_TRUMP * points


def _plain(known: Knowledge, card: Card, company: int, out: Sequence[Card], opponents_trumps: float) -> float:
    above = _count_above(known, card, out)
    if above:
        row = LOWER.get(rank_of(card), LOWER["other"])[min(company, 2)]
        return row[min(above, 2) - 1]
    short = len(out) < 3 and opponents_trumps > TRUMPS_TO_FEAR
    return HIGHEST + HIGHEST_UNDER_TRUMPS * min(opponents_trumps, 2) + (HIGHEST_IN_SHORT_SUIT if short else 0)


def _count_above(known: Knowledge, card: Card, out: Sequence[Card]) -> int:
    """How many unseen cards of the suit are higher."""
    strength = STRENGTH[known.trump]
    return sum(strength[other] > strength[card] for other in out)


# Probabilities of each seat winning the trick and of roem in it, from one seat's `Knowledge`.

BEATS_AGAIN: Final = 0.7
"""How much likelier it is to beat the card that wins now than one that will have beaten it."""
ADDS_TO_RUN: Final = 0.3
ADDS_TO_RUN_ELSEWHERE: Final = 0.1
ADDS_TO_STUK: Final = 0.35
"""How often others happen to add the card that completes a run in the led suit, in another suit, or stuk."""


class Promise(NamedTuple):
    """The expected points of playing a card: `this_trick`, `hand` (value of the cards left) and `lead` (gain
    when the partner leads next). `chances` are the probabilities by seat to win the trick.
    """

    chances: Sequence[float]
    this_trick: float
    hand: float
    lead: float

    @property
    def total(self) -> float:
        """The sum of the three parts, in points."""
        return self.this_trick + self.hand + self.lead


def chances_to_win(known: Knowledge, trick: Sequence[Card]) -> list[float]:
    """By seat the probability to win the trick; `trick` is the cards on the table and then the viewer's
    own."""
    seats = [*(seat for seat, _ in known.table), known.seat]
    place = winning_place(trick, STRENGTH[known.trump], known.trump)
    leading = seats[place]
    chances = [0.0, 0.0, 0.0, 0.0]
    chances[leading] = 1.0
    for seat in known.still_to_play:
        beats = chance_to_beat(known, seat, trick[0], trick[place])
        for rival in known.rivals_of(seat):
            taken = chances[rival] * beats * (1.0 if rival == leading else BEATS_AGAIN)
            chances[rival] -= taken
            chances[seat] += taken
    return chances


def chance_to_beat(known: Knowledge, seat: Seat, lead: Card, winning: Card) -> float:
    """The probability that the seat has a card that beats the winning one, and may play it."""
    trump, strength, odds = known.trump, STRENGTH[known.trump], known.odds[seat]
    led, height = suit_of(lead), strength[winning]
    over = [card for card in odds if suit_of(card) == led and strength[card] > height]
    if led == trump:
        return known.holds_one(seat, over)
    void = 1.0 - known.holds_one(seat, [card for card in odds if suit_of(card) == led])
    higher_trumps = [card for card in odds if suit_of(card) == trump and strength[card] > height]
    ruffs = void * known.holds_one(seat, higher_trumps) if void else 0.0
    return ruffs if suit_of(winning) == trump else ruffs + known.holds_one(seat, over)


def possible_roem(known: Knowledge, trick: Sequence[Card]) -> float:
    """Points of roem the seats still to play may add to what lies there already."""
    still, expected = len(known.still_to_play), 0.0
    for suit in {suit_of(card) for card in trick}:
        lying = {RUN_ORDER[card] for card in trick if suit_of(card) == suit}
        adds = ADDS_TO_RUN if suit == suit_of(trick[0]) else ADDS_TO_RUN_ELSEWHERE
        for start in range(len(RANKS_FROM_SEVEN) - 2):
            missing = [place for place in range(start, start + 3) if place not in lying]
            out = all(suit + RANKS_FROM_SEVEN[place] in known.unseen for place in missing)
            if out and len(missing) in (1, 2) and len(missing) <= still:
                expected += run_points(3) * adds ** len(missing)
    return expected + (STUK * ADDS_TO_STUK if _may_become_stuk(known, trick) else 0.0)


def _may_become_stuk(known: Knowledge, trick: Sequence[Card]) -> bool:
    """Whether trumps were led, one of king and queen of trumps is in the trick and the other is unseen."""
    king, queen = known.trump + "K", known.trump + "Q"
    return suit_of(trick[0]) == known.trump and (
        (king in trick and queen in known.unseen) or (queen in trick and king in known.unseen)
    )


# Roem that only the other side would write: a side that loses the round hands over what it claimed (rules/kraken
# 1.7.3, 1.7.4; example 58).

RUN_OF_FOUR_POINTS: Final = run_points(4)
RUN_OF_THREE_POINTS: Final = run_points(3)


def would_be_theirs(view: View) -> bool:
    """Whether claiming the roem of the last trick costs the viewer's side points however the round goes on.

    Asked of the best that can still happen to it: if the claim costs points even then, the round is lost. Never so
    under a house rule the compact form does not know.
    """
    if not compact_covers(view.options):
        return False
    known, contract, last, side = belief(view), view.contract, view.last_trick, view.sides[view.viewer or 0]
    if contract is None or contract.maker is None or last is None:
        return False
    left, times = known.unseen | known.hand, times_bonus(known.trump, known.options)
    value = positions.card_values(positions.doubling(known.trump, known.options))
    points = sum(value[card] for card in bits(left)) + (known.rules.last if left else 0)
    roem = (most_roem(known.form.cards(left), known.options.quads) + STUK) * times
    taken = list(takings_so_far(view, known))
    taken[side] += points | roem << BONUS_PLACE | (TRICKS - len(view.played) // 4) << TRICK_PLACE
    for word in view.words:
        if word.text.code == "said_stuk" and word.seat % 2 != side:
            taken[1 - side] += STUK * times << BONUS_PLACE
    score, sign = Score(known.options, declarers=contract.maker % 2, level=contract.level), 1 - 2 * side
    with_claim = sign * score(taken[0], taken[1])
    taken[side] -= known.rules.worths[known.form.mask(card for _, card in last.cards)] & BONUS
    return with_claim < sign * score(taken[0], taken[1])


def most_roem(cards: tuple[Card, ...], quads: str) -> int:
    """Points of roem, without stuk, that tricks of these cards hold at most."""
    total = sum(points for four, points in positions.fours(quads).items() if _has_four(cards, four))
    for suit in SUITS:
        length = 0
        for rank in (*RANKS_FROM_SEVEN, ""):
            if suit + rank in cards:
                length += 1
                continue
            total += max(
                RUN_OF_FOUR_POINTS * fours + RUN_OF_THREE_POINTS * ((length - 4 * fours) // 3)
                for fours in range(length // 4 + 1)
            )
            length = 0
    return total


def _has_four(cards: tuple[Card, ...], four: int) -> bool:
    """Whether the four of a kind, a mask in the form of spades, is among the cards."""
    return set(positions.form("S").cards(four)) <= set(cards)


# The last two tricks counted out: every way the unseen cards can lie, each played as well as it can be.

CARDS_COUNTED_OUT: Final = 2
"""Cards in the hand from which on everything is counted."""


def best_over_deals(view: View) -> Card:
    """The card with the best mean score over all deals that fit what was seen, each equally likely."""
    known, contract = belief(view), view.contract
    assert contract is not None
    assert contract.maker is not None
    solver = Solver(known.rules, Score(known.options, declarers=contract.maker % 2, level=contract.level))
    playable = known.form.mask(held.card for held in view.hand if held.playable)
    before, times = takings_so_far(view, known), times_bonus(known.trump, known.options)
    totals = dict.fromkeys(bits(playable), 0)
    for hands in deals_that_fit(known):
        dealt = [hand | played for hand, played in zip(hands, known.played, strict=True)]
        taken = with_stuk(before, dealt, known.options, times)
        for card, value in solver.values(Position(hands, known.seat, known.table, taken), playable).items():
            totals[card] += value
    return known.form.card[max(totals, key=totals.__getitem__)]


def deals_that_fit(known: Belief) -> Iterator[Hands]:
    """Every deal of the unseen cards that the belief allows."""
    others = [seat for seat in range(4) if seat != known.seat]
    hands = [0, 0, 0, 0]
    hands[known.seat] = known.hand
    yield from _deals_from(known, others, known.unseen, hands)


def _deals_from(known: Belief, others: Sequence[int], unseen: int, hands: list[int]) -> Iterator[Hands]:
    if not others:
        yield hands[0], hands[1], hands[2], hands[3]
        return
    seat, *later = others
    for cards in combinations(bits(unseen & known.may_hold[seat]), known.sizes[seat]):
        hands[seat] = sum(cards)
        yield from _deals_from(known, later, unseen & ~hands[seat], hands)
