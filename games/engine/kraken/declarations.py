"""Runs and fours of a kind: combinations declared in the hand, and roem lying in a trick."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Rank, Suit, rank_of, suit_of
from games.engine.errors import IllegalAction, Refusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import RUN_ORDER
from games.engine.kraken.options import Options
from games.engine.seats import Seat

FOURS: Final = {rank: tuple(suit + rank for suit in SUITS) for rank in RANKS_FROM_SEVEN}
BITS: Final = {rank: 1 << place for place, rank in enumerate(RANKS_FROM_SEVEN)}


def runs(cards: Collection[Card]) -> tuple[tuple[Card, ...], ...]:
    """The maximal runs of three and more in natural order 7 8 9 T J Q K A, no wrap, each from low to high,
    suits S H D C. A maximal run counts once and is never split (rules/kraken 1.4.2).
    """
    held = dict.fromkeys(SUITS, 0)
    for card in cards:
        held[suit_of(card)] |= BITS[rank_of(card)]
    return tuple(run for suit in SUITS if held[suit] for run in _runs_of_suit(suit, held[suit]))


@cache
def _runs_of_suit(suit: Suit, held: int) -> tuple[tuple[Card, ...], ...]:
    """The runs of one suit, of which the ranks in the bit set `held` are there: 1,024 answers in all."""
    found: list[tuple[Card, ...]] = []
    run: list[Rank] = []
    for rank in RANKS_FROM_SEVEN:
        run = [*run, rank] if held & BITS[rank] else []
        if len(run) > 3:
            found.pop()
        if len(run) >= 3:
            found.append(tuple(suit + each for each in run))
    return tuple(found)


def fours(cards: Collection[Card]) -> tuple[tuple[Card, ...], ...]:
    """The fours of a kind, low rank first, each in the order S H D C."""
    ranks = [rank_of(card) for card in cards]
    return tuple(FOURS[rank] for rank in RANKS_FROM_SEVEN if ranks.count(rank) == len(SUITS))


# Roem lying in a trick (rules/kraken 1.6): the best run, stuk, four of a kind.

STUK = 20


def run_points(length: int) -> int:
    """A run of 3 is 20, of 4 is 50, of 5 and more 100 (rules/kraken 1.4.2)."""
    return {3: 20, 4: 50}.get(length, 100)


def four_points(rank: str, quads: str) -> int:
    """A four of a kind under the option `quads`; 0 where that rank counts nothing."""
    if rank == "J":
        return 100 if quads == "all_100" else 200
    if rank in "AKQT" or quads in ("all_100", "all_100_jacks_200"):
        return 100
    return 150 if rank == "9" and quads == "nines_150" else 0


def trick_bonus(cards: Collection[Card], trump: Suit, quads: str) -> tuple[tuple[str, int], ...]:
    """The roem in four cards as (name, points): `run3`, `run4`, `stuk`, `four_K` and the like. Order of play
    is irrelevant.
    """
    suits = {suit_of(card) for card in cards}
    if len(suits) == len(cards):
        four = fours(cards) if len({rank_of(card) for card in cards}) == 1 else ()
        worth = four_points(rank_of(four[0][0]), quads) if four else 0
        return ((f"four_{rank_of(four[0][0])}", worth),) if worth else ()
    # Three of a suit in four cards leave room for one other.
    bonuses = [(f"run{len(run)}", run_points(len(run))) for run in runs(cards)] if len(suits) <= 2 else []
    if trump + "K" in cards and trump + "Q" in cards:
        bonuses.append(("stuk", STUK))
    return tuple(bonuses)


def bonus_points(cards: Collection[Card], trump: Suit, quads: str) -> int:
    """The whole bonus of a trick in points."""
    return sum(points for _, points in trick_bonus(cards, trump, quads))


def bonus_cards(cards: Sequence[Card], trump: Suit, quads: str) -> tuple[Card, ...]:
    """The cards of a trick in which its roem lies, in their order; none where there is none."""
    bonuses = trick_bonus(cards, trump, quads)
    if any(name.startswith("four_") for name, _points in bonuses):
        return tuple(cards)
    lying = {card for run in runs(cards) for card in run} if bonuses else set()
    if ("stuk", STUK) in bonuses:
        lying |= {trump + "K", trump + "Q"}
    return tuple(card for card in cards if card in lying)


# Combinations in the hand: which there are, which are better, what they are worth (rules/kraken 1.4).


@dataclass(frozen=True, slots=True)
class Combination:
    """A maximal run (cards low to high) or a four of a kind (cards S H D C) and its points."""

    cards: tuple[Card, ...]
    points: int

    @property
    def is_four(self) -> bool:
        return suit_of(self.cards[0]) != suit_of(self.cards[1])

    @property
    def top(self) -> Card:
        """The highest card in run order; of a four of a kind any, its rank decides."""
        return self.cards[-1]

    @property
    def suit(self) -> Suit | None:
        """The suit of a run; a four of a kind has none."""
        return None if self.is_four else suit_of(self.cards[0])

    @property
    def worth(self) -> tuple[int, int]:
        """Order between combinations: points, then highest card (1.4.3 a, b)."""
        return self.points, RUN_ORDER[self.top]


def combinations(hand: Sequence[Card], options: Options) -> tuple[Combination, ...]:
    """Every combination of a hand: maximal runs, then fours of a kind that are worth something."""
    return _combinations(tuple(hand), options.quads)


@lru_cache(maxsize=64)
def _combinations(hand: tuple[Card, ...], quads: str) -> tuple[Combination, ...]:
    """The combinations of a hand, cached: each hand is asked for them several times in a round."""
    found = [Combination(run, run_points(len(run))) for run in runs(hand)]
    found += [Combination(four, four_points(rank_of(four[0]), quads)) for four in fours(hand)]
    return tuple(combination for combination in found if combination.points)


def has_stuk(hand: Sequence[Card], trump: Suit) -> bool:
    """King and queen of trumps in one hand."""
    return trump + "K" in hand and trump + "Q" in hand


def declared_combinations(
    hand: Sequence[Card], groups: Sequence[Sequence[Card]], options: Options
) -> tuple[Combination, ...]:
    """The declared groups as combinations of the hand.

    Raises IllegalAction: not_a_combination (not a whole run or four of this hand), card_used_twice.
    """
    known = {frozenset(combination.cards): combination for combination in combinations(hand, options)}
    declared = []
    for group in groups:
        combination = known.pop(frozenset(group), None)
        if combination is None or len(group) != len(combination.cards):
            raise IllegalAction(KrakenRefusal.NOT_A_COMBINATION)
        declared.append(combination)
    cards = [card for combination in declared for card in combination.cards]
    if not options.declaration_card_reuse and len(set(cards)) < len(cards):
        raise IllegalAction(Refusal.CARD_USED_TWICE)
    return tuple(declared)


def everything(hand: Sequence[Card], options: Options) -> tuple[Combination, ...]:
    """All that may be declared together: without reuse the more valuable of two that share a card."""
    taken: list[Combination] = []
    used: set[Card] = set()
    for combination in sorted(combinations(hand, options), key=lambda found: found.worth, reverse=True):
        if options.declaration_card_reuse or used.isdisjoint(combination.cards):
            taken.append(combination)
            used.update(combination.cards)
    return tuple(taken)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing declarations. `winner` is a team, None when nobody or both score; `points` per
    team; `by_suit` says that only the suits decided.
    """

    winner: int | None
    points: tuple[int, int]
    by_suit: bool = False


def compare(
    declared: Sequence[Sequence[Combination]], *, trump: Suit, first: Seat, options: Options
) -> Comparison:
    """Compare the four seats' declarations (1.4.3, 1.4.4). `first` is the seat that speaks first."""
    team_points = [0, 0]
    for seat, declaration in enumerate(declared):
        team_points[seat % 2] += sum(combination.points for combination in declaration)
    totals = (team_points[0], team_points[1])
    if not any(totals):
        return Comparison(None, (0, 0))
    claims = [_team_claim(declared, team, options) for team in (0, 1)]
    if claims[0] != claims[1]:
        return _comparison_won_by(0 if claims[0] > claims[1] else 1, totals)
    if options.declarations_tie == "both":
        return Comparison(None, totals)
    if options.declarations_tie == "none":
        return Comparison(None, (0, 0))
    by_suit = options.declarations_tie != "first_speaker"
    return _comparison_won_by(
        _tie_winner(declared, claims[0], trump, first, options), totals, by_suit=by_suit
    )


def _comparison_won_by(team: int, totals: tuple[int, int], *, by_suit: bool = False) -> Comparison:
    return Comparison(team, (totals[0], 0) if team == 0 else (0, totals[1]), by_suit)


def _team_claim(
    declared: Sequence[Sequence[Combination]], team: int, options: Options
) -> tuple[int, int, int]:
    """The key by which a team is compared: the total the option names, then its best single combination.

    Where players are compared, that is the best one of its player with that total. Equal team totals are a tie where
    both sides or nobody is to score them: singles no longer matter.
    """
    totals = [_total(declared[seat]) for seat in (team, team + 2)]
    total = {"best_single": 0, "player_total": max(totals), "team_total": sum(totals)}[
        options.declarations_compare
    ]
    seats = [seat for seat in (team, team + 2) if _stands_for_its_team(declared[seat], total, options)]
    best = max((combination.worth for seat in seats for combination in declared[seat]), default=(0, -1))
    if options.declarations_compare == "team_total" and options.declarations_tie in ("both", "none"):
        best = (0, 0)
    return (total, *best)


def _total(declaration: Sequence[Combination]) -> int:
    return sum(combination.points for combination in declaration)


def _stands_for_its_team(declaration: Sequence[Combination], total: int, options: Options) -> bool:
    """Whether a player's combinations break a tie: where players are compared, only those of the players who tie."""
    return options.declarations_compare != "player_total" or _total(declaration) == total


def _tie_winner(
    declared: Sequence[Sequence[Combination]],
    claim: tuple[int, int, int],
    trump: Suit,
    first: Seat,
    options: Options,
) -> int:
    """The team whose best combination comes first by the tie rule (1.4.3 c)."""
    tied = [
        (seat, combination)
        for seat, declaration in enumerate(declared)
        for combination in declaration
        if combination.worth == claim[1:] and _stands_for_its_team(declaration, claim[0], options)
    ]

    def order(seat_and_combination: tuple[Seat, Combination]) -> tuple[int, int]:
        seat, combination = seat_and_combination
        suit_place = SUITS.index(combination.suit) if combination.suit else 0
        if options.declarations_tie == "first_speaker":
            return (seat - first) % 4, suit_place
        if options.declarations_tie == "trump_first":
            return int(combination.suit != trump), suit_place
        return 0, suit_place

    return min(tied, key=order)[0] % 2
