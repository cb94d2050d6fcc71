"""The words of the strong player: trump, kraken, re, and when not to say them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from games.bots.bits import bits
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.policy import play_out
from games.bots.kraken.compact.positions import (
    BONUS_PART,
    BONUS_PLACE,
    EMPTY,
    MARRIAGE,
    TRUMPS,
    Form,
    Position,
    Table,
    beats,
    doubling,
    lay_card,
    make_score,
    runs_in,
)
from games.bots.kraken.speaking import (
    ENOUGH_FOR_KRAKEN,
    ENOUGH_FOR_PARTNERS_RE,
    ENOUGH_FOR_RE,
    ENOUGH_FOR_SUPERKRAKEN,
    ENOUGH_FOR_TRUMP,
)
from games.bots.kraken.strong.belief import Belief, belief, gains, rules_of, weigher
from games.bots.kraken.strong.worlds import worlds
from games.engine.actions import Data
from games.engine.cards import PACK_OF_32, SUITS, Card, Suit
from games.engine.kraken.declarations import STUK, compare, everything
from games.engine.kraken.options import Options
from games.engine.kraken.ranks import STRENGTH
from games.engine.seats import Seat
from games.engine.trick_taking.tricks import winning_place
from games.engine.view import Choice, View

# The takings of both sides before the tricks to come: finished tricks, declarations, stuk.

BONUS: Final = BONUS_PART << BONUS_PLACE


def times_bonus(belief: Belief) -> int:
    """2 where double spades double the bonus too."""
    return 2 if doubling(belief.trump, belief.options) == "all" else 1


def takings_so_far(view: View, belief: Belief) -> tuple[int, int]:
    """Finished tricks with the roem that was claimed, and the declarations that counted, for sides 0 and 1.

    The roem of the last finished trick is taken to be claimed where it still may be.
    """
    taken = [0, 0]
    form, options = belief.form, belief.options
    claimed = {word.trick for word in view.words if word.text.code == "said_roem"}
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    for number, trick in enumerate(tricks, start=1):
        cards = [card for _, card in trick]
        winner = trick[winning_place(cards, STRENGTH[belief.trump], belief.trump)][0]
        worth = belief.rules.worths[form.mask(cards)]
        open_still = number == len(tricks) and belief.table.lying == 0
        if options.bonus_mode != "automatic" and number not in claimed and not open_still:
            worth &= ~BONUS
        taken[winner % 2] += worth
    for group in view.laid_open:
        points = int(dict(group.label.facts)["points"])
        taken[group.seat % 2] += points * times_bonus(belief) << BONUS_PLACE
    return taken[0], taken[1]


def with_stuk(taken: tuple[int, int], dealt: Sequence[int], options: Options, times: int) -> tuple[int, int]:
    """The same with stuk for the side of the hand that was dealt king and queen of trumps."""
    if options.declarations == "off":
        return taken
    for seat, hand in enumerate(dealt):
        if hand & MARRIAGE == MARRIAGE:
            stuk = STUK * times << BONUS_PLACE
            return (taken[0] + stuk, taken[1]) if seat % 2 == 0 else (taken[0], taken[1] + stuk)
    return taken


def declared_points(
    hands: Sequence[int], form: Form, options: Options, first: Seat, times: int
) -> tuple[int, int]:
    """The points of both sides from declarations when all four declare everything."""
    if options.declarations == "off":
        return 0, 0
    fours = positions.fours(options.quads)
    if not any(positions.runs_in(hand) or any(hand & four == four for four in fours) for hand in hands):
        return 0, 0
    declarations = [everything(form.cards(hand), options) for hand in hands]
    points = compare(declarations, trump=form.suits[-1], first=first, options=options).points
    return points[0] * times << BONUS_PLACE, points[1] * times << BONUS_PLACE


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
        after = lay_card(table, card)
        if not (after.place - table.lying) % 2 or _may_be_beaten(
            known, after, known.seat + 1, opponents=False
        ):
            continue
        lost[card] = runs_in(after.cards) + four.get(after.cards, 0)
        lost[card] += STUK if after.cards & MARRIAGE == MARRIAGE else 0
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


# Trump, pass, kraken, re and superkraken, each with its mean score over worlds played out.
#
# What the other seats will say in a world is taken from the readable bot's measure of their hands.

STANDARD_ERRORS: Final = 1.0
"""A challenge is said when it promises more than silence by this many standard errors."""


class Word(NamedTuple):
    """A word that may be said and what it promises: the mean difference on the sheet for the speaker's side."""

    data: Data
    value: float
    error: float


def raising_choices(view: View, choices: Sequence[Choice], count: int, seed: int) -> tuple[Word, Word]:
    """Silence and the challenge on offer, the better one first."""
    known, contract = belief(view), view.contract
    assert contract is not None
    assert contract.maker is not None
    rng = Random(f"{seed} {contract.level} {known.hand}")
    maker, level, options = contract.maker, contract.level, known.options
    side, first = 1 - 2 * (known.seat % 2), _first_to_lead(view)
    offered = next(choice.data for choice in choices if choice.data["do"] != "pass")
    scores = [make_score(options, declarers=maker % 2, level=each) for each in range(4)]
    speakers = _speakers(maker, level)
    later = speakers[speakers.index(known.seat) + 1 :]
    silent, differences = 0.0, []
    weigh = weigher(view, known.form.suits)
    for world in worlds(known, count, weigh, rng, challenged=level > 0):
        strength = [gains(hand, options)[3] for hand in world.hands]
        taken = _takings_with_belief(world.hands, known, first, maker)
        quiet = side * scores[_level(level, later, strength, maker)](*taken)
        loud = side * scores[_level(level + 1, _speakers(maker, level + 1), strength, maker)](*taken)
        differences += [float(loud - quiet)] * world.times
        silent += quiet * world.times
    drawn = len(differences)
    mean = sum(differences) / drawn
    error = sqrt(sum((one - mean) ** 2 for one in differences)) / drawn
    silence = Word({"do": "pass"}, silent / drawn, 0.0)
    challenge = Word(offered, silence.value + mean, error)
    return (challenge, silence) if mean > STANDARD_ERRORS * error else (silence, challenge)


def trumps(view: View, choices: Sequence[Choice], count: int, seed: int) -> tuple[Word, ...]:
    """The words about trumps on offer, the one that promises most first."""
    seat, options = view.viewer, view.options
    assert seat is not None
    hand = view.hand_cards
    rng = Random(f"{seed} {' '.join(sorted(hand))}")
    deals = _deals(hand, seat, count, rng)
    words = []
    for choice in choices:
        values = [_worth_of(choice.data, view, seat, deal, options, rng) for deal in deals]
        mean = sum(values) / count
        error = sqrt(sum((value - mean) ** 2 for value in values)) / count
        words.append(Word(choice.data, mean, error))
    return tuple(sorted(words, key=lambda word: -word.value))


def _deals(hand: Sequence[Card], seat: Seat, count: int, rng: Random) -> list[list[tuple[Card, ...]]]:
    """Deals of the cards the seat does not see, all equally likely."""
    unseen = [card for card in PACK_OF_32 if card not in hand]
    deals = []
    for _ in range(count):
        rng.shuffle(unseen)
        rest = [tuple(unseen[start : start + 8]) for start in (0, 8, 16)]
        deals.append([tuple(hand) if other == seat else rest.pop() for other in range(4)])
    return deals


def _worth_of(
    data: Data, view: View, seat: Seat, deal: Sequence[tuple[Card, ...]], options: Options, rng: Random
) -> int:
    """The difference on the sheet for the seat's side after that word in this deal."""
    contract = view.contract
    turned = contract.turned if contract is not None else ()
    if data["do"] == "pass":
        suit, maker = _trump_of_others(view, seat, deal, options, rng)
    else:
        suit, maker = (data["suit"], seat) if data["do"] == "trump" else (turned[-1], seat)
    form = positions.form(suit)
    hands = [form.mask(cards) for cards in deal]
    strength = [gains(hand, options)[3] for hand in hands]
    first = _first_to_lead(view)
    taken = _takings(hands, suit, options, first, maker)
    level = _level(0, _speakers(maker, 0), strength, maker)
    return (1 - 2 * (seat % 2)) * make_score(options, declarers=maker % 2, level=level)(*taken)


def _trump_of_others(
    view: View, seat: Seat, deal: Sequence[tuple[Card, ...]], options: Options, rng: Random
) -> tuple[Suit, Seat]:
    """Trumps and their maker when this seat passes and the others speak by the worth of their hands."""
    left = _first_to_lead(view)
    contract = view.contract
    turned = contract.turned if contract is not None else ()
    start = (left + 3) % 4 if options.trump_mode == "free" and options.free_start == "dealer" else left
    form = positions.form("S")
    for step in range((seat - start) % 4 + 1, 4):
        speaker = (start + step) % 4
        worth = dict(zip(form.suits, gains(form.mask(deal[speaker]), options), strict=True))
        suit = turned[-1] if turned else max(worth, key=worth.__getitem__)
        if worth[suit] >= ENOUGH_FOR_TRUMP:
            return suit, speaker
    forced = start if options.trump_mode == "free" else left
    worth = dict(zip(form.suits, gains(form.mask(deal[forced]), options), strict=True))
    offered = [suit for suit in SUITS if suit not in turned]
    if turned and options.random_fallback == "second_card":
        return rng.choice(offered), forced
    return max(offered, key=worth.__getitem__), forced


def _first_to_lead(view: View) -> Seat:
    dealer = next(zone.seat for zone in view.seats if zone.dealer)
    return (dealer + 1) % 4


def _speakers(maker: Seat, level: int) -> tuple[Seat, ...]:
    """The seats that may raise from this level, in order."""
    if level == 1:
        return maker, (maker + 2) % 4
    return ((maker + 1) % 4, (maker + 3) % 4) if level < 3 else ()


def _level(level: int, speakers: Sequence[Seat], strength: Sequence[float], maker: Seat) -> int:
    """The level at which the challenges end when these seats, and those after them, speak by their strength."""
    while True:
        enough = (ENOUGH_FOR_KRAKEN, ENOUGH_FOR_RE, ENOUGH_FOR_SUPERKRAKEN)
        for seat in speakers:
            needed = enough[level]
            if level == 1 and seat != maker:
                needed = ENOUGH_FOR_PARTNERS_RE
            if strength[seat] >= needed:
                break
        else:
            return level
        level += 1
        speakers = _speakers(maker, level)


def _takings_with_belief(hands: Sequence[int], known: Belief, first: Seat, maker: Seat) -> tuple[int, int]:
    return _takings(hands, known.trump, known.options, first, maker)


def _takings(
    hands: Sequence[int], trump: Suit, options: Options, first: Seat, maker: Seat
) -> tuple[int, int]:
    """The takings of both sides at the end of the round when the quick player plays all four hands."""
    form = positions.form(trump)
    times = 2 if positions.doubling(trump, options) == "all" else 1
    before = declared_points(hands, form, options, first, times)
    before = with_stuk(before, hands, options, times)
    position = Position((hands[0], hands[1], hands[2], hands[3]), first, EMPTY, before)
    return play_out(position, rules_of(trump, options), maker % 2)
