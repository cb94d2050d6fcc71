"""Form fields for the facts of a round, from the fields of a game's sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms

from games.disputes.labels import fact_choices, fact_label
from games.engine.club import SheetField

FACT: Final = "fact_"
"""Before the key of a fact in the name of its form field."""


def fact_field(fact: SheetField, columns: Sequence[str]) -> forms.Field:
    """The form field of one fact; `columns` are the names above the columns of the sheet."""
    label = fact_label(fact, columns)
    if fact.kind == "check":
        return forms.BooleanField(label=label, required=False)
    if fact.kind == "number":
        return forms.IntegerField(
            label=label,
            required=fact.required,
            min_value=0,
            max_value=10**fact.longest - 1,
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
    if fact.kind == "cards":
        return forms.CharField(
            label=label,
            required=fact.required,
            max_length=fact.longest,
            widget=forms.TextInput(attrs={"inputmode": "tel"}),
        )
    return forms.ChoiceField(
        label=label,
        required=fact.required,
        choices=fact_choices(fact, columns),
        widget=forms.Select if fact.kind == "choice" else forms.RadioSelect,
    )


def initial_facts(written: Mapping[str, str]) -> dict[str, Any]:
    """The initial values of these form fields from the facts of the round as it is on the sheet."""
    return {f"{FACT}{key}": value for key, value in written.items()}
