"""The house rules of Kraken: every option of rules/kraken sections 1 and 2, and the presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine.kraken.options.counting import CountingOptions
from games.engine.kraken.options.playing import PlayingOptions
from games.engine.kraken.options.speaking import SpeakingOptions
from games.engine.options import Preset
from games.engine.words import gettext_noop as _


# A dataclass takes the fields of its last base first, so the options appear in the order of play.
@dataclass(frozen=True)
class Options(CountingOptions, PlayingOptions, SpeakingOptions):
    """One field an option: default, label, help, values. A new house rule is one field in one of these parts and the
    one function that obeys it; its default means "as before" (CONTRIBUTING, "A house rule")."""


DEAL_OF_THE_DAY: Final[Mapping[str, object]] = {
    "rounds": 4,
    "bonus_mode": "automatic",
    "stuk_mode": "automatic",
}
"""The options of the deal of the day. Roem and stuk count by themselves: a claim of a bot could be cut off by a quick
lead, and then the same cards would not lead to the same points."""
PRESETS: Final[Sequence[Preset]] = (
    Preset("kraken_text", _("Classic"), _("The Kraken rules as written: roem is claimed by hand."), {}),
    Preset(
        "g4a",
        _("Counts by itself"),
        _("Nobody calls roem or stuk: the table counts them. Spades count single."),
        {"bonus_mode": "automatic", "stuk_mode": "automatic", "double_spades": "off"},
    ),
    Preset(
        "klaverjas_nl",
        _("klaverjas.nl style"),
        _("Roem of a pair is counted together, krakens multiply the cards only, nines are worth 150."),
        {
            "multiplier_scope": "cards_only",
            "declarations_compare": "team_total",
            "declarations_tie": "both",
            "quads": "nines_150",
            "double_spades": "off",
        },
    ),
    Preset(
        "score_app",
        _("Score-pad style"),
        _("The makers must always have more; both sides write their own points."),
        {"must_beat": "declarers", "challenged_settlement": "both_score"},
    ),
)
