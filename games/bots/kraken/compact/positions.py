"""Positions of a Kraken deal as bit masks: cards, roem and the worth of tricks, legal cards, the score, and the house
rules that are covered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from games.bots.compact_forms import Covered, bits, covers
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Suit
from games.engine.kraken.declarations import STUK, four_points, run_points
from games.engine.kraken.legal import PLAIN_ORDER, PLAIN_POINTS, TRUMP_ORDER, TRUMP_POINTS
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import MULTIPLIERS, PIT, TRICKS
from games.engine.seats import Seat

# The house rules of Kraken that the compact form has taken into account. A new option or a new value of one is added
# here together with the code that obeys it in this form; until then the easy bot plays where it is chosen.

YES_NO: Final = (True, False)
COVERED_OPTIONS: Final[Covered] = {
    "trump_mode": ("utrecht", "free", "random"),
    "free_start": ("left_of_dealer", "dealer"),
    "random_fallback": ("second_card", "call_suit"),
    "second_card_same_suit": ("redraw", "accept"),
    "first_round_clubs": YES_NO,
    "challenge_order": ("fixed", "team_first_click"),
    "re_name": ("re", "rekraken", "herkraken", "overkraken"),
    "must_beat": ("last_challenger", "declarers"),
    "challenged_settlement": ("winner_takes_all", "own_points", "both_score"),
    "multiplier_scope": ("all", "cards_only", "cards_and_pit"),
    "declarations": ("on", "off"),
    "declare_mode": ("manual", "automatic"),
    "declare_reveal": ("sealed", "open"),
    "declarations_compare": ("best_single", "player_total", "team_total"),
    "declarations_tie": ("suit_order", "trump_first", "first_speaker", "both", "none"),
    "declaration_card_reuse": YES_NO,
    "stuk_mode": ("on_second_card", "automatic"),
    "play_rules": ("amsterdam", "rotterdam"),
    "bonus_mode": ("manual", "assisted", "automatic"),
    "bonus_claim_by": ("winning_team", "anyone"),
    "false_claim": ("none", "twenty_to_opponents"),
    "quads": ("classic", "nines_150", "all_100", "all_100_jacks_200"),
    "signals": ("forbidden", "agreed"),
    "last_claim_seconds": range(5, 121),
    "double_spades": ("cards", "trump_cards", "all", "off"),
    "pit_for": ("declarers", "either", "none"),
    "pit_counts_for_target": YES_NO,
    "last_trick_points": range(21),
    "revoke_policy": ("impossible", "claimable", "director"),
    "revoke_claim_cost": (20, 50, 100),
    "revoke_penalty": ("all", "two_tricks", "points"),
    "revoke_bonus": (100, 0),
    "match_length": ("rounds", "points"),
    "rounds": range(1, 65),
    "target_points": range(100, 20_001),
    "match_tie": ("draw", "extra_round", "rounds_won"),
    "deal_packets": ("3-2-3", "4-4"),
}


def compact_covers(options: Options) -> bool:
    """Whether a round of these options can be played in the compact form."""
    return covers(COVERED_OPTIONS, options)


# The compact form of Kraken cards: one bit a card in an int of 32 bits, trumps in the highest byte.
#
# Each suit is a byte with its cards in order of strength, the weakest lowest. The trump suit is always the fourth
# byte and the others follow in the order S H D C, so one set of tables serves all four trump suits, and the winner of
# a trick is the highest bit among trumps and cards of the led suit.

BYTE: Final = 0xFF
TRUMPS: Final = 0xFF000000
PLAIN: Final = 0x00FFFFFF
ALL: Final = 0xFFFFFFFF
BITS: Final = tuple(1 << place for place in range(32))
SUIT_OF: Final[Mapping[int, int]] = {bit: BYTE << (place & ~7) for place, bit in enumerate(BITS)}
"""By card: all cards of its suit."""
TRUMP_KING: Final = 1 << 24 + TRUMP_ORDER.index("K")
TRUMP_QUEEN: Final = 1 << 24 + TRUMP_ORDER.index("Q")
MARRIAGE: Final = TRUMP_KING | TRUMP_QUEEN
"""King and queen of trumps: stuk."""

BONUS_PLACE: Final = 10
TRICK_PLACE: Final = 24
ONE_TRICK: Final = 1 << TRICK_PLACE
POINTS_PART: Final = (1 << BONUS_PLACE) - 1
BONUS_PART: Final = (1 << TRICK_PLACE - BONUS_PLACE) - 1
BONUS: Final = BONUS_PART << BONUS_PLACE
"""The takings of a side are one int: card points, then bonus, then tricks. Adding two of them adds all three. A part is
its bits at the lowest place, `BONUS` those of the bonus where they stand."""


@dataclass(frozen=True, slots=True)
class Form:
    """The cards of a round as bits, for one trump suit."""

    bit: Mapping[Card, int]
    card: Mapping[int, Card]
    suits: tuple[Suit, ...]

    def mask(self, cards: Iterable[Card]) -> int:
        """These cards as one mask."""
        return sum({self.bit[card] for card in cards})

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, lowest bit first."""
        return tuple(self.card[bit] for bit in bits(mask))


@cache
def form(trump: Suit) -> Form:
    """The form in which `trump` is the highest byte."""
    suits = (*(suit for suit in SUITS if suit != trump), trump)
    bit = {
        suit + rank: 1 << 8 * place + strength
        for place, suit in enumerate(suits)
        for strength, rank in enumerate(TRUMP_ORDER if suit == trump else PLAIN_ORDER)
    }
    return Form(bit, {value: card for card, value in bit.items()}, suits)


def _runs(order: str) -> tuple[int, ...]:
    """By the byte of a suit whose cards stand in this order: the points of the runs among them (rules/kraken 1.4.2)."""
    natural = [order.index(rank) for rank in RANKS_FROM_SEVEN]
    worth = []
    for held in range(256):
        total, length = 0, 0
        for place in [*natural, None]:
            if place is not None and held >> place & 1:
                length += 1
                continue
            total += run_points(length) if length >= 3 else 0
            length = 0
        worth.append(total)
    return tuple(worth)


PLAIN_RUNS: Final = _runs(PLAIN_ORDER)
TRUMP_RUNS: Final = _runs(TRUMP_ORDER)
"""By the byte of a suit: what the runs in it are worth."""
POINTS: Final[Mapping[int, int]] = {
    bit: TRUMP_POINTS[TRUMP_ORDER[place - 24]] if place >= 24 else PLAIN_POINTS[PLAIN_ORDER[place % 8]]
    for place, bit in enumerate(BITS)
}
"""Card points, without double spades."""


def runs_in(cards: int) -> int:
    """Points of all runs among these cards."""
    return (
        PLAIN_RUNS[cards & BYTE]
        + PLAIN_RUNS[cards >> 8 & BYTE]
        + PLAIN_RUNS[cards >> 16 & BYTE]
        + TRUMP_RUNS[cards >> 24]
    )


@cache
def fours(quads: str) -> Mapping[int, int]:
    """The fours of a kind that count under the option `quads`, with their points."""
    points = {four_of(rank): four_points(rank, quads) for rank in RANKS_FROM_SEVEN}
    return {cards: worth for cards, worth in points.items() if worth}


def four_of(rank: str) -> int:
    """The four cards of a rank."""
    plain = 1 << PLAIN_ORDER.index(rank)
    return plain | plain << 8 | plain << 16 | 1 << 24 + TRUMP_ORDER.index(rank)


def doubling(trump: Suit, options: Options) -> str:
    """The option `double_spades` as it works on tricks with this trump suit: `off` where it changes nothing."""
    return options.double_spades if trump == "S" else "off"


@cache
def card_values(doubled: str) -> Mapping[int, int]:
    """Card points with double spades applied (`doubled` as from `doubling`)."""
    times_trump = 1 if doubled == "off" else 2
    times_plain = 2 if doubled in ("cards", "all") else 1
    return {bit: points * (times_trump if bit & TRUMPS else times_plain) for bit, points in POINTS.items()}


@cache
def trick_worths(quads: str, doubled: str) -> Mapping[int, int]:
    """The worth of each of the 35,960 tricks to its winner: points, bonus and one trick in one int.

    Double spades are applied (`doubled` as from `doubling`); the points of the last trick are not in it.
    """
    times_bonus = 2 if doubled == "all" else 1
    value = card_values(doubled)
    four = fours(quads)
    worths = {}
    for one, two, three, last in combinations(BITS, 4):
        cards = one | two | three | last
        bonus = runs_in(cards) + four.get(cards, 0)
        if cards & MARRIAGE == MARRIAGE:
            bonus += STUK
        points = value[one] + value[two] + value[three] + value[last]
        worths[cards] = points | bonus * times_bonus << BONUS_PLACE | ONE_TRICK
    return worths


def last_trick(trump: Suit, options: Options) -> int:
    """Points for the last trick, doubled where all card points are."""
    return options.last_trick_points * (2 if doubling(trump, options) in ("cards", "all") else 1)


def times_bonus(trump: Suit, options: Options) -> int:
    """2 where double spades double the roem too."""
    return 2 if doubling(trump, options) == "all" else 1


# A round in play in the compact form, with all hands open: what lies, who plays next, what was taken.

Hands: TypeAlias = tuple[int, int, int, int]


class Table(NamedTuple):
    """The trick on the table: `cards` as a mask, how many are `lying`, the suit `led` as a mask, the `best`
    card and its place in the order of play (0 to 3). Nothing lies there before a lead."""

    lying: int = 0
    led: int = 0
    best: int = 0
    place: int = 0
    cards: int = 0


EMPTY: Final = Table()


class Position(NamedTuple):
    """The `hands` by seat, the seat that is to play, the trick and what sides 0 and 1 have taken so far."""

    hands: Hands
    seat: Seat
    table: Table
    taken: tuple[int, int]


class Rules(NamedTuple):
    """The options that play needs: the worth of each trick, points of the last one, and the trump duty."""

    worths: Mapping[int, int]
    last: int
    rotterdam: bool


def rules_of(trump: Suit, options: Options) -> Rules:
    """The options that play needs with this trump suit."""
    return Rules(
        trick_worths(options.quads, doubling(trump, options)),
        last_trick(trump, options),
        options.play_rules == "rotterdam",
    )


def legal_cards(position: Position, rules: Rules) -> int:
    """The cards that may be played now."""
    table = position.table
    return legal(
        position.hands[position.seat],
        table.led,
        table.best,
        partner_winning=table.lying > 1 and table.place == table.lying - 2,
        rotterdam=rules.rotterdam,
    )


def lay_card(table: Table, card: int) -> Table:
    """The trick with one card more."""
    if not table.lying:
        return Table(1, SUIT_OF[card], card, 0, card)
    if beats(card, table.led, table.best):
        return Table(table.lying + 1, table.led, card, table.lying, table.cards | card)
    return table._replace(lying=table.lying + 1, cards=table.cards | card)


def after(position: Position, card: int, rules: Rules) -> Position:
    """The position after a legal card; the fourth card of a trick gives it to its winner."""
    seat = position.seat
    hands = list(position.hands)
    hands[seat] ^= card
    left = (hands[0], hands[1], hands[2], hands[3])
    table = lay_card(position.table, card)
    if table.lying < 4:
        return Position(left, (seat + 1) % 4, table, position.taken)
    winner = (seat + 1 + table.place) % 4
    taken = list(position.taken)
    taken[winner % 2] += rules.worths[table.cards] + (0 if any(left) else rules.last)
    return Position(left, winner, EMPTY, (taken[0], taken[1]))


# Legal cards in the compact form, and the cards a hand cannot hold after one it played (rules/kraken 1.5).

SUIT_MASKS: Final = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)


def legal(hand: int, led: int, best: int, *, partner_winning: bool, rotterdam: bool) -> int:
    """The cards of `hand` that may be played.

    `led` is the suit that was led as a mask, `best` the card that wins as the trick lies; both 0 for the lead. A
    card of trumps that lies on the table is the best one whenever there is any.
    """
    if not led:
        return hand
    if follow := hand & led:
        return (follow & -(best << 1) or follow) if led == TRUMPS else follow
    trumps = hand & TRUMPS
    if led == TRUMPS or not trumps:
        return hand
    higher = trumps & -(best << 1)
    if rotterdam:
        return higher or trumps
    if higher and not partner_winning:
        return higher
    return hand & PLAIN | higher or trumps


def beats(card: int, led: int, best: int) -> bool:
    """Whether the card takes the lead in the trick."""
    return card > best and bool(card & (led | TRUMPS))


def winners(hand: int, others: int) -> int:
    """The cards of `hand` above all of the `others` in their suit."""
    found = 0
    for suit in SUIT_MASKS:
        if out := others & suit:
            found |= hand & suit & -(1 << out.bit_length())
    return found


def is_lost_by_leader(a: int, b: int, c: int, d: int) -> bool:
    """Whether the last trick, led with `a`, goes to the side of the second and fourth player."""
    wins = SUIT_OF[a] | TRUMPS
    best, lost = a, False
    if b > best and b & wins:
        best, lost = b, True
    if c > best and c & wins:
        best, lost = c, False
    return lost or (d > best and d & wins != 0)


def excluded_cards(card: int, led: int, best: int, *, partner_winning: bool, rotterdam: bool) -> int:
    """The cards a hand cannot hold from which `card` was played: with them it would not have been legal."""
    if not led:
        return 0
    without = 0
    for other in bits(ALL ^ card):
        if not card & legal(card | other, led, best, partner_winning=partner_winning, rotterdam=rotterdam):
            without |= other
    return without


# The score as it will be written, from what both sides have taken (rules/kraken 1.7), in the compact form.


class Score:
    """The difference on the sheet for a round of these makers and this level of challenge.

    Called with what sides 0 and 1 have taken (double spades applied), it is the written score of side 0 less that of
    side 1. `must_beat` is the side that has to be ahead. `by_margin` says whether a round without pit that this side
    wins counts by its margin (times `times`) or by everything that was made: those are the questions that can be
    asked as margins.
    """

    def __init__(self, options: Options, *, declarers: int, level: int) -> None:
        must_beat = declarers
        if options.must_beat == "last_challenger" and level % 2:
            must_beat = 1 - declarers
        self.must_beat = must_beat
        self.times = MULTIPLIERS[level]
        self._times_bonus = self.times if options.multiplier_scope == "all" else 1
        self._times_pit = self.times if options.multiplier_scope in ("all", "cards_and_pit") else 1
        may_pit = {"declarers": (declarers,), "either": (0, 1), "none": ()}[options.pit_for]
        self.pits = tuple(PIT if side in may_pit else 0 for side in (0, 1))
        self._counted = 1 if options.pit_counts_for_target else 0
        both_score = options.challenged_settlement == "both_score"
        self.keeps_own = level == 0 or (both_score and must_beat == declarers)
        own_points = options.challenged_settlement == "own_points"
        self._own_only = level > 0 and own_points and not self.keeps_own
        self.by_margin = not self._own_only and (not self.keeps_own or self.times == self._times_bonus)
        self._known: dict[tuple[int, int], int] = {}

    def __call__(self, first: int, second: int) -> int:
        found = self._known.get((first, second))
        if found is None:
            found = self._known[first, second] = self._settle(first, second)
        return found

    def everything(self, points: int, bonus: int) -> int:
        """The points written for a side to which all card points and all roem go."""
        return points * self.times + bonus * self._times_bonus

    def _settle(self, first: int, second: int) -> int:
        cards_0, cards_1 = first & POINTS_PART, second & POINTS_PART
        bonus_0, bonus_1 = first >> BONUS_PLACE & BONUS_PART, second >> BONUS_PLACE & BONUS_PART
        made_0 = self.pits[0] if first >> TRICK_PLACE == TRICKS else 0
        made_1 = self.pits[1] if second >> TRICK_PLACE == TRICKS else 0
        ahead = cards_0 + bonus_0 - cards_1 - bonus_1 + self._counted * (made_0 - made_1)
        failed = ahead <= 0 if self.must_beat == 0 else ahead >= 0
        winner = 1 - self.must_beat if failed else self.must_beat
        sign = 1 - 2 * winner
        pit = (made_1 if winner else made_0) * self._times_pit
        if self.keeps_own and not failed:
            return (cards_0 - cards_1) * self.times + (bonus_0 - bonus_1) * self._times_bonus + sign * pit
        if self._own_only and not failed:
            cards, bonus = (cards_1, bonus_1) if winner else (cards_0, bonus_0)
            return sign * (self.everything(cards, bonus) + pit)
        return sign * (self.everything(cards_0 + cards_1, bonus_0 + bonus_1) + pit)
