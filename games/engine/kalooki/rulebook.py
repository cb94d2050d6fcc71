"""The headings of the rules page of Kalooki (templates/rules/kalooki.html), and the cases and rulings that rest on
them."""

from __future__ import annotations

from typing import Final

from games.engine.club import Correction, Heading, Subject
from games.engine.errors import Refusal
from games.engine.kalooki import scoring
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.words import gettext_noop as _

RULEBOOK: Final = (
    Heading("cards", "1", _("The cards")),
    Heading(
        "contracts",
        "2",
        _("The nine contracts"),
        (KalookiRefusal.NOT_A_MELD, KalookiRefusal.GROUP_NOT_A_MELD, KalookiRefusal.CONTRACT_INCOMPLETE),
    ),
    Heading("threes", "2.1", _("Threes"), (KalookiRefusal.RANK_TWICE,)),
    Heading("fours", "2.2", _("Fours"), (KalookiRefusal.SUIT_TWICE,)),
    Heading("turn", "3", _("A turn"), (Refusal.NOT_YOUR_TURN,)),
    Heading("drawing", "3.1", _("Drawing"), (KalookiRefusal.DRAW_FIRST, KalookiRefusal.DRAW_FROM_STOCK)),
    Heading(
        "calls",
        "3.2",
        _("Calls"),
        (
            KalookiRefusal.CANNOT_CALL,
            KalookiRefusal.CALLED_FIRST,
            KalookiRefusal.CALLS_CLOSED,
            KalookiRefusal.CALL_TOO_LATE,
            Refusal.ALREADY_SPOKEN,
        ),
    ),
    Heading(
        "laying",
        "3.3",
        _("Laying and adding"),
        (
            KalookiRefusal.LAY_FIRST,
            Refusal.CARD_USED_TWICE,
            KalookiRefusal.DOES_NOT_FIT_MELD,
            KalookiRefusal.NAME_THE_END,
        ),
    ),
    Heading(
        "jokers",
        "3.4",
        _("Moving a joker"),
        (KalookiRefusal.JOKERS_STAY, KalookiRefusal.NO_JOKER_THERE, KalookiRefusal.JOKER_CANNOT_MOVE),
    ),
    Heading(
        "discarding",
        "3.5",
        _("Discarding"),
        (KalookiRefusal.JOKER_NOT_DISCARDED, KalookiRefusal.MUST_DISCARD, KalookiRefusal.KEEP_A_DISCARD),
    ),
    Heading("stock", "3.6", _("When the stock runs out")),
    Heading("winning", "4", _("Going out and counting")),
    Heading("at-the-table", "5", _("At the table")),
    Heading("lies", "5.1", _("A card that lies")),
    Heading("time", "5.2", _("Time and absence")),
    Heading("silence", "5.3", _("Talk and signs")),
)
SUBJECTS: Final = (
    Subject("bonus", _("The cards left in a hand were counted wrong"), ("winning", "cards")),
    Subject("typed", rules=("winning", "cards")),
    Subject("call", _("A call: who was first, or a refusal"), ("calls", "drawing", "time")),
    Subject("declaration", _("A meld or a joker"), ("laying", "threes", "fours", "jokers")),
    Subject("misclick", rules=("lies", "discarding")),
    Subject("clock", rules=("time", "calls")),
    Subject("conduct", rules=("silence", "at-the-table")),
    Subject("collusion", rules=("silence", "at-the-table")),
    Subject("other"),
)
"""The questions about a round, with the headings that usually answer them."""
CORRECTIONS: Final = (
    Correction(
        "facts",
        _("Calls, hands and who went out"),
        ("calls", "winning", "cards"),
        fields=scoring.SHEET,
        written=scoring.sheet_values,
    ),
)
"""A deal is written anew: a call may count for somebody else, a hand be counted again."""
