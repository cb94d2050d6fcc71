"""Forms that take a list, pasted or as a file: members, results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.clubs.imports import Answers
from accounts.sheets import (
    MOST_CHARACTERS,
    MOST_COLUMNS,
    Row,
    Sheet,
    column_letters,
    pack,
    read_file,
    read_text,
    unpack,
)

LARGEST_LIST: Final = 200_000


class ListForm(forms.Form):
    """A list, pasted or as a file. The cleaned `text` is the list for the hidden field of a preview.

    The preview sends `column-PLACE` with a key of `choices` for every column, and `seen` with the columns as it showed
    them.
    """

    choices: ClassVar[Mapping[str, Any]]

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
        if "sheet" in cleaned:
            cleaned["text"] = pack(cleaned["sheet"])
        return cleaned

    @property
    def has_other_columns(self) -> bool:
        """Whether the columns, or what else `seen_with` tells, were changed since the preview that was seen."""
        return "seen" in self.data and self.data["seen"] != self.seen_with(self.said_columns())

    def seen_with(self, columns: Mapping[str, int]) -> str:
        """What a preview with these columns rests on, as one text."""
        return " ".join(f"{key}:{place}" for key, place in sorted(columns.items()))

    def said_columns(self) -> dict[str, int]:
        """The places of the columns by their keys, as the preview was sent; of two with one key the first."""
        chosen = {self.data.get(f"column-{place}", ""): place for place in reversed(range(MOST_COLUMNS))}
        return {key: place for key, place in chosen.items() if key in self.choices and key}


def columns_told(
    sheet: Sheet, columns: Mapping[str, int], head: Row | None
) -> list[tuple[int, str, str, str, str]]:
    """Every column for a preview: place, letters, heading, what stands in it first, and what it is taken for."""
    below = [row for row in sheet.rows if head is None or row.number > head.number]
    return [
        (
            place,
            column_letters(place),
            head.cell(place) if head else "",
            next(filter(None, (row.cell(place) for row in below)), ""),
            next((key for key, at in columns.items() if at == place), ""),
        )
        for place in range(sheet.width)
    ]


COLUMNS: Final = {
    "": _("not used"),
    "table": _("Name at the table"),
    "call": _("Name one is called by"),
    "first": _("First name"),
    "prefix": _("Prefix (van, de)"),
    "last": _("Family name"),
    "name": _("Name in full"),
    "mail": _("Mail"),
    "phone": _("Phone"),
}
"""The choices for a column of a list of members, by the keys of `imports.STEMS`."""


class MembersForm(ListForm):
    """Members from a list, and whether those with an address are told by mail.

    The preview also sends `cell-ROW-KEY` with a corrected cell, `leave-ROW` for a row that is left out, and `confirm`.
    """

    choices = COLUMNS

    tell = forms.BooleanField(
        label=_("Tell those with an address by mail how they sign in"), required=False, initial=True
    )
    confirm = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pasted"].label = _("Nickname, name, mail: one member a line, commas between")

    def answers(self) -> Answers:
        """What was said in the preview. With other columns the corrections of names no longer fit, and are dropped."""
        if "seen" not in self.data:
            return Answers(left_out=None)
        if self.has_other_columns:
            return Answers(columns=self.said_columns(), left_out=None)
        cells, left_out = {}, set()
        for sent, value in self.data.items():
            if found := re.fullmatch(r"cell-(\d{1,7})-(table|mail|phone)", sent):
                cells[int(found[1]), found[2]] = value[:300]
            elif found := re.fullmatch(r"leave-(\d{1,7})", sent):
                left_out.add(int(found[1]))
        return Answers(self.said_columns(), cells, frozenset(left_out))


RESULT_COLUMNS: Final = {
    "": _("not used"),
    "evening": _("Number of the evening"),
    "name": _("Name"),
    "points": _("Points"),
}
"""The choices for a column of a list of results, by the keys of `services.results.STEMS`."""


class ResultsForm(ListForm):
    """Results of evenings from a list. `confirm` is sent by the page that shows what will happen."""

    choices = RESULT_COLUMNS

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

    def seen_with(self, columns: Mapping[str, int]) -> str:
        return f"{super().seen_with(columns)} {self.cleaned_data['evening']} {self.cleaned_data['sure']}"
