"""Forms that take a list, pasted or as a file: members, results."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

LARGEST_LIST: Final = 200_000


class ListForm(forms.Form):
    """A list, pasted or as a file."""

    pasted = forms.CharField(required=False, max_length=100_000, widget=forms.Textarea(attrs={"rows": 6}))
    file = forms.FileField(label=_("or a CSV file"), required=False)

    def text(self) -> str:
        """The pasted text, or the content of the uploaded file."""
        file = self.cleaned_data.get("file")
        return str(self.cleaned_data["pasted"]) if file is None else str(self.cleaned_data["file_text"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if (file := cleaned.get("file")) is not None:
            if file.size > LARGEST_LIST:
                raise forms.ValidationError(_("That file is too large."))
            content = file.read()
            try:
                cleaned["file_text"] = content.decode("utf-8-sig")
            except UnicodeDecodeError:  # as spreadsheets on Windows save a list
                cleaned["file_text"] = content.decode("cp1252", errors="replace")
        elif not cleaned.get("pasted"):
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
    """Results of evenings from a list."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pasted"].label = _("Evening, name, points: one result a line, commas between")
