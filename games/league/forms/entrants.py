"""Forms about one entrant of a competition: letting it take part, correcting its points."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.form_fields import RowsField
from accounts.models import Player
from accounts.people.mentions import KEPT_AS_TYPED
from games.league.models import Competition


class EntrantForm(forms.Form):
    """Let players of the club take part: single players one by one or many at once, pairs and teams together."""

    players = RowsField(label=_("Players"), queryset=Player.objects.none())
    name = forms.CharField(label=_("Name of the pair or team"), max_length=60, required=False)

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = Player.objects.filter(memberships__club=competition.season.club_id).exclude(
            entered__entrant__competition=competition
        )
        self.fields["players"].queryset = free.order_by("nickname_sort")
        if competition.size == 1:
            del self.fields["name"]


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
    reason = forms.CharField(label=_("Reason, seen by everybody"), max_length=200, help_text=KEPT_AS_TYPED)

    def __init__(
        self, *args: Any, entrants: list[tuple[int, str]], evenings: list[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entrant"].choices = entrants
        self.fields["evening"].choices = evenings
