"""Texts of Django and allauth that the club translates itself.

Allauth's Dutch uses the same word for signing out of the site as the club for signing off from an evening, and
Django's Dutch is formal. Marked here, the texts are in the club's catalogues, which have precedence.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop, ngettext_lazy, pgettext_lazy

REPLACED: Final = (
    gettext_noop("Confirmation email sent to %(email)s."),
    gettext_noop("Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."),
    gettext_noop("Enter a valid “slug” consisting of Unicode letters, numbers, underscores, or hyphens."),
    gettext_noop("Sign In"),
    gettext_noop("Sign Out"),
    gettext_noop("Sign in with a passkey"),
    gettext_noop("Enter Sign-In Code"),
    gettext_noop("Sign-In Code"),
    gettext_noop("Your sign-in code is listed below. Please enter it in your open browser window."),
    gettext_noop("Send me a sign-in code"),
    gettext_noop("A sign-in code has been sent to %(recipient)s."),
    gettext_noop("We've sent a code to %(recipient)s. The code expires shortly, so please enter it soon."),
    gettext_noop("You will receive a special code for a password-free sign-in."),
    gettext_noop("Other sign-in options"),
    gettext_noop("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    gettext_noop("Already have an account? Then please %(link)ssign in%(end_link)s."),
    gettext_noop("Are you sure you want to sign out?"),
    gettext_noop("You have signed out."),
    gettext_noop("Signed out of all other sessions."),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
)

LOGIN_FIELD: Final = pgettext_lazy("field label", "Login")
"""The label of the field for a nickname or a mail address."""
TOO_SHORT: Final = ngettext_lazy(
    "Your password must contain at least %(min_length)d character.",
    "Your password must contain at least %(min_length)d characters.",
    "min_length",
)
"""Singular and plural, by the number of characters."""
