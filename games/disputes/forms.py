"""Forms of players and arbiters; that of a ruling is in `ruling_form`, that of case law in `case_law`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import DayField
from games.disputes.access import possible_kinds
from games.disputes.labels import subject_label
from games.disputes.models import MAX_TEXT_LENGTH, State
from games.table.log.models import Match
from games.trail import trail_word

MAX_CARD_NUMBER: Final = 999
"""The largest card number a form accepts: no game plays so many cards in a round."""
MAX_HOURS: Final = 30 * 24
MAX_DAYS: Final = 60
"""The longest deadlines a club can set: a month to ask and to answer, two to appeal."""


class FilingForm(forms.Form):
    """A complaint about a round."""

    kind = forms.ChoiceField(label=_("What is it about?"), widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What happened?"),
        help_text=_(
            "A few words are enough: the arbiter sees every card. With the ruling everybody at the table reads them, "
            "except about somebody's conduct."
        ),
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    moment = forms.IntegerField(
        required=False, min_value=0, max_value=MAX_CARD_NUMBER, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = possible_kinds(match)
        self.fields["kind"].choices = [(kind, subject_label(kind, match.game)) for kind in kinds]
        if match.on_paper:
            self.fields["text"].help_text = _(
                "Say what the arbiter cannot see: there are no cards to look at. With the ruling everybody at the "
                "table reads it, except about somebody's conduct."
            )


class WordsForm(forms.Form):
    """The text of an answer, an appeal or a rejection."""

    text = forms.CharField(
        label=_("In your own words"), max_length=MAX_TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 3})
    )


class DeadlinesForm(forms.Form):
    """The deadlines of a club."""

    filing_hours = forms.IntegerField(
        label=_("Hours to ask about a round"),
        min_value=1,
        max_value=MAX_HOURS,
        help_text=_("From when it is on the sheet."),
    )
    answer_hours = forms.IntegerField(
        label=_("Hours for the others to answer"), min_value=1, max_value=MAX_HOURS
    )
    appeal_days = forms.IntegerField(
        label=_("Days to appeal"),
        min_value=1,
        max_value=MAX_DAYS,
        help_text=_("After that a ruling is final."),
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
        self.fields["state"].choices = states
        self.fields["club"].choices = [("", _("all clubs")), *clubs]
        if len(clubs) < 2:
            del self.fields["club"]


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
        self.fields["what"].choices = offered
        self.fields["club"].choices = [("", _("all clubs")), *clubs]
