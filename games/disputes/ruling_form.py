"""The form of a ruling: the kinds to choose from, what is found, what follows from it, and what the findings of the
review suggest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from accounts.mentions import HELP_KEPT_AS_TYPED
from games.disputes.access import plays_by_the_rules
from games.disputes.display import people_in
from games.disputes.effects import CORRECTIONS, MAX_RULED_POINTS, Part, RulingKind, RulingRequest, ladder_of
from games.disputes.errors import DisputeRefusal
from games.disputes.labels import KINDS, PARTS, fact_choices, fact_label, kind_help, kind_name
from games.disputes.models import MAX_TEXT_LENGTH, Case, CaseKind
from games.engine import registry
from games.engine.club import SheetField
from games.table.log.folding import players_in_round
from games.table.log.models import Match
from games.table.review.closed_round import RoundReview
from games.table.review.paper_round import PaperReview
from games.table.review.positions import FoundThere
from games.trail import MAX_RULE_LENGTH

# Form fields for the facts of a round, from the fields of a game's sheet.

FACT: Final = "fact_"
"""Before the key of a fact in the name of its form field."""


def fact_field(fact: SheetField, columns: Sequence[str]) -> forms.Field:
    """The form field of one fact; `columns` are the names above the columns of the sheet."""
    label = fact_label(fact, columns)
    if fact.kind == "check":
        return forms.BooleanField(label=label, required=False)
    if fact.kind == "number":
        return forms.IntegerField(
            label=label,
            required=fact.required,
            min_value=0,
            max_value=10**fact.longest - 1,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
    if fact.kind == "cards":
        return forms.CharField(
            label=label,
            required=fact.required,
            max_length=fact.longest,
            widget=forms.TextInput(attrs={"inputmode": "tel"}),
        )
    return forms.ChoiceField(
        label=label,
        required=fact.required,
        choices=fact_choices(fact, columns),
        widget=forms.Select if fact.kind == "choice" else forms.RadioSelect,
    )


def initial_facts(written: Mapping[str, str]) -> dict[str, Any]:
    """The initial values of these form fields from the facts of the round as it is on the sheet."""
    return {f"{FACT}{key}": value for key, value in written.items()}


# The form of a ruling, which has only the fields of its kind.

Choices: TypeAlias = Sequence[tuple[str, str]]

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


class RulingForm(forms.Form):
    """A ruling of one kind, with only its fields. `sides` and `names` are the names by side and by seat.

    `rules` are the rules of the game as (anchor, title): those that fit, and the others. `facts` are the fields of the
    round where its facts are corrected, `columns` the names above the columns of its sheet. `cards_tell`: the
    cards of the round say which of two revokes was the first. `has_average`: another round of the match counts.
    """

    def __init__(
        self,
        *args: Any,
        game: str,
        kind: RulingKind,
        sides: Sequence[str],
        names: Sequence[str],
        rules: tuple[Choices, Choices],
        facts: Sequence[SheetField] = (),
        columns: Sequence[str] = (),
        cards_tell: bool = False,
        has_average: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ruling, self.sides, self.names = kind, sides, names
        self.fields["kind"] = forms.CharField(widget=forms.HiddenInput, initial=kind.value)
        if kind is RulingKind.FORFEIT:
            self.fields["side"] = forms.TypedChoiceField(
                label=_("Who forfeits the round"),
                choices=list(enumerate(sides)),
                coerce=int,
                widget=forms.RadioSelect,
            )
        if kind is RulingKind.REVOKE:
            self.fields["side"] = forms.TypedChoiceField(
                label=_("Who did not follow suit"),
                choices=_revoke_choices(sides, cards_tell=cards_tell),
                coerce=_sides,
                widget=forms.RadioSelect,
            )
        if kind is RulingKind.MULTIPLIER:
            self.fields["level"] = forms.TypedChoiceField(
                label=_("Multiplier"), choices=_levels(game), coerce=int, widget=forms.RadioSelect
            )
        for number, side in enumerate(sides):
            if kind is RulingKind.SPLIT:
                offered = [part for part in PARTS if has_average or part is not Part.AVERAGE]
                self.fields[f"part_{number}"] = forms.ChoiceField(
                    label=side, choices=[(part.value, _translate(PARTS[part])) for part in offered]
                )
            if kind in POINTS_OF:
                self.fields[f"points_{number}"] = forms.IntegerField(
                    label=str(POINTS_OF[kind]).format(side=side),
                    min_value=-MAX_RULED_POINTS,
                    max_value=MAX_RULED_POINTS,
                    required=kind in (RulingKind.COUNT, RulingKind.ASSIGNED),
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
        self.facts = facts if kind is RulingKind.FACTS else ()
        for fact in self.facts:
            self.fields[f"{FACT}{fact.key}"] = fact_field(fact, columns)
        self._add_player(required=kind is RulingKind.PENALTY)
        self.fields["reason"] = forms.CharField(
            label=_("Reason, read by everybody concerned"),
            help_text=HELP_KEPT_AS_TYPED,
            max_length=MAX_TEXT_LENGTH,
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
            error_messages={"invalid_choice": _translate(DisputeRefusal.NO_SUCH_RULE.sentence)},
        )
        self.fields["rule"] = forms.CharField(
            label=_("Another rule"),
            required=False,
            max_length=MAX_RULE_LENGTH,
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
            min_value=-MAX_RULED_POINTS,
            max_value=MAX_RULED_POINTS,
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
            if name.partition("_")[0] in ("side", "level", "part", "points", "fact")
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
                self.add_error("rule_chosen", _translate(DisputeRefusal.RULE_MISSING.sentence))
            elif cleaned["rule"] and cleaned["rule_chosen"]:
                self.add_error("rule", _("Choose a rule or type one, not both."))
        if "seat" in cleaned and "amount" in cleaned and (cleaned["seat"] is None) != (not cleaned["amount"]):
            self.add_error("amount", _("Name the player and the points, or neither."))
        return cleaned

    def has_values(self, query: str) -> bool:
        """Whether the form is of the kind, and has the other values, in this query string."""
        kind, *others = parse_qsl(query)
        return kind == ("kind", self.ruling.value) and all(
            name in self.fields and str(self[name].value()) == value for name, value in others
        )

    def ruling_request(self) -> RulingRequest:
        """The ruling as filled in; call it on a valid form."""
        data = self.cleaned_data
        several = range(len(self.sides))
        return RulingRequest(
            kind=self.ruling,
            points=tuple(data[f"points_{side}"] or 0 for side in several) if self.ruling in POINTS_OF else (),
            level=data.get("level"),
            side=data["side"] if self.ruling is RulingKind.FORFEIT else None,
            revoked=data["side"] if self.ruling is RulingKind.REVOKE else (),
            parts=tuple(Part(data[f"part_{side}"]) for side in several)
            if self.ruling is RulingKind.SPLIT
            else (),
            seat=data["seat"],
            amount=data["amount"] or 0,
            facts=self._facts(),
        )

    def _facts(self) -> dict[str, str]:
        """The facts as filled in, by key; empty ones are left out."""
        cells = {fact.key: self.cleaned_data[f"{FACT}{fact.key}"] for fact in self.facts}
        return {key: str(value) for key, value in cells.items() if value not in ("", None, False)}


def _translate(words: str) -> Any:
    return _(words)


def _revoke_choices(sides: Sequence[str], *, cards_tell: bool) -> list[tuple[str, Any]]:
    """Each side, and all of them in the order in which they revoked where nobody else knows it."""
    one = [(str(side), name) for side, name in enumerate(sides)]
    everybody = range(len(sides))
    if cards_tell:
        return [*one, (" ".join(map(str, everybody)), _("Both; the first revoke decides"))]
    orders = [(first, *(side for side in everybody if side != first)) for first in everybody]
    return [
        *one,
        *(
            (" ".join(map(str, order)), _("Both, first {side}").format(side=sides[order[0]]))
            for order in orders
        ),
    ]


def _sides(value: str) -> tuple[int, ...]:
    return tuple(map(int, value.split()))


def _levels(game: str) -> list[tuple[int, str]]:
    return [(level, f"×{times}") for level, times in enumerate(ladder_of(registry.game(game)))]


# The kinds of ruling an arbiter can choose from.


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind of ruling in the list of choices."""

    kind: str
    name: str
    help: str
    chosen: bool


def kind_choices(
    match: Match,
    *,
    chosen: RulingKind | None,
    rescores: bool,
    on_appeal: bool,
    replayable: bool,
    has_average: bool,
) -> tuple[KindChoice, ...]:
    """The kinds of ruling an arbiter can choose from."""
    kinds = _kinds_for(
        match, rescores=rescores, on_appeal=on_appeal, replayable=replayable, has_average=has_average
    )
    return tuple(
        KindChoice(
            kind.value,
            kind_name(kind, match.game, on_appeal=on_appeal),
            kind_help(kind, on_appeal=on_appeal),
            kind is chosen,
        )
        for kind in kinds
    )


def _kinds_for(
    match: Match, *, rescores: bool, on_appeal: bool, replayable: bool, has_average: bool
) -> tuple[RulingKind, ...]:
    """The kinds of ruling for a case; those that score a round again where the game can correct that fact, none of
    those for a sheet typed as totals (`rescores` False). Facts can be corrected of any other sheet. `has_average` where
    another round of the match counts.
    """
    found = match.the_game
    corrections = {each.key for each in found.corrections}
    if match.on_paper and found.sheet:
        corrections.add(RulingKind.FACTS.value)
    hidden = {kind for kind in CORRECTIONS if kind.value not in corrections}
    hidden |= {RulingKind.DECLARATION} if match.on_paper else {RulingKind.COUNT}
    if plays_by_the_rules(match):
        hidden |= {RulingKind.REVOKE}
    if not rescores:
        hidden |= set(CORRECTIONS)
    if not on_appeal:
        hidden |= {RulingKind.UPHELD}
    if not replayable:
        hidden |= {RulingKind.REPLAY}
    if not has_average:
        hidden |= {RulingKind.AVERAGE}
    return tuple(kind for kind in KINDS if kind not in hidden)


# What the form suggests: the findings of the review that a complaint is about, and those nobody claimed.


@dataclass(frozen=True, slots=True)
class GrantedTogether:
    """Several findings that one ruling of a kind can give: their points, and the query that fills in the form."""

    terms: tuple[int, ...]
    query: str

    @property
    def points(self) -> int:
        return sum(self.terms)

    @property
    def in_words(self) -> str:
        """The sum written out, as "20 + 50 = 70"."""
        return f"{' + '.join(map(str, self.terms))} = {self.points}"


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What the review found lying: what complaints are about (`claimed`), with its sums, and what nobody claimed.
    `is_unfounded`: the complaints ask for points that a finding would grant, and none is about them."""

    claimed: tuple[FoundThere, ...] = ()
    together: tuple[GrantedTogether, ...] = ()
    unclaimed: tuple[FoundThere, ...] = ()
    is_unfounded: bool = False

    @property
    def is_lost(self) -> bool:
        """Whether a rule of the table says that what was claimed is lost."""
        return any(found.lost_by for found in self.claimed)


def suggestions_of(case: Case, review: RoundReview | PaperReview) -> Suggestions:
    """The findings that a ruling can give, and which of them were claimed: those of the kind of the case, for the side
    of a complainant, in the trick that was named."""
    if not isinstance(review, RoundReview) or not review.rescores:
        return Suggestions()
    found = [one for one in review.found if one.grants and one.points]
    sought = case.kind in (CaseKind.BONUS, CaseKind.DECLARATION)
    if not found:
        return Suggestions(is_unfounded=sought)
    claims = _claims(case, review)
    claimed = [one for one in found if one.grants == case.kind and _is_claimed(one, claims, review)]
    return Suggestions(
        tuple(claimed),
        grants_together(claimed),
        tuple(one for one in found if one not in claimed),
        is_unfounded=sought and not claimed,
    )


def _claims(case: Case, review: RoundReview) -> set[tuple[int, int]]:
    """The side and the trick (0: none was named) of each complaint that stands."""
    sides = people_in(case.round).seat_sides
    seats = {player.pk: seat for seat, player in players_in_round(case.round.match, review.number).items()}
    return {
        (sides[seats[each.player_id]], review.positions[each.moment or 0].trick)
        for each in case.complaints.all()
        if each.withdrawn_at is None
        and each.player_id in seats
        and (each.moment or 0) < len(review.positions)
    }


def _is_claimed(found: FoundThere, claims: set[tuple[int, int]], review: RoundReview) -> bool:
    """Whether a complaint is about it. What was held belongs to no trick."""
    where = review.positions[found.card].trick
    return any(side == found.side and (not where or trick in (0, where)) for side, trick in claims)


@dataclass(frozen=True, slots=True)
class GrantChoice:
    """A ruling that a finding suggests, in the list of choices: its points, the query that fills in the form, and the
    `card` at which the finding lies (None for several). `sum` is the points of several findings written out, "" for
    one; `lost_by` is the rule of the table by which it is lost."""

    points: int
    query: str
    words: str
    sum: str
    lost_by: str
    card: int | None
    chosen: bool


def grant_choices(suggested: Suggestions, form: RulingForm | None) -> tuple[GrantChoice, ...]:
    """The rulings that the findings suggest. At most one is chosen: the one whose values the form has."""
    offered = [
        GrantChoice(
            one.points, _fields_of(one.grants, [one]), one.words, "", one.lost_by, one.card, chosen=False
        )
        for one in suggested.claimed
    ]
    offered += [
        GrantChoice(one.points, one.query, "", one.in_words, "", None, chosen=False)
        for one in suggested.together
    ]
    chosen = next((one for one in offered if form is not None and form.has_values(one.query)), None)
    return tuple(replace(one, chosen=one is chosen) for one in offered)


def grants_together(findings: Sequence[FoundThere]) -> tuple[GrantedTogether, ...]:
    """The sums of the findings that the same kind of ruling gives, where there are two or more."""
    offered: dict[str, list[FoundThere]] = {}
    for found in findings:
        if found.grants and found.points:
            offered.setdefault(found.grants, []).append(found)
    return tuple(
        GrantedTogether(tuple(found.points for found in several), _fields_of(kind, several))
        for kind, several in offered.items()
        if len(several) > 1
    )


def _fields_of(kind: str, several: Sequence[FoundThere]) -> str:
    """The query that fills in a ruling of this kind with the points of these findings, by side, and with the rule about
    them, where it is one."""
    points = Counter[int]()
    for found in several:
        points[found.side] += found.points
    rule, *others = {found.rule for found in several}
    named = {"rule_chosen": rule} if rule and not others else {}
    return urlencode({"kind": kind, **{f"points_{side}": points[side] for side in sorted(points)}, **named})
