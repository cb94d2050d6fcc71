"""Claims of the Kraken bot: it claims all roem, stuk and combinations it may (rules/kraken 1.4, 1.6), and the revokes a
good player would notice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.bots.kraken.endings import would_be_theirs
from games.bots.kraken.reasons import Reason
from games.bots.player import Decision, clearly
from games.engine.cards import Card, suit_of
from games.engine.kraken.declarations import bonus_points
from games.engine.kraken.scoring.revoke import WORD
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import Text, text


def claim(view: View, words: Collection[str]) -> Decision | None:
    """The claim to make now: stuk whenever it is offered, roem when its own side won a trick that holds
    some."""
    if "stuk" in words:
        return clearly({"do": "stuk"}, text(Reason.STUK))
    points = _own_roem(view) if "bonus" in words else 0
    if not points or would_be_theirs(view):
        return None
    return clearly({"do": "bonus"}, text(Reason.ROEM, points=points))


def revoke(view: View, choices: Sequence[Choice]) -> Decision | None:
    """The revoke to claim now: an opponent who did not follow a suit has shown a card of it since. What else a card may
    have been against the rules for, a player who sees only what lies on the table does not notice. A bot brings nothing
    before the director."""
    if view.options.revoke_policy != "claimable":
        return None
    offered = [choice.data for choice in choices if choice.data["do"] == WORD]
    if not offered:
        return None
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    lying = [view.trick.cards] if view.trick is not None and not view.trick.complete else []
    for data in offered:
        number, seat = int(data["trick"]), int(data["seat"])
        led = suit_of(tricks[number - 1][0][1])
        if suit_of(_card_of(seat, tricks[number - 1])) == led:
            continue
        since = [_card_of(seat, trick) for trick in [*tricks[number:], *lying]]
        shown = next((card for card in since if card and suit_of(card) == led), None)
        if shown is not None:
            return clearly(data, text(Reason.REVOKE, card=shown, suit=led, trick=number))
    return None


def _card_of(seat: Seat, trick: Sequence[tuple[Seat, Card]]) -> Card:
    """The card of the seat in that trick, "" where it has not played yet."""
    return next((card for player, card in trick if player == seat), "")


def why_none(view: View, words: Collection[str]) -> Text:
    """Why nothing is claimed."""
    lying = "bonus" in words and _own_roem(view)
    return text(Reason.ROEM_FOR_OTHERS if lying else Reason.NO_CLAIM)


def _own_roem(view: View) -> int:
    """Points of roem in the last trick, where its own side won it."""
    trick, contract = view.last_trick, view.contract
    if trick is None or contract is None or contract.trump is None:
        return 0
    if trick.winning is None or view.viewer is None or (trick.winning - view.viewer) % 2:
        return 0
    cards = [card for _, card in trick.cards]
    return bonus_points(cards, contract.trump, view.options.quads)


def declare_everything(choices: Sequence[Choice]) -> Decision:
    """The declaration with all combinations: the one that names most cards."""
    best = max((choice.data for choice in choices), key=lambda data: len(data["combinations"]))
    return clearly(best, text(Reason.DECLARE if best["combinations"] else Reason.NOTHING_TO_DECLARE))
