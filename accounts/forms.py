"""Forms of the accounts."""

from __future__ import annotations

from django import forms


class SignupForm(forms.Form):
    """What a new player tells besides allauth's own fields."""

    def signup(self, request, user):
        """Nothing."""
