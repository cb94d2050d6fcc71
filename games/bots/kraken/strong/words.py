"""The words of the strong player: trump, pass, kraken, re and superkraken, each with its mean score over worlds played
out. What the other seats will say in a world is taken from the easy bot's measure of their hands."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from games.bots.kraken.compact import positions
from games.bots.kraken.compact.policy import play_out
from games.bots.kraken.compact.positions import EMPTY, Position, Score, rules_of, times_bonus
from games.bots.kraken.speaking import (
    ENOUGH_FOR_KRAKEN,
    ENOUGH_FOR_PARTNERS_RE,
    ENOUGH_FOR_RE,
    ENOUGH_FOR_SUPERKRAKEN,
    ENOUGH_FOR_TRUMP,
)
from games.bots.kraken.strong.belief import belief, gains, weigher, worlds
from games.bots.kraken.strong.takings import declared_points, with_stuk
from games.engine.actions import Data
from games.engine.cards import PACK_OF_32, SUITS, Card, Suit
from games.engine.kraken.options import Options
from games.engine.seats import Seat
from games.engine.view import Choice, View

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
    scores = [Score(options, declarers=maker % 2, level=each) for each in range(4)]
    speakers = _speakers(maker, level)
    later = speakers[speakers.index(known.seat) + 1 :]
    silent, differences = 0.0, []
    weigh = weigher(view, known.form.suits)
    for world in worlds(known, count, weigh, rng, challenged=level > 0):
        strength = [gains(hand, options)[3] for hand in world.hands]
        taken = _takings(world.hands, known.trump, options, first, maker)
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
    return (1 - 2 * (seat % 2)) * Score(options, declarers=maker % 2, level=level)(*taken)


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


def _takings(
    hands: Sequence[int], trump: Suit, options: Options, first: Seat, maker: Seat
) -> tuple[int, int]:
    """The takings of both sides at the end of the round when the quick player plays all four hands."""
    form = positions.form(trump)
    times = times_bonus(trump, options)
    before = declared_points(hands, form, options, first, times)
    before = with_stuk(before, hands, options, times)
    position = Position((hands[0], hands[1], hands[2], hands[3]), first, EMPTY, before)
    return play_out(position, rules_of(trump, options), maker % 2)
