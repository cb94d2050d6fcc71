"""Forms of a new season and a new competition, and of the table rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.engine import registry
from games.engine.club import Tally
from games.engine.game import Game
from games.engine.options import Value, options_of
from games.league.draw import plays_in_pairs
from games.league.errors import SENTENCES, LeagueRefusal
from games.league.forms.options import RULE, OptionsForm, offer_by_game, usual_told
from games.league.models import SINGLE_PLAYERS, HouseRules, Season, Seating
from games.league.standings.rules import POINTS, rules_with

SEATING_HELP: Final = _(
    "By strength: those who stand next to one another in the standings sit at one table, the first at table 1; before "
    "the first evening lots decide."
)


class SeasonForm(forms.Form):
    """A new season, empty or made from an earlier one."""

    name = forms.CharField(label=_("Name"), max_length=60)
    copied = forms.ModelChoiceField(
        label=_("Copy competitions and players of"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=_("nothing, start empty"),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["copied"].queryset = club.seasons.all()
        if not club.seasons.exists():
            del self.fields["copied"]


class RulesForm(OptionsForm):
    """The table rules, one field each; the tallies of the game can decide between equal totals."""

    def __init__(self, *args: Any, tallies: tuple[Tally, ...] = (), **kwargs: Any) -> None:
        self.options_class = rules_with(tallies)
        super().__init__(*args, **kwargs)

    def cleaned_rules(self) -> dict[str, Value]:
        """The rules that differ from the usual ones; the points that were typed and the worth of an evening signed off,
        whatever they are, as a new competition has usual ones of its own."""
        typed = {name: self.cleaned_data.get(RULE + name) for name in (*POINTS, "announced")}
        return {
            **super().cleaned_rules(),
            **{name: said for name, said in typed.items() if said not in (None, "")},
        }


class CompetitionForm(RulesForm):
    """A new competition: what is played, how the evening is seated, how the table is made."""

    name = forms.CharField(label=_("Name"), max_length=60)
    house_rules = forms.ChoiceField(label=_("Game and house rules"))
    cards = forms.IntegerField(
        label=_("Rounds of cards at a table"),
        help_text=_("The club's own house rules say this themselves."),
        min_value=1,
        max_value=64,
        initial=16,
    )
    seating = forms.ChoiceField(
        label=_("How an evening is seated"), help_text=SEATING_HELP, choices=Seating.choices
    )
    size = forms.TypedChoiceField(
        label=_("Who is in the standings?"),
        choices=[(1, _("each player")), (2, _("fixed pairs")), (4, _("teams of four"))],
        coerce=int,
    )
    rounds = forms.IntegerField(
        label=_("Tables an evening for each player"), min_value=1, max_value=10, initial=3
    )
    at_table = forms.IntegerField(
        label=_("Players at a table"),
        help_text=_(
            "Left empty: four, or as many as the game needs. Where the number of players does not divide, "
            "some tables have one more or one less if the game allows it."
        ),
        min_value=2,
        max_value=10,
        required=False,
    )
    division = forms.IntegerField(label=_("Division"), min_value=1, max_value=20, initial=1)
    field_order = ["name", "house_rules", "cards", "seating", "size", "rounds", "at_table", "division"]

    def __init__(self, *args: Any, own: Sequence[HouseRules] = (), **kwargs: Any) -> None:
        tallies = {tally.key: tally for game in registry.GAMES for tally in game.tallies}
        super().__init__(*args, tallies=tuple(tallies.values()), **kwargs)
        offer_by_game(self.fields)
        for name in POINTS:
            field = self.fields[RULE + name]
            field.initial, field.widget.attrs["placeholder"] = None, ""
            field.help_text = format_lazy("{} {}", field.help_text, usual_told(name))
        self.fields[f"{RULE}announced"].initial = "own_average"
        self.own = {f"{each.game}:{each.pk}": each for each in own}
        self.fields["house_rules"].widget.attrs["data-chooses-game"] = ""
        presets = [
            (f"{game.key}:{preset.key}", f"{gettext(game.name)}: {gettext(preset.label)}")
            for game in registry.GAMES
            for preset in game.presets
        ]
        self.fields["house_rules"].choices = [*((key, str(each)) for key, each in self.own.items()), *presets]
        self.order_fields(self.field_order)

    def up_front(self) -> Iterator[BoundField]:
        """The fields that are always seen."""
        return (self[name] for name in self.field_order)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        alone = cleaned.get("size") == 1
        if "seating" in cleaned and alone != (cleaned["seating"] in SINGLE_PLAYERS):
            self.add_error("size", SENTENCES[LeagueRefusal.SINGLE_PLAYERS_ROTATE])
        if "house_rules" in cleaned:
            self._check_for_game(registry.game(self.game()), cleaned)
        return cleaned

    def _check_for_game(self, game: Game[Any], cleaned: Mapping[str, Any]) -> None:
        """Say what this game is not played like: with pairs, by so many, decided by a tally of another game."""
        if cleaned.get("size", 1) != 1 and not plays_in_pairs(game, game.Options()):
            self.add_error("size", SENTENCES[LeagueRefusal.NO_PARTNERS])
        if cleaned.get("at_table") and cleaned["at_table"] not in game.seats:
            self.add_error("at_table", SENTENCES[LeagueRefusal.NOT_SO_MANY])
        if self.preset() is None and cleaned.get("cards"):
            self._check_rounds(game, cleaned["cards"])
        known = rules_with(tuple(game.tallies))
        for described in options_of(known):
            said = cleaned.get(RULE + described.name)
            if described.name.startswith("tie_") and said and said not in described.values:
                self.add_error(RULE + described.name, _("That is not counted in this game."))

    def _check_rounds(self, game: Game[Any], rounds: int) -> None:
        """Say how many rounds a match of this game has, where it cannot have so many."""
        for described in options_of(game.Options):
            if described.name != "rounds" or described.offered_from is None or described.highest is None:
                continue
            if not described.offered_from <= rounds <= described.highest:
                said = gettext(
                    "A match of this game has at least {least} and at most {most} rounds of cards."
                )
                self.add_error("cards", said.format(least=described.offered_from, most=described.highest))

    def game(self) -> str:
        """The key of the game chosen."""
        return str(self.cleaned_data["house_rules"]).partition(":")[0]

    def preset(self) -> HouseRules | None:
        """The version of the club's house rules that was chosen."""
        return self.own.get(self.cleaned_data["house_rules"])

    def options(self) -> dict[str, Value]:
        """The house rules chosen; with the number of rounds where the game has one and the rules are not the club's."""
        if (own := self.preset()) is not None:
            return dict(own.options)
        game = registry.game(self.game())
        key = str(self.cleaned_data["house_rules"]).partition(":")[2]
        values: dict[str, Value] = dict(next(preset for preset in game.presets if preset.key == key).values)
        if any(described.name == "rounds" for described in options_of(game.Options)):
            values["rounds"] = self.cleaned_data["cards"]
        return values
