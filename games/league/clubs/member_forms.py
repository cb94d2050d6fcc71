"""Forms of the secretary about a member."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.clubs.corrections import names_line
from accounts.clubs.entries import is_entry_of
from accounts.forms import NAME_FIELD
from accounts.models import Club, Membership, Player
from accounts.names import tidy_phone


class NamesForm(forms.Form):
    """A member's names, put right. The name at the table is fixed where the member signs in."""

    nickname = forms.CharField(**NAME_FIELD)
    listed_name = forms.CharField(label=_("Name in the club's list"), max_length=150, required=False)

    def __init__(self, *args: Any, membership: Membership, **kwargs: Any) -> None:
        names = {"nickname": membership.player.nickname, "listed_name": membership.listed_name}
        super().__init__(*args, initial=names, **kwargs)
        self.fields["nickname"].label = _("Name at the table")
        if not is_entry_of(membership):
            self.fields["nickname"].disabled = True
            self.fields["nickname"].help_text = _("The member's own: they change it in their settings.")


class PhoneForm(forms.ModelForm):
    """The phone number of an entry without a login."""

    class Meta:
        model = Player
        fields = ["phone", "phone_listed"]
        labels = {"phone_listed": _("wants it in the phone list of the club")}
        help_texts = {"phone_listed": _("Ask first: all members read the list.")}
        widgets = {"phone": forms.TextInput(attrs={"type": "tel", "autocomplete": "off"})}

    def clean_phone(self) -> str:
        """The number without what a phone copied along with it."""
        return tidy_phone(self.cleaned_data["phone"])


class MergeForm(forms.Form):
    """Which member is this one once more."""

    double = forms.ModelChoiceField(
        label=_("The double entry"), queryset=Player.objects.none(), empty_label=_("choose a member")
    )
    sure = forms.BooleanField(label=_("It is one person, I am sure"), help_text=_("This cannot be undone."))

    def __init__(self, *args: Any, club: Club, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = club.memberships.select_related("player").exclude(player=player)
        names = {each.player_id: names_line(each) for each in others}
        self.fields["double"].queryset = Player.objects.filter(memberships__in=others).order_by(
            "nickname_sort"
        )
        self.fields["double"].label_from_instance = lambda each: names[each.pk]
