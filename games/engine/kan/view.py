"""The view of a Kan table for one viewer, built from an allow-list; hands only of the viewer's own seat, shown
cards only of the kan pair.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import JOKER, Card
from games.engine.club import places
from games.engine.game import replace_fields
from games.engine.kan import legal, play, scoring, windows
from games.engine.kan.opening import MAX_CARDS_SHOWN
from games.engine.kan.state import COLUMNS, KAN, SCORING_CARDS, SEATS, TURNS_RIGHT, Deal, Phase, State
from games.engine.seats import Seat
from games.engine.trick_taking import Trick, cards_left_of, code_of_waiting, sorted_hand
from games.engine.view import Contract, HeldCard, Prompt, SeatZone, TrickZone, View
from games.engine.words import Text, text
from games.engine.zones import ArrangeZone, CapturedZone, QuotaZone, RoleZone, ShowingZone, Slot

ONCE: Final = (1,)
"""The ladder of a game in which nothing is challenged."""


def view(state: State, viewer: Seat | None, public: View | None = None) -> View:
    """The table for a seat, or for a spectator (None). Nothing depends on a card the viewer may not see."""
    public = public or _public(state)
    if viewer is None or state.deal is None:
        return public if viewer is None else replace_fields(public, viewer=viewer)
    return replace_fields(
        public,
        viewer=viewer,
        prompt=_prompt(state, state.deal, viewer),
        hand=_hand(state, state.deal, viewer),
        showings=_showings(state.deal, open_cards=viewer in state.deal.kan),
    )


def _public(state: State) -> View:
    deal = state.deal
    between = bool(state.done) and state.done[-1] is deal
    return View(
        game="kan",
        viewer=None,
        phase=_phase(state),
        round=state.round,
        rounds=state.options.rounds,
        totals=state.totals,
        seats=tuple([_seat_zone(state, seat) for seat in SEATS]),
        contract=_contract(deal) if deal else None,
        prompt=_waiting(state, None),
        trick=_trick(deal) if deal else None,
        last_trick=_finished_trick(deal, len(deal.tricks)) if deal and deal.tricks else None,
        played=play.played_cards(deal) if deal and deal.phase is not Phase.OVER else (),
        results=state.results,
        sides=sides(state),
        columns=COLUMNS,
        ring=state.ring,
        turns_right=TURNS_RIGHT,
        deal=deal.number if deal else 0,
        places=places(state.totals, "high") if state.over else (),
        over=state.over,
        options=state.options,
        label=text("label_deal", deal=deal.place) if deal else None,
        captured=_captured_zones(deal) if deal else (),
        quotas=_quotas(state, deal) if deal else (),
        joker_suit=deal.suit_to_follow if deal and deal.trick[:1] == (JOKER,) else None,
        roles=_roles(deal) if deal else (),
        showings=_showings(deal, open_cards=False) if deal else (),
        sealed=_sealed_seats(deal) if deal else (),
        so_far=scoring.so_far(state) if between else None,
        earlier=None if between else scoring.so_far(state),
    )


def sides(state: State) -> tuple[int, ...]:
    """The side of each seat in the running or last round; before the first deal everybody is alone."""
    return state.deal.sides if state.deal else SEATS


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.deal is None:
        return "deal"
    return "closed" if state.closed else state.deal.phase.value


def _seat_zone(state: State, seat: Seat) -> SeatZone:
    deal = state.deal
    if deal is None:
        return SeatZone(seat, seat, 0, dealer=False, to_act=False, word=None)
    return SeatZone(
        seat=seat,
        side=deal.sides[seat],
        cards=len(deal.hands[seat]),
        dealer=seat == deal.dealer,
        to_act=seat in windows.pending(state),
        word=_word(deal, seat),
        tricks=sum(trick.winner == seat for trick in deal.tricks),
    )


def _word(deal: Deal, seat: Seat) -> Text | None:
    """The word a seat said last: iku or koi once opened and until the first trick is complete, then an announcement."""
    word = dict(deal.words).get(seat)
    if word is None or deal.phase is Phase.CALL:
        return None
    if word in play.ANNOUNCEMENTS:
        return text(f"said_{word}" if deal.sides[seat] == KAN else f"said_{word}_gyaku")
    return text(f"said_{word}") if not deal.tricks else None


def _sealed_seats(deal: Deal) -> tuple[Seat, ...]:
    return tuple(sorted(seat for seat, _ in deal.words)) if deal.phase is Phase.CALL else ()


def _contract(deal: Deal) -> Contract:
    """Trumps, and the seat that named them: nobody in a round's first deal."""
    maker = deal.namer if deal.trump and deal.place > 1 else None
    return Contract(deal.trump, maker, 0, ONCE, ())


def _roles(deal: Deal) -> tuple[RoleZone, ...]:
    """Both kan players are marked for all: in a round's first deal with the card each of them holds, which is open
    while cards are exchanged; in its later deals anybody may hold these."""
    if deal.phase is Phase.SWAP or deal.place > 1:
        return tuple(RoleZone(seat, text("role_kan")) for seat in deal.kan)
    joker, ace = deal.kan
    return RoleZone(joker, text("role_joker")), RoleZone(ace, text("role_ace"))


def _side(deal: Deal, side: int) -> tuple[Seat, ...]:
    """The seats of a side in the order of play."""
    return tuple([seat for seat in deal.ring if deal.sides[seat] == side])


def _captured_zones(deal: Deal) -> tuple[CapturedZone, ...]:
    labels = (text("side_kan"), text("side_mukan"))
    return tuple(
        CapturedZone(_side(deal, side), cards, labels[side]) for side, cards in enumerate(deal.captured)
    )


def _quotas(state: State, deal: Deal) -> tuple[QuotaZone, ...]:
    """Points and quota of both sides; after a juuroku one needs all sixteen and the other a single card."""
    needed = list(legal.quotas(deal.place, state.options))
    if deal.announced is not None:
        needed = [1, 1]
        needed[deal.announced] = len(SCORING_CARDS)
    return tuple(
        QuotaZone(_side(deal, side), points, needed[side]) for side, points in enumerate(deal.points)
    )


def _showings(deal: Deal, *, open_cards: bool) -> tuple[ShowingZone, ...]:
    """The showings before trumps were named: how many cards at a time, and for the pair which; none once the deal is
    over, and for the others none after its first trick, when that tells them nothing more."""
    if deal.phase is Phase.OVER or (deal.tricks and not open_cards):
        return ()
    return tuple(
        ShowingZone(deal.shower, deal.namer, len(cards), cards if open_cards else ()) for cards in deal.shows
    )


def _trick(deal: Deal) -> TrickZone | None:
    """The trick on the table; a finished one stays until the next lead."""
    if not deal.trick:
        return _finished_trick(deal, len(deal.tricks)) if deal.tricks else None
    cards = _in_order(deal, deal.leader, deal.trick)
    winning = cards[legal.winner(deal.trick, deal.trump)][0]
    return TrickZone(play.trick_number(deal), cards, winning, complete=False)


def _finished_trick(deal: Deal, number: int) -> TrickZone:
    trick: Trick = deal.tricks[number - 1]
    return TrickZone(number, _in_order(deal, trick.leader, trick.cards), trick.winner, complete=True)


def _in_order(deal: Deal, leader: Seat, cards: tuple[Card, ...]) -> tuple[tuple[Seat, Card], ...]:
    first = deal.ring.index(leader)
    return tuple((deal.ring[(first + place) % 5], card) for place, card in enumerate(cards))


def _hand(state: State, deal: Deal, viewer: Seat) -> tuple[HeldCard, ...]:
    """Trumps first, the joker before all; what may be played is marked once it is the viewer's turn. A joker to be led
    is not among it: it goes with the suit it asks for, a choice of the prompt."""
    held = deal.hands[viewer]
    played = (*play.played_cards(deal), *_in_order(deal, deal.leader, deal.trick))
    whole = {*held, *(card for seat, card in played if seat == viewer)} - {JOKER}
    hand = cards_left_of((JOKER, *sorted_hand(whole, legal.HEIGHT, deal.trump)), held)
    if deal.phase is not Phase.PLAY or viewer != deal.to_play:
        return tuple(HeldCard(card, playable=False) for card in hand)
    playable = windows.playable(deal, viewer)
    return tuple(_held_card(deal, held, card, playable) for card in hand)


def _held_card(deal: Deal, hand: tuple[Card, ...], card: Card, playable: tuple[Card, ...]) -> HeldCard:
    if card == JOKER and not deal.trick and card in playable:
        return HeldCard(card, False, text("joker_asks"))
    if card in playable:
        return HeldCard(card, True)
    code = legal.why_not(hand, card, play.trick_number(deal)).value
    return HeldCard(card, False, text(code, suit=deal.suit_to_follow) if deal.suit_to_follow else text(code))


def _waiting(state: State, viewer: Seat | None) -> Prompt:
    """The sentence for those who wait; before iku and koi with what moved the seats."""
    deal = state.deal
    moved = _moved_text(deal, viewer) if deal is not None and deal.phase is Phase.CALL else None
    return Prompt(_waiting_text(state), aside=moved)


def _prompt(state: State, deal: Deal, viewer: Seat) -> Prompt:
    waiting = windows.pending(state).get(viewer)
    if waiting is None:
        return _waiting(state, viewer)
    shows = deal.phase is Phase.SHOW
    offered = (
        windows.offered_showings(deal, viewer, state.options) if shows else windows.choices(state, viewer)
    )
    words = tuple(choice for choice in offered if "card" not in choice.data or "suit" in choice.data)
    roles, arrange = _roles_text(state, deal, viewer), _arrange(state, deal)
    return Prompt(_question(state, deal), waiting.window, waiting.must, words, arrange=arrange, aside=roles)


def _roles_text(state: State, deal: Deal, viewer: Seat) -> Text | None:
    """The two kan and the points each side needs, beside the first question a seat is asked in a match: the lead, or
    for mukan the first card; where seats were moved for a round, that in its place."""
    first = Phase.CALL if viewer in deal.kan else Phase.PLAY
    if deal.phase is Phase.CALL and deal.moved:
        return _moved_text(deal, viewer)
    if state.round != 1 or deal.place != 1 or deal.phase is not first or deal.tricks:
        return None
    kan_needs, mukan_needs = legal.quotas(deal.place, state.options)
    if viewer in deal.kan:
        (partner,) = (seat for seat in deal.kan if seat != viewer)
        return text("told_kan", seat=partner, points=kan_needs)
    one, other = deal.kan
    return text("told_mukan", seat=one, other_seat=other, points=kan_needs, own_points=mukan_needs)


def _arrange(state: State, deal: Deal) -> ArrangeZone | None:
    if deal.phase is Phase.GIVE:
        return ArrangeZone("give", text("arrange_give"), (Slot(text("slot_give"), 1, 1),), field="card")
    if deal.phase is not Phase.SHOW:
        return None
    if state.options.show_rule == "two_required":
        slots = (Slot(text("slot_first"), 1, 1), Slot(text("slot_second"), 1, 1))
    else:
        slots = (Slot(text("slot_first"), 0, MAX_CARDS_SHOWN), Slot(text("slot_second"), 0, 1))
    return ArrangeZone("show", text("arrange_show"), slots, field="cards", repeated=True)


def _question(state: State, deal: Deal) -> Text:
    if deal.phase is Phase.ANNOUNCE:
        code = "prompt_announce" if deal.decided == KAN else "prompt_announce_gyaku"
        return text(code, **windows.at_stake(state, deal))
    if deal.phase is Phase.SHOW and state.options.show_rule == "two_required":
        return text("prompt_show_two")
    if deal.phase is not Phase.PLAY:
        if deal.phase is Phase.CALL and state.options.lead_call == "first_call":
            return text("prompt_first_call")
        return text(f"prompt_{deal.phase.value}")
    if play.trick_number(deal) == legal.JOKER_DUE and JOKER in deal.hands[deal.to_play]:
        return text("prompt_joker_due")
    return text("prompt_play" if deal.trick else "prompt_lead")


def _waiting_text(state: State) -> Text:
    deal = state.deal
    if state.over:
        return text("prompt_over")
    if deal is None:
        return text("prompt_deal")
    match deal.phase:
        case Phase.OVER if deal.void:
            return text("prompt_void")
        case Phase.OVER:
            if state.closed:
                return text("prompt_closed", round=state.round)
            return text("prompt_next_deal")
        case Phase.GIVE:
            return text("wait_give", seat=deal.kan[1])
        case Phase.SHOW:
            return text("wait_show", seat=deal.shower)
        case Phase.TRUMP:
            return text("wait_trump", seat=deal.namer)
        case Phase.ANNOUNCE:
            return text("wait_announce", seat=deal.to_play)
        case Phase.PLAY:
            ninth = play.trick_number(deal) == legal.JOKER_DUE and not _joker_is_out(deal)
            code = "wait_play_ninth" if ninth else code_of_waiting(deal.trick, deal.tricks)
            return text(code, seat=deal.to_play)
        case _:
            return text(f"wait_{deal.phase.value}")


def _joker_is_out(deal: Deal) -> bool:
    """Whether the joker lies in a finished trick or the running one."""
    return JOKER in deal.trick or any(JOKER in trick.cards for trick in deal.tricks)


def _moved_text(deal: Deal, viewer: Seat | None) -> Text | None:
    """Which two players changed seats for this round, and why; None where nobody did. One of them reads "you"."""
    if not deal.moved:
        return None
    if viewer in deal.moved:
        (other,) = (seat for seat in deal.moved if seat != viewer)
        return text("told_own_moved", seat=other)
    seat, other = deal.moved
    return text("told_moved", seat=seat, other_seat=other)
