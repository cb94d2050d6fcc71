"""Why a Kalooki bot does what it does: a closed list, each with one English sentence.

The sentences name nobody, so that the same one advises a player and explains what a bot did.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.engine.words import gettext_noop


class Reason(StrEnum):
    """Reasons of the Kalooki bot. Tests assert codes, people read `SENTENCES`."""

    ONLY_CHOICE = "why_only_choice"
    TAKE_IT = "why_take_discard"
    FROM_STOCK = "why_from_stock"
    WAIT_FOR_STOCK = "why_wait_for_stock"
    CALL_IT = "why_call"
    CALL_LATE = "why_call_late"
    CALL_COSTS = "why_call_costs"
    NO_CALL = "why_no_call"
    ALLOW = "why_allow"
    KEEP_IT = "why_keep_discard"

    BEND = "why_bend"
    LAY_NOW = "why_lay_now"
    LAY_MORE = "why_lay_more"
    ADD = "why_add"
    MOVE_JOKER = "why_move_joker"

    LAST_CARD = "why_last_card"
    WAIT_TO_BEND = "why_wait_to_bend"
    USELESS = "why_useless"
    DEAREST = "why_dearest"
    LEAST_LOSS = "why_least_loss"
    MOST_WAYS = "why_most_ways"
    TOO_DEAR = "why_too_dear"
    LET_GO = "why_let_go"


SENTENCES: Final[Mapping[str, str]] = {
    Reason.ONLY_CHOICE: gettext_noop("There is nothing else to do."),
    Reason.TAKE_IT: gettext_noop("This discard brings the contract nearer."),
    Reason.FROM_STOCK: gettext_noop("The discard does not help; a card of the stock may."),
    Reason.WAIT_FOR_STOCK: gettext_noop("The stock is better than this discard: wait."),
    Reason.CALL_IT: gettext_noop("This card is worth it, though one of the stock comes with it."),
    Reason.CALL_LATE: gettext_noop(
        "The deal may end soon: this card brings the contract nearer, and what lies costs nothing."
    ),
    Reason.CALL_COSTS: gettext_noop("The card would help, but two cards more are too many now."),
    Reason.NO_CALL: gettext_noop("This card does not bring the contract nearer."),
    Reason.ALLOW: gettext_noop("This card is not needed here."),
    Reason.KEEP_IT: gettext_noop("This card is needed here: keep it."),
    Reason.BEND: gettext_noop("With this the hand goes out at once, and all others count double."),
    Reason.LAY_NOW: gettext_noop("The contract is there: laid cards cost nothing any more."),
    Reason.LAY_MORE: gettext_noop("Another meld leaves fewer points in the hand."),
    Reason.ADD: gettext_noop("This card fits a meld: one less in the hand."),
    Reason.MOVE_JOKER: gettext_noop("This card takes the place of a joker: one less in the hand."),
    Reason.LAST_CARD: gettext_noop("The last card: the hand is out."),
    Reason.WAIT_TO_BEND: gettext_noop(
        "The contract stays in the hand: a turn later everything may go out at once."
    ),
    Reason.USELESS: gettext_noop("This card has nothing to do with the others here."),
    Reason.DEAREST: gettext_noop("Of the cards that can be spared this one costs most."),
    Reason.LEAST_LOSS: gettext_noop("Every card is needed; this one is missed least."),
    Reason.MOST_WAYS: gettext_noop(
        "Without this card most ways to the contract stay open, counted by the cards that can still come."
    ),
    Reason.TOO_DEAR: gettext_noop(
        "Another card is missed less, but this one costs more if somebody goes out."
    ),
    Reason.LET_GO: gettext_noop("The deal does not end: others may lack the cards that are kept here."),
}
