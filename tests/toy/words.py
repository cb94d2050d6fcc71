"""Every word the toy game says on the screen. It is never offered in a club, so nothing is translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "said_keep": "keep",
    "said_throw": "throw",
    "said_out": "out",
    "role_captain": "Captain",
    "role_partner": "Partner",
    "choose_keep": "Keep",
    "choose_throw": "Throw",
    "choose_draw": "From the stock",
    "choose_take": "From the pile",
    "choose_meld": "Lay {first} to {last}",
    "choose_no_meld": "Lay nothing",
    "choose_card": "{card}",
    "choose_place": "{card} to the meld of {seat}",
    "meld_label": "Meld",
    "place_low": "in front",
    "place_high": "behind",
    "arrange_meld": "Lay melds",
    "arrange_group": "Meld {number}",
    "prompt_word": "Keep this deal or throw it?",
    "prompt_draw": "Take a card",
    "prompt_lay": "Lay melds",
    "prompt_discard": "Throw a card away",
    "prompt_deal": "The cards are being dealt.",
    "prompt_void": "Three wanted to throw: the cards are dealt again.",
    "prompt_closed": "Round {round} is written down.",
    "prompt_over": "The match is over.",
    "wait_word": "The others think about their word.",
    "wait_play": "{seat} to play",
    "laid": "Cards on the table in deal {deal}",
    "went_out": "{seat} went out in deal {deal}",
    "verdict": "{seat} and partner {points}, the others {others}",
}
