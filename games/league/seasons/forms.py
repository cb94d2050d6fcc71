"""Forms of rules, seasons, competitions and entrants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.forms.widgets import ChoiceWidget
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import RowsField
from accounts.mentions import HELP_KEPT_AS_TYPED
from accounts.models import Club, Player
from games.engine import registry
from games.engine.club import Tally
from games.engine.game import Game
from games.engine.options import Option, Value, changed_options, options_of, read_options
from games.engine_words import points_text
from games.league.draw import plays_in_pairs
from games.league.errors import LeagueRefusal
from games.league.models import SINGLE_PLAYERS, Competition, HouseRules, Season, Seating
from games.league.models.evenings import MAX_REASON_LENGTH
from games.league.standings.rules import (
    BY_COUNTING,
    BY_PLACE,
    POINTS,
    SAME_CARDS,
    TABLES_OF_EVENING,
    CompetitionRules,
    rules_with,
    usual_order,
    usual_points,
)
from games.table.lobby.forms import option_field, option_value

# Options of any kind as a form: one field each, folded by group, all with the value that holds now.

RULE: Final = "rule-"


class OfGames(ChoiceWidget):
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


class ChoicesOfGames(OfGames, forms.Select):
    """Such a choice from a list."""


class ButtonsOfGames(OfGames, forms.RadioSelect):
    """Such a choice with every value in sight."""


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Options that are folded together; `short` says the values of some in a line."""

    label: str
    fields: tuple[BoundField, ...]
    open: bool
    short: str = ""


class OptionsForm(forms.Form):
    """The fields of an options class, those of `left_out` excepted."""

    options_class: type[Any]
    left_out: tuple[str, ...] = ()

    def __init__(self, *args: Any, rules: Mapping[str, Value] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        current = read_options(self.options_class, rules or {})
        for described in self.options_shown():
            field = option_field(described)
            field.initial = getattr(current, described.name)
            if isinstance(field, forms.ChoiceField):
                field.choices = [choice for choice in field.choices if choice[0]]
            self.fields[RULE + described.name] = field

    def options_shown(self) -> tuple[Option, ...]:
        """The options that have a field."""
        return tuple(each for each in options_of(self.options_class) if each.name not in self.left_out)

    def groups(self) -> Iterator[RuleGroup]:
        """The options by group, in the order they are written."""
        found: dict[str, list[BoundField]] = {}
        for described in self.options_shown():
            found.setdefault(described.group, []).append(self[RULE + described.name])
        for label, fields in found.items():
            yield RuleGroup(gettext(label), tuple(fields), any(field.errors for field in fields))

    def cleaned_rules(self) -> dict[str, Value]:
        """The options that differ from the usual ones."""
        values = {
            described.name: option_value(described, cell)
            for described in self.options_shown()
            if (cell := self.cleaned_data.get(RULE + described.name)) not in (None, "", [])
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


def usual_worths_sentence(rule: str) -> str:
    """The worth of empty points, in numbers: those usual for each game on an evening of three tables."""
    worths = ", ".join(f"{game} {points}" for game, points in usual_worths(rule))
    return gettext("Left empty: as usual for the game ({points}; shorter matches and evenings less).").format(
        points=worths
    )


def usual_worths(rule: str) -> Sequence[tuple[str, str]]:
    """The points usual for a rule in each game, by its name, on an evening of three tables."""
    usual = [
        (game, usual_points(game.defaults(game.Options()), tables=TABLES_OF_EVENING, counting="points")[rule])
        for game in registry.GAMES
    ]
    return [(gettext(game.name), points_text(points)) for game, points in usual]


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
        choices = [
            (key, f"{label} ({names[key]})" if key in names else label) for key, label in field.choices
        ]
        field.widget = ChoicesOfGames(games=keys)
        field.choices = choices


COUNTING_FIELD: Final = f"{RULE}counting"
MOVEMENT: Final = f"{RULE}movement"


def why_not_compared(game: Game[Any], house_options: Any) -> str | None:
    """Why the tables of a competition cannot be compared by the same cards, in a sentence or two; None where they
    can."""
    why = game.not_comparable(house_options)
    if why is not None:
        return gettext(LeagueRefusal.CARDS_DIFFER.sentence).format(why=gettext(why))
    fixed = game.planned_rounds(house_options, game.seats[0]) is not None
    return None if fixed else gettext(LeagueRefusal.NOT_COMPARABLE.sentence)


def offer_countings(field: forms.ChoiceField) -> None:
    """Let the choice of what the standings add up offer the same cards only for games that can be compared so, and say
    of the others why they cannot. All choices are in sight: with the same cards is another evening."""
    reasons = {game: game.not_comparable(game.Options()) for game in registry.GAMES}
    compared = [game.key for game, why in reasons.items() if why is None]
    in_pairs = [game.key for game in registry.GAMES if plays_in_pairs(game, game.Options())]
    games = {each: in_pairs if each == "scale" else compared for each in SAME_CARDS}
    choices = list(field.choices)
    field.widget = ButtonsOfGames(games=games)
    field.choices = choices
    not_for = " ".join(
        gettext("Not with the same cards: {game}. {why}").format(game=gettext(game.name), why=gettext(why))
        for game, why in reasons.items()
        if why is not None
    )
    field.help_text = format_lazy("{} {}", field.help_text, not_for)


# Rules that mean something with one choice of another rule only.

ONLY_WITH: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "scale_from": ("counting", ("scale",)),
    "movement": ("counting", ("matchpoints", "difference")),
    "deals_for_place": ("counting", ("matchpoints", "difference", "scale")),
    **dict.fromkeys(("win", "draw", "loss", "waiting_place", *BY_PLACE), ("counting", ("wins",))),
    "waiting": ("counting", ("points",)),
    "waiting_points": ("waiting", ("fixed",)),
    "announced_points": ("announced", ("fixed",)),
    **dict.fromkeys(
        ("absence_first", "absence_second", "absence_third", "absence_later"), ("announced", ("own_falling",))
    ),
    "walkover_points": ("counting", ("points",)),
    "broken_off": ("counting", ("points", "wins")),
    "compensation": ("broken_off", ("compensate",)),
    "own_rounds": ("counting", ("matchpoints", "difference", "scale")),
}
"""The choices with which a rule means something: the other rule, and what is chosen there. Without scripts all are
shown."""


def mark_conditional_fields(fields: Mapping[str, forms.Field]) -> None:
    """Let the fields of `ONLY_WITH` say in the page with which choice they are shown."""
    for name, (other, choices) in ONLY_WITH.items():
        attributes = fields[RULE + name].widget.attrs
        attributes["data-only-with"], attributes["data-only-as"] = RULE + other, " ".join(choices)


# Forms of a new season and a new competition, and of its rules.

SEATING_HELP: Final = _(
    "With another partner every round nobody has the same twice while that can be avoided, and the same people sit at "
    "one table as seldom as can be. By strength: those who stand next to one another in the standings sit at one "
    "table, the first at table 1; before the first evening lots decide."
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
    """The rules of a competition, one field each; the tallies of the game can decide between equal totals."""

    def __init__(
        self,
        *args: Any,
        tallies: tuple[Tally, ...] = (),
        competition: Competition | None = None,
        **kwargs: Any,
    ) -> None:
        """`competition` is the one whose rules they are: the same cards are only offered where its house rules allow
        them, and otherwise it is said why not."""
        self.options_class = rules_with(tallies)
        super().__init__(*args, **kwargs)
        mark_conditional_fields(self.fields)
        if competition is not None:
            self._offer_countings(competition)

    def _offer_countings(self, competition: Competition) -> None:
        field = self.fields[COUNTING_FIELD]
        why = why_not_compared(competition.the_game, competition.house_options)
        left_out = SAME_CARDS if why is not None else ()
        if not plays_in_pairs(competition.the_game, competition.house_options):
            left_out = (*left_out, "scale")
        field.choices = [choice for choice in field.choices if choice[0] not in left_out]
        if why is not None:
            field.help_text = why

    def cleaned_rules(self) -> dict[str, Value]:
        """The rules that differ from the usual ones; the points that were typed and the worth of an evening signed off,
        whatever they are, as a new competition has usual ones of its own."""
        typed = {name: self.cleaned_data.get(RULE + name) for name in (*POINTS, "announced")}
        return {
            **super().cleaned_rules(),
            **{name: cell for name, cell in typed.items() if cell not in (None, "")},
        }


CARDS: Final = f"{RULE}cards"
"""Whether the tables are played on phones or with real cards: the first thing a club that plays on paper looks for."""


OF_LENGTH: Final = ("cards", "rounds", "at_table", "division")
"""The fields of a new competition about how long an evening and how large a table is."""
RULES_IN_SHORT: Final = frozenset(
    {
        "waiting",
        "waiting_place",
        "announced",
        "substitute",
        "pace",
        "grace_minutes",
        "talk",
        "undo",
        "tie_first",
        "tie_second",
        "minimum_evenings",
        "promotion",
    }
)
"""The rules whose values stand in the line of their group while it is folded (`RuleGroup.short`)."""


class CompetitionForm(RulesForm):
    """A new competition: what is played, how the evening is seated, how the table is made."""

    name = forms.CharField(label=_("Name"), max_length=60)
    house_rules = forms.ChoiceField(label=_("Game and house rules"))
    cards = forms.IntegerField(
        label=_("Rounds of cards at a table"),
        help_text=_(
            "The club's own house rules say this themselves. With the same cards at every table: the deals of a round."
        ),
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
    division = forms.IntegerField(
        label=_("Division"),
        help_text=_("Only where the club has several, one above the other: 1 is the highest."),
        min_value=1,
        max_value=20,
        initial=1,
    )
    field_order = ["name", "house_rules", "cards", "size", "seating", "rounds", "at_table", "division"]

    def __init__(
        self, *args: Any, own: Sequence[HouseRules] = (), season: Season | None = None, **kwargs: Any
    ) -> None:
        """`own` are the club's house rules; the first competition of a `season` is not asked for its division."""
        tallies = {tally.key: tally for game in registry.GAMES for tally in game.tallies}
        super().__init__(*args, tallies=tuple(tallies.values()), **kwargs)
        offer_by_game(self.fields)
        offer_countings(self.fields[COUNTING_FIELD])
        for name in POINTS:
            field = self.fields[RULE + name]
            field.initial, field.widget.attrs["placeholder"] = None, ""
            field.help_text = format_lazy("{} {}", field.help_text, usual_worths_sentence(name))
        for name in BY_COUNTING:
            field = self.fields[RULE + name]
            field.choices = [("", _("as usual for what counts")), *field.choices]
            field.initial = ""
        self.fields[f"{RULE}announced"].initial = "own_average"
        self.own = {f"{each.game}:{each.pk}": each for each in own}
        self.fields["house_rules"].widget.attrs["data-chooses-game"] = ""
        self.fields["size"].widget.attrs["data-seats-alone"] = " ".join(SINGLE_PLAYERS)
        presets = [
            (f"{game.key}:{preset.key}", f"{gettext(game.name)}: {gettext(preset.label)}")
            for game in registry.GAMES
            for preset in game.presets
        ]
        self.fields["house_rules"].choices = [*((key, str(each)) for key, each in self.own.items()), *presets]
        if season is not None and not season.competitions.exists():
            del self.fields["division"]
        self.order_fields(self.field_order)

    def up_front(self) -> Iterator[BoundField]:
        """The fields that are always seen: what every club says of its competition."""
        return (
            self[each] for each in ("name", "house_rules", CARDS, "size", "seating", COUNTING_FIELD, MOVEMENT)
        )

    def cleaned_rules(self) -> dict[str, Value]:
        """As of `RulesForm`, with what was chosen where the usual choice hangs on what counts."""
        chosen = {name: self.cleaned_data.get(RULE + name) for name in BY_COUNTING}
        return {**super().cleaned_rules(), **{name: cell for name, cell in chosen.items() if cell}}

    @staticmethod
    def preset_summaries() -> list[tuple[str, str]]:
        """The presets of every game as the choice calls them, and how each differs from the others in a line."""
        return [
            (f"{gettext(game.name)}: {gettext(preset.label)}", gettext(preset.help))
            for game in registry.GAMES
            for preset in game.presets
        ]

    def groups(self) -> Iterator[RuleGroup]:
        """Length and size of an evening, then the other rules by group, with what holds of each in a line."""
        fields = tuple(self[each] for each in OF_LENGTH if each in self.fields)
        yield RuleGroup(
            gettext("Rounds and tables"),
            fields,
            any(field.errors for field in fields),
            self._length_in_short(),
        )
        for group in super().groups():
            fields = tuple(
                field for field in group.fields if field.name not in (CARDS, COUNTING_FIELD, MOVEMENT)
            )
            in_line = [
                field
                for field in fields
                if field.name.removeprefix(RULE) in RULES_IN_SHORT and self._holds(field)
            ]
            short = "; ".join(f"{field.label}: {self._value(field)}" for field in in_line)
            yield RuleGroup(group.label, fields, any(field.errors for field in fields), short)

    def _length_in_short(self) -> str:
        cards, tables = (self[each].value() or "–" for each in ("cards", "rounds"))
        if self._chosen("counting") in SAME_CARDS:
            sentence = gettext("{cards} deals at a table, {tables} tables an evening")
        else:
            sentence = gettext("{cards} rounds of cards at a table, {tables} tables an evening")
        return sentence.format(cards=cards, tables=tables)

    def _holds(self, field: BoundField) -> bool:
        """Whether the rule of the field means something by what is chosen so far (`ONLY_WITH`)."""
        rule = field.name.removeprefix(RULE)
        if rule not in ONLY_WITH:
            return True
        other, choices = ONLY_WITH[rule]
        return self._chosen(other) in choices

    def _value(self, field: BoundField) -> str:
        """What a rule is, in words."""
        rule = field.name.removeprefix(RULE)
        if isinstance(field.field, forms.ChoiceField):
            return self._choice(rule, usual=usual_order(self._chosen("counting")).get(rule, ""))
        return str(field.value() or gettext("none"))

    def in_short(self) -> Sequence[tuple[str, str]]:
        """What decides by what is chosen so far: what counts, how places and equals are found, waiting, walkovers, both
        ways to be absent."""
        chosen = {rule: self._chosen(rule) for rule in ("counting", "waiting", "announced", "attendance")}
        idle = CompetitionRules(**chosen).idle(sides=2)
        lines = [(gettext("What counts"), self._choice("counting"))]
        without_table = gettext("Who has no table in a round")
        if "waiting" not in idle:
            lines.append((without_table, self._choice("waiting", fixed="waiting_points")))
        elif "waiting_place" not in idle:
            lines.append((without_table, self._choice("waiting_place")))
        else:
            lines.append((without_table, gettext("the mean of the deals played")))
        if not CompetitionRules(**chosen).same_cards:
            walkover = gettext("a win") if "walkover_points" in idle else self._points("walkover_points")
            lines.append((gettext("Who came, while others at the table did not: walkover"), walkover))
        lines.append((gettext("Who signed off in time"), self._choice("announced", fixed="announced_points")))
        absent = gettext("nothing; where low is better, the worst of the evening")
        if chosen["attendance"] == "free":
            absent = self._choice("attendance")
        lines.append((gettext("Who did not come and said nothing"), absent))
        usual = usual_order(chosen["counting"])
        order = {name: self._choice(name, usual=value) for name, value in usual.items()}
        lines.append((gettext("Places go by"), order["ranking"]))
        equals = gettext("{first}, then {second}").format(
            first=order["tie_first"], second=order["tie_second"]
        )
        return (*lines, (gettext("Equal totals are decided by"), equals))

    def _chosen(self, rule: str) -> str:
        """The choice of a rule so far; what is none of its choices is taken for the usual one."""
        field, choice = self.fields[RULE + rule], self[RULE + rule].value()
        return str(choice if choice in dict(field.choices) else field.initial)

    def _choice(self, rule: str, *, fixed: str = "", usual: str = "") -> str:
        """The choice of a rule in words, `usual` where nothing is chosen; where that is a fixed number of points, with
        those of the rule `fixed`."""
        chosen = self._chosen(rule) or usual
        words = str(dict(self.fields[RULE + rule].choices)[chosen])
        return f"{words}: {self._points(fixed)}" if fixed and chosen == "fixed" else words

    def _points(self, rule: str) -> str:
        """The points typed for a rule, else those usual for the game and the rounds chosen."""
        self.is_valid()  # reads what is chosen, also where something else is still missing
        cleaned = self.cleaned_data if self.is_bound else {}
        if (typed := cleaned.get(RULE + rule)) is not None:
            return points_text(typed)
        if not {"house_rules", "cards", "rounds"} <= cleaned.keys():
            return ", ".join(f"{game} {worth}" for game, worth in usual_worths(rule))
        game = registry.game(self.game())
        defaults = game.defaults(read_options(game.Options, self.options()))
        usual = usual_points(defaults, tables=cleaned["rounds"], counting=self._chosen("counting"))
        return points_text(usual[rule])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        alone = cleaned.get("size") == 1
        if "seating" in cleaned and alone != (cleaned["seating"] in SINGLE_PLAYERS):
            self.add_error("seating", gettext(LeagueRefusal.SINGLE_PLAYERS_ROTATE.sentence))
        if "house_rules" in cleaned:
            self._check_for_game(registry.game(self.game()), cleaned)
        return cleaned

    def _check_for_game(self, game: Game[Any], cleaned: Mapping[str, Any]) -> None:
        """Say what this game is not played like: with pairs, by so many, decided by a tally of another game."""
        if cleaned.get("size", 1) != 1 and not plays_in_pairs(game, game.Options()):
            self.add_error("size", gettext(LeagueRefusal.NO_PARTNERS.sentence))
        if cleaned.get("at_table") and cleaned["at_table"] not in game.seats:
            self.add_error("at_table", gettext(LeagueRefusal.NOT_SO_MANY.sentence))
        if self.preset() is None and cleaned.get("cards"):
            self._check_rounds(game, cleaned["cards"], same_cards=cleaned.get(COUNTING_FIELD) in SAME_CARDS)
        known = rules_with(tuple(game.tallies))
        for described in options_of(known):
            choice = cleaned.get(RULE + described.name)
            if described.name.startswith("tie_") and choice and choice not in described.values:
                self.add_error(RULE + described.name, _("That is not counted in this game."))
        if cleaned.get(COUNTING_FIELD) in SAME_CARDS and not self.errors:
            why = why_not_compared(game, read_options(game.Options, self.options()))
            if why is not None:
                self.add_error(COUNTING_FIELD, why)

    def _check_rounds(self, game: Game[Any], rounds: int, *, same_cards: bool) -> None:
        """Say how many rounds a match of this game has, where it cannot have so many. With the same cards two or three
        deals at a table are usual, as in bridge: there a match may be as short as the game can play it."""
        for described in options_of(game.Options):
            least = described.lowest if same_cards else described.offered_from
            if described.name != "rounds" or least is None or described.highest is None:
                continue
            if not least <= rounds <= described.highest:
                sentence = gettext(
                    "A match of this game has at least {least} and at most {most} rounds of cards."
                )
                self.add_error("cards", sentence.format(least=least, most=described.highest))

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


# Forms about one entrant of a competition: letting it take part, correcting its points.


class EntrantForm(forms.Form):
    """Let players of the club take part: single players one by one or many at once, pairs and teams together."""

    everybody = forms.BooleanField(label=_("All of them"), required=False)
    players = RowsField(label=_("Players"), queryset=Player.objects.none(), required=False)
    name = forms.CharField(label=_("Name of the pair or team"), max_length=60, required=False)

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = Player.objects.filter(memberships__club=competition.season.club_id).exclude(
            entered__entrant__competition=competition
        )
        self.fields["players"].queryset = free.order_by("nickname_sort")
        del self.fields["name" if competition.size == 1 else "everybody"]

    def clean_players(self) -> Sequence[Player]:
        """The players ticked, or all that are free. Refuses none at all."""
        if self.cleaned_data.get("everybody"):
            return tuple(self.fields["players"].queryset)
        if not self.cleaned_data["players"]:
            raise forms.ValidationError(self.fields["players"].error_messages["required"], code="required")
        return tuple(self.cleaned_data["players"])


class CorrectionForm(forms.Form):
    """A correction of an evening, or a deduction from the season."""

    entrant = forms.TypedChoiceField(label=_("For"), coerce=int)
    evening = forms.TypedChoiceField(label=_("Evening"), coerce=int)
    kind = forms.ChoiceField(
        label=_("What"),
        choices=[
            ("correction", _("add to the evening (minus takes away)")),
            ("deduction", _("take from the season's total")),
        ],
    )
    points = forms.DecimalField(
        label=_("Points"), min_value=-20_000, max_value=20_000, decimal_places=2, localize=True
    )
    reason = forms.CharField(
        label=_("Reason, seen by everybody"), max_length=MAX_REASON_LENGTH, help_text=HELP_KEPT_AS_TYPED
    )

    def __init__(
        self, *args: Any, entrants: list[tuple[int, str]], evenings: list[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entrant"].choices = entrants
        self.fields["evening"].choices = evenings
