"""The view of a Kalooki table for one viewer: built from an allow-list, hands only of the viewer's own seat; of a call
the discard, never the card drawn with it."""

from __future__ import annotations

from collections.abc import Collection

from games.engine.cards import Card, rank_of, suit_of
from games.engine.club import places
from games.engine.game import replace_fields
from games.engine.kalooki import melds, windows
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.melds import Meld, is_joker
from games.engine.kalooki.options import Options
from games.engine.kalooki.prompts import prompt, waiting_text
from games.engine.kalooki.state import Deal, Phase, State
from games.engine.seats import Seat
from games.engine.trick_taking import order_of_suits
from games.engine.view import HeldCard, Prompt, SeatZone, View
from games.engine.words import Text, text
from games.engine.zones import DiscardZone, MeldZone, RoleZone


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
    """By suit from low to high, the jokers last; in the own turn any card but a joker may be discarded.

    The suits lie in the order in which red and black alternated in the hand that was dealt, until the deal is over.
    """
    whole = deal.dealt[viewer]
    suits = order_of_suits(frozenset(suit_of(card) for card in whole if not is_joker(card)))

    def place(card: Card) -> tuple[int, int, str]:
        if is_joker(card):
            return len(suits), 0, card
        return suits.index(suit_of(card)), melds.RANKS.index(rank_of(card)), card

    hand = sorted(deal.hands[viewer], key=place)
    if viewer != deal.turn or deal.phase is not Phase.ACT:
        return tuple(HeldCard(card, playable=False) for card in hand)
    return tuple(
        HeldCard(card, False, text(KalookiRefusal.JOKER_NOT_DISCARDED.value))
        if is_joker(card)
        else HeldCard(card, playable=True)
        for card in hand
    )
