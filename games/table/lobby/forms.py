"""Forms for opening and joining a table. The option fields are generated from the game's options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bots.bot import Level
from games.bots.registry import has_levels, level_unchosen
from games.engine import registry
from games.engine.options import Option, Preset, Value, changed_options, options_of, read_options
from games.engine_words import minus
from games.table.log.models import Match

PREFIX: Final = "option-"
UP_FRONT: Final = ("rounds", "cycles")
"""Options that are seen without opening a fold: how long a match takes."""
DAYS: Final = "days"
"""The choice of a table by the day; what was agreed about absent players makes the pace of it."""
PACES: Final = [
    (Match.Pace.FAST, _("Fast: 5 seconds a decision, then half a minute of your own")),
    (Match.Pace.NORMAL, _("Normal: 12 seconds a decision, then a minute of your own")),
    (Match.Pace.RELAXED, _("Relaxed: 25 seconds a decision, then three minutes of your own")),
    (Match.Pace.NONE, _("No clock: everybody waits for whoever thinks, however long that takes")),
    (DAYS, _("A card a day: everybody plays when they have time, and is told when it is their turn")),
]
BOT_LEVELS: Final = [
    (Level.EASY, _("Easy: by rule of thumb")),
    (Level.GOOD, _("Good: thinks ahead for a moment")),
    (Level.STRONG, _("Strong: thinks every card through")),
]
ALL: Final = "all"
"""The value of the tick box that stands for all values of an option."""
MAX_SIGNALS_LENGTH: Final = 500
MAX_TYPED_CODE_LENGTH: Final = 12
"""A code of six characters, with the spaces and hyphens people put in."""


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options that are folded together, ready to draw."""

    label: str
    fields: tuple[BoundField, ...]
    open: bool


class TableForm(forms.Form):
    """Open a table: a preset, and the options that differ from it. `cleaned_options` is what is stored."""

    preset = forms.ChoiceField(label=_("House rules"), widget=forms.RadioSelect)
    visibility = forms.ChoiceField(
        label=_("Who can find this table"),
        choices=[
            (Match.Visibility.LINK, _("Only people with the link or the code")),
            (Match.Visibility.LOBBY, _("Everybody in the lobby")),
        ],
        initial=Match.Visibility.LINK,
        widget=forms.RadioSelect,
    )
    pace = forms.ChoiceField(
        label=_("Time to think"),
        choices=PACES,
        initial=Match.Pace.RELAXED,
        required=False,
        widget=forms.RadioSelect,
    )
    days = forms.ChoiceField(
        label=_("Time for each turn"),
        choices=[("1", _("a day")), ("3", _("3 days")), ("7", _("7 days"))],
        initial="3",
        required=False,
    )
    then = forms.ChoiceField(
        label=_("When somebody does not play in that time"),
        choices=[
            ("bot", _("a bot plays for them until they are back")),
            ("end", _("the match ends without a result")),
        ],
        initial="bot",
        required=False,
    )
    bot_level = forms.ChoiceField(
        label=_("How well bots play"),
        choices=BOT_LEVELS,
        required=False,
        widget=forms.RadioSelect,
    )
    undo_allowed = forms.BooleanField(
        label=_("One's own last card may be taken back, when everybody agrees"), required=False
    )
    look_back = forms.BooleanField(label=_("The cards before can be looked at"), required=False, initial=True)
    deck_cut = forms.BooleanField(
        label=_("The deck is cut: before a deal everybody may add a word to the shuffle"), required=False
    )
    phrases_on = forms.BooleanField(label=_("Fixed phrases and emoji"), required=False, initial=True)
    chat_on = forms.BooleanField(label=_("Free talk between rounds"), required=False, initial=True)
    agreed = forms.CharField(
        label=_("Signals agreed between partners"),
        help_text=_("Written on the rule card for the whole table. Left empty, signals are forbidden."),
        max_length=MAX_SIGNALS_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": MAX_SIGNALS_LENGTH}),
    )

    def __init__(self, *args: Any, game: str, own: Sequence[Preset] = (), **kwargs: Any) -> None:
        """`game` is a key of the registry; `own` are a club's presets, offered first.

        Raises MalformedAction(unknown_game).
        """
        super().__init__(*args, **kwargs)
        self.game = registry.game(game)
        self.own = tuple(own)
        self.offered = (*self.own, *self.game.presets)
        self.described = {option.name: option for option in options_of(self.game.Options)}
        presets = self.fields["preset"]
        presets.choices = [(preset.key, gettext(preset.label)) for preset in self.offered]
        presets.initial = self.offered[0].key
        for option in self.described.values():
            if option.name != "signals":  # derived from the field `agreed`
                field = self.fields[PREFIX + option.name] = option_field(option)
                if option.several:
                    unticked = gettext("With none ticked it is as in the house rules above.")
                    field.help_text = f"{field.help_text} {unticked}"
        if not has_levels(game):
            del self.fields["bot_level"]
        else:
            self.fields["bot_level"].initial = level_unchosen(game)
        if "signals" not in self.described:  # the game has no partners
            del self.fields["agreed"]

    def presets(self) -> Iterator[tuple[Any, str]]:
        """Each preset's radio button with its sentence of help."""
        helps = [gettext(preset.help) for preset in self.offered]
        yield from zip(self["preset"], helps, strict=True)

    def clean(self) -> dict[str, Any]:
        """The fields with the pace as the table keeps it: relaxed where nothing was said, the days agreed for a table
        by the day.
        """
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("pace") == DAYS:
            cleaned["pace"] = f"{cleaned.get('days') or 3}d-{cleaned.get('then') or 'bot'}"
        elif "pace" in cleaned:
            cleaned["pace"] = cleaned["pace"] or Match.Pace.RELAXED
        return cleaned

    def up_front(self) -> tuple[BoundField, ...]:
        """The options outside the folded groups."""
        return tuple(self[PREFIX + name] for name in UP_FRONT if name in self.described)

    def groups(self) -> tuple[OptionGroup, ...]:
        """All other options by group, in the order the game writes them; a group with an error is open."""
        found: dict[str, list[BoundField]] = {}
        for option in self.described.values():
            if option.name not in UP_FRONT and PREFIX + option.name in self.fields:
                found.setdefault(option.group, []).append(self[PREFIX + option.name])
        return tuple(
            OptionGroup(gettext(label), tuple(fields), open=any(field.errors for field in fields))
            for label, fields in found.items()
        )

    def cleaned_options(self) -> dict[str, Value]:
        """The options of the table that differ from the game's defaults."""
        values: dict[str, object] = dict(self._preset().values)
        for name, option in self.described.items():
            cell = self.cleaned_data.get(PREFIX + name)
            if cell not in (None, "", []):
                values[name] = option_value(option, cell)
        if "signals" in self.described and self.cleaned_data["agreed"]:
            values["signals"] = "agreed"
        return changed_options(read_options(self.game.Options, values))

    def whose_rules(self) -> str:
        """The club's name for the chosen options; "" for its presets with changes, and for the game's
        presets.
        """
        chosen = self._preset()
        return chosen.label if chosen in self.own and dict(chosen.values) == self.cleaned_options() else ""

    def _preset(self) -> Preset:
        return next(one for one in self.offered if one.key == self.cleaned_data["preset"])


class SeveralField(forms.MultipleChoiceField):
    """Tick boxes for several values of an option, the first for all of them; none ticked is no value."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, *, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(required=False, choices=[(ALL, gettext("all")), *choices], **kwargs)

    def clean(self, value: Any) -> list[str]:
        """The values ticked. Refuses the box for all together with some of the others."""
        cleaned = super().clean(value)
        every = [key for key, _label in self.choices if key != ALL]
        if ALL not in cleaned:
            return cleaned
        if 1 < len(cleaned) <= len(every):
            raise forms.ValidationError(gettext("Tick “all”, or those you want, not both."))
        return every

    def prepare_value(self, value: Any) -> Any:
        """The boxes to be ticked: that for all where each of the values holds."""
        if isinstance(value, tuple) and len(value) == len(self.choices) - 1:
            return [ALL]
        return value


def option_field(option: Option) -> forms.Field:
    """The field of one option; left empty it is as the preset says."""
    label, help_text = gettext(option.label), gettext(option.help)
    if option.offered_from is not None and option.highest is not None:
        between = gettext("A number from {lowest} to {highest}.").format(
            lowest=minus(option.offered_from), highest=minus(option.highest)
        )
        return forms.IntegerField(
            label=label,
            help_text=f"{help_text} {between}".strip(),
            required=False,
            min_value=option.offered_from,
            max_value=option.highest,
            error_messages={"invalid": between, "min_value": between, "max_value": between},
            widget=forms.NumberInput(attrs={"placeholder": str(option.default), "inputmode": "numeric"}),
        )
    as_preset = [("", gettext("as in the house rules above"))]
    values = [(str(value), gettext(words)) for value, words in option.values.items()]
    if option.several:
        return SeveralField(label=label, help_text=help_text, choices=values)
    return forms.ChoiceField(label=label, help_text=help_text, required=False, choices=as_preset + values)


def option_value(option: Option, cell: object) -> Value:
    """The value of a field as a value of its option."""
    if isinstance(cell, list):
        return [value for value in option.values if str(value) in cell and isinstance(value, int)]
    if option.values:
        return next(value for value in option.values if str(value) == str(cell))
    return int(str(cell))


class CodeForm(forms.Form):
    """The form for the code of a table."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=MAX_TYPED_CODE_LENGTH,
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "characters",
                "autocomplete": "off",
                "spellcheck": "false",
                "placeholder": "ABCDEF",
            }
        ),
    )

    def clean_code(self) -> str:
        """The code in capitals without the spaces and hyphens people put in."""
        return "".join(character for character in self.cleaned_data["code"].upper() if character.isalnum())
