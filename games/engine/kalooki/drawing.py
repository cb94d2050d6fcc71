"""The draw window: take, stock, calls and their answers, and a new stock where the old one runs out
(rules/kalooki 1 and 4)."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card
from games.engine.errors import IllegalAction, Refusal, RefusalCode, TooLate
from games.engine.game import replace_fields
from games.engine.kalooki.contracts import PACKS
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Phase, clockwise_from, give_cards
from games.engine.seats import Seat

CALL_CARDS: Final = 2
"""The stock cards a call needs: one for the caller, one for the player whose turn it is."""
TURN_WORDS: Final = ("take", "stock")
CALL_WORDS: Final = ("call", "pass")
ANSWERS: Final = ("allow", "refuse")


def eligible(deal: Deal, options: Options) -> tuple[Seat, ...]:
    """The seats that may call the top discard, the nearest after the player in turn first. It depends on what
    everybody sees, never on a hand (C36, C37)."""
    if not deal.pile or deal.settled or len(deal.stock) + to_reshuffle(deal, options) < CALL_CARDS:
        return ()
    return callers(
        clockwise_from(deal.turn, len(deal.hands))[1:],
        discarder=deal.pile[-1].seat,
        down=deal.down,
        calls=deal.calls,
        limit=options.call_limit,
    )


def callers(
    seats: tuple[Seat, ...],
    *,
    discarder: Seat | None,
    down: frozenset[Seat],
    calls: tuple[int, ...],
    limit: int,
) -> tuple[Seat, ...]:
    """Those of these seats that may call: not down, not the discarder, with calls left."""
    return tuple(seat for seat in seats if seat != discarder and seat not in down and calls[seat] < limit)


def winning_caller(seats: tuple[Seat, ...], called: tuple[Seat, ...], options: Options) -> Seat:
    """The seat whose call counts: `called` in the order of their words, `seats` the nearest first (C38)."""
    if options.call_priority == "first_come":
        return called[0]
    return next(seat for seat in seats if seat in called)


def silent_callers(deal: Deal, options: Options) -> tuple[Seat, ...]:
    """The eligible callers that have said nothing in the open draw window."""
    if deal.phase is not Phase.DRAW:
        return ()
    return tuple(
        seat for seat in eligible(deal, options) if seat not in deal.passed and seat not in deal.called
    )


def turn_words(deal: Deal) -> tuple[str, ...]:
    """The words of the player in turn in the draw window; nothing once somebody has called (C39, C40)."""
    if deal.phase is Phase.ANSWER:
        return ANSWERS
    if deal.phase is not Phase.DRAW or deal.called:
        return ()
    may_take = deal.pile and not deal.is_down
    return (*(["take"] if may_take else []), *([] if deal.asked else ["stock"]))


def to_reshuffle(deal: Deal, options: Options) -> int:
    """How many discards would make a new stock."""
    if options.stock_out == "void_second" and deal.reshuffles:
        return 0
    return max(0, len(deal.pile) - (1 if deal.keeps_top else 0))


def cards_to_reshuffle(deal: Deal) -> tuple[Card, ...]:
    """The discards that make the new stock, in face order."""
    pile = deal.pile[:-1] if deal.keeps_top else deal.pile
    cards = {discard.card for discard in pile}
    return tuple(card for card in PACKS[max(PACKS)] if card in cards)


def say(deal: Deal, options: Options, seat: Seat, word: str) -> Deal:
    """A word of the draw window. Raises IllegalAction: not_your_turn, not_now, call_too_late, called_first,
    calls_closed, cannot_call, already_spoken, draw_from_stock."""
    if word in CALL_WORDS:
        return _caller_says(deal, options, seat, word)
    if seat != deal.turn:
        raise IllegalAction(Refusal.NOT_YOUR_TURN)
    if word not in turn_words(deal):
        if deal.phase is Phase.DRAW and not deal.called:
            raise IllegalAction(Refusal.ALREADY_SPOKEN if word == "stock" else _why_not(deal, word))
        if deal.called and word in TURN_WORDS:
            raise TooLate(KalookiRefusal.CALLED_FIRST)
        raise IllegalAction(Refusal.NOT_NOW)
    if word == "take":
        return _take(replace_fields(deal, outdone=frozenset(silent_callers(deal, options))))
    if word == "stock":
        return _settle_calls(replace_fields(deal, asked=True), options)
    if word == "allow":
        return _allow(deal, options)
    return _refuse(deal, options)


def _why_not(deal: Deal, word: str) -> RefusalCode:
    return KalookiRefusal.DRAW_FROM_STOCK if word == "take" and deal.pile else Refusal.NOT_NOW


def _caller_says(deal: Deal, options: Options, seat: Seat, word: str) -> Deal:
    if deal.phase is not Phase.DRAW or deal.settled or deal.closed:
        raise TooLate(_why_too_late(deal))
    if seat in deal.passed or seat in deal.called:
        raise IllegalAction(Refusal.ALREADY_SPOKEN)
    if seat not in eligible(deal, options):
        raise IllegalAction(KalookiRefusal.CANNOT_CALL)
    if word == "call":
        return _settle_calls(replace_fields(deal, called=(*deal.called, seat)), options)
    return _settle_calls(replace_fields(deal, passed=deal.passed | {seat}), options)


def _why_too_late(deal: Deal) -> KalookiRefusal:
    """Why no more call is taken in this draw window: another call, the clock, or the draw."""
    if deal.called or deal.settled:
        return KalookiRefusal.CALLED_FIRST
    return KalookiRefusal.CALLS_CLOSED if deal.closed else KalookiRefusal.CALL_TOO_LATE


def close(deal: Deal, options: Options) -> Deal:
    """The clock of the window ran out: those who said nothing have passed. Raises IllegalAction(not_now)."""
    silent = silent_callers(deal, options)
    if not silent:
        raise IllegalAction(Refusal.NOT_NOW)
    return _settle_calls(replace_fields(deal, passed=deal.passed | set(silent), closed=True), options)


def _settle_calls(deal: Deal, options: Options) -> Deal:
    """The deal after the words said so far: a call is decided, the stock is drawn from, or the window stays open."""
    first_come = options.call_priority == "first_come"
    if silent_callers(deal, options) and not (deal.called and first_come):
        return deal
    if deal.called:
        caller = winning_caller(eligible(deal, options), deal.called, options)
        outdone = {*deal.called, *silent_callers(deal, options)} - {caller}
        decided = replace_fields(deal, called=(caller,), outdone=frozenset(outdone))
        return _allow(decided, options) if deal.is_down else replace_fields(decided, phase=Phase.ANSWER)
    return draw_owed_cards(replace_fields(deal, owed=(deal.turn,)), options) if deal.asked else deal


def _take(deal: Deal) -> Deal:
    """The top discard is the draw."""
    hands = give_cards(deal, deal.turn, deal.pile[-1].card)
    return replace_fields(deal, hands=hands, pile=deal.pile[:-1], phase=Phase.ACT, drew="take")


def _allow(deal: Deal, options: Options) -> Deal:
    """The caller gets the discard and a stock card, the player in turn draws from the stock."""
    (caller,) = deal.called
    calls = tuple(count + (seat == caller) for seat, count in enumerate(deal.calls))
    hands = give_cards(deal, caller, deal.pile[-1].card)
    owed = (caller, deal.turn)
    return draw_owed_cards(
        replace_fields(deal, hands=hands, pile=deal.pile[:-1], calls=calls, owed=owed, keeps_top=False),
        options,
    )


def _refuse(deal: Deal, options: Options) -> Deal:
    """The player in turn takes the discard, or draws freely where the house rules say so."""
    if options.refuse_means == "take_discard":
        return _take(deal)
    return replace_fields(deal, phase=Phase.DRAW, called=(), outdone=frozenset(), asked=False, settled=True)


def draw_owed_cards(deal: Deal, options: Options) -> Deal:
    """The deal after those it owes stock cards got them, as far as the stock goes. Where it is empty the house makes a
    new one of the discards; where there are none, the deal is void."""
    while deal.owed:
        if deal.stock:
            hands = give_cards(deal, deal.owed[0], deal.stock[0])
            deal = replace_fields(deal, hands=hands, stock=deal.stock[1:], owed=deal.owed[1:])
        elif to_reshuffle(deal, options):
            return replace_fields(deal, phase=Phase.RESHUFFLE)
        else:
            return replace_fields(deal, phase=Phase.OVER, owed=(), void=True)
    return replace_fields(deal, phase=Phase.ACT, drew="stock")


def reshuffle(deal: Deal, options: Options, deck: tuple[Card, ...]) -> Deal:
    """The deal with a new stock, and the cards it still owed. Raises IllegalAction: not_now, wrong_deal."""
    if deal.phase is not Phase.RESHUFFLE:
        raise IllegalAction(Refusal.NOT_NOW)
    cards = cards_to_reshuffle(deal)
    if len(deck) != len(cards) or set(deck) != set(cards):
        raise IllegalAction(Refusal.WRONG_DEAL)
    pile = deal.pile[-1:] if deal.keeps_top else ()
    return draw_owed_cards(
        replace_fields(deal, stock=deck, pile=pile, reshuffles=deal.reshuffles + 1), options
    )
