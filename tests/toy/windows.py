"""Open decisions of the toy game and their choices: all five seats while words are sealed, then one at a
time.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.cards import show_cards
from games.engine.game import Pending
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.view import Choice
from games.engine.words import text
from tests.toy import melds
from tests.toy.play import WORDS, may_take
from tests.toy.state import Deal, Phase, State

KINDS = {Phase.DRAW: "choose", Phase.LAY: "arrange", Phase.DISCARD: "play"}


def pending(state: State) -> Mapping[Actor, Pending]:
    deal = state.deal
    if state.over:
        return {}
    if deal is None or deal.phase is Phase.OVER:
        return {HOUSE: Pending(f"{1 if deal is None else deal.number + 1}.deal", "deal")}
    if deal.phase is Phase.WORD:
        unspoken = [seat for seat, word in enumerate(deal.words) if word is None]
        waiting = Pending(f"{deal.number}.word", "choose", default={"do": "keep"})
        return dict.fromkeys(unspoken, waiting)
    return {deal.to_play: Pending(f"{deal.number}.move{deal.moves}", KINDS[deal.phase])}


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """The choices of the seat; of melds the longest of each suit, though others may be laid too."""
    deal = state.deal
    if deal is None or seat not in pending(state):
        return ()
    if deal.phase is Phase.WORD:
        return tuple(Choice({"do": word}, text(f"choose_{word}")) for word in WORDS)
    if deal.phase is Phase.DRAW:
        return tuple(Choice({"do": word}, text(f"choose_{word}"), "go") for word in may_take(deal))
    if deal.phase is Phase.LAY:
        return (
            *(_lay_choice(group) for group in melds.offers(deal.hands[seat], state.options)),
            _lay_choice(),
        )
    cards = deal.hands[seat]
    thrown = [Choice({"do": "play", "card": card}, text("choose_card", card=card)) for card in cards]
    return (*thrown, *_place_choices(state, deal, seat))


def _lay_choice(group: tuple[str, ...] = ()) -> Choice:
    data = {"do": "meld", "combinations": show_cards(group)}
    label = text("choose_meld", first=group[0], last=group[-1]) if group else text("choose_no_meld")
    return Choice(data, label, "bold" if group else "go")


def _place_choices(state: State, deal: Deal, seat: Seat) -> list[Choice]:
    return [
        Choice(
            {"do": "place", "card": card, "target": meld.key, "end": end},
            text("choose_place", card=card, seat=meld.owner),
        )
        for meld in deal.melds
        for card in deal.hands[seat]
        for end in melds.ends(meld, card, state.options)
    ]
