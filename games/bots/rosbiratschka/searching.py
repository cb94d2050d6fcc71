"""The good and the strong player of Rosbiratschka: what they believe of the closed hands, and the card they choose
among deals that fit what was seen, played out and in the end solved in the compact form.

Beliefs are certainties: suits a seat did not follow, cards a seat could have placed when it passed or opened a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias

from games.bots.compact_forms import bits
from games.bots.estimates import Estimate, Results, is_decided, means, rank, sureness
from games.bots.player import Decision, Player, clearly
from games.bots.rosbiratschka import choosing, easy, reasons
from games.bots.rosbiratschka.compact import play, positions
from games.bots.rosbiratschka.compact.play import (
    Rows,
    Total,
    Tricks,
    crossings,
    fits,
    one_of_each_value,
    one_of_touching,
    rules_of,
)
from games.bots.rosbiratschka.compact.positions import (
    BIT,
    CARD,
    JACKS,
    Penalties,
    Solver,
    compact_covers,
    mask,
    standings,
)
from games.bots.rosbiratschka.reasons import Reason
from games.bots.unseen_cards import MAX_TRIES, Hands, deal_at_random, deal_in_order
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.rosbiratschka.play import counts
from games.engine.rosbiratschka.state import HAND_SIZE, SEATS, Contract
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import Text, text


@dataclass(frozen=True, slots=True)
class Effort:
    """`worlds` are played out for an early card, `endings` solved exactly once all hands together have `solved` cards
    or fewer. `nodes` is the most positions the solver may look at for one decision."""

    worlds: int
    endings: int
    solved: int
    nodes: int


GOOD: Final = Effort(worlds=40, endings=20, solved=8, nodes=4_000)
STRONG: Final = Effort(worlds=300, endings=80, solved=12, nodes=20_000)

AnyPosition: TypeAlias = Tricks | Total | Rows
NO_HANDS: Final[Hands] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Belief:
    """The knowledge of `seat`: its own cards, those in the other three hands, and by seat the unseen cards it
    `may_hold` and how many cards it has. `position` is what lies open, without hands."""

    seat: Seat
    hand: int
    unseen: int
    sizes: tuple[int, ...]
    may_hold: tuple[int, ...]
    position: AnyPosition

    def with_hands(self, hands: Hands) -> AnyPosition:
        """The position when these are the four hands."""
        return self.position._replace(hands=hands)


def belief(view: View) -> Belief:
    """The belief of the viewer, whose turn it is."""
    seat = view.viewer
    assert seat is not None
    assert view.label is not None
    contract = Contract(view.label.code.removeprefix("contract_"))
    hand = positions.mask(view.hand_cards)
    gone = positions.mask(card for _, card in view.played) | hand
    excluded = [0, 0, 0, 0]
    position: AnyPosition
    if contract is Contract.LAYOUT:
        position = _rows(view, seat, excluded)
    elif contract is Contract.HUNDRED:
        position = _total(view, seat)
    else:
        position = _tricks(view, seat, contract, excluded)
        gone |= position.cards
    unseen = positions.ALL & ~gone
    may_hold = tuple(0 if other == seat else unseen & ~excluded[other] for other in SEATS)
    sizes = tuple(zone.cards for zone in view.seats)
    return Belief(seat, hand, unseen, sizes, may_hold, position)


def _tricks(view: View, seat: Seat, contract: Contract, excluded: list[int]) -> Tricks:
    """The open cards of a contract with tricks; `excluded` learns the suits that were not followed."""
    rules = rules_of(contract, view.options.slam == "minus8")
    running = view.trick.cards if view.trick is not None and not view.trick.complete else ()
    first = view.played[0][0] if view.played else running[0][0] if running else seat
    position = Tricks(rules, NO_HANDS, first)
    for player, card in (*view.played, *running):
        bit = BIT[card]
        if position.led and not bit & position.led:
            excluded[player] |= position.led
        # Hands are left empty: a card that is played is added and taken away again.
        held = tuple(bit if other == player else 0 for other in SEATS)
        position = position._replace(hands=(held[0], held[1], held[2], held[3])).after(bit)
    return position


def _total(view: View, seat: Seat) -> Total:
    running = view.running
    assert running is not None
    paid = [0, 0, 0, 0]
    for line in running.lines:
        if line.crossed_by is not None:
            paid[line.crossed_by] += line.points
    penalties = (paid[0], paid[1], paid[2], paid[3])
    return Total(crossings(view.options.hundred_line), NO_HANDS, seat, running.total, penalties)


def _rows(view: View, seat: Seat, excluded: list[int]) -> Rows:
    """The open rows; `excluded` learns from passes, and from jacks that may not be placed at will."""
    free, placed = view.options.layout_choice == "free", 0
    for player, bit in _turns(view, seat):
        fitting = fits(placed)
        if not bit:
            excluded[player] |= fitting
        elif bit & JACKS and not free:
            excluded[player] |= fitting & ~JACKS
        placed |= bit
    return Rows(free, NO_HANDS, seat, placed)


def _turns(view: View, viewer: Seat) -> Iterator[tuple[Seat, int]]:
    """Every turn of the layout so far: the seat and the card, 0 for a pass, which the view does not list."""
    left = [HAND_SIZE] * len(SEATS)
    turn = next(zone.seat for zone in view.seats if zone.dealer) + 1
    for seat, card in (*view.played, (viewer, None)):
        while turn % 4 != seat:
            if left[turn % 4]:
                yield turn % 4, 0
            turn += 1
        if card is not None:
            left[seat] -= 1
            yield seat, BIT[card]
            turn += 1


# The card that costs least over worlds: the same worlds for every candidate, played out by the quick player and in
# the end solved exactly. A point is one fewer than the other three pay on average.

MIN_LEAD: Final = 0.05
"""Points a lead must have beside its standard errors to end the search."""
MIN_WORLDS: Final = 24
WORLDS_A_LOOK: Final = 6
"""The lead is looked at after so many worlds."""


class Found(NamedTuple):
    """The result of a search: the playable cards that differ, the best first; whether the best one is played to take
    everything, with good hope of it; and whether all of them have the same end, counted out."""

    ranked: tuple[Estimate, ...]
    sweeps: bool = False
    same: bool = False


def search(view: View, effort: Effort, seed: int) -> Found:
    """Weigh the playable cards."""
    known = belief(view)
    playable = mask(held.card for held in view.hand if held.playable)
    candidates = bits(distinct(known, playable))
    if len(candidates) == 1:
        return Found((Estimate(CARD[candidates[0]], 0.0, 0.0),))
    rng = Random(f"{seed} {len(view.played)} {known.hand}")
    cards = [CARD[bit] for bit in candidates]
    if sum(known.sizes) <= effort.solved:
        best, *others = rank(_solver_results(known, candidates, effort, rng), cards)
        same = all(other.error == 0 and other.value == best.value for other in others)
        return Found((best, *others), same=same)
    results, sweeping = _playout_results(known, candidates, effort, rng)
    ranked = rank(results, cards)
    return Found(ranked, sweeping[cards.index(ranked[0].card)] and ranked[0].value > 0)


def distinct(known: Belief, playable: int) -> int:
    """One of each group of playable cards that lead to the same, whatever the other hands are."""
    position = known.position
    if isinstance(position, Tricks):
        return one_of_touching(playable, known.unseen | position.best, position.rules.counting)
    return one_of_each_value(playable) if isinstance(position, Total) else playable


def draw(known: Belief, rng: Random) -> Hands:
    """One deal of the unseen cards that the belief allows."""
    for _ in range(MAX_TRIES):
        dealt = deal_at_random(known, known.may_hold, rng)
        if dealt is not None:
            return dealt
    dealt = deal_in_order(known, known.may_hold)
    if dealt is None:
        raise ValueError("no deal fits what was seen")
    return dealt


def play_out(position: AnyPosition, sweeper: int = play.NOBODY) -> Penalties:
    """The penalty points when quick players play on; `sweeper` tries to take everything."""
    if isinstance(position, Tricks):
        return position.rules.penalties(play.play_out_tricks(position, sweeper))
    return play.play_out_total(position) if isinstance(position, Total) else play.play_out_rows(position)


def _may_sweep(known: Belief) -> bool:
    """Whether the seat may still take everything, for a slam."""
    position = known.position
    if not isinstance(position, Tricks) or not position.rules.slam:
        return False
    return sum(position.taken) == position.taken[known.seat]


def _playout_results(
    known: Belief, candidates: Sequence[int], effort: Effort, rng: Random
) -> tuple[Results, Sequence[bool]]:
    """The worth of each card by the better of two plans, to avoid and to take everything, in the same worlds; and
    whether that is the second."""
    seat = known.seat
    sweepers = (play.NOBODY, seat) if _may_sweep(known) else (play.NOBODY,)
    plans: list[list[tuple[int, list[float]]]] = [[] for _ in sweepers]
    for number in range(1, effort.worlds + 1):
        position = known.with_hands(draw(known, rng))
        for results, sweeper in zip(plans, sweepers, strict=True):
            values = [standings(play_out(position.after(card), sweeper))[seat] for card in candidates]
            results.append((1, values))
        if number >= MIN_WORLDS and number % WORLDS_A_LOOK == 0:
            found = _by_better_plan(plans)
            if is_decided(found[0], MIN_LEAD):
                return found
    return _by_better_plan(plans)


def _by_better_plan(plans: Sequence[Results]) -> tuple[Results, Sequence[bool]]:
    """The results of each card under the plan with which it does better, and whether that is the second."""
    avoiding, *others = plans
    if not others:
        return avoiding, [False] * len(avoiding[0][1])
    sweeping = [second > first for first, second in zip(means(avoiding), means(others[0]), strict=True)]
    results = [
        (times, [two if sweeps else one for one, two, sweeps in zip(ones, twos, sweeping, strict=True)])
        for (times, ones), (_times, twos) in zip(avoiding, others[0], strict=True)
    ]
    return results, sweeping


def _solver_results(known: Belief, candidates: Sequence[int], effort: Effort, rng: Random) -> Results:
    results: list[tuple[int, list[float]]] = []
    nodes = 0
    for number in range(1, effort.endings + 1):
        position, solver = known.with_hands(draw(known, rng)), Solver()
        results.append((1, [solver.values(position.after(card))[known.seat] for card in candidates]))
        nodes += solver.nodes
        if nodes > effort.nodes or (
            number >= MIN_WORLDS and number % WORLDS_A_LOOK == 0 and is_decided(results, MIN_LEAD)
        ):
            break
    return results


# The player that searches, for one effort and one seed: from what a seat sees to what it does.

POINT: Final = 7.0
"""A penalty point weighs as much as so many points of Kraken when it is said how sure a card is."""
ALIKE_POINTS: Final = 0.05
ALIKE_ERRORS: Final = 0.5
"""A card is as good as another that leads it by no more than one of these."""


def make_player(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; with a single choice, that one. A turn must always be used. Under a house rule the
    compact form does not know, it is the easy bot's."""
    if not compact_covers(view.options):
        return easy.decide(view, choices)
    if len(choices) == 1:
        return clearly(choices[0].data, text(Reason.ONLY_CHOICE))
    found = search(view, effort, seed)
    best, *others = found.ranked
    sure = sureness((POINT * (best.value - other.value), POINT * other.error) for other in others)
    card = _natural_card(view, found)
    all_the_same = found.same and not _costs_another(view, card)
    why = text(Reason.ALL_THE_SAME) if all_the_same else _why_card(view, card, found)
    return Decision(({"do": view.hand_word, "card": card},), lambda _answer: why, sure=sure)


def _costs_another(view: View, card: Card) -> bool:
    """Whether the card counts and goes to a trick of another, though all cards cost this hand the same."""
    if not isinstance(belief(view).position, Tricks):
        return False
    known = choosing.knowledge(view)
    return bool(known.table) and counts(known.contract, card) and not choosing.lies_highest(known, card)


def _natural_card(view: View, found: Found) -> Card:
    """Among cards that are as good as the best one that which a card player would take: the easy bot's, of its suit
    the highest where it takes no trick."""
    known, best = belief(view), found.ranked[0]
    alike = [
        BIT[one.card]
        for one in found.ranked
        if best.value - one.value <= max(ALIKE_POINTS, ALIKE_ERRORS * one.error)
    ]
    cards = [
        held.card
        for held in view.hand
        if held.playable
        and any(
            BIT[held.card] == one or distinct(known, BIT[held.card] | one).bit_count() == 1 for one in alike
        )
    ]
    if len(cards) == 1:
        return cards[0]
    if not isinstance(known.position, Tricks):
        choose = choosing.card_for_total if isinstance(known.position, Total) else choosing.card_for_rows
        return choose(view, cards)
    return choosing.natural_card(view, cards, sweeps=found.sweeps)


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        decision = easy.decide(view, choices)
        return decision.why(answer) if answer in decision.answers else None
    return text(Reason.ONLY_CHOICE) if len(choices) == 1 else _why_card(view, answer["card"])


def _why_card(view: View, card: Card, found: Found | None = None) -> Text:
    """The reason the easy bot gives for the card: all levels share one closed list of reasons."""
    playable = [held.card for held in view.hand if held.playable]
    if found is None or not isinstance(belief(view).position, Tricks):
        return reasons.why(view, playable, card)
    plan = choosing.Aim.EVERYTHING if found.sweeps else choosing.aim_without_sweep(view)
    return reasons.why(view, playable, card, plan)
