"""Refusals of accounts and clubs: a closed list of codes with one sentence each."""

from __future__ import annotations

from enum import StrEnum

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class Refusal(StrEnum):
    """Codes for tests and programs; users read `SENTENCES`."""

    NAME_EMPTY = "name-empty"
    NAME_TOO_LONG = "name-too-long"
    NAME_UNUSUAL = "name-unusual"
    NAME_RESERVED = "name-reserved"
    NAME_LOOKS_ALIKE = "name-looks-alike"
    USERNAME_WITH_SPACES = "username-with-spaces"
    USERNAME_TAKEN = "username-taken"
    NOT_A_GUEST = "not-a-guest"
    NEEDS_ACCOUNT = "needs-account"
    NOT_A_MEMBER = "not-a-member"
    LAST_OWNER = "last-owner"
    CLUB_ADDRESS_TAKEN = "club-address-taken"
    ALREADY_A_MEMBER = "already-a-member"
    DECLINED_LATELY = "declined-lately"
    NO_SUCH_REQUEST = "no-such-request"
    ANSWERED_ALREADY = "answered-already"
    NOT_YOURS_TO_CHANGE = "not-yours-to-change"
    NAME_IS_THEIRS = "name-is-theirs"
    BOTH_MUST_AGREE = "both-must-agree"
    MERGE_OVER = "merge-over"
    SAME_PLAYER = "same-player"
    OWN_ACCOUNT = "own-account"
    OWNER = "owner"
    ELSEWHERE = "elsewhere"
    AT_A_TABLE = "at-a-table"
    STILL_PLAYING = "still-playing"
    PASSWORD_DIFFERS = "password-differs"  # noqa: S105  a code
    SIGN_IN_AGAIN = "sign-in-again"
    BOTH_AT_ONE_TABLE = "both-at-one-table"
    BOTH_ON_ONE_EVENING = "both-on-one-evening"
    BOTH_ENTERED = "both-entered"
    INVITATION_OVER = "invitation-over"
    CODE_UNKNOWN = "code-unknown"
    TOO_MANY_CODES = "too-many-codes"
    ADDRESS_WRONG = "address-wrong"
    INVITED_ALREADY = "invited-already"
    INVITED_ENOUGH = "invited-enough"
    WRITTEN_ENOUGH = "written-enough"
    NO_SUCH_INVITATION = "no-such-invitation"
    ADDRESS_IS_THEIRS = "address-is-theirs"
    PHONE_IS_THEIRS = "phone-is-theirs"
    PUSH_SERVICE_UNKNOWN = "push-service-unknown"
    PUSH_KEYS_WRONG = "push-keys-wrong"
    NOTHING_ASKED = "nothing-asked"
    SAID_ALREADY = "said-already"
    NAME_UNKNOWN = "name-unknown"
    FRIENDS_ALREADY = "friends-already"
    ASKED_ALREADY = "asked-already"
    ASKED_ENOUGH = "asked-enough"
    NO_FRIEND = "no-friend"
    NOT_YOURSELF = "not-yourself"
    BLOCKED_BY_YOU = "blocked-by-you"
    BLOCKED_ENOUGH = "blocked-enough"
    TABLE_OF_FOUR = "table-of-four"
    NOTHING_WRITTEN = "nothing-written"
    REPORTED_ENOUGH = "reported-enough"


SENTENCES = {
    Refusal.NAME_EMPTY: _("Type a name with at least one letter or digit."),
    Refusal.NAME_TOO_LONG: _("That name is too long: at most %(most)s characters."),
    Refusal.NAME_UNUSUAL: _("Write that name in the usual letters of one alphabet."),
    Refusal.NAME_RESERVED: _("That name is reserved for the club. Choose another."),
    Refusal.NAME_LOOKS_ALIKE: _(
        "Somebody is called “%(name)s” already, or nearly so. Choose a name nobody mistakes for theirs."
    ),
    Refusal.USERNAME_WITH_SPACES: _("No spaces in a user name. Write it as one word, such as “%(joined)s”."),
    Refusal.USERNAME_TAKEN: _("That user name is taken."),
    Refusal.NOT_A_GUEST: _("You have an account already."),
    Refusal.NEEDS_ACCOUNT: _("This needs an account. Guests can register and keep their seat."),
    Refusal.NOT_A_MEMBER: _("That player is not a member of this club."),
    Refusal.LAST_OWNER: _("A club keeps at least one owner. Make somebody else owner first."),
    Refusal.CLUB_ADDRESS_TAKEN: _("Another club has that address already. Choose another."),
    Refusal.ALREADY_A_MEMBER: _("You are in this club already."),
    Refusal.DECLINED_LATELY: _("This club said no a short while ago. You can ask again after a month."),
    Refusal.NO_SUCH_REQUEST: _("That request is not there any more."),
    Refusal.ANSWERED_ALREADY: _("Somebody else has answered that request already."),
    Refusal.NOT_YOURS_TO_CHANGE: _("You cannot change that member."),
    Refusal.NAME_IS_THEIRS: _(
        "This member signs in, so the name at the table is their own. The club's list has its own name."
    ),
    Refusal.BOTH_MUST_AGREE: _("Both members sign in, so both must agree first."),
    Refusal.MERGE_OVER: _("This question is no longer open."),
    Refusal.SAME_PLAYER: _("Choose two different members."),
    Refusal.OWN_ACCOUNT: _("Let another secretary or owner merge your own account."),
    Refusal.OWNER: _(
        "An owner of the club cannot be merged into another member. Give them another role first."
    ),
    Refusal.ELSEWHERE: _("That member belongs to another club too, and stays as they are."),
    Refusal.AT_A_TABLE: _("One of the two sits at a table now. Wait until that match is over."),
    Refusal.STILL_PLAYING: _(
        "You sit at a table that is not over: %(table)s. Play to the end, or agree to stop, and come back here."
    ),
    Refusal.PASSWORD_DIFFERS: _("That is not your password."),
    Refusal.SIGN_IN_AGAIN: _(
        "You have no password. Sign out, sign in again, and come back within five minutes."
    ),
    Refusal.BOTH_AT_ONE_TABLE: _("They sat at one table together, so they are two people."),
    Refusal.BOTH_ON_ONE_EVENING: _("They played the same evening, so they are two people."),
    Refusal.BOTH_ENTERED: _(
        "They are in two pairs or teams of one competition. Withdraw one of those first."
    ),
    Refusal.INVITATION_OVER: _("This invitation does not work any more. Ask the club for a new one."),
    Refusal.CODE_UNKNOWN: _("That code does not work. Look at it once more, or ask who gave it to you."),
    Refusal.TOO_MANY_CODES: _("Too many codes were tried here. Wait an hour, or ask the club for its link."),
    Refusal.ADDRESS_WRONG: _("That is not a mail address. It looks like name@example.org."),
    Refusal.INVITED_ALREADY: _("An invitation to that address is open already; it is in the list below."),
    Refusal.INVITED_ENOUGH: _(
        "At most %(most)s invitations a day go by mail. Use the link or the code today."
    ),
    Refusal.WRITTEN_ENOUGH: _(
        "No more mail goes to that address today. Use the link or the code, or try tomorrow."
    ),
    Refusal.NO_SUCH_INVITATION: _("That invitation is not there any more."),
    Refusal.ADDRESS_IS_THEIRS: _(
        "This member signs in or was given an address before. From then on the address is theirs to change."
    ),
    Refusal.PHONE_IS_THEIRS: _("This member signs in, so the phone number is theirs to give."),
    Refusal.PUSH_SERVICE_UNKNOWN: _("This browser gets its messages from a service this site does not know."),
    Refusal.PUSH_KEYS_WRONG: _("This browser gave no keys to encrypt messages with."),
    Refusal.NOTHING_ASKED: _("Nothing is asked there."),
    Refusal.SAID_ALREADY: _("You said that already."),
    Refusal.NAME_UNKNOWN: _("Nobody with an account here has that name. Ask how they write it."),
    Refusal.FRIENDS_ALREADY: _("You are friends already."),
    Refusal.ASKED_ALREADY: _("You asked already. The answer comes under the bell."),
    Refusal.ASKED_ENOUGH: _(
        "You have asked %(most)s people who have not answered yet. Wait for some answers."
    ),
    Refusal.NO_FRIEND: _("You are not friends."),
    Refusal.NOT_YOURSELF: _("That is you."),
    Refusal.BLOCKED_BY_YOU: _("You blocked this player. Take the block back first."),
    Refusal.BLOCKED_ENOUGH: _("You can block at most %(most)s players. Take another block back first."),
    Refusal.TABLE_OF_FOUR: _("A regular table has room for you and %(most)s friends."),
    Refusal.NOTHING_WRITTEN: _("Write what happened, in a sentence or two."),
    Refusal.REPORTED_ENOUGH: _(
        "You reported %(most)s people today. The staff reads those first; come back tomorrow."
    ),
}


def refuse(code: Refusal, **facts: object) -> ValidationError:
    """Return the error for `code`; `facts` fill the placeholders of its sentence."""
    return ValidationError(SENTENCES[code], code=code.value, params=facts or None)
