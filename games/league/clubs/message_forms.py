"""The form of a message of the secretary."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Club
from games.league.models import Competition, Evening
from games.league.services import MESSAGE_LENGTH

WRITTEN_TO: Final = timedelta(days=14)
"""Time after its start for which an evening can be written to."""
COMPETITION, EVENING = "c", "e"


class MessageForm(forms.Form):
    """The text of the message, and to whom it goes: all members, or those of a competition or an evening that is not
    archived."""

    to = forms.ChoiceField(
        label=pgettext_lazy("the readers of a message", "To"),
        required=False,
        help_text=_(
            "Of an evening: before the draw all who have not said no, then all who come or have a seat."
        ),
    )
    text = forms.CharField(
        label=_("Message"), max_length=MESSAGE_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(self, *args: Any, club: Club, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        open_now = Competition.objects.filter(season__club=club, season__archived_at=None)
        evenings = Evening.objects.filter(competition__in=open_now, starts_at__gt=now - WRITTEN_TO)
        self._competitions = {f"{COMPETITION}{each.pk}": each for each in open_now.order_by("name", "pk")}
        self._evenings = {
            f"{EVENING}{each.pk}": each
            for each in evenings.select_related("competition").order_by("starts_at", "pk")
        }
        self.fields["to"].choices = list(self._choices())

    def competition(self) -> Competition | None:
        """The competition chosen."""
        return self._competitions.get(self.cleaned_data["to"])

    def evening(self) -> Evening | None:
        """The evening chosen."""
        return self._evenings.get(self.cleaned_data["to"])

    def _choices(self) -> Iterator[tuple[Any, Any]]:
        yield "", _("all members")
        if self._competitions:
            yield (
                _("Everybody who takes part in"),
                [(key, each.name) for key, each in self._competitions.items()],
            )
        if self._evenings:
            yield (_("Those of an evening"), [(key, _shown(each)) for key, each in self._evenings.items()])


def _shown(evening: Evening) -> str:
    date = date_format(localtime(evening.starts_at), "SHORT_DATE_FORMAT")
    return f"{evening.competition.name}, {evening.number} ({date})"
