"""The view of a Kalooki table for one viewer, with the question to that viewer: built from an allow-list, hands only
of the viewer's own seat; of a call the discard, never the card drawn with it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from games.engine.cards import Card, rank_of, suit_of
from games.engine.club import places
from games.engine.game import replace_fields
from games.engine.kalooki import drawing, melds, turn, windows
from games.engine.kalooki.contracts import FOUR, THREE
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.melds import MAX_FOUR, Meld, is_joker
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import Deal, Phase, State
from games.engine.seats import Seat
from games.engine.trick_taking import order_of_suits
from games.engine.view import HeldCard, Prompt, SeatZone, View
from games.engine.words import Text, text
from games.engine.zones import ArrangeZone, CardInMeld, DiscardZone, MeldZone, PlaceZone, RoleZone, Slot


def view(state: State, viewer: Seat | None, public: View | None = None) -> View:
    """The table for a seat, or for a spectator (None)."""
    public = public or _public(state)
    if viewer is None or state.deal is None:
        return public if viewer is None else replace_fields(public, viewer=viewer)
    return replace_fields(
        public,
        viewer=viewer,
        prompt=prompt(state, viewer),
        hand=_hand(state.deal, viewer),
    )


def _public(state: State) -> View:
    deal, seats, waiting = state.deal, tuple(range(state.players)), _in_turn(state)
    return View(
        game="kalooki",
        viewer=None,
        phase=_phase(state),
        round=state.round,
        rounds=len(state.options.deals),
        totals=state.totals,
        seats=tuple(_seat_zone(state, seat, to_act=seat in waiting) for seat in seats),
        contract=None,
        prompt=Prompt(waiting_text(state)),
        played=deal.thrown if deal else (),
        results=state.results,
        sides=seats,
        columns=tuple((seat,) for seat in seats),
        ring=seats,
        deal=deal.number if deal else 0,
        places=places(state.totals, "low") if state.over else (),
        over=state.over,
        options=state.options,
        label=deal.contract.label if deal else None,
        hand_word="discard",
        sorts=True,
        by_rank=deal is not None and _collects_ranks(deal),
        keeps_buttons=True,
        just_decided=_was_just_decided(deal),
        stock=len(deal.stock) if deal else None,
        discard=DiscardZone(tuple(top.card for top in deal.pile[-1:]), len(deal.pile)) if deal else None,
        melds=tuple(_meld(number, meld) for number, meld in enumerate(deal.melds)) if deal else (),
        roles=tuple(RoleZone(seat, text("role_down")) for seat in sorted(deal.down)) if deal else (),
    )


def _was_just_decided(deal: Deal | None) -> bool:
    """Whether it was decided a moment ago who has a discard that several wished, or could have wished, for."""
    return (
        deal is not None and deal.phase is Phase.ACT and not deal.steps and bool(deal.called or deal.outdone)
    )


def _in_turn(state: State) -> Collection[Seat]:
    """The seats everybody waits for. Who may call beside the player in turn is free to, and is not waited for before
    that one has decided."""
    deal, waiting = state.deal, windows.pending(state)
    if deal is not None and deal.phase is Phase.DRAW and deal.turn in waiting:
        return (deal.turn,)
    return tuple(seat for seat in waiting if isinstance(seat, int))


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.deal is None:
        return "deal"
    return "closed" if state.deal.phase is Phase.OVER else state.deal.phase.value


def _seat_zone(state: State, seat: Seat, *, to_act: bool) -> SeatZone:
    deal = state.deal
    if deal is None:
        return SeatZone(seat, seat, 0, dealer=False, to_act=False, word=None)
    calls = deal.calls[seat]
    return SeatZone(
        seat=seat,
        side=seat,
        cards=len(deal.hands[seat]),
        dealer=seat == deal.dealer,
        to_act=to_act,
        word=_word(deal, seat),
        taken=_calls_left(state.options, calls) if calls and seat not in deal.down else None,
    )


def _calls_left(options: Options, calls: int) -> Text:
    left = options.call_limit - calls
    return text("calls_left_1" if left == 1 else "calls_left", count=left)


def _word(deal: Deal, seat: Seat) -> Text | None:
    """The last word of the seat in this turn. A pass answers the draw: it is gone with the cards that come next."""
    if seat == deal.out:
        return text("said_out")
    if seat in deal.called:
        return text("said_call")
    if seat in deal.passed and deal.phase in (Phase.DRAW, Phase.ANSWER):
        return text("said_pass")
    if seat == deal.turn and (deal.drew or deal.asked):
        return text(f"said_{deal.drew or 'stock'}")
    return None


def _meld(number: int, meld: Meld) -> MeldZone:
    label = text("meld_four", suit=meld.sign) if meld.is_four else text("meld_three", rank=meld.sign)
    return MeldZone(meld.owner, str(number), melds.laid_cards(meld), label)


def _hand(deal: Deal, viewer: Seat) -> tuple[HeldCard, ...]:
    """By suit from low to high, or by rank where the contract is of threes alone; the jokers last. In the own turn any
    card but a joker may be discarded.

    The suits lie in the order in which red and black alternated in the hand that was dealt, until the deal is over.
    """
    whole = deal.dealt[viewer]
    suits = order_of_suits(frozenset(suit_of(card) for card in whole if not is_joker(card)))
    by_rank = _collects_ranks(deal)

    def place(card: Card) -> tuple[int, int, str]:
        if is_joker(card):
            return len(melds.RANKS), 0, card
        suit, rank = suits.index(suit_of(card)), melds.RANKS.index(rank_of(card))
        return (rank, suit, card) if by_rank else (suit, rank, card)

    hand = sorted(deal.hands[viewer], key=place)
    if viewer != deal.turn or deal.phase is not Phase.ACT:
        return tuple(HeldCard(card, playable=False) for card in hand)
    return tuple(
        HeldCard(card, False, text(KalookiRefusal.JOKER_NOT_DISCARDED.value))
        if is_joker(card)
        else HeldCard(card, playable=True)
        for card in hand
    )


def _collects_ranks(deal: Deal) -> bool:
    """Whether the contract is of threes alone, for which cards of one rank are put together."""
    return not deal.contract.fours


# The question to a viewer, with slots for melds and places for cards, or what everybody waits for.

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
