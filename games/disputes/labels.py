"""Texts for kinds of ruling, their effects and values of the audit trail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.disputes.models import CaseKind, State
from games.disputes.rulings import Part, RulingKind
from games.table.screen.narration import People

KINDS: Final[Mapping[RulingKind, tuple[str, str]]] = {
    RulingKind.STANDS: (_("The result stands"), _("Nothing changes.")),
    RulingKind.UPHELD: (_("The first ruling stands"), _("The appeal changes nothing.")),
    RulingKind.BONUS: (
        _("Roem or stuk counts"),
        _("Points are added to a side and the round is scored again."),
    ),
    RulingKind.DECLARATION: (
        _("A declaration counts"),
        _("Points are added to a side and the round is scored again."),
    ),
    RulingKind.MULTIPLIER: (_("Another multiplier"), _("The round is scored again as ×1, ×2, ×4 or ×8.")),
    RulingKind.COUNT: (_("The cards are counted again"), _("Card points of both sides; scored again.")),
    RulingKind.REVOKE: (
        _("A suit was not followed"),
        _("The round is scored as the rules say for a revoke."),
    ),
    RulingKind.ASSIGNED: (_("Another result"), _("You say what each side gets.")),
    RulingKind.AVERAGE: (
        _("Average"),
        _("Each side gets the mean of its other rounds, and a margin if you wish."),
    ),
    RulingKind.FORFEIT: (_("Forfeit"), _("One side gets nothing, the other what you say.")),
    RulingKind.VOID: (_("Void"), _("The round is left out.")),
    RulingKind.REPLAY: (
        _("Played again"),
        _("The round is left out, and the same people play it once more at a table of its own."),
    ),
    RulingKind.PENALTY: (_("Penalty or credit"), _("For one player; the round itself stands.")),
    RulingKind.SPLIT: (_("Split"), _("The two sides get different things.")),
}
"""Name and description of each kind of ruling."""
PARTS: Final[Mapping[Part, str]] = {
    Part.STANDS: _("its result stands"),
    Part.ASSIGNED: _("the points named below"),
    Part.AVERAGE: _("its average, with the margin named below"),
    Part.NOTHING: _("nothing"),
}

REMINDED: Final = "replay_reminded"


def trail_value(value: str, what: str = "") -> str:
    """The before or after of a trail line for display: states and kinds by name, the days of a reminder, else as is."""
    if what == REMINDED and value.isdigit():
        return ngettext("after {count} day", "after {count} days", int(value)).format(count=value)
    for names in (State, CaseKind):
        if value in names.values:
            return str(names(value).label)
    return value


def kind_name(kind: str) -> str:
    """The name of a kind of ruling."""
    return gettext(KINDS[RulingKind(kind)][0])


def kind_help(kind: str) -> str:
    """The description of a kind of ruling."""
    return gettext(KINDS[RulingKind(kind)][1])


def signed(points: int) -> str:
    """Points with their sign: "+40", "−40", "0"."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def effect_in_words(effect: Mapping[str, Any], people: People) -> tuple[str, ...]:
    """The effect of a ruling, one line per side or player; `effect` as stored in `Ruling`, `people` with the sides of
    that round."""
    lines = []
    if effect.get("void") is True:
        lines.append(gettext("The round is left out."))
    if effect.get("void") is False:
        lines.append(gettext("The round counts again."))
    for words, points in (
        *_of_sides(effect.get("points") or (), people),
        *zip(people.names, effect.get("seats") or (), strict=False),
    ):
        if points:
            lines.append(f"{words}: {signed(points)}")
    return tuple(lines) or (gettext("No points change."),)


def _of_sides(points: Sequence[int], people: People) -> list[tuple[str, int]]:
    """Points per seat under the names of whole sides; under single names where a side's seats differ."""
    lines = []
    for side, name in enumerate(people.sides):
        seats = [seat for seat, of_seat in enumerate(people.seat_sides) if of_seat == side]
        given = [points[seat] for seat in seats if seat < len(points)]
        if len(set(given)) == 1:
            lines.append((name, given[0]))
        else:
            lines += [(people.names[seat], each) for seat, each in zip(seats, given, strict=False)]
    return lines
