"""Why an account or a club refused, as a closed list of codes with one sentence each."""

from __future__ import annotations

from enum import StrEnum

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class Refusal(StrEnum):
    """A code tests and programs read; people read `SENTENCES`."""

    NAME_EMPTY = "name-empty"
    NAME_TOO_LONG = "name-too-long"
    NAME_OF_THE_HOUSE = "name-of-the-house"
    NAME_LOOKS_ALIKE = "name-looks-alike"
    USERNAME_TAKEN = "username-taken"
    NOT_A_GUEST = "not-a-guest"
    NEEDS_ACCOUNT = "needs-account"
    NOT_A_MEMBER = "not-a-member"
    LAST_OWNER = "last-owner"


SENTENCES = {
    Refusal.NAME_EMPTY: _("Type a name with at least one letter or digit."),
    Refusal.NAME_TOO_LONG: _("That name is too long: at most %(most)s characters."),
    Refusal.NAME_OF_THE_HOUSE: _("That name would speak for the club. Choose another."),
    Refusal.NAME_LOOKS_ALIKE: _(
        "Somebody is called “%(name)s” already, or nearly so. Choose a name nobody mistakes for theirs."
    ),
    Refusal.USERNAME_TAKEN: _("That user name is taken."),
    Refusal.NOT_A_GUEST: _("You have an account already."),
    Refusal.NEEDS_ACCOUNT: _("This needs an account. Guests can register and keep their seat."),
    Refusal.NOT_A_MEMBER: _("That player is not a member of this club."),
    Refusal.LAST_OWNER: _("A club keeps at least one owner. Make somebody else owner first."),
}


def refuse(code: Refusal, **words: object) -> ValidationError:
    """Return the error that says `code`, with `words` put into its sentence."""
    return ValidationError(SENTENCES[code], code=code.value, params=words or None)
