"""Games and their house rules in words, for reading only: names of games, their options, the rule card of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from games.engine import registry
from games.engine.game import progress_at_start
from games.engine.options import Option, Value, fixed_rules, matters, options_of, read_options
from games.engine_words import minus


@dataclass(frozen=True, slots=True)
class Rule:
    """One option as the table plays it. `differs` is whether that is not the usual way."""

    label: str
    help: str
    value: str
    differs: bool


def rule_card(game: str, options: Mapping[str, Value], *, on_paper: bool = False) -> dict[str, list[Rule]]:
    """Every rule that matters at the table by group, in the reader's language, and those that are the same at all.

    `options` are those that differ from the defaults. `on_paper`: with real cards, so without the rules of phones.
    """
    found = registry.game(game)
    stored = read_options(found.Options, options)
    card: dict[str, list[Rule]] = {}
    for option in options_of(found.Options):
        if not matters(option, stored) or (on_paper and option.on_phones):
            continue
        value = getattr(stored, option.name)
        rule = Rule(
            label=gettext(option.label),
            help=gettext(option.help),
            value=value_in_words(option, value),
            differs=value != option.default,
        )
        card.setdefault(gettext(option.group), []).append(rule)
    for fixed in fixed_rules(found.Options):
        rule = Rule(label=gettext(fixed.label), help="", value=gettext(fixed.value), differs=False)
        card.setdefault(gettext(fixed.group), []).append(rule)
    return card


def words_explained(game: str) -> tuple[str, ...]:
    """What the words of the game mean that a newcomer does not know, a sentence each, in the reader's language."""
    explaining = ("means_", "term_")
    sentences = [words for code, words in registry.game(game).words.items() if code.startswith(explaining)]
    return tuple(dict.fromkeys(gettext(words) for words in sentences))


@dataclass(frozen=True, slots=True)
class Choosable:
    """An option of a game as its rules page describes it: the usual value, and the `others` a club can choose, in words
    ("1 to 30" for a number). `when` names the options that decide whether it matters."""

    label: str
    help: str
    usual: str
    others: tuple[str, ...]
    when: tuple[str, ...]


def house_rules(game: str) -> dict[str, list[Choosable]]:
    """Every option of a game by group, in the reader's language, from the options themselves."""
    options = options_of(registry.game(game).Options)
    labels = {option.name: gettext(option.label) for option in options}
    described: dict[str, list[Choosable]] = {}
    for option in options:
        others = tuple(gettext(words) for value, words in option.values.items() if value != option.default)
        if not option.values:
            lowest = option.lowest if option.offered_from is None else option.offered_from
            others = (gettext("%(lowest)s to %(highest)s") % {"lowest": lowest, "highest": option.highest},)
        described.setdefault(gettext(option.group), []).append(
            Choosable(
                label=labels[option.name],
                help=gettext(option.help),
                usual=value_in_words(option, option.default),
                others=others,
                when=tuple(labels[name] for name in option.when),
            )
        )
    return described


def preset_choices(game: str) -> list[tuple[str, str, str]]:
    """The named sets of house rules of a game: key, what it is called, and how it differs from the others in a line.
    Raises MalformedAction(unknown_game)."""
    return [(each.key, gettext(each.label), gettext(each.help)) for each in registry.game(game).presets]


def value_in_words(option: Option, value: Value) -> str:
    """The value in words; several values between semicolons, or that it is all of them."""
    if isinstance(value, tuple):
        if value == option.default:
            return gettext("all")
        return "; ".join([gettext(option.values[one]) for one in value])
    return gettext(option.values[value]) if option.values else minus(value)


def game_name(game: str) -> str:
    """The translated name of the game. Raises MalformedAction(unknown_game)."""
    return gettext(registry.game(game).name)


FIRST: Final = "first"
"""The key of the preset for a first game."""
ALONE: Final = "alone"
"""The key of the preset for a table that one tap opens against bots."""


def preset_options(game: str, key: str) -> Mapping[str, Value]:
    """The options of a preset of a game, none where the game has no such preset."""
    return next((preset.values for preset in registry.game(game).presets if preset.key == key), {})


def options_alone(game: str, *, first: bool = False) -> Mapping[str, Value]:
    """The house rules of a table that one tap opens against bots: the preset ALONE, or FIRST for a `first` game where
    the game has one."""
    return (preset_options(game, FIRST) if first else {}) or preset_options(game, ALONE)


def lengths_of_games(game: str) -> tuple[str, str]:
    """What the presets say of a first game and of one by the usual rules; "" where a first game is no other."""
    presets = registry.game(game).presets
    first = next((preset.help for preset in presets if preset.key == FIRST), "")
    return (gettext(first), gettext(presets[0].help)) if first else ("", "")


def game_summary(game: str) -> str:
    """One sentence about the game. Raises MalformedAction(unknown_game)."""
    return gettext(registry.game(game).summary)


def names_of_games() -> dict[str, str]:
    """Every game there is: key and what it is called, the first one first."""
    return {found.key: gettext(found.name) for found in registry.GAMES}


def summaries() -> list[tuple[str, str]]:
    """The name of every game and one sentence about it, the first one first."""
    return [(gettext(found.name), gettext(found.summary)) for found in registry.GAMES]


def has_partners(game: str) -> bool:
    """Whether seats of a game play together from the first deal on."""
    found = registry.game(game)
    sides = progress_at_start(found, found.Options(), max(found.seats)).sides
    return len(set(sides)) < len(sides)


def preset_name(game: str, options: Mapping[str, Value]) -> str:
    """The name of the preset a table plays, or "" when its options are its own mixture."""
    for preset in registry.game(game).presets:
        if dict(preset.values) == dict(options):
            return gettext(preset.label)
    return ""
