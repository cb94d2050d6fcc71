"""From the deal to the first lead: trumps, kraken, re and superkraken, declaring (rules/kraken 1.2 to 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import SUITS, Card, Suit
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kraken import declarations
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.kraken.state import SEATS, Phase, Round, clockwise_from, left_of
from games.engine.seats import Seat

# How trumps are made: Utrecht, free, random (rules/kraken 1.2).

PASSES: Final = 4


def open_trump_phase(round_: Round, options: Options) -> Round:
    """The phase after the deal: a turned card, a question, or trumps fixed already."""
    if options.first_round_clubs and round_.number == 1:
        return fix_trump(round_, "C", round_.first_to_lead, forced=True)
    if options.trump_mode == "random":
        return replace_fields(round_, phase=Phase.TURN)
    return replace_fields(round_, phase=Phase.TRUMP)


def trump_speaker(round_: Round, options: Options) -> Seat:
    """The seat whose decision about trumps is open."""
    order = clockwise_from(_first_speaker(round_, options))
    return order[len(round_.passes) % PASSES]


def _first_speaker(round_: Round, options: Options) -> Seat:
    if options.trump_mode == "free" and options.free_start == "dealer":
        return round_.dealer
    return round_.first_to_lead


def trump_words(round_: Round, options: Options) -> tuple[str, ...]:
    """The words the speaker may say: `trump` (a suit), `pass`, `accept`."""
    all_passed = len(round_.passes) == PASSES
    if options.trump_mode == "utrecht":
        return ("trump",)
    if options.trump_mode == "free":
        return ("trump",) if all_passed else ("pass", "trump")
    return ("trump",) if all_passed else ("accept", "pass")


def suits_to_name(round_: Round, options: Options) -> tuple[Suit, ...]:
    """The suits that may be named; after a refused card the other three (call_suit)."""
    if options.trump_mode == "random":
        return tuple(suit for suit in SUITS if suit not in round_.turned)
    return SUITS


def say_trump(round_: Round, options: Options, seat: Seat, word: str, suit: Suit | None) -> Round:
    """The speaker's word. Raises IllegalAction: must_name_trump, suit_not_offered, not_now."""
    allowed = trump_words(round_, options)
    if word not in allowed:
        raise IllegalAction(KrakenRefusal.MUST_NAME_TRUMP if allowed == ("trump",) else Refusal.NOT_NOW)
    if word == "pass":
        return _after_pass(replace_fields(round_, passes=(*round_.passes, seat)), options)
    named = round_.turned[-1] if word == "accept" else suit
    if named is None or (word == "trump" and named not in suits_to_name(round_, options)):
        raise IllegalAction(Refusal.SUIT_NOT_OFFERED)
    return fix_trump(round_, named, seat, forced=len(allowed) == 1 and options.trump_mode != "utrecht")


def _after_pass(round_: Round, options: Options) -> Round:
    """Four passes on a turned card bring a second one, unless another suit is to be called."""
    second_card = options.trump_mode == "random" and options.random_fallback == "second_card"
    return (
        replace_fields(round_, phase=Phase.TURN) if second_card and len(round_.passes) == PASSES else round_
    )


def turn_card(round_: Round, options: Options, suit: Suit) -> Round:
    """The house turns a card: the first asks, the second is forced on the dealer's left."""
    turned = replace_fields(round_, turned=(*round_.turned, suit))
    if not round_.turned:
        return replace_fields(turned, phase=Phase.TRUMP)
    if suit == round_.turned[0] and options.second_card_same_suit == "redraw":
        return turned
    return fix_trump(turned, suit, left_of(round_.dealer), forced=True)


def fix_trump(round_: Round, suit: Suit, seat: Seat, *, forced: bool) -> Round:
    """Trumps stand: the challenges begin. From here on the engine knows the holder of stuk."""
    holder = next((holder for holder in SEATS if declarations.has_stuk(round_.dealt[holder], suit)), None)
    return replace_fields(
        round_, phase=Phase.CHALLENGE, trump=suit, maker=seat, forced=forced, passes=(), stuk_holder=holder
    )


# Kraken, re, superkraken: one answer per seat per level, in strict order (rules/kraken 1.3).

LADDER: Final = ("kraken", "re", "superkraken")
"""The word that raises the round from each level."""


def challengers(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats that may raise or pass now. `fixed`: one seat; `team_first_click`: every seat of the side that has
    not passed at this level.
    """
    assert round_.maker is not None
    if round_.level == 1:
        side = (round_.maker, (round_.maker + 2) % 4)
    else:
        left = left_of(round_.maker)
        side = (left, (left + 2) % 4)
    waiting = tuple(seat for seat in side if seat not in round_.passes)
    return waiting[:1] if options.challenge_order == "fixed" else waiting


def challenge_words(round_: Round) -> tuple[str, ...]:
    """What a seat may answer at this level."""
    return (LADDER[round_.level], "pass")


def answer_challenge(round_: Round, options: Options, seat: Seat, word: str) -> Round:
    """One answer. The phase after it is CHALLENGE or DECLARE. Raises IllegalAction(wrong_level): no level is
    skipped."""
    if word not in challenge_words(round_):
        raise IllegalAction(KrakenRefusal.WRONG_LEVEL)
    if word == "pass":
        passed = replace_fields(round_, passes=(*round_.passes, seat))
        return passed if challengers(passed, options) else replace_fields(passed, phase=Phase.DECLARE)
    level = round_.level + 1
    phase = Phase.DECLARE if level == len(LADDER) else Phase.CHALLENGE
    return replace_fields(round_, level=level, passes=(), phase=phase)


# The declaration phase, and the phase after the last declaration (rules/kraken 1.4).


def open_declarations(round_: Round, options: Options) -> Round:
    """The declaration phase, or play where nobody is asked: declarations off or automatic."""
    if options.declarations == "off":
        return _start_play(replace_fields(round_, declared=((), (), (), ())), options)
    if options.declare_mode == "automatic":
        everything = tuple(declarations.everything(hand, options) for hand in round_.dealt)
        return _start_play(replace_fields(round_, declared=everything), options)
    return round_


def declarers(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats that have still to declare: all of them when sealed, the next one from the leader when open."""
    waiting = tuple(seat for seat in clockwise_from(round_.first_to_lead) if round_.declared[seat] is None)
    return waiting if options.declare_reveal == "sealed" else waiting[:1]


def declare(round_: Round, options: Options, seat: Seat, groups: Sequence[Sequence[Card]]) -> Round:
    """One seat's declarations. Raises IllegalAction: already_spoken, not_a_combination, card_used_twice."""
    if round_.declared[seat] is not None:
        raise IllegalAction(Refusal.ALREADY_SPOKEN)
    declaration = declarations.declared_combinations(round_.dealt[seat], groups, options)
    declared = tuple(declaration if other == seat else round_.declared[other] for other in SEATS)
    after = replace_fields(round_, declared=declared)
    return after if None in declared else _start_play(after, options)


def _start_play(round_: Round, options: Options) -> Round:
    assert round_.trump is not None
    comparison = declarations.compare(
        [declaration or () for declaration in round_.declared],
        trump=round_.trump,
        first=round_.first_to_lead,
        options=options,
    )
    leader = round_.first_to_lead
    return replace_fields(round_, phase=Phase.PLAY, comparison=comparison, leader=leader, to_play=leader)
