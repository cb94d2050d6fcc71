"""The house rules of Rosbiratschka that the compact form has taken into account. A new option or a new value of one is
added here together with the code that obeys it in this form; until then the readable bot plays where it is chosen."""

from __future__ import annotations

from typing import Final

from games.engine.bots.covered_options import Covered, covers
from games.engine.rosbiratschka.options import Options

COVERED: Final[Covered] = {
    "slam": ("minus8", "off"),
    "king_stop": ("after_trick", "at_once"),
    "hundred_line": ("exceed", "reach"),
    "layout_choice": ("extend_first", "free"),
    "cycles": range(1, 5),
}


def compact_covers(options: Options) -> bool:
    """Whether a deal of these options can be played in the compact form."""
    return covers(COVERED, options)
