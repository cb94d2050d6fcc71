"""Forms of an evening: its dates, those of its tables, and the average of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from datetime import datetime
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware, make_naive
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import MomentField
from accounts.mentions import HELP_KEPT_AS_TYPED
from games.league.models import Evening
from games.league.models.evenings import MAX_REASON_LENGTH
from games.league.models.tables import MAX_PER_CENT

AVERAGES: Final[Mapping[str, tuple[tuple[int, int] | None, str]]] = {
    "50/50": ((50, 50), _("50 per cent each: nobody is at fault, or both a little")),
    "60/40": ((60, 40), _("60 per cent for north-south, 40 per cent for east-west, who are at fault")),
    "40/60": ((40, 60), _("40 per cent for north-south, who are at fault, 60 per cent for east-west")),
    "60/60": ((60, 60), _("60 per cent each: neither could help it")),
    "40/40": ((40, 40), _("40 per cent each: both are at fault")),
    "other": (None, _("other per cent, as below")),
    "played": (None, _("none: what was made counts")),
}
"""The averages an arbiter chooses from, for north-south and for east-west."""
AVERAGES_OF_PLACES: Final[Mapping[str, tuple[int | None, str]]] = {
    "50": (50, _("50 per cent each: nobody is at fault, or all a little")),
    "60": (60, _("60 per cent each: nobody could help it")),
    "40": (40, _("40 per cent each: all are at fault")),
    "other": (None, _("other per cent, as below")),
    "played": (None, _("none: what was made counts")),
}
"""The averages an arbiter chooses from where each plays for itself."""


class AverageForm(forms.Form):
    """An arbiter's average for a deal of one table. `deals` are the choices; `by_place` the names of the players where
    each plays for itself."""

    deal = forms.TypedChoiceField(label=_("Which deal"), coerce=int)
    average = forms.ChoiceField(
        label=_("What they have for it"),
        choices=[(key, label) for key, (_given, label) in AVERAGES.items()],
        widget=forms.RadioSelect,
    )
    north_south = forms.IntegerField(
        label=_("Per cent for north-south"),
        min_value=0,
        max_value=MAX_PER_CENT,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    east_west = forms.IntegerField(
        label=_("Per cent for east-west"),
        min_value=0,
        max_value=MAX_PER_CENT,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    reason = forms.CharField(
        label=_("Reason, seen by everybody"), max_length=MAX_REASON_LENGTH, help_text=HELP_KEPT_AS_TYPED
    )

    def __init__(
        self, *args: Any, deals: list[tuple[int, str]], by_place: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["deal"].choices = deals
        self.sides = ["north_south", "east_west"]
        if not by_place:
            return
        self.sides = [f"place_{number}" for number in range(1, len(by_place) + 1)]
        self.fields["average"].choices = [(key, label) for key, (_given, label) in AVERAGES_OF_PLACES.items()]
        like = self.fields.pop("north_south")
        del self.fields["east_west"]
        for name, player in zip(self.sides, by_place, strict=True):
            field = deepcopy(like)
            field.label = gettext("Per cent for {name}").format(name=player)
            self.fields[name] = field
        self.order_fields(["deal", "average", *self.sides, "reason"])

    def clean(self) -> dict[str, Any]:
        """Refuse other per cent that are not both filled in."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("average") == "other":
            for side in self.sides:
                if cleaned.get(side) is None and side not in self.errors:
                    self.add_error(side, _("Fill in all of them."))
        return cleaned

    def average_given(self) -> tuple[int, ...] | None:
        """The per cent of each side, None for what was made; call it on a valid form."""
        chosen = self.cleaned_data["average"]
        if chosen == "other":
            return tuple(self.cleaned_data[side] for side in self.sides)
        if chosen in AVERAGES_OF_PLACES:
            each = AVERAGES_OF_PLACES[chosen][0]
            return None if each is None else (each,) * len(self.sides)
        return AVERAGES[chosen][0]


# Forms of the dates of an evening and of its tables.

LOCAL_TIME: Final = "%Y-%m-%dT%H:%M"


def _city() -> str:
    """The city that names the clubs' time zone."""
    return settings.TIME_ZONE.rpartition("/")[2].replace("_", " ")


class EveningForm(forms.ModelForm):
    """Plan or move an evening. Without another time people sign off until it starts; where only the start is moved, the
    deadline moves with it. A new start in the past is refused with a question; sent again with `held`, the start that
    was asked about, it is accepted."""

    held = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    class Meta:
        model = Evening
        fields = ["starts_at", "deadline", "place"]
        field_classes = {"starts_at": MomentField, "deadline": MomentField}
        help_texts = {"deadline": _("Left empty: until the evening starts.")}
        widgets = {
            name: forms.DateTimeInput(format=LOCAL_TIME, attrs={"type": "datetime-local"})
            for name in ("starts_at", "deadline")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["deadline"].required = False
        self.fields["starts_at"].help_text = _("By the clock in {city}.").format(city=_city())
        if self.instance.pk:
            self.fields["deadline"].help_text = _("It moves with the start unless you change it yourself.")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        held = cleaned.pop("held", "")
        if "deadline" in cleaned and cleaned["deadline"] is None:
            cleaned["deadline"] = cleaned.get("starts_at")
        elif self.instance.pk and "starts_at" in cleaned and "deadline" not in self.changed_data:
            cleaned["deadline"] = self._moved_deadline(cleaned["starts_at"])
        starts_at, deadline = cleaned.get("starts_at"), cleaned.get("deadline")
        if starts_at and deadline and deadline > starts_at:
            self.add_error("deadline", _("People sign off before the evening starts."))
        elif (
            starts_at
            and deadline
            and deadline < timezone.now() < starts_at
            and "deadline" in self.changed_data
        ):
            self.add_error("deadline", _("That moment has passed. Choose one to come, or leave it empty."))
        elif starts_at and starts_at < timezone.now() and "starts_at" in self.changed_data:
            self._ask_about(starts_at, held)
        return cleaned

    def _moved_deadline(self, starts_at: datetime) -> datetime:
        """The deadline as long before the new start as it was before the old one, by the clock on the wall.

        Where that has passed and the old deadline has not, people sign off until the evening starts.
        """
        before, deadline = self.instance.starts_at, self.instance.deadline
        later = make_aware(make_naive(deadline) + (make_naive(starts_at) - make_naive(before)))
        now = timezone.now()
        return starts_at if later < now <= deadline else later

    def _ask_about(self, starts_at: datetime, held: str) -> None:
        """Refuse the start with a question, unless `held` says that it was asked about; the form then holds it."""
        typed = str(self.data.get(self.add_prefix("starts_at"), ""))
        if held == typed:
            return
        self.data = self.data.copy()
        self.data[self.add_prefix("held")] = typed
        question = gettext("{date} is over. Plan it all the same?")
        written = "TIME_FORMAT" if localtime(starts_at).date() == localtime().date() else "DATE_FORMAT"
        self.add_error("starts_at", question.format(date=date_format(localtime(starts_at), written)))


class DateForm(forms.Form):
    """Propose another date for a table."""

    starts_at = MomentField(
        label=_("Another date"),
        widget=forms.DateTimeInput(format=LOCAL_TIME, attrs={"type": "datetime-local"}),
    )
