"""Forms of the club itself: founding it, and its name and who may see it afterwards."""

from __future__ import annotations

from typing import Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.errors import SENTENCES, Refusal
from accounts.models import Club

SEEN_BY: Final = _("Otherwise only members see the club, its tables and its members.")


class ClubForm(forms.ModelForm):
    """Found a club. An address that is left empty is made from the name."""

    slug = forms.CharField(
        label=_("Short name in addresses (may stay empty)"),
        max_length=Club._meta.get_field("slug").max_length,
        required=False,
        help_text=_("The club's page is at /c/…/. Left empty, it is made from the name."),
        validators=[
            RegexValidator(
                r"^[-a-zA-Z0-9]+\Z", _("Only letters, digits and hyphens, no spaces."), code="invalid"
            )
        ],
        error_messages={"unique": SENTENCES[Refusal.CLUB_ADDRESS_TAKEN]},
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    class Meta:
        model = Club
        fields = ["name", "slug", "is_public"]
        help_texts = {"is_public": SEEN_BY}


class ClubChangeForm(forms.ModelForm):
    """Another name for the club, and who may see it. Its address stays."""

    class Meta:
        model = Club
        fields = ["name", "is_public"]
        help_texts = {"is_public": SEEN_BY}
