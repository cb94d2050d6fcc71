"""Whether a hand holds a contract, and with which melds: exact, within milliseconds (rules/kalooki C42 to C45).

The shortest melds suffice. For every suit the runs of the hand are reduced to those that no other run beats in both
jokers used and ranks taken away from the threes; the fours are then combined suit by suit. What is left of each rank,
packed into one integer with four bits a rank, says whether the threes are there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from games.engine.cards import JOKER, SUITS, Card, Rank, Suit, face, rank_of, suit_of
from games.engine.kalooki.contracts import THREE, Contract
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, face_at, is_joker
from games.engine.kalooki.options import Options

Melds = tuple[tuple[Card, ...], ...]
BITS: Final = 4
ONE_RANK: Final = (1 << BITS) - 1
MAX_OF_RANK: Final = THREE + len(SUITS)
"""More cards of a rank than this make no difference: four fours take one each, and a three is left."""
PATTERNS: Final[Mapping[str, tuple[str, ...]]] = {
    "adjacent_only": ("nnnn", "jnnn", "njnn", "nnjn", "nnnj", "jnjn", "jnnj", "njnj"),
    "one_in_minimum": ("nnnn", "jnnn", "njnn", "nnjn", "nnnj", "njnjn", "jnjnj"),
}
"""Where the jokers lie in the shortest fours, by `joker_cap_four`: a longer four always holds one of these."""


class Run(NamedTuple):
    """A possible four: its jokers, the positions of its naturals as bits, and the ranks these take away (one each)."""

    jokers: int
    naturals: int
    ranks: int
    low: int
    pattern: str


def _shift(rank: Rank) -> int:
    return BITS * RANKS.index(rank)


def _runs(patterns: Sequence[str]) -> tuple[Run, ...]:
    found = []
    for pattern in patterns:
        for low in range(1, HIGH_ACE - len(pattern) + 2):
            positions = [low + place for place, kind in enumerate(pattern) if kind == "n"]
            ranks = sum(1 << _shift(rank_of(face_at("S", position))) for position in positions)
            naturals = sum(1 << position for position in positions)
            found.append(Run(pattern.count("j"), naturals, ranks, low, pattern))
    return tuple(sorted(found, key=lambda run: (run.jokers, -run.low)))


RUNS: Final = {cap: _runs(patterns) for cap, patterns in PATTERNS.items()}


def layings(
    hand: Collection[Card],
    contract: Contract,
    options: Options,
    *,
    ranks: Collection[Rank] = (),
    suits: Collection[Suit] = (),
    most: int,
) -> tuple[Melds, ...]:
    """Up to `most` different ways to lay the contract from the hand, each as its melds; none where it cannot be laid.

    `ranks` and `suits` are those of the player's own threes and fours on the table, which may not come twice.
    """
    order = tuple(sorted(hand))
    return _layings(order, contract, options.joker_cap_four, frozenset(ranks), frozenset(suits), most)


@lru_cache(maxsize=512)
def _layings(
    hand: tuple[Card, ...],
    contract: Contract,
    cap: str,
    ranks: frozenset[Rank],
    suits: frozenset[Suit],
    most: int,
) -> tuple[Melds, ...]:
    """Cached because a screen asks several times what one hand can do."""
    return tuple(islice(_search(_Hand(hand, contract, cap, ranks, suits)), most))


class _Hand:
    """A hand prepared for the search: its counts by rank, and by suit the runs worth trying."""

    def __init__(
        self,
        hand: Sequence[Card],
        contract: Contract,
        cap: str,
        ranks: Collection[Rank],
        suits: Collection[Suit],
    ) -> None:
        self.cards = hand
        self.contract = contract
        naturals = [card for card in hand if not is_joker(card)]
        self.jokers = len(hand) - len(naturals)
        self.counts, self.wanted, of_threes = 0, [], 0
        for rank in RANKS if contract.threes else ():
            count = sum(rank_of(card) == rank for card in naturals)
            if count >= NATURALS and rank not in ranks:
                self.wanted.append(_shift(rank))
                self.counts += min(count, MAX_OF_RANK) << _shift(rank)
                of_threes |= ONE_RANK << _shift(rank)
        self.suits = []
        for suit in SUITS if contract.fours else ():
            if suit not in suits:
                runs = self._worth_trying(
                    {rank_of(card) for card in naturals if suit_of(card) == suit}, cap, of_threes
                )
                if runs:
                    self.suits.append((suit, runs))

    def _worth_trying(self, held: Collection[Rank], cap: str, of_threes: int) -> list[tuple[Run, int]]:
        """The runs that can be laid from these ranks of a suit, each with what it takes from the threes; without those
        for which another one takes no more and needs no more jokers."""
        positions = sum(1 << RANKS.index(rank) + 1 for rank in held)
        if "A" in held:
            positions |= 1 << HIGH_ACE
        kept: list[tuple[Run, int]] = []
        for run in RUNS[cap]:
            if run.naturals & ~positions or run.jokers > self.jokers:
                continue
            taken = run.ranks & of_threes
            if not any(other.jokers <= run.jokers and not less & ~taken for other, less in kept):
                kept = [one for one in kept if one[0].jokers < run.jokers or taken & ~one[1]]
                kept.append((run, taken))
        return kept

    def threes(self, counts: int, jokers: int) -> list[tuple[int, bool]] | None:
        """The ranks (as shifts) of the threes that are left, and whether each needs a joker; None where too few are."""
        full, short = [], []
        for shift in self.wanted:
            count = counts >> shift & ONE_RANK
            if count >= THREE:
                full.append((shift, False))
            elif count == NATURALS:
                short.append((shift, True))
        found = full + short[:jokers]
        return found[: self.contract.threes] if len(found) >= self.contract.threes else None


def _search(hand: _Hand) -> Iterator[Melds]:
    """Combine fours of different suits depth first, leaving a branch as soon as too few threes are left. Branches that
    came to the same counts and jokers without a laying are not tried again."""
    barren: set[tuple[int, int, int, int]] = set()

    def search(
        first: int, fours: int, counts: int, jokers: int, chosen: tuple[tuple[Suit, Run], ...]
    ) -> Iterator[Melds]:
        threes = hand.threes(counts, jokers)
        if threes is None or (first, fours, counts, jokers) in barren:
            return
        if not fours:
            yield _melds(hand.cards, chosen, threes)
            return
        found = False
        for place in range(first, len(hand.suits) - fours + 1):
            suit, runs = hand.suits[place]
            for run, taken in runs:
                if run.jokers <= jokers:
                    rest = counts - taken, jokers - run.jokers
                    for melds in search(place + 1, fours - 1, *rest, (*chosen, (suit, run))):
                        found = True
                        yield melds
        if not found:
            barren.add((first, fours, counts, jokers))

    yield from search(0, hand.contract.fours, hand.counts, hand.jokers, ())


def _melds(
    hand: Sequence[Card], fours: Sequence[tuple[Suit, Run]], threes: Sequence[tuple[int, bool]]
) -> Melds:
    """The cards of these fours and threes, the threes first."""
    left = list(hand)
    laid_fours = []
    for suit, run in fours:
        cards = []
        for place, kind in enumerate(run.pattern):
            wanted = JOKER if kind == "j" else face_at(suit, run.low + place)
            cards.append(next(card for card in left if face(card) == wanted))
            left.remove(cards[-1])
        laid_fours.append(tuple(cards))
    laid_threes = []
    for shift, with_joker in threes:
        rank = RANKS[shift // BITS]
        cards = [card for card in left if not is_joker(card) and rank_of(card) == rank][: THREE - with_joker]
        if with_joker:
            cards.append(next(card for card in left if is_joker(card)))
        left = [card for card in left if card not in cards]
        laid_threes.append(tuple(cards))
    return (*laid_threes, *laid_fours)
