"""Forms of the pages of people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import NAME_FIELD, DayField, RowsField
from accounts.friends import friends_of, regulars_of
from accounts.models import Club, Player
from accounts.models.players import Privacy
from games.people.models import MAX_REPORT_LENGTH
from games.people.reports import MAX_ROUNDS_OFFERED, rounds_with
from games.table.log.models import Round
from games.table.screen.rule_card import names_of_games


class AskForm(forms.Form):
    """The name of the player to ask."""

    nickname = forms.CharField(
        **{**NAME_FIELD, "label": _("Their name at the table")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class RegularsForm(forms.Form):
    """The friends of the player's regular table."""

    friends = RowsField(
        label=_("My regular table"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        chosen = [friend.pk for friend in regulars_of(player)]
        super().__init__(*args, initial={"friends": chosen}, **kwargs)
        self.fields["friends"].queryset = friends_of(player)


class PrivacyForm(forms.ModelForm):
    """The parts of a profile that others may see."""

    prefix = "shown"  # a field called "matches" would hide `form.matches` from scripts

    class Meta:
        model = Privacy
        fields = ("figures", "matches", "shows_presence")
        # All choices are shown: the longest does not fit in a closed list on a phone.
        widgets = dict.fromkeys(("figures", "matches"), forms.RadioSelect)


class HistoryForm(forms.Form):
    """The filter of a player's matches; `clubs` are those the reader may know of."""

    who = forms.CharField(label=_("With whom, or the code of a table"), max_length=40, required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("all")
    )
    since = DayField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = DayField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [("", _("all")), *names_of_games().items()]
        self.fields["club"].queryset = clubs


class _RoundField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Round) -> str:
        """The table, the number of the round and its day."""
        day = date_format(timezone.localtime(obj.started_at), "SHORT_DATE_FORMAT")
        return gettext("{day}, table {code}, round {number}").format(
            day=day, code=obj.match.code, number=obj.number
        )


class ReportForm(forms.Form):
    """The text of a report, and the round it is about."""

    round = _RoundField(
        label=_("In which round?"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=_("in no round we played"),
    )
    text = forms.CharField(
        label=_("What happened?"),
        max_length=MAX_REPORT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("The staff of the site reads it, nobody else. They see the round, card by card."),
    )

    def __init__(self, *args: Any, by: Player, about: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        newest = rounds_with(by, about).values_list("pk", flat=True)[:MAX_ROUNDS_OFFERED]
        self.fields["round"].queryset = rounds_with(by, about).filter(pk__in=list(newest))
