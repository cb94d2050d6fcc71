"""Forms of the secretary's tools of a competition: evenings planned, names entered, what can be changed afterwards."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.form_fields import RowsField
from accounts.models import Player
from games.league.forms.competitions import SEATING_HELP
from games.league.forms.evenings import EveningForm
from games.league.models import Competition, Entrant, Seating


class PlanForm(EveningForm):
    """Plan an evening, or one every week."""

    times = forms.IntegerField(label=_("How many evenings"), min_value=1, max_value=60, initial=1)
    weeks = forms.TypedChoiceField(
        label=_("How often"),
        choices=[(1, _("every week")), (2, _("every two weeks")), (4, _("every four weeks"))],
        coerce=int,
    )


NAMES_TAKEN: Final = {
    1: (_("Names"), _("One name a line.")),
    2: (_("Pairs"), _("One pair a line: two names with a comma between, as in Anna, Bert.")),
    4: (_("Teams"), _("One team a line: four names with commas between.")),
}
"""The label and the hint of the box for names, by how many play as one."""


class NamesForm(forms.Form):
    """Enter single players, pairs or teams by their names, a line each."""

    names = forms.CharField(max_length=20_000, widget=forms.Textarea(attrs={"rows": 6}))
    new_members = forms.BooleanField(
        label=_("Names that nobody has become members without a login"), required=False, initial=True
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.fields["names"]
        names.label, names.help_text = NAMES_TAKEN[competition.size]


class EntrantChangeForm(forms.Form):
    """Another name or another partner for an entrant."""

    players = RowsField(label=_("Players"), queryset=Player.objects.none())
    name = forms.CharField(label=_("Name of the pair or team"), max_length=60, required=False)

    def __init__(self, *args: Any, entrant: Entrant, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        competition = entrant.competition
        elsewhere = competition.entrants.exclude(pk=entrant.pk).values("members__player")
        free = Player.objects.filter(memberships__club=competition.season.club_id).exclude(pk__in=elsewhere)
        self.fields["players"].queryset = free.order_by("nickname_sort")
        self.fields["players"].initial = list(entrant.members.values_list("player", flat=True))
        self.fields["name"].initial = entrant.name
        if competition.size == 1:
            del self.fields["name"]


class CompetitionChangeForm(forms.Form):
    """The name of a competition and how its evenings are seated."""

    name = forms.CharField(label=_("Name"), max_length=60)
    division = forms.IntegerField(label=_("Division"), min_value=1, max_value=20)
    seating = forms.ChoiceField(
        label=_("How an evening is seated"), help_text=SEATING_HELP, choices=Seating.choices
    )
    rounds = forms.IntegerField(label=_("Tables an evening for each player"), min_value=1, max_value=10)
    at_table = forms.IntegerField(label=_("Players at a table"), min_value=2, max_value=10)

    @classmethod
    def of(cls, competition: Competition, said: Any = None) -> CompetitionChangeForm:
        """The form of this competition, filled with what it is now."""
        fields = ("name", "division", "seating", "rounds", "at_table")
        return cls(said, initial={field: getattr(competition, field) for field in fields}, prefix="change")
