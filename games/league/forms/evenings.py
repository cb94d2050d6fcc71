"""Forms of the dates of an evening and of its tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware, make_naive
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.form_fields import MomentField
from games.league.models import Evening

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
        asked = gettext("{date} is over. Plan it all the same?")
        self.add_error("starts_at", asked.format(date=date_format(localtime(starts_at), "DATE_FORMAT")))


class DateForm(forms.Form):
    """Propose another date for a table."""

    starts_at = MomentField(
        label=_("Another date"),
        widget=forms.DateTimeInput(format=LOCAL_TIME, attrs={"type": "datetime-local"}),
    )
