"""Forms that take a list, pasted or as a file: members, results."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar, Final

from django import forms
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from accounts.member_lists import Answers
from accounts.names import whole_number
from accounts.raw_lists import (
    MAX_CHARACTERS,
    MAX_COLUMNS,
    RawList,
    Row,
    column_letters,
    pack,
    read_file,
    read_text,
    unpack,
)
from games.league import result_lists
from games.league.models import Competition
from games.league.standings.scores import MarkKind

MAX_LIST_LENGTH: Final = 200_000
"""Bytes of a file, below the largest body of an upload (`Caddyfile`)."""
MAX_PASTED: Final = 100_000
"""Characters of a list that is pasted; a longer one is sent as a file."""
MAX_CELL_LENGTH: Final = 300
"""Characters of a corrected cell that are read."""


class ListForm(forms.Form):
    """A list, pasted or as a file. The cleaned `text` is the list for the hidden field of a preview.

    The preview sends `column-PLACE` with a key of `choices` for every column, and `seen` with the columns as it showed
    them.
    """

    choices: ClassVar[Mapping[str, Any]]

    pasted = forms.CharField(required=False, max_length=MAX_PASTED, widget=forms.Textarea(attrs={"rows": 6}))
    packed = forms.CharField(required=False, strip=False, max_length=MAX_CHARACTERS, widget=forms.HiddenInput)
    file = forms.FileField(label=_("or a CSV or Excel file (.xlsx)"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if (file := cleaned.get("file")) is not None:
            if file.size > MAX_LIST_LENGTH:
                raise forms.ValidationError(_("That file is too large."))
            cleaned["raw"] = read_file(file.read())
        elif cleaned.get("packed"):
            cleaned["raw"] = unpack(cleaned["packed"])
        elif cleaned.get("pasted"):
            cleaned["raw"] = read_text(cleaned["pasted"])
        else:
            self.add_error("pasted", _("Paste a list, or choose a file."))
        if "raw" in cleaned:
            cleaned["raw"] = cleaned["raw"].of_tab(self.data.get("tab", ""))
            cleaned["text"] = pack(cleaned["raw"])
        return cleaned

    @property
    def has_answers(self) -> bool:
        """Whether it is sent by a preview, of the tab that was seen there."""
        return "seen" in self.data and self.data.get("tab", "") == self.data.get("tab_seen", "")

    @property
    def has_other_columns(self) -> bool:
        """Whether the columns, or what else `preview_key` tells, were changed since the preview that was seen."""
        return "seen" in self.data and (
            not self.has_answers or self.data["seen"] != self.preview_key(self.chosen_columns())
        )

    def preview_key(self, columns: Mapping[str, int]) -> str:
        """What a preview with these columns rests on, as one text."""
        return " ".join(f"{key}:{place}" for key, place in sorted(columns.items()))

    def chosen_columns(self) -> dict[str, int]:
        """The places of the columns by their keys, as the preview was sent; of two with one key the first."""
        if "seen" in self.data and not self.has_answers:
            return {}
        chosen = {self.data.get(f"column-{place}", ""): place for place in reversed(range(MAX_COLUMNS))}
        return {key: place for key, place in chosen.items() if key in self.choices and key}


def column_previews(
    raw: RawList, columns: Mapping[str, int], head: Row | None
) -> list[tuple[int, str, str, str, str]]:
    """Every column for a preview: place, letters, heading, what stands in it first, and what it is taken for."""
    below = [row for row in raw.rows if head is None or row.number > head.number]
    return [
        (
            place,
            column_letters(place),
            head.cell(place) if head else "",
            next(filter(None, (row.cell(place) for row in below)), ""),
            next((key for key, at in columns.items() if at == place), ""),
        )
        for place in range(raw.width)
    ]


COLUMNS: Final = {
    "": _("not used"),
    "table": _("Name at the table"),
    "call": _("Name one is called by"),
    "first": _("First name"),
    "initials": _("Initials"),
    "prefix": _("Prefix (van, de)"),
    "last": _("Family name"),
    "name": _("Name in full"),
    "mail": _("Mail"),
    "phone": _("Phone"),
}
"""The choices for a column of a list of members, by the keys of `member_lists.STEMS`."""


class MembersForm(ListForm):
    """Members from a list, and whether those with an address are told by mail.

    The preview also sends `cell-ROW-KEY` with a corrected cell, `leave-ROW` for a row that is left out, `take-ROW` for
    one that is no member's though it looks so, and `confirm`. It sends nothing of the rows of members.
    """

    choices = COLUMNS

    tell = forms.BooleanField(
        label=_("Tell those with an address by mail how they sign in"), required=False, initial=True
    )
    confirm = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pasted = self.fields["pasted"]
        pasted.label = _("Paste the list: one member a line")
        pasted.help_text = _(
            "A name alone is enough. If you know more, put commas between: name at the table, full name, mail. You see "
            "everything before it is written."
        )

    def answers(self) -> Answers:
        """What was said in the preview. With other columns the corrections of names no longer fit, and are dropped."""
        if not self.has_answers:
            return Answers(taken=frozenset())
        if self.has_other_columns:
            return Answers(columns=self.chosen_columns(), taken=frozenset())
        cells = {}
        rows: dict[str, set[int]] = {"leave": set(), "take": set()}
        for sent, value in self.data.items():
            if found := re.fullmatch(r"cell-(\d{1,7})-(table|mail|phone)", sent):
                cells[int(found[1]), found[2]] = value[:MAX_CELL_LENGTH]
            elif found := re.fullmatch(r"(leave|take)-(\d{1,7})", sent):
                rows[found[1]].add(int(found[2]))
        return Answers(self.chosen_columns(), cells, frozenset(rows["leave"]), frozenset(rows["take"]))


RESULT_COLUMNS: Final = {
    "": _("not used"),
    "evening": _("Evening (number or date)"),
    "name": _("Name"),
    "points": _("Points"),
}
"""The choices for a column of a list of results, by the keys of `result_lists.STEMS`."""


MAX_EVENING: Final = 9_999
"""The highest number of an evening, which fits its column."""
YEARS: Final = range(1950, 2100)


def _day_typed(value: str) -> date | None:
    """The day a field for dates sent, None for anything else, and for a year in which no club of today played."""
    try:
        day = parse_date(value)
    except ValueError:
        return None
    return day if day is not None and day.year in YEARS else None


class ResultsForm(ListForm):
    """Results of evenings from a list. `confirm` is sent by the page that shows what will happen.

    The preview also sends `cell-ROW-PLACE` with a corrected cell, `leave-ROW` for a row that is left out, and, of each
    evening that is not there, `new-KEY-day` with `new-KEY-number`.
    """

    choices = RESULT_COLUMNS

    evening = forms.TypedChoiceField(
        label=_("The evening, where the list has no column for it"),
        required=False,
        coerce=int,
        empty_value=None,
    )
    sure = forms.BooleanField(
        label=_("Also evenings that are still to come or were played here: these points come on top"),
        required=False,
    )
    confirm = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        evenings = competition.evenings.order_by("starts_at").values_list("number", "starts_at")
        self.fields["evening"].choices = [
            ("", "–"),
            *((number, f"{number}: {date_format(localdate(at), 'DATE_FORMAT')}") for number, at in evenings),
        ]
        self.fields["pasted"].label = _("Evening, name, points: one result a line, commas between")
        self.fields["pasted"].help_text = _(
            "The evening is its number or its date. An evening that is not planned yet is made here."
        )

    def preview_key(self, columns: Mapping[str, int]) -> str:
        answers = self.answers()
        rest = (
            answers.number,
            answers.sure,
            sorted(answers.cells.items()),
            sorted(answers.left_out),
            sorted(answers.new.items()),
        )
        digest = hashlib.sha256(repr(rest).encode()).hexdigest()[:16]
        return f"{super().preview_key(columns)} {digest}"

    def answers(self) -> result_lists.Answers:
        """What was said in the preview; call it on a valid form. A cell that was sent as it stood is no correction."""
        columns = self.chosen_columns() or None
        number, sure = self.cleaned_data["evening"], self.cleaned_data["sure"]
        if not self.has_answers:
            return result_lists.Answers(columns, number, sure)
        rows = {row.number: row for row in self.cleaned_data["raw"].rows}
        cells, left_out, new = {}, set(), {}
        for sent, value in self.data.items():
            if found := re.fullmatch(r"cell-(\d{1,7})-(\d{1,2})", sent):
                at, place = int(found[1]), int(found[2])
                if at in rows and value.strip() != rows[at].cell(place)[:MAX_CELL_LENGTH].strip():
                    cells[at, place] = value[:MAX_CELL_LENGTH]
            elif found := re.fullmatch(r"leave-(\d{1,7})", sent):
                left_out.add(int(found[1]))
            elif (found := re.fullmatch(r"new-([\d-]{0,12})-day", sent)) and (day := _day_typed(value)):
                number_typed = whole_number(self.data.get(f"new-{found[1]}-number", ""), most=MAX_EVENING)
                new[found[1]] = result_lists.NewEvening(day, number_typed or None)
        return result_lists.Answers(columns, number, sure, cells, frozenset(left_out), new)


class NotListedForm(forms.Form):
    """What is written about those who take part and are not in a list of results."""

    missing = forms.ChoiceField(
        label=_("Who is not in the list"),
        choices=[
            (MarkKind.ANNOUNCED.value, _("was signed off in time")),
            (MarkKind.UNANNOUNCED.value, _("did not come and said nothing")),
            ("", _("has no evening then")),
        ],
        initial=MarkKind.ANNOUNCED.value,
        required=False,
    )
