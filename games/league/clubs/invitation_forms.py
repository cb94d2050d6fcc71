"""Forms for inviting a person to a club, and for joining by a code."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.errors import SENTENCES, Refusal
from accounts.invitations.invitation_models import GREETING_LENGTH, NAME_LENGTH, MailedInvitation
from accounts.invitations.join_codes import LETTERS


class CodeForm(forms.Form):
    """The form for the code of a club."""

    code = forms.CharField(
        label=_("Code of the club"),
        max_length=40,
        help_text=_("Capitals, dashes and spaces do not matter."),
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "characters",
                "autocomplete": "off",
                "spellcheck": "false",
                "placeholder": f"{LETTERS[:4]}-{LETTERS[-4:]}",
            }
        ),
    )


class AddressForm(forms.Form):
    """The mail address of somebody else."""

    address = forms.EmailField(
        label=_("Mail address"),
        max_length=MailedInvitation._meta.get_field("address").max_length,
        error_messages={"invalid": SENTENCES[Refusal.ADDRESS_WRONG]},
        widget=forms.EmailInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class InvitationForm(AddressForm):
    """Address, name and greeting of an invitation by mail."""

    name = forms.CharField(
        label=_("Name (may stay empty)"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    greeting = forms.CharField(
        label=_("A line from you (may stay empty)"), max_length=GREETING_LENGTH, required=False
    )
