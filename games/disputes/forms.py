"""Forms of players and arbiters. The form of a ruling has only the fields of its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from accounts.form_fields import DayField
from accounts.people.mentions import KEPT_AS_TYPED
from games.disputes.errors import SENTENCES, DisputeRefusal
from games.disputes.labels import KINDS, PARTS
from games.disputes.models import CaseKind, State
from games.disputes.rulings import MOST, Part, RulingKind, Wanted
from games.kit.trail_words import trail_word

Choices: TypeAlias = Sequence[tuple[str, str]]

LONGEST: Final = 2_000
LONGEST_RULE: Final = 80
LAST_CARD: Final = 999
"""The largest card number a form accepts; no game has so many cards in a round."""
ONLINE: Final = (
    CaseKind.BONUS,
    CaseKind.DECLARATION,
    CaseKind.MISCLICK,
    CaseKind.CLOCK,
    CaseKind.CONDUCT,
    CaseKind.COLLUSION,
    CaseKind.OTHER,
)
ON_PAPER: Final = (
    CaseKind.TYPED,
    CaseKind.REVOKE,
    CaseKind.BONUS,
    CaseKind.CONDUCT,
    CaseKind.COLLUSION,
    CaseKind.OTHER,
)
LEVELS: Final = ((0, "×1"), (1, "×2"), (2, "×4"), (3, "×8"))
POINTS_OF: Final[Mapping[RulingKind, Any]] = {
    RulingKind.BONUS: _("Added for {side}"),
    RulingKind.DECLARATION: _("Added for {side}"),
    RulingKind.COUNT: _("Card points of {side}"),
    RulingKind.ASSIGNED: _("Result of {side}"),
    RulingKind.AVERAGE: _("Margin for {side}"),
    RulingKind.FORFEIT: _("Points for {side}, unless it forfeits"),
    RulingKind.SPLIT: _("Points or margin for {side}"),
}
"""Labels of the points, for the kinds of ruling that have points."""
OF_A_SIDE: Final[Mapping[RulingKind, Any]] = {
    RulingKind.REVOKE: _("Who did not follow suit"),
    RulingKind.FORFEIT: _("Who forfeits the round"),
}


class FilingForm(forms.Form):
    """A complaint about a round."""

    kind = forms.ChoiceField(label=_("What is it about?"), widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What happened?"),
        help_text=_("A few words are enough: the arbiter sees every card."),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    moment = forms.IntegerField(required=False, min_value=0, max_value=LAST_CARD, widget=forms.HiddenInput)

    def __init__(self, *args: Any, on_paper: bool, subjects: Sequence[str], **kwargs: Any) -> None:
        """`subjects` are the questions that make sense in the game (`Game.subjects`)."""
        super().__init__(*args, **kwargs)
        kinds = [kind for kind in (ON_PAPER if on_paper else ONLINE) if kind.value in subjects]
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]  # type: ignore[attr-defined]


class WordsForm(forms.Form):
    """The text of an answer, an appeal or a rejection."""

    text = forms.CharField(
        label=_("In your own words"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3})
    )


class RulingForm(forms.Form):
    """A ruling of one kind. `sides` and `names` are the names by side and by seat.

    `rules` are the rules of the game as (anchor, title): those that fit, and the others.
    """

    def __init__(
        self,
        *args: Any,
        kind: RulingKind,
        sides: Sequence[str],
        names: Sequence[str],
        rules: tuple[Choices, Choices],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ruling, self.sides, self.names = kind, sides, names
        self.fields["kind"] = forms.CharField(widget=forms.HiddenInput, initial=kind.value)
        if kind in OF_A_SIDE:
            self.fields["side"] = forms.TypedChoiceField(
                label=OF_A_SIDE[kind], choices=list(enumerate(sides)), coerce=int, widget=forms.RadioSelect
            )
        if kind is RulingKind.MULTIPLIER:
            self.fields["level"] = forms.TypedChoiceField(
                label=_("Multiplier"), choices=LEVELS, coerce=int, widget=forms.RadioSelect
            )
        for number, side in enumerate(sides):
            if kind is RulingKind.SPLIT:
                self.fields[f"part_{number}"] = forms.ChoiceField(
                    label=side, choices=[(part.value, _translated(PARTS[part])) for part in PARTS]
                )
            if kind in POINTS_OF:
                self.fields[f"points_{number}"] = forms.IntegerField(
                    label=str(POINTS_OF[kind]).format(side=side),
                    min_value=-MOST,
                    max_value=MOST,
                    required=kind in (RulingKind.COUNT, RulingKind.ASSIGNED),
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
        self._add_player(required=kind is RulingKind.PENALTY)
        self.fields["reason"] = forms.CharField(
            label=_("Reason, read by everybody concerned"),
            help_text=KEPT_AS_TYPED,
            max_length=LONGEST,
            widget=forms.Textarea(attrs={"rows": 4}),
        )
        self._add_rule(*rules)

    def _add_rule(self, fitting: Choices, others: Choices) -> None:
        groups = (
            [(_("Fits here"), fitting), (_("All rules"), others)] if fitting else [(_("All rules"), others)]
        )
        self.fields["rule_chosen"] = forms.ChoiceField(
            label=_("Rule"),
            required=False,
            choices=[("", _("choose one, or type it below")), *groups],
            error_messages={"invalid_choice": _translated(SENTENCES[DisputeRefusal.NO_SUCH_RULE])},
        )
        self.fields["rule"] = forms.CharField(
            label=_("Another rule"),
            required=False,
            max_length=LONGEST_RULE,
            help_text=_("For example: rules of the club, article 4."),
        )

    def _add_player(self, *, required: bool) -> None:
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Player"),
            choices=[("", _("nobody")), *enumerate(self.names)],
            coerce=int,
            empty_value=None,
            required=required,
        )
        self.fields["amount"] = forms.IntegerField(
            label=_("Points"),
            min_value=-MOST,
            max_value=MOST,
            required=required,
            help_text=_("With a minus: a penalty. Without: a credit."),
            widget=forms.NumberInput(attrs={"inputmode": "text"}),
        )

    @property
    def about_the_round(self) -> Iterator[BoundField]:
        """The fields of this kind of ruling."""
        return (
            self[name]
            for name in self.fields
            if name.partition("_")[0] in ("side", "level", "part", "points")
        )

    @property
    def about_a_player(self) -> tuple[BoundField, BoundField]:
        """The fields of a penalty or credit."""
        return self["seat"], self["amount"]

    @property
    def about_why(self) -> tuple[BoundField, BoundField, BoundField]:
        """The fields of reason and rule."""
        return self["reason"], self["rule_chosen"], self["rule"]

    def clean(self) -> dict[str, Any]:
        """Refuse a player without points, points without a player, and none or two rules."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if {"rule", "rule_chosen"} <= cleaned.keys():
            if not (cleaned["rule"] or cleaned["rule_chosen"]):
                self.add_error("rule_chosen", _translated(SENTENCES[DisputeRefusal.RULE_MISSING]))
            elif cleaned["rule"] and cleaned["rule_chosen"]:
                self.add_error("rule", _("Choose a rule or type one, not both."))
        if "seat" in cleaned and "amount" in cleaned and (cleaned["seat"] is None) != (not cleaned["amount"]):
            self.add_error("amount", _("Name the player and the points, or neither."))
        return cleaned

    def wanted(self) -> Wanted:
        """The ruling as filled in; call it on a valid form."""
        data = self.cleaned_data
        several = range(len(self.sides))
        return Wanted(
            kind=self.ruling,
            points=tuple(data[f"points_{side}"] or 0 for side in several) if self.ruling in POINTS_OF else (),
            level=data.get("level"),
            side=data.get("side"),
            parts=tuple(Part(data[f"part_{side}"]) for side in several)
            if self.ruling is RulingKind.SPLIT
            else (),
            seat=data["seat"],
            amount=data["amount"] or 0,
        )


class DeadlinesForm(forms.Form):
    """The deadlines of a club."""

    filing_hours = forms.IntegerField(
        label=_("Hours to ask about a round"),
        min_value=1,
        max_value=720,
        help_text=_("From when it is on the sheet."),
    )
    answer_hours = forms.IntegerField(label=_("Hours for the others to answer"), min_value=1, max_value=720)
    appeal_days = forms.IntegerField(
        label=_("Days to appeal"), min_value=1, max_value=60, help_text=_("After that a ruling is final.")
    )


class QueueForm(forms.Form):
    """Filters of the queue."""

    AGES: Final = (("", _("of any age")), ("1", _("older than a day")), ("3", _("older than three days")),
                   ("7", _("older than a week")))  # fmt: skip

    state = forms.ChoiceField(label=_("State"), required=False)
    club = forms.TypedChoiceField(label=_("Club"), required=False, coerce=int, empty_value=None)
    age = forms.TypedChoiceField(label=_("Age"), required=False, choices=AGES, coerce=int, empty_value=None)

    def __init__(self, *args: Any, clubs: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        states = [("", _("all that wait")), *State.choices]
        self.fields["state"].choices = states  # type: ignore[attr-defined]
        self.fields["club"].choices = [("", _("all clubs")), *clubs]  # type: ignore[attr-defined]


class TrailForm(forms.Form):
    """Filters of the audit trail."""

    what = forms.ChoiceField(label=_("What"), required=False)
    actor = forms.CharField(label=_("By"), max_length=40, required=False)
    club = forms.TypedChoiceField(label=_("Club"), required=False, coerce=int, empty_value=None)
    case = forms.IntegerField(label=_("Case"), required=False, min_value=1, max_value=2**31)
    since = DayField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = DayField(label=_("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(
        self, *args: Any, clubs: Sequence[tuple[int, str]], words: Sequence[str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offered = [("", _("everything")), *((word, trail_word(word)) for word in words)]
        self.fields["what"].choices = offered  # type: ignore[attr-defined]
        self.fields["club"].choices = [("", _("all clubs")), *clubs]  # type: ignore[attr-defined]


def _translated(words: str) -> Any:
    return _(words)


def kinds_for(*, on_paper: bool, on_appeal: bool, rescored: bool, replayable: bool) -> tuple[RulingKind, ...]:
    """The kinds of ruling for a case; rescoring and replays only where the game supports them."""
    hidden = set() if on_appeal else {RulingKind.UPHELD}
    if not replayable:
        hidden |= {RulingKind.REPLAY}
    if not on_paper:
        hidden |= {RulingKind.COUNT, RulingKind.REVOKE}
    else:
        hidden |= {RulingKind.DECLARATION}
    if not rescored:
        hidden |= {RulingKind.BONUS, RulingKind.DECLARATION, RulingKind.MULTIPLIER, RulingKind.COUNT,
                   RulingKind.REVOKE}  # fmt: skip
    return tuple(kind for kind in KINDS if kind not in hidden)
