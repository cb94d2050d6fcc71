"""Texts of Django and allauth that the club translates itself.

Allauth's Dutch uses the same word for signing out of the site as the club for signing off from an evening, and the
trade's words for two-step sign-in; Django's Dutch is formal. Marked here, the texts are in the club's catalogues,
which have precedence.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop, ngettext_lazy

REPLACED_TEXTS: Final = (
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
    gettext_noop("Two-Factor Authentication"),
    gettext_noop(
        "Your account is protected by two-factor authentication. Please enter an authenticator code:"
    ),
    gettext_noop("Enter an authenticator code:"),
    gettext_noop("Authenticator App"),
    gettext_noop("Authentication using an authenticator app is active."),
    gettext_noop("An authenticator app is not active."),
    gettext_noop("Activate Authenticator App"),
    gettext_noop("Deactivate Authenticator App"),
    gettext_noop("Activate"),
    gettext_noop("Deactivate"),
    gettext_noop("Authenticator app activated."),
    gettext_noop("Authenticator app deactivated."),
    gettext_noop("Authenticator secret"),
    gettext_noop("You can store this secret and use it to reinstall your authenticator app at a later time."),
    gettext_noop("You are about to deactivate authenticator app based authentication. Are you sure?"),
    gettext_noop("Recovery Codes"),
    gettext_noop("Recovery codes"),
    gettext_noop("No recovery codes set up."),
    gettext_noop("You are about to generate a new set of recovery codes for your account."),
    gettext_noop("This action will invalidate your existing codes."),
    gettext_noop("A new set of recovery codes has been generated."),
    gettext_noop("Generate"),
    gettext_noop("Confirm Access"),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Alternative options"),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("Unverified"),
    gettext_noop("Verified"),
    gettext_noop("Re-send Verification"),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Sign Out Other Sessions"),
    gettext_noop("Password successfully changed."),
    gettext_noop("Bad Token"),
)

CODE_FIELD: Final = gettext_noop("Authenticator code")
"""The label of the field for the second step, which allauth leaves in English."""
TOO_SHORT: Final = ngettext_lazy(
    "Your password must contain at least %(min_length)d character.",
    "Your password must contain at least %(min_length)d characters.",
    "min_length",
)
"""Singular and plural, by the number of characters."""
