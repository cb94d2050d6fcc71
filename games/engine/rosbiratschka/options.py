"""The house rules of Rosbiratschka: every option of rules/rosbiratschka 2, and the presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from games.engine.options import Preset, option
from games.engine.words import gettext_noop as _

AVOIDING: Final = _("No tricks, no hearts, no jacks")
ENDS: Final = _("King of hearts, Hundred, Rosbiratschka")
LENGTH: Final = _("Length")


@dataclass(frozen=True)
class Options:
    """One field an option: default, label, help, values."""

    SETTLED: ClassVar[Mapping[str, str]] = {"avoid_scope": "all", "order": "fixed"}
    """Keys of the rules text with one value only: nothing to choose, but a record may name them."""

    slam: str = option(
        "minus8",
        group=AVOIDING,
        label=_("One player took everything"),
        help=_("All tricks, all hearts or all jacks in one hand."),
        values={"minus8": _("eight points off, the others nothing"), "off": _("counts like any other hand")},
    )
    king_stop: str = option(
        "after_trick",
        group=ENDS,
        label=_("The king of hearts ends the deal"),
        help=_("When its trick is complete, or once everybody can see who wins it. The score is the same."),
        values={"after_trick": _("after its trick"), "at_once": _("once its winner is certain")},
    )
    hundred_line: str = option(
        "exceed",
        group=ENDS,
        label=_("The lines 25, 50 and 100 are crossed"),
        help=_("Whether hitting a line exactly already costs."),
        values={"exceed": _("when the total is above"), "reach": _("when the total is reached")},
    )
    layout_choice: str = option(
        "extend_first",
        group=ENDS,
        label=_("Opening a new row"),
        help=_("Whether a jack may be placed while another card would fit."),
        values={"extend_first": _("only when no other card fits"), "free": _("whenever one likes")},
    )
    cycles: int = option(
        1,
        group=LENGTH,
        label=_("Times through the six contracts"),
        help=_("Once is six deals; after two everybody has dealt equally often."),
        lowest=1,
        highest=4,
    )


PRESETS: Sequence[Preset] = (
    Preset("classic", _("Classic"), _("Six deals, one of each contract."), {}),
    Preset("even", _("Even deals"), _("Twice through: everybody deals three times."), {"cycles": 2}),
    Preset(
        "free_rows",
        _("Free rows"),
        _("As in sevens: a jack may be placed at any time."),
        {"layout_choice": "free"},
    ),
)
