"""The rule card: the options of a table in words, for reading only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from games.engine import registry
from games.engine.options import Value, matters, options_of, read_options


@dataclass(frozen=True, slots=True)
class Rule:
    """One option as the table plays it. `differs` is whether that is not the usual way."""

    label: str
    help: str
    value: str
    differs: bool


def rule_card(game: str, options: Mapping[str, Value]) -> dict[str, list[Rule]]:
    """Every rule that matters at the table by group, in the reader's language.

    `options` are those that differ from the defaults.
    """
    found = registry.game(game)
    stored = read_options(found.Options, options)
    card: dict[str, list[Rule]] = {}
    for option in options_of(found.Options):
        if not matters(option, stored):
            continue
        value = getattr(stored, option.name)
        rule = Rule(
            label=gettext(option.label),
            help=gettext(option.help),
            value=gettext(option.values[value]) if option.values else str(value),
            differs=value != option.default,
        )
        card.setdefault(gettext(option.group), []).append(rule)
    return card


def game_name(game: str) -> str:
    """What the game is called. Raises MalformedAction(unknown_game)."""
    return gettext(registry.game(game).name)


def games() -> dict[str, str]:
    """Every game there is: key and what it is called, the first one first."""
    return {found.key: gettext(found.name) for found in registry.GAMES}


def has_partners(game: str) -> bool:
    """Whether seats of a game play together from the first deal on."""
    found = registry.game(game)
    sides = found.progress(found.start(found.Options(), max(found.seats))).sides
    return len(set(sides)) < len(sides)


def style_name(game: str, options: Mapping[str, Value]) -> str:
    """The name of the preset a table plays, or "" when its options are its own mixture."""
    for preset in registry.game(game).presets:
        if dict(preset.values) == dict(options):
            return gettext(preset.label)
    return ""
