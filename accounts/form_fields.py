"""Form fields that refuse values the database or the calendar cannot hold; forms use them instead of Django's. Where a
page begins after a form was refused."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import whole_number

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2999
"""Converting the first or last day of the calendar to another time zone raises OverflowError."""


def validate_year(moment: date) -> None:
    """Raise ValidationError for a date or time outside `FIRST_YEAR` to `LAST_YEAR`."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValidationError(
            _("Give a date between the years %(first)s and %(last)s."),
            code="year",
            params={"first": FIRST_YEAR, "last": LAST_YEAR},
        )


class DayField(forms.DateField):
    """A date between `FIRST_YEAR` and `LAST_YEAR`."""

    default_validators = [validate_year]


class MomentField(forms.DateTimeField):
    """A date and time between `FIRST_YEAR` and `LAST_YEAR`."""

    default_validators = [validate_year]


class WordsField(forms.MultipleChoiceField):
    """Several of the choices, kept as one text with a space between them."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> str:
        return " ".join(super().clean(value))


class RowsField(forms.ModelMultipleChoiceField):
    """Several rows by primary key, each with a box to tick. Django's field, unlike that for one row, passes numbers to
    the database that no column holds."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Any) -> Any:
        for key in value or ():
            if whole_number(str(key)) is None:
                message = self.error_messages["invalid_pk_value"]
                raise ValidationError(message, code="invalid_pk_value", params={"pk": str(key)[:20]})
        return super().clean(value)


def focus_fault(form: forms.BaseForm) -> None:
    """The page scrolls to the first field with a fault, without a script too."""
    for field in form:
        if field.errors:
            field.field.widget.attrs["autofocus"] = True
            return
