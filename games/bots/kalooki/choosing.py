"""What every level of Kalooki chooses by: how far a hand is, what to lay, what to take, and what to discard. Only the
discards of the strong one before it is down are in `ways`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.bots.kalooki.reasons import Reason
from games.engine.actions import Arrange, Data
from games.engine.cards import SUITS, Card, rank_of, suit_of
from games.engine.kalooki import finding, melds, scoring
from games.engine.kalooki.contracts import FOUR, THREE, Contract
from games.engine.kalooki.finding import Melds
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, Meld, is_joker
from games.engine.kalooki.options import Options
from games.engine.view import View

# How many cards are missing from a hand for a contract, and how much a single card adds to it.
#
# A quick estimate for comparing hands: for each suit the best few runs, for the threes the ranks with most cards, and
# jokers filled in where the rules allow them. `finding` of the game decides what can really be laid.

RUNS_TRIED: Final = 3
"""Runs of a suit that are tried against the threes; without threes the best one is enough."""
STARTS: Final = range(1, HIGH_ACE - FOUR + 2)
"""The places in a suit, from the low ace (1) to the high one, at which a run of four can begin."""
ONE_RUN: Final = (1 << FOUR) - 1
"""The bits of a run that begins at the first place."""
EVERYWHERE: Final = (1 << HIGH_ACE) - 1
"""The bits of all places of a suit: nothing is known of its cards, so that any may go around."""
COST_OF_KEPT_CARD: Final = 3
"""A missing card that others keep, counted in missing cards that go around."""
NEVER: Final = 99
"""More cards than can be missing for any contract."""
MATE_WORTH: Final = 1.0
"""The worth of another card of the same rank, while threes are wanted."""
NEIGHBOUR_WORTH: Final = 0.5
"""The worth of a card of the same suit within a four, while fours are wanted."""


def count_missing(
    hand: Sequence[Card], contract: Contract, going_around: frozenset[Card] | None = None
) -> int:
    """How many cards are missing from the hand for the contract. A card that is not one of those `going_around` counts
    `COST_OF_KEPT_CARD`; None where nothing is known of them."""
    return _count_missing(tuple(sorted(hand)), contract, going_around)


class _Missing(NamedTuple):
    """The cards missing from a meld, by whether they go around, and the ranks it takes from the threes."""

    near: int
    far: int
    used: tuple[int, ...] = ()

    @property
    def cost(self) -> int:
        return self.near + COST_OF_KEPT_CARD * self.far


@lru_cache(maxsize=4096)
def _count_missing(hand: tuple[Card, ...], contract: Contract, going_around: frozenset[Card] | None) -> int:
    naturals = [card for card in hand if not is_joker(card)]
    jokers = len(hand) - len(naturals)
    counts, held = _count_ranks_and_suits(naturals)
    ranks_around, suits_around = (
        ([THREE] * len(RANKS), {}) if going_around is None else _count_ranks_and_suits(going_around)
    )
    tried = RUNS_TRIED if contract.threes else 1
    several = sum(1 << rank for rank, count in enumerate(counts) if count > 1)
    suits = [
        _runs(held[suit], suits_around.get(suit, EVERYWHERE), held[suit] & several)[:tried]
        for suit in SUITS
        if contract.fours
    ]
    fewest = NEVER

    def combine(first: int, fours: int, left: list[int], near: int, far: int, room: int) -> None:
        nonlocal fewest
        if near + far - jokers >= fewest:
            return
        if not fours:
            threes = [_three(count, around) for count, around in zip(left, ranks_around, strict=True)]
            for missing in sorted(threes, key=lambda one: one.cost)[: contract.threes]:
                near, far = near + missing.near, far + missing.far
                room += min(missing.near + missing.far, THREE - NATURALS)
            filled = min(jokers, room)
            fewest = min(fewest, near + far - filled + (COST_OF_KEPT_CARD - 1) * max(0, far - filled))
            return
        for place in range(first, len(suits) - fours + 1):
            for missing in suits[place]:
                after = left
                if contract.threes:
                    after = left.copy()
                    for rank in missing.used:
                        after[rank] -= 1
                more = min(missing.near + missing.far, FOUR - NATURALS)
                combine(place + 1, fours - 1, after, near + missing.near, far + missing.far, room + more)

    combine(0, contract.fours, counts, 0, 0, 0)
    return fewest


def _count_ranks_and_suits(cards: Collection[Card]) -> tuple[list[int], dict[str, int]]:
    """How many of these cards there are of each rank, and the positions of each suit as bits."""
    counts, places = [0] * len(RANKS), dict.fromkeys(SUITS, 0)
    for card in cards:
        rank = RANKS.index(rank_of(card))
        counts[rank] += 1
        places[suit_of(card)] |= 1 << rank | (1 << HIGH_ACE - 1 if not rank else 0)
    return counts, places


@lru_cache(maxsize=1024)
def _three(count: int, going_around: int) -> _Missing:
    """What is missing from a three with so many cards of its rank in the hand and so many going around."""
    missing = max(0, THREE - count)
    near = min(missing, going_around)
    return _Missing(near, missing - near)


@lru_cache(maxsize=4096)
def _runs(held: int, going_around: int, several: int) -> list[_Missing]:
    """What is missing from each run of a suit; the nearest first, and of equal ones those that take least from the
    threes: few of the ranks (as bits) of which the hand has `several` cards."""
    found = []
    for start in STARTS:
        bits = ONE_RUN << start - 1
        used = tuple(place % len(RANKS) for place in range(start - 1, start - 1 + FOUR) if held >> place & 1)
        near = (bits & going_around & ~held).bit_count()
        missing = _Missing(near, FOUR - len(used) - near, used)
        found.append((missing.cost, sum(several >> rank & 1 for rank in used), used, missing))
    return [missing for *_order, missing in sorted(found)]


def worth_beside(hand: Sequence[Card], card: Card, contract: Contract) -> float:
    """The worth of a card beside the others of the hand: mates of its rank, neighbours of its suit."""
    worth = 0.0
    for other in hand:
        if other == card or is_joker(other):
            continue
        if contract.threes and rank_of(other) == rank_of(card):
            worth += MATE_WORTH
        if contract.fours and suit_of(other) == suit_of(card) and rank_of(other) != rank_of(card):
            away = abs(RANKS.index(rank_of(other)) - RANKS.index(rank_of(card)))
            away = min(away, len(RANKS) - away) if "A" in (rank_of(other), rank_of(card)) else away
            worth += NEIGHBOUR_WORTH / away if away < FOUR else 0.0
    return worth


# The way to lay a contract that leaves least in the hand, counted after all that fits was added.

MAX_WAYS_COMPARED: Final = 24
"""Ways to lay a contract that are compared."""
CARDS_OF_LATE_HAND: Final = 8
"""Cards in another hand, or fewer, with which nobody waits any more."""


class Laying(NamedTuple):
    """Melds to lay, and the cards that are left when all that fits has been added too."""

    melds: Melds
    left: tuple[Card, ...]

    @property
    def goes_out(self) -> bool:
        """Whether the hand is empty after a discard."""
        return not self.left or (len(self.left) == 1 and not is_joker(self.left[0]))

    @property
    def data(self) -> Data:
        return Arrange("lay", self.melds, "melds").data()


def melds_on_table(view: View) -> list[Meld]:
    """The melds on the table as the rules know them. What lies there was allowed, so the house rules of a new meld are
    not asked."""
    found = []
    for zone in view.melds:
        read = melds.read_meld(zone.owner, tuple(lying.card for lying in zone.cards), Options())
        assert read is not None
        found.append(read)
    return found


def best_laying(view: View, hand: Sequence[Card], contract: Contract) -> Laying | None:
    """The way to lay the contract that leaves the fewest cards and of these the cheapest; None where there is none."""
    ways = finding.layings(hand, contract, view.options, most=MAX_WAYS_COMPARED)
    return _least(view, hand, ways)


def another_meld(view: View, hand: Sequence[Card]) -> Laying | None:
    """One meld more of a player who is down."""
    own = [meld for meld in melds_on_table(view) if meld.owner == view.viewer]
    ranks = {meld.sign for meld in own if not meld.is_four}
    suits = {meld.sign for meld in own if meld.is_four}
    ways = [
        way
        for contract in (Contract(1, 0), Contract(0, 1))
        for way in finding.layings(
            hand, contract, view.options, ranks=ranks, suits=suits, most=MAX_WAYS_COMPARED
        )
    ]
    return _least(view, hand, ways)


def _least(view: View, hand: Sequence[Card], ways: Sequence[Melds]) -> Laying | None:
    on_table = melds_on_table(view)
    found = []
    if view.options.final_discard == "required":
        ways = [way for way in ways if sum(map(len, way)) < len(hand)]
    for way in ways:
        new = [melds.read_meld(view.viewer or 0, cards, view.options) for cards in way]
        used = {card for cards in way for card in cards}
        rest = [card for card in hand if card not in used]
        left = cards_left([*on_table, *(meld for meld in new if meld)], rest, view.options)
        found.append(Laying(way, tuple(left)))
    return min(found, key=lambda one: (len(one.left), sum(map(scoring.value, one.left))), default=None)


def cards_left(on_table: list[Meld], rest: Sequence[Card], options: Options) -> list[Card]:
    """The cards that are left when all that fits has been added, jokers last. The last card that can be discarded is
    kept where one is required."""
    left = sorted(rest, key=lambda card: (is_joker(card), card))
    moved = True
    while moved and left:
        moved = False
        for card in left:
            if options.final_discard == "required" and len(left) == 1:
                return left
            place = place_for(on_table, card, options, before=left)
            if place is not None:
                number, after = place
                on_table[number] = after
                left.remove(card)
                moved = True
                break
    return left


def place_for(
    on_table: Sequence[Meld], card: Card, options: Options, *, before: Sequence[Card] = ()
) -> tuple[int, Meld] | None:
    """A meld to which the card goes, by its number and as it is then: added, or in the place of a joker. A joker goes
    to a four on which a card of `before` fits behind it, where there is one."""
    if is_joker(card):
        for number, meld in enumerate(on_table):
            for end in melds.ends(meld, card, options):
                longer = melds.with_card_added(meld, card, end)
                if any(not is_joker(other) and opens(meld, longer, other, options) for other in before):
                    return number, longer
    for number, meld in enumerate(on_table):
        ends = melds.ends(meld, card, options)
        if ends:
            return number, melds.with_card_added(meld, card, ends[0])
        after = melds.with_joker_shifted(meld, card) if options.joker_shift == "on" else None
        if after is not None:
            return number, after
    return None


def opens(meld: Meld, after: Meld, card: Card, options: Options) -> bool:
    """Whether a card that does not fit the meld fits it `after` a joker was added."""
    return not melds.ends(meld, card, options) and bool(melds.ends(after, card, options))


def left_after_adding(view: View, hand: Sequence[Card], data: Data) -> tuple[int, int]:
    """How many cards, and how many points, stay in the hand when this card is added first (`data` of a `tack`) and then
    all that fits."""
    on_table, card, number = melds_on_table(view), data["card"], int(data["meld"])
    end = data.get("end") or melds.ends(on_table[number], card, view.options)[0]
    on_table[number] = melds.with_card_added(on_table[number], card, end)
    left = cards_left(on_table, [other for other in hand if other != card], view.options)
    return len(left), sum(map(scoring.value, left))


def waits(view: View, laying: Laying) -> bool:
    """Whether the contract stays in the hand because everything may go out at once a turn later: nobody is down,
    nobody has few cards, and one card too many is left that is no joker."""
    fewest = min(zone.cards for zone in view.seats if zone.seat != view.viewer)
    spare = len(laying.left) == 2 and not any(map(is_joker, laying.left))
    return spare and not view.roles and fewest > CARDS_OF_LATE_HAND


# The words of the bot in the draw window, and its discards.

CARDS_NEAR_THE_END: Final = 5
"""Cards in a hand that is down with which its owner goes out soon: the easy player takes no cards on any more."""
MIN_CARDS_LEFT: Final = 5
"""Cards in stock and pile, for each player, that must be left: with most of the pack in the hands nobody completes a
contract."""
POINT_WEIGHT_BY_MISSING_CARDS: Final = 0.02
"""The weight of a penalty point in the hand against `worth_beside`."""
FITTING_CARD_WORTH: Final = 0.6
"""The worth of keeping a card that can be added to a meld on the table."""
DISCARDS_A_CARD: Final = 2
"""Discards that are looked back at, for each card in stock and pile: within so many every card of a stock comes up."""
DISCARDS_OF_LONG_DEAL: Final = 40
"""Discards of each player after which the players give up their cards in turns; four fours take about fifteen."""
CARDS_GIVEN_UP: Final = 8
"""Cards that one player gives up before the next one does."""
BONUS_FOR_DISCARDED_RANK: Final = 0.2
"""How much better a card is discarded when the next player has discarded its rank."""


def contract_of(view: View) -> Contract:
    """The contract of the deal, by the name it has in the view."""
    assert view.label is not None
    _, threes, fours = view.label.code.split("_")
    return Contract(int(threes), int(fours))


def cards_going_around(view: View) -> frozenset[Card] | None:
    """The cards that go around in a long deal: those discarded lately that lie in no meld and not in the own hand. What
    has not been seen for so long is kept by somebody. None as long as stock and pile may hold cards nobody has seen."""
    assert view.stock is not None and view.discard is not None
    left = view.stock + view.discard.count
    if len(view.played) <= left:
        return None
    lying = {laid.card for zone in view.melds for laid in zone.cards} | set(view.hand_cards)
    return frozenset(card for _, card in view.played[-DISCARDS_A_CARD * left :] if card not in lying)


def lets_go(view: View) -> bool:
    """Whether the cards collected so far are given up for others. In a deal that does not end the players not down do
    so in turns: what each of them keeps may be what is missing from another hand."""
    rounds = len(view.played) // len(view.seats)
    return rounds >= DISCARDS_OF_LONG_DEAL and (rounds // CARDS_GIVEN_UP) % len(view.seats) == view.viewer


def helps(hand: Sequence[Card], card: Card, contract: Contract, going_around: frozenset[Card] | None) -> bool:
    """Whether less is missing from the hand with the card."""
    return count_missing([*hand, card], contract, going_around) < count_missing(hand, contract, going_around)


def somebody_is_out_soon(view: View) -> bool:
    """Whether a player who is down has few cards left."""
    down = {zone.seat for zone in view.roles}
    return any(zone.cards <= CARDS_NEAR_THE_END for zone in view.seats if zone.seat in down)


def leaves_enough_to_draw(view: View) -> bool:
    """Whether enough cards are left to draw from when two more go into a hand."""
    assert view.stock is not None and view.discard is not None
    return view.stock + view.discard.count > MIN_CARDS_LEFT * len(view.seats)


def discard_when_down(hand: Sequence[Card]) -> tuple[Card, Reason]:
    """The dearest card of one who is down, and why."""
    free = [card for card in hand if not is_joker(card)]
    if len(hand) == 1:
        return free[0], Reason.LAST_CARD
    return max(free, key=lambda card: (scoring.value(card), card)), Reason.DEAREST


def discard_by_missing_cards(view: View, hand: Sequence[Card], contract: Contract) -> tuple[Card, Reason]:
    """The card without which fewest are missing for the contract, and of these the least useful and dearest; and why
    it goes."""
    free = [card for card in hand if not is_joker(card)]
    on_table = melds_on_table(view)
    if len(hand) == 1:
        return free[0], Reason.LAST_CARD
    if lets_go(view):
        return sorted(free)[len(view.played) % len(free)], Reason.LET_GO
    going_around = cards_going_around(view)
    needed = {
        card: count_missing([other for other in hand if other != card], contract, going_around)
        for card in free
    }
    least = min(needed.values())
    spare = [card for card in free if needed[card] == least]
    seen = _discards_of_next(view)

    def keeping(card: Card) -> float:
        fits = place_for(on_table, card, view.options) is not None
        safe = any(rank_of(card) == rank_of(other) for other in seen)
        worth = (
            worth_beside(hand, card, contract)
            + FITTING_CARD_WORTH * fits
            - POINT_WEIGHT_BY_MISSING_CARDS * scoring.value(card)
        )
        return worth - BONUS_FOR_DISCARDED_RANK * safe

    chosen = min(spare, key=lambda card: (keeping(card), card))
    if least > count_missing(hand, contract, going_around):
        return chosen, Reason.LEAST_LOSS
    if not worth_beside(hand, chosen, contract):
        return chosen, Reason.USELESS
    dearest = max(map(scoring.value, spare)) == scoring.value(chosen)
    return chosen, Reason.DEAREST if dearest else Reason.LEAST_LOSS


def _discards_of_next(view: View) -> list[Card]:
    """The discards of the next player in this deal."""
    assert view.viewer is not None
    following = (view.viewer + 1) % len(view.seats)
    return [card for seat, card in view.played if seat == following]
