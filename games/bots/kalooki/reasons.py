"""Why a Kalooki bot does what it does: a closed list, each with one English sentence.

The sentences name nobody, so that the same one advises a player and explains what a bot did.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.engine.words import gettext_noop as _


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
    Reason.ONLY_CHOICE: _("There is nothing else to do."),
    Reason.TAKE_IT: _("This discard brings the contract nearer."),
    Reason.FROM_STOCK: _("The discard does not help; a card of the stock may."),
    Reason.WAIT_FOR_STOCK: _("The stock is better than this discard: wait."),
    Reason.CALL_IT: _("This card is worth it, though one of the stock comes with it."),
    Reason.CALL_LATE: _(
        "The deal may end soon: this card brings the contract nearer, and laid cards cost nothing."
    ),
    Reason.CALL_COSTS: _("The card would help, but two more cards are too many now."),
    Reason.NO_CALL: _("This card does not bring the contract nearer."),
    Reason.ALLOW: _("This card is not needed here."),
    Reason.KEEP_IT: _("This card is needed here: keep it."),
    Reason.BEND: _("With this the hand goes out at once, and all others count double."),
    Reason.LAY_NOW: _("The contract is there: laid cards cost nothing any more."),
    Reason.LAY_MORE: _("Another meld leaves fewer points in the hand."),
    Reason.ADD: _("This card fits a meld: one less in the hand."),
    Reason.MOVE_JOKER: _("This card takes the place of a joker: one less in the hand."),
    Reason.LAST_CARD: _("The last card: the hand is out."),
    Reason.WAIT_TO_BEND: _("The contract stays in the hand: a turn later everything may go out at once."),
    Reason.USELESS: _("This card has nothing to do with the others here."),
    Reason.DEAREST: _("Of the cards that can be spared this one costs most."),
    Reason.LEAST_LOSS: _("Every card is needed; this one is missed least."),
    Reason.MOST_WAYS: _("The other cards can still find more partners than this one."),
    Reason.TOO_DEAR: _("Another card is missed less, but this one costs more if somebody goes out."),
    Reason.LET_GO: _("The deal does not end: others may lack the cards that are kept here."),
}
