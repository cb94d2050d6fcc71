"""Forms that take a list, pasted or as a file: members, results."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.sheets import MOST_CHARACTERS, read_file, read_text, unpack

LARGEST_LIST: Final = 200_000


class ListForm(forms.Form):
    """A list, pasted or as a file."""

    pasted = forms.CharField(required=False, max_length=100_000, widget=forms.Textarea(attrs={"rows": 6}))
    packed = forms.CharField(
        required=False, strip=False, max_length=MOST_CHARACTERS, widget=forms.HiddenInput
    )
    file = forms.FileField(label=_("or a CSV or Excel file (.xlsx)"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if (file := cleaned.get("file")) is not None:
            if file.size > LARGEST_LIST:
                raise forms.ValidationError(_("That file is too large."))
            cleaned["sheet"] = read_file(file.read())
        elif cleaned.get("packed"):
            cleaned["sheet"] = unpack(cleaned["packed"])
        elif cleaned.get("pasted"):
            cleaned["sheet"] = read_text(cleaned["pasted"])
        else:
            self.add_error("pasted", _("Paste a list, or choose a file."))
        return cleaned


class MembersForm(ListForm):
    """Members from a list, and whether those with an address are told by mail."""

    tell = forms.BooleanField(
        label=_("Tell those with an address by mail how they sign in"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pasted"].label = _("Nickname, name, mail: one member a line, commas between")


class ResultsForm(ListForm):
    """Results of evenings from a list. `confirm` is sent by the page that shows what will happen."""

    evening = forms.IntegerField(
        label=_("Number of the evening, where the list has no column for it"),
        required=False,
        min_value=1,
        max_value=9_999,
    )
    sure = forms.BooleanField(
        label=_("Also evenings that are still to come or were played here: these points come on top"),
        required=False,
    )
    confirm = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pasted"].label = _("Evening, name, points: one result a line, commas between")
