"""Every field of every form of the site has a largest size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django import forms
from django.urls import get_resolver

from accounts.forms import MAX_PASSWORD_LENGTH, RegisterForm
from accounts.models import Player

LONGEST_TEXT = 100_000


def subclasses(parent: type) -> Iterator[type]:
    """Yield every class below `parent`."""
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


get_resolver().url_patterns  # noqa: B018  imports every module of views, and so every form
FORMS = sorted(
    {each for each in subclasses(forms.BaseForm) if each.__module__.startswith(("accounts.", "games."))},
    key=lambda form: (form.__module__, form.__name__),
)


def test_the_forms_are_found() -> None:
    assert len(FORMS) > 25


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.__module__}.{form.__name__}")
def test_every_field_has_a_largest_size(form: type[forms.BaseForm]) -> None:
    """Fields that Django's or allauth's form brings are limited there, or by the size of a body."""
    inherited = {
        name
        for parent in form.__mro__
        if parent.__module__.startswith(("django.contrib.", "allauth."))
        for name in getattr(parent, "base_fields", ())
    }
    for name, field in form.base_fields.items():
        if name in inherited:
            continue
        if isinstance(field, forms.CharField):
            assert field.max_length is not None, name
            assert field.max_length <= LONGEST_TEXT, name
        elif isinstance(field, forms.IntegerField):
            assert None not in (field.min_value, field.max_value), name


def test_what_is_too_long_for_its_column_is_refused_by_the_form(db: None) -> None:
    given = {
        "username": "kim",
        "email": f"{'k' * 250}@example.org",
        "password": "x" * (MAX_PASSWORD_LENGTH + 1),
    }
    assert {"password", "email"} <= set(RegisterForm(given, player=Player()).errors)
