"""The good and the strong player of Kraken: cards chosen by search over worlds, and those that a veto bars before the
search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import hypot
from random import Random
from typing import Final

from games.bots.compact_forms import bits
from games.bots.estimates import Estimate, Results, is_decided, is_within, rank, sureness
from games.bots.kraken import easy, reasons, words
from games.bots.kraken.belief import Belief, belief, takings_so_far, with_stuk, worlds
from games.bots.kraken.choosing import knowledge, without_revokes
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.policy import play_out
from games.bots.kraken.compact.positions import (
    BYTE,
    MARRIAGE,
    TRUMPS,
    Position,
    Score,
    Table,
    after,
    beats,
    compact_covers,
    lay_card,
    runs_in,
    times_bonus,
)
from games.bots.kraken.compact.solver import Solver
from games.bots.kraken.easy import promise
from games.bots.kraken.reasons import Reason
from games.bots.kraken.words import weigher
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.kraken.declarations import STUK
from games.engine.kraken.legal import STRENGTH
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import Text, text


@dataclass(frozen=True, slots=True)
class Effort:
    """`worlds` are played out for an early card, `endings` solved exactly from `solved` cards a hand on, `word_worlds`
    played for a word. `nodes` is the most leads the solver may look at for one decision."""

    worlds: int
    endings: int
    solved: int
    word_worlds: int
    nodes: int


GOOD: Final = Effort(worlds=40, endings=20, solved=4, word_worlds=100, nodes=15_000)
"""The look back finishes rounds with it too: a change raises `lookback.VERSION`."""
STRONG: Final = Effort(worlds=120, endings=60, solved=5, word_worlds=200, nodes=60_000)


# The card that promises most over worlds: the same worlds for every candidate, in early tricks played out by the
# quick player, in the last ones solved exactly.

MIN_LEAD: Final = 0.5
"""Points a lead must have beside its standard errors to end the search."""
MIN_WORLDS_JUDGED: Final = 24
"""Worlds before a search may end: fewer overlook what turns the score in one world of twenty."""
ONE_WORLD_IN: Final = 5
"""A search of few worlds may end once one in so many of them is judged."""
PLAIN_ALIKE: Final = (0x07, (0x07, 0x46, 0x4C))
TRUMPS_ALIKE: Final = (0x03, (0x43, 0x52))
"""The cards of a suit without points, and the runs they can lie in: 7-8-9, 8-9-10, 9-10-J."""
NAMED_WITHIN: Final = 45.0
"""A suit that card players name is named where a pass promises no more than this beyond it: played out, such passes
were worth less than they promise."""
ALIKE_POINTS: Final = 1.5
ALIKE_ERRORS: Final = 0.3
"""A card is as good as another that leads it by no more than one of these."""
WORLDS_A_LOOK: Final = 4
"""The lead is looked at after so many worlds."""


def estimates(
    view: View, effort: Effort, seed: int, *, with_card: Card | None = None, lead: float = 0.0
) -> tuple[Estimate, ...]:
    """The playable cards, the best first. One that is equal to another or barred by a veto is not among them;
    `with_card` is weighed in any case, and then an early lead does not end the search: it would overstate what a card
    lost. It ends when it is clear that no other leads this card by `lead` points.
    """
    assert view.contract is not None
    known = belief(view)
    playable = known.form.mask(held.card for held in view.hand if held.playable)
    candidates = one_of_equals(without_vetoed_cards(known, playable, view.contract.maker), known)
    candidates |= known.form.bit[with_card] if with_card is not None else 0
    if not candidates & (candidates - 1):
        return (Estimate(known.form.card[candidates], 0.0, 0.0),)
    rng = Random(f"{seed} {len(view.played)} {known.hand}")
    weighed = bits(candidates)
    if with_card is None:
        least = min(MIN_WORLDS_JUDGED, effort.worlds // ONE_WORLD_IN)
        return _weigh_over_worlds(
            view, known, weighed, effort, rng, partial(is_decided, least=MIN_LEAD), least
        )
    ends = partial(is_within, one=weighed.index(known.form.bit[with_card]), lead=lead)
    return _weigh_over_worlds(view, known, weighed, effort, rng, ends, MIN_WORLDS_JUDGED)


def one_of_equals(candidates: int, known: Belief) -> int:
    """The candidates with one of each group that are worth nothing, touch each other and can make no roem."""
    if known.options.quads != "classic":
        return candidates
    others = known.unseen | known.table.cards
    kept = candidates
    for place, (worthless, runs) in enumerate((PLAIN_ALIKE, PLAIN_ALIKE, PLAIN_ALIKE, TRUMPS_ALIKE)):
        in_play = (others | known.hand) >> 8 * place & BYTE
        if any(in_play & run == run for run in runs):
            continue
        previous = 0
        for card in bits(candidates & worthless << 8 * place):
            if previous and not others & (card - previous):
                kept ^= card
            previous = card
    return kept


def _weigh_over_worlds(
    view: View,
    known: Belief,
    candidates: Sequence[int],
    effort: Effort,
    rng: Random,
    ends: Callable[[Results], bool],
    least: int,
) -> tuple[Estimate, ...]:
    contract = view.contract
    assert contract is not None
    assert contract.maker is not None
    makers = contract.maker % 2
    score = Score(known.options, declarers=makers, level=contract.level)
    solver = Solver(known.rules, score)
    exact = known.sizes[known.seat] <= effort.solved
    count = effort.endings if exact else effort.worlds
    drawn = worlds(known, count, weigher(view, known.form.suits), rng, challenged=contract.level > 0)
    before, times = takings_so_far(view, known), times_bonus(known.trump, known.options)
    sign, rules = 1 - 2 * (known.seat % 2), known.rules
    results: list[tuple[int, list[float]]] = []
    for number, world in enumerate(drawn, start=1):
        dealt = [hand | played for hand, played in zip(world.hands, known.played, strict=True)]
        taken = with_stuk(before, dealt, known.options, times)
        position = Position(world.hands, known.seat, known.table, taken)
        if exact:
            found = solver.values(position, sum(candidates))
            values = [float(found[card]) for card in candidates]
        else:
            values = [
                float(sign * score(*play_out(after(position, card, rules), rules, makers)))
                for card in candidates
            ]
        results.append((world.times, values))
        if solver.nodes > effort.nodes:
            break
        if number >= least and number % WORLDS_A_LOOK == 0 and ends(results):
            break
    return rank(results, [known.form.card[bit] for bit in candidates])


# The player that searches, for one effort and one seed: from what a seat sees to what it does.


def make_player(effort: Effort, seed: int) -> Player:
    """A player of this effort. The same view, choices and seed always lead to the same answer."""
    return partial(decide, effort=effort, seed=seed)


def decide(view: View, choices: Sequence[Choice], *, effort: Effort, seed: int) -> Decision:
    """The decision of the seat; claims and declarations are those of the easy bot, which lets nothing lie. Under a
    house rule the compact form does not know, all of it is the easy bot's."""
    if not compact_covers(view.options):
        return easy.decide(view, choices)
    view = without_revokes(view)
    offered = {choice.data["do"] for choice in choices}
    claim = easy.claim_revoke(view, choices) or easy.claim_roem(view, offered)
    if claim is not None:
        return claim
    if "declare" in offered:
        return easy.declare_everything(choices)
    if "play" in offered:
        return _card(view, effort, seed)
    if "trump" in offered or "accept" in offered:
        return _trump(view, choices, effort, seed)
    if view.prompt.must:
        return _answer(view, choices, effort, seed)
    return clearly(None, easy.why_none(view, offered))


def reason(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason for an answer of this player, told without a search; None for one that was not offered, and for a
    claim or declaration the easy bot would not have made."""
    if all(choice.data != answer for choice in choices):
        return None
    if not compact_covers(view.options):
        return _reason_of_easy_bot(view, choices, answer)
    view = without_revokes(view)
    if answer["do"] == "play":
        playable = sum(held.playable for held in view.hand)
        return text(Reason.ONLY_CARD) if playable == 1 else _why_card(view, answer)
    if answer["do"] in ("trump", "accept"):
        return easy.why_named(view, answer)
    contract = view.contract
    if answer["do"] in easy.RAISES and contract is not None and contract.trump is not None:
        return text(easy.RAISES[answer["do"]], suit=contract.trump)
    if answer["do"] == "pass":
        named = contract is not None and contract.trump is not None
        return text(Reason.NOT_ENOUGH) if named else easy.why_named(view, answer)
    return _reason_of_easy_bot(view, choices, answer)


def _reason_of_easy_bot(view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    decision = easy.decide(view, choices)
    return decision.why(answer) if answer in decision.answers else None


def _card(view: View, effort: Effort, seed: int) -> Decision:
    playable = [held.card for held in view.hand if held.playable]
    if len(playable) == 1:
        return clearly({"do": "play", "card": playable[0]}, text(Reason.ONLY_CARD))
    ranked = estimates(view, effort, seed)
    best, *others = ranked
    sure = sureness((best.value - other.value, other.error) for other in others)
    answer = {"do": "play", "card": natural_card(view, ranked)}
    exact = len(view.hand) <= effort.solved
    if exact and others and all(other.error == 0 and other.value == best.value for other in others):
        return clearly(answer, text(Reason.ALL_THE_SAME))
    return Decision((answer,), partial(_why_card, view), sure=sure)


def natural_card(view: View, ranked: Sequence[Estimate]) -> Card:
    """Among cards that are as good as the best one, the one of which the easy bot expects most; of touching ones worth
    nothing the highest for a lead that no other of its suit beats, else the lowest."""
    known, best = knowledge(view), ranked[0]
    alike = [
        one.card for one in ranked if best.value - one.value <= max(ALIKE_POINTS, ALIKE_ERRORS * one.error)
    ]
    card = max(alike, key=lambda one: promise(known, one).total)
    seen = belief(view)
    bit = seen.form.bit
    equals = [
        held.card
        for held in view.hand
        if held.playable
        and (held.card == card or one_of_equals(bit[held.card] | bit[card], seen).bit_count() == 1)
    ]
    pick = min if known.table or known.is_beaten(card) else max
    return pick(equals, key=lambda one: STRENGTH[known.trump][one])


def _why_card(view: View, answer: Data | None) -> Text:
    """The reason the easy bot gives for the card: all levels share one closed list of reasons."""
    known = knowledge(view)
    promises = {held.card: promise(known, held.card) for held in view.hand if held.playable}
    return reasons.why_card(known, promises, answer)


def _trump(view: View, choices: Sequence[Choice], effort: Effort, seed: int) -> Decision:
    if len(choices) == 1:
        return clearly(choices[0].data, easy.why_named(view, choices[0].data))
    best, *others = words.trumps(view, choices, effort.word_worlds, seed)
    sure = sureness((best.value - other.value, hypot(best.error, other.error)) for other in others)
    chosen = best
    if best.data["do"] == "pass":
        chosen = next((one for one in others if _is_named_rather(view, one, best)), best)
    return clearly(chosen.data, easy.why_named(view, chosen.data), sure)


def _is_named_rather(view: View, word: words.Word, passing: words.Word) -> bool:
    """Whether a suit that a card player would name promises hardly less than a pass."""
    contract = view.contract
    suit = word.data.get("suit") or (contract.turned[-1] if contract is not None else "")
    hardly_less = passing.value - word.value <= max(hypot(passing.error, word.error), NAMED_WITHIN)
    return hardly_less and easy.is_suit_to_name(view.hand_cards, suit, view.options)


def _answer(view: View, choices: Sequence[Choice], effort: Effort, seed: int) -> Decision:
    chosen, other = words.raising_choices(view, choices, effort.word_worlds, seed)
    best, sure = chosen.data, sureness([(chosen.value - other.value, hypot(chosen.error, other.error))])
    contract = view.contract
    assert contract is not None
    assert contract.trump is not None
    if best["do"] == "pass":
        return clearly(best, text(Reason.NOT_ENOUGH), sure)
    return clearly(best, text(easy.RAISES[best["do"]], suit=contract.trump), sure)


# Cards no partner wants to see, barred before the search weighs anything.
#
# Undertrumping is not among them: in Amsterdam it is legal only from a hand of nothing but lower trumps, in Rotterdam
# only where it is forced (rules/kraken 1.5.5), so there is never a choice.

TOP_TRUMPS: Final = 2
TRUMPS_TO_DRAW: Final = 2
"""A maker with so many of the highest trumps draws, as long as the opponents may hold so many."""


class Veto(StrEnum):
    """The reasons to bar a card."""

    OVERTAKES_PARTNER = "overtakes_partner"
    GIVES_ROEM = "gives_roem"
    LEAVES_TRUMPS = "leaves_trumps"


def without_vetoed_cards(known: Belief, candidates: int, maker: Seat | None) -> int:
    """The candidates without those under a veto; a veto that would bar all of them bars none."""
    for veto in Veto:
        kept = candidates & ~vetoed_choices(known, candidates, veto, maker)
        candidates = kept or candidates
    return candidates


def vetoed_choices(known: Belief, candidates: int, veto: Veto, maker: Seat | None) -> int:
    """The candidates that this veto bars, if any other candidate is left."""
    if veto is Veto.LEAVES_TRUMPS:
        return _leaves_trumps(known, candidates) if known.seat == maker else 0
    table = known.table
    if not table.lying:
        return 0
    if veto is Veto.OVERTAKES_PARTNER:
        partner_wins = table.lying > 1 and table.place == table.lying - 2
        if not partner_wins or _may_be_beaten(known, table, known.seat + 1, opponents=True):
            return 0
        return sum(card for card in bits(candidates) if beats(card, table.led, table.best))
    return _gives_roem(known, candidates)


def _gives_roem(known: Belief, candidates: int) -> int:
    """The cards that put more roem than another into a trick the opponents are sure to win."""
    table, four = known.table, positions.fours(known.options.quads)
    lost = {}
    for card in bits(candidates):
        laid = lay_card(table, card)
        if not (laid.place - table.lying) % 2 or _may_be_beaten(known, laid, known.seat + 1, opponents=False):
            continue
        lost[card] = runs_in(laid.cards) + four.get(laid.cards, 0)
        lost[card] += STUK if laid.cards & MARRIAGE == MARRIAGE else 0
    least = min(lost.values(), default=0)
    return sum(card for card, bonus in lost.items() if bonus > least)


def _may_be_beaten(known: Belief, table: Table, first: Seat, *, opponents: bool) -> bool:
    """Whether an opponent (or else the partner) who plays after the viewer may beat the best card."""
    still = 4 - max(table.lying, known.table.lying + 1)
    for step in range(still):
        seat = (first + step) % 4
        if bool((seat - known.seat) % 2) != opponents:
            continue
        may_hold = known.may_hold[seat]
        if may_hold & table.led & -(table.best << 1):
            return True
        must_follow = known.certain(seat) & table.led
        if not must_follow and may_hold & TRUMPS & -(table.best << 1):
            return True
    return False


def _leaves_trumps(known: Belief, candidates: int) -> int:
    """For a maker who leads and holds the two highest trumps, while the opponents may hold two: all plain cards."""
    if known.table.lying:
        return 0
    trumps, out = known.hand & TRUMPS, known.unseen & TRUMPS
    highest = trumps & -(1 << out.bit_length()) if out else 0
    opponents = (known.may_hold[(known.seat + 1) % 4] | known.may_hold[(known.seat + 3) % 4]) & TRUMPS
    if highest.bit_count() < TOP_TRUMPS or opponents.bit_count() < TRUMPS_TO_DRAW:
        return 0
    return candidates & ~TRUMPS
