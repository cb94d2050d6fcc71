"""The view of a toy table for one viewer, built from an allow-list; hands only of the viewer's own seat."""

from __future__ import annotations

from games.engine.cards import JOKER, RANKS_FROM_SEVEN, SUITS, Card
from games.engine.club import places
from games.engine.game import replace_fields
from games.engine.seats import Seat
from games.engine.view import HeldCard, Prompt, SeatZone, View
from games.engine.words import Text, text
from games.engine.zones import (
    ArrangeZone,
    CardInMeld,
    DiscardZone,
    MeldZone,
    PlaceZone,
    RoleZone,
    Slot,
)
from tests.toy import melds, windows
from tests.toy.state import COLUMNS, SEATS, Deal, Meld, Phase, State, captain, height, ring, sides

GROUPS_AT_ONCE = 2
LONGEST = len(RANKS_FROM_SEVEN)


def view(state: State, viewer: Seat | None, public: View | None = None) -> View:
    """The table for a seat, or for a spectator (None)."""
    public = public or _public(state)
    if viewer is None or state.deal is None:
        return public if viewer is None else replace_fields(public, viewer=viewer)
    return replace_fields(
        public,
        viewer=viewer,
        prompt=_prompt(state, state.deal, viewer),
        hand=_hand(state, state.deal, viewer),
    )


def _public(state: State) -> View:
    deal, number = state.deal, max(state.round, 1)
    return View(
        game="toy",
        viewer=None,
        phase=_phase(state),
        round=state.round,
        rounds=state.options.rounds,
        totals=state.totals,
        seats=tuple(_seat_zone(state, seat) for seat in SEATS),
        contract=None,
        prompt=Prompt(_waiting_text(state)),
        results=state.results,
        sides=sides(number),
        columns=COLUMNS,
        ring=ring(number),
        deal=deal.number if deal else 0,
        places=places(state.totals, "high") if state.over else (),
        over=state.over,
        options=state.options,
        stock=len(deal.stock) if deal else None,
        discard=DiscardZone(deal.discard[-1:], len(deal.discard)) if deal else None,
        melds=tuple(_meld(meld) for meld in deal.melds) if deal else (),
        roles=_roles(state.round) if deal else (),
        sealed=_seats_with_sealed_words(deal) if deal else (),
    )


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.deal is None:
        return "deal"
    return "closed" if state.closed else state.deal.phase.value


def _seat_zone(state: State, seat: Seat) -> SeatZone:
    deal, side = state.deal, sides(max(state.round, 1))[seat]
    if deal is None:
        return SeatZone(seat, side, 0, dealer=False, to_act=False, word=None)
    return SeatZone(
        seat=seat,
        side=side,
        cards=len(deal.hands[seat]),
        dealer=seat == captain(state.round),
        to_act=seat in windows.pending(state),
        word=_word(deal, seat),
    )


def _word(deal: Deal, seat: Seat) -> Text | None:
    """The sealed word from when all have spoken until the first turn has begun."""
    if not deal.hands[seat]:
        return text("said_out")
    open_now = None not in deal.words and not deal.turn and deal.phase in (Phase.DRAW, Phase.OVER)
    return text(f"said_{deal.words[seat]}") if open_now else None


def _seats_with_sealed_words(deal: Deal) -> tuple[Seat, ...]:
    if deal.phase is not Phase.WORD:
        return ()
    return tuple(seat for seat in SEATS if deal.words[seat] is not None)


def _roles(number: int) -> tuple[RoleZone, ...]:
    first, partner = ring(number)[:2]
    return RoleZone(first, text("role_captain")), RoleZone(partner, text("role_partner"))


def _meld(meld: Meld) -> MeldZone:
    cards = tuple(CardInMeld(card, meld.suit + "A" if card == JOKER else None) for card in meld.cards)
    return MeldZone(meld.owner, meld.key, cards, text("meld_label"))


def _hand(state: State, deal: Deal, viewer: Seat) -> tuple[HeldCard, ...]:
    """By suit from low to high, the joker last; any card may be thrown away when it is time."""
    playable = deal.phase is Phase.DISCARD and viewer == deal.to_play
    in_order = sorted(deal.hands[viewer], key=_screen_order)
    return tuple(HeldCard(card, playable) for card in in_order)


def _screen_order(card: Card) -> tuple[int, int, str]:
    suit = len(SUITS) if card == JOKER else SUITS.index(card[0])
    return suit, height(card), card


def _prompt(state: State, deal: Deal, viewer: Seat) -> Prompt:
    waiting = windows.pending(state).get(viewer)
    if waiting is None:
        return Prompt(_waiting_text(state))
    words = tuple(choice for choice in windows.choices(state, viewer) if "card" not in choice.data)
    return Prompt(
        text(f"prompt_{deal.phase.value}"),
        waiting.window,
        waiting.must,
        words,
        arrange=_arrange() if deal.phase is Phase.LAY else None,
        place=_places(state, deal, viewer) if deal.phase is Phase.DISCARD else (),
    )


def _arrange() -> ArrangeZone:
    slots = [Slot(text("arrange_group", number=number + 1), 0, LONGEST) for number in range(GROUPS_AT_ONCE)]
    return ArrangeZone("meld", text("arrange_meld"), tuple(slots))


def _places(state: State, deal: Deal, viewer: Seat) -> tuple[PlaceZone, ...]:
    found = []
    for meld in deal.melds:
        for end in ("low", "high"):
            hand = deal.hands[viewer]
            cards = tuple(card for card in hand if end in melds.ends(meld, card, state.options))
            if cards:
                found.append(PlaceZone(text(f"place_{end}"), meld.key, end, cards))
    return tuple(found)


def _waiting_text(state: State) -> Text:
    deal = state.deal
    if state.over:
        return text("prompt_over")
    if deal is None:
        return text("prompt_deal")
    if deal.phase is Phase.OVER:
        if deal.void:
            return text("prompt_void")
        return text("prompt_closed", round=state.round) if state.closed else text("prompt_deal")
    return text("wait_word") if deal.phase is Phase.WORD else text("wait_play", seat=deal.to_play)
