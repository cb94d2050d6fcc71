"""The reason for the chosen card: the first statement that is true of it as the trick lies."""

from __future__ import annotations

from games.engine.actions import Data
from games.engine.bots.kan.knowledge import Knowledge
from games.engine.bots.kan.reasons import Reason
from games.engine.cards import JOKER, Card
from games.engine.kan.legal import HEIGHT, winner
from games.engine.kan.state import SCORING
from games.engine.words import Text, text


def why_played(known: Knowledge, answer: Data) -> Text:
    """The reason for a card of a trick."""
    card = answer["card"]
    if card == JOKER:
        return text(Reason.JOKER_TAKES) if known.table else text(Reason.JOKER_LED, suit=answer["suit"])
    if not known.table:
        return text(_why_led(known, card))
    suit = known.asked or card[0]
    lying = (*known.table, (known.seat, card))
    seat, _best = lying[winner([lain for _, lain in lying], known.trump)]
    if seat == known.seat:
        return text(Reason.RUFF if card[0] != suit else Reason.TAKE_IT, suit=suit)
    if known.ours(seat):
        return text(Reason.FEED_PARTNER if card in SCORING else Reason.LEAVE_TO_PARTNER)
    return text(Reason.LEAST_LOST if card in SCORING else Reason.GIVE_NOTHING)


def _why_led(known: Knowledge, card: Card) -> Reason:
    if card[0] == known.trump:
        return Reason.LEAD_TRUMP
    higher = [other for other in known.unseen_of(card[0]) if HEIGHT[other] > HEIGHT[card]]
    return Reason.LEAD_LOW if higher else Reason.LEAD_HIGH
