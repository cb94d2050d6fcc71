"""How trumps are made: Utrecht, free, random (rules/kraken 1.2)."""

from __future__ import annotations

from games.engine.cards import SUITS, Suit
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kraken.declarations import has_stuk
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.kraken.state import SEATS, Phase, Round, clockwise_from, left_of
from games.engine.seats import Seat

PASSES = 4


def open_trump_phase(round_: Round, options: Options) -> Round:
    """The phase after the deal: a turned card, a question, or trumps fixed already."""
    if options.first_round_clubs and round_.number == 1:
        return fix_trump(round_, "C", round_.first_to_lead, forced=True)
    if options.trump_mode == "random":
        return replace_fields(round_, phase=Phase.TURN)
    return replace_fields(round_, phase=Phase.TRUMP)


def speaker(round_: Round, options: Options) -> Seat:
    """The seat whose decision about trumps is open."""
    order = clockwise_from(_first_speaker(round_, options))
    return order[len(round_.passes) % PASSES]


def _first_speaker(round_: Round, options: Options) -> Seat:
    if options.trump_mode == "free" and options.free_start == "dealer":
        return round_.dealer
    return round_.first_to_lead


def words(round_: Round, options: Options) -> tuple[str, ...]:
    """The words the speaker may say: `trump` (a suit), `pass`, `accept`."""
    all_passed = len(round_.passes) == PASSES
    if options.trump_mode == "utrecht":
        return ("trump",)
    if options.trump_mode == "free":
        return ("trump",) if all_passed else ("pass", "trump")
    return ("trump",) if all_passed else ("accept", "pass")


def suits(round_: Round, options: Options) -> tuple[Suit, ...]:
    """The suits that may be named; after a refused card the other three (call_suit)."""
    if options.trump_mode == "random":
        return tuple(suit for suit in SUITS if suit not in round_.turned)
    return SUITS


def say(round_: Round, options: Options, seat: Seat, word: str, suit: Suit | None) -> Round:
    """The speaker's word. Raises IllegalAction: must_name_trump, suit_not_offered, not_now."""
    allowed = words(round_, options)
    if word not in allowed:
        raise IllegalAction(KrakenRefusal.MUST_NAME_TRUMP if allowed == ("trump",) else Refusal.NOT_NOW)
    if word == "pass":
        return _after_pass(replace_fields(round_, passes=(*round_.passes, seat)), options)
    named = round_.turned[-1] if word == "accept" else suit
    if named is None or (word == "trump" and named not in suits(round_, options)):
        raise IllegalAction(Refusal.SUIT_NOT_OFFERED)
    return fix_trump(round_, named, seat, forced=len(allowed) == 1 and options.trump_mode != "utrecht")


def _after_pass(round_: Round, options: Options) -> Round:
    """Four passes on a turned card bring a second one, unless another suit is to be called."""
    second_card = options.trump_mode == "random" and options.random_fallback == "second_card"
    return (
        replace_fields(round_, phase=Phase.TURN) if second_card and len(round_.passes) == PASSES else round_
    )


def turn(round_: Round, options: Options, suit: Suit) -> Round:
    """The house turns a card: the first asks, the second is forced on the dealer's left."""
    turned = replace_fields(round_, turned=(*round_.turned, suit))
    if not round_.turned:
        return replace_fields(turned, phase=Phase.TRUMP)
    if suit == round_.turned[0] and options.second_card_same_suit == "redraw":
        return turned
    return fix_trump(turned, suit, left_of(round_.dealer), forced=True)


def fix_trump(round_: Round, suit: Suit, seat: Seat, *, forced: bool) -> Round:
    """Trumps stand: the challenges begin. From here on the engine knows the holder of stuk."""
    holder = next((holder for holder in SEATS if has_stuk(round_.dealt[holder], suit)), None)
    return replace_fields(
        round_, phase=Phase.CHALLENGE, trump=suit, maker=seat, forced=forced, passes=(), stuk_holder=holder
    )
