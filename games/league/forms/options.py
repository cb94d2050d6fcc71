"""Options of any kind as a form: one field each, folded by group, all with the value that holds now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import registry
from games.engine.game import Game
from games.engine.options import Option, Value, changed_options, options_of, read_options
from games.league.standings.rules import EVENING, usual_points
from games.table.lobby.forms import option_field, typed

RULE: Final = "rule-"


class ChoicesOfGames(forms.Select):
    """A choice of which some values belong to games: `games` are the keys of those games by value. Such an option says
    them, and a script offers those of the game chosen on the page."""

    def __init__(self, *args: Any, games: Mapping[str, Sequence[str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """As every choice, with the keys of the games in `data-games`."""
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if of_games := self.games.get(str(value)):
            option["attrs"]["data-games"] = " ".join(of_games)
        return option


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Options that are folded together."""

    label: str
    fields: tuple[BoundField, ...]
    open: bool


class OptionsForm(forms.Form):
    """The fields of an options class, those of `left_out` excepted."""

    options_class: type[Any]
    left_out: tuple[str, ...] = ()

    def __init__(self, *args: Any, rules: Mapping[str, Value] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        current = read_options(self.options_class, rules or {})
        for described in self.described():
            field = option_field(described)
            field.initial = getattr(current, described.name)
            if isinstance(field, forms.ChoiceField):
                field.choices = [choice for choice in field.choices if choice[0]]
            self.fields[RULE + described.name] = field

    def described(self) -> tuple[Option, ...]:
        """The options that have a field."""
        return tuple(each for each in options_of(self.options_class) if each.name not in self.left_out)

    def groups(self) -> Iterator[RuleGroup]:
        """The options by group, in the order they are written."""
        found: dict[str, list[BoundField]] = {}
        for described in self.described():
            found.setdefault(described.group, []).append(self[RULE + described.name])
        for label, fields in found.items():
            yield RuleGroup(gettext(label), tuple(fields), any(field.errors for field in fields))

    def cleaned_rules(self) -> dict[str, Value]:
        """The options that differ from the usual ones."""
        values = {
            described.name: typed(described, said)
            for described in self.described()
            if (said := self.cleaned_data.get(RULE + described.name)) not in (None, "", [])
        }
        return changed_options(read_options(self.options_class, values))


class HouseRulesForm(OptionsForm):
    """Every option of a game, as the club plays it."""

    def __init__(self, *args: Any, game: str, named: str = "", **kwargs: Any) -> None:
        """`named`: the next version of these house rules. Raises MalformedAction(unknown_game)."""
        self.options_class = registry.game(game).Options
        super().__init__(*args, **kwargs)
        if not named:
            self.fields["name"] = forms.CharField(label=_("What the club calls them"), max_length=60)


def usual_told(rule: str) -> str:
    """The worth of empty points, in numbers: those usual for each game on an evening of three tables."""
    usual = {
        game.name: usual_points(game.defaults(game.Options()), tables=EVENING, counting="points")[rule]
        for game in registry.GAMES
    }
    told = ", ".join(f"{gettext(name)} {points}" for name, points in usual.items())
    return gettext("Left empty: as usual for the game ({points}; shorter matches and evenings less).").format(
        points=told
    )


def offer_by_game(fields: Mapping[str, forms.Field]) -> None:
    """Let what decides between equal totals say of each tally in whose games it is counted, to people and to the
    script of `ChoicesOfGames`."""
    counted: dict[str, list[Game[Any]]] = {}
    for game in registry.GAMES:
        for tally in game.tallies:
            counted.setdefault(tally.key, []).append(game)
    keys = {tally: [game.key for game in games] for tally, games in counted.items()}
    names = {tally: ", ".join(gettext(game.name) for game in games) for tally, games in counted.items()}
    for name, field in fields.items():
        if not name.startswith(f"{RULE}tie_") or not isinstance(field, forms.ChoiceField):
            continue
        choices = [(key, f"{said} ({names[key]})" if key in names else said) for key, said in field.choices]
        field.widget = ChoicesOfGames(games=keys)
        field.choices = choices
