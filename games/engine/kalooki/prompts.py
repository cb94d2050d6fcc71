"""The question to a viewer, with slots for melds and places for cards, or what everybody waits for."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card
from games.engine.kalooki import drawing, melds, turn, windows
from games.engine.kalooki.contracts import FOUR, THREE
from games.engine.kalooki.melds import MAX_FOUR, Meld
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Phase, State
from games.engine.seats import Seat
from games.engine.view import Prompt
from games.engine.words import Text, text
from games.engine.zones import ArrangeZone, CardInMeld, PlaceZone, Slot

MORE_SLOTS: Final = 2
"""Slots for melds beyond the contract, or for one who is down."""


def prompt(state: State, viewer: Seat) -> Prompt:
    """The question to the viewer; what everybody waits for where there is none."""
    deal, waiting = state.running, windows.pending(state).get(viewer)
    if deal is None or waiting is None:
        aside = _who_got_it(state, deal, viewer) if deal else None
        if deal is not None and deal.phase is Phase.ANSWER and deal.called[0] == viewer:
            return Prompt(text("wait_own_answer", seat=deal.turn), aside=aside)
        return Prompt(waiting_text(state), aside=aside)
    offered = windows.choices(state, viewer)
    if deal.phase is not Phase.ACT:
        aside = _first_right(state, deal, viewer)
        return Prompt(_question(state, deal, viewer), waiting.window, waiting.must, offered, aside=aside)
    words_alone = tuple(choice for choice in offered if choice.data.keys() == {"do"})
    return Prompt(
        _question(state, deal, viewer),
        waiting.window,
        waiting.must,
        words_alone,
        arrange=_arrange(deal, state.options),
        place=_places(state, deal),
    )


def _question(state: State, deal: Deal, viewer: Seat) -> Text:
    if viewer != deal.turn:
        return text("prompt_call")
    if deal.phase is Phase.ANSWER:
        return text("prompt_answer", seat=deal.called[0])
    if deal.phase is Phase.DRAW:
        if deal.is_down or not deal.pile:
            return text("prompt_stock")
        return text("prompt_asked" if deal.asked else "prompt_draw")
    if not turn.discards(deal):
        return text("prompt_end_or_add" if turn.tacks(deal, state.options) else "prompt_end")
    if deal.is_down:
        return text("prompt_act_down")
    return text("prompt_act_contract" if windows.layings(deal, state.options) else "prompt_act")


def _first_right(state: State, deal: Deal, viewer: Seat) -> Text | None:
    """Who has the first right to the discard the viewer is asked about, and why."""
    if viewer == deal.turn:
        return text("right_of_turn") if deal.phase is Phase.ANSWER else None
    if state.options.call_priority == "first_come":
        return text("right_first") if deal.is_down else text("right_first_or_turn", seat=deal.turn)
    callers = drawing.eligible(deal, state.options)
    nearer = [seat for seat in callers[: callers.index(viewer)] if seat not in deal.passed]
    if not nearer:
        return text("right_nearest", seat=deal.turn)
    first = next((seat for seat in nearer if seat in deal.called), nearer[0])
    return text("right_nearer", seat=deal.turn, other_seat=first)


def _who_got_it(state: State, deal: Deal, viewer: Seat) -> Text | None:
    """Who has the discard after the draw window, told to the others at the table with the reason where they could have
    had it: a call that came too late or was refused ended without a word else."""
    if deal.phase not in (Phase.ANSWER, Phase.ACT) or viewer == deal.turn:
        return None
    if not deal.called or deal.drew == "take":
        if viewer in deal.called:
            return text("told_refused", seat=deal.turn)
        return text("told_taken", seat=deal.turn) if viewer in deal.outdone else None
    (caller,) = deal.called
    if viewer in deal.outdone:
        if state.options.call_priority == "first_come":
            return text("told_first", seat=caller)
        return text("told_nearer", seat=deal.turn, other_seat=caller)
    if deal.phase is Phase.ANSWER:
        return None
    return text("told_got") if viewer == caller else text("told_called", seat=caller)


def _arrange(deal: Deal, options: Options) -> ArrangeZone | None:
    """The contract as slots to fill, and some that may stay empty; only those once the contract lies. None where
    nothing can be laid: the player need not try."""
    most = len(deal.hands[deal.turn])
    threes, fours = (0, 0) if deal.is_down else deal.contract
    slots = [Slot(text("slot_three", number=number + 1), THREE, most) for number in range(threes)]
    slots += [Slot(text("slot_four", number=number + 1), FOUR, MAX_FOUR) for number in range(fours)]
    slots += [Slot(text("slot_more"), 0, most)] * MORE_SLOTS
    proposal = windows.proposal(deal, options, most=len(slots))
    if not proposal:
        return None
    label, send = ("arrange_more", "arrange_send_more") if deal.is_down else ("arrange_lay", "arrange_send")
    return ArrangeZone("lay", text(label), tuple(slots), "melds", proposal=proposal, send=text(send))


def _places(state: State, deal: Deal) -> tuple[PlaceZone, ...]:
    """Every place on the table where a card of the hand fits, each with all cards that fit there."""
    cards_by_place: dict[tuple[str, int, str], list[str]] = {}
    for place in turn.tacks(deal, state.options):
        cards_by_place.setdefault(("tack", place.meld, place.end), []).append(place.card)
    for place in turn.shifts(deal, state.options):
        cards_by_place.setdefault(("shift", place.meld, ""), []).append(place.card)
    return tuple(
        PlaceZone(
            _place_label(deal, end or word, deal.melds[meld].owner),
            str(meld),
            end,
            tuple(cards),
            word,
            "meld",
            tuple(_becomes(deal.melds[meld], card, word, end, state.options) for card in cards),
        )
        for (word, meld, end), cards in sorted(cards_by_place.items(), key=lambda item: (item[0][1], item[0]))
    )


def _place_label(deal: Deal, place: str, owner: Seat) -> Text:
    return text(f"place_{place}_own") if owner == deal.turn else text(f"place_{place}", seat=owner)


def _becomes(meld: Meld, card: Card, word: str, end: str, options: Options) -> tuple[CardInMeld, ...]:
    """The cards of the meld once the card is added at that end, or once it takes the place of the joker."""
    if word == "shift":
        after = melds.with_joker_shifted(meld, card)
        assert after is not None, "only jokers that can move are offered"
    else:
        after = melds.with_card_added(meld, card, end or melds.ends(meld, card, options)[0])
    return melds.laid_cards(after)


def waiting_text(state: State) -> Text:
    """The sentence about the action that everybody waits for."""
    deal = state.deal
    if state.over:
        return text("prompt_over")
    if deal is None:
        return text("prompt_deal")
    if deal.phase is Phase.OVER:
        return text("prompt_void") if state.voids else text("prompt_closed", round=state.round)
    if deal.phase is Phase.RESHUFFLE:
        return text("wait_reshuffle")
    if deal.phase is Phase.DRAW and not windows.pending(state).get(deal.turn):
        return text("wait_call")
    if deal.phase is Phase.ANSWER:
        return text("wait_answer", seat=deal.turn, other_seat=deal.called[0])
    return text(f"wait_{deal.phase.value}", seat=deal.turn)
