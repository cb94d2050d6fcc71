"""Where a page begins after a form was refused."""

from __future__ import annotations

from django import forms


def focus_fault(form: forms.BaseForm) -> None:
    """The page scrolls to the first field with a fault, without a script too."""
    for field in form:
        if field.errors:
            field.field.widget.attrs["autofocus"] = True
            return
