"""Refusals of accounts and clubs: a closed list of codes with one sentence each."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class AccountRefusal(TextChoices):
    """Refusals of accounts and clubs: the code for tests and programs, the label for people."""

    NAME_EMPTY = "name_empty", _("Type a name with at least one letter or digit.")
    NAME_TOO_LONG = "name_too_long", _("That name is too long: at most %(most)s characters.")
    NAME_UNUSUAL = "name_unusual", _("Write that name in the usual letters of one alphabet.")
    NAME_RESERVED = "name_reserved", _("That name is reserved for the club. Choose another.")
    NAME_LOOKS_ALIKE = (
        "name_looks_alike",
        _("Somebody is called “%(name)s” already, or nearly so. Choose a name nobody mistakes for theirs."),
    )
    USERNAME_WITH_SPACES = (
        "username_with_spaces",
        _("No spaces in a user name. Write it as one word, such as “%(joined)s”."),
    )
    USERNAME_TAKEN = "username_taken", _("That user name is taken.")
    NOT_A_GUEST = "not_a_guest", _("You have an account already.")
    NEEDS_ACCOUNT = "needs_account", _("This needs an account. Guests can register and keep their seat.")
    NOT_A_MEMBER = "not_a_member", _("That player is not a member of this club.")
    LAST_OWNER = (
        "last_owner",
        _("A club keeps at least one owner who can sign in. Make somebody else owner first."),
    )
    CLUB_ADDRESS_TAKEN = "club_address_taken", _("Another club has that address already. Choose another.")
    ALREADY_A_MEMBER = "already_a_member", _("You are in this club already.")
    DECLINED_LATELY = (
        "declined_lately",
        _("This club said no a short while ago. You can ask again after a month."),
    )
    NO_SUCH_REQUEST = "no_such_request", _("That request is not there any more.")
    ANSWERED_ALREADY = "answered_already", _("Somebody else has answered that request already.")
    NOT_YOURS_TO_CHANGE = "not_yours_to_change", _("You cannot change that member.")
    NAME_IS_THEIRS = (
        "name_is_theirs",
        _("This member signs in, so the name at the table is their own. The club's list has its own name."),
    )
    BOTH_MUST_AGREE = "both_must_agree", _("Both members sign in, so both must agree first.")
    MERGE_OVER = "merge_over", _("This question is no longer open.")
    SAME_PLAYER = "same_player", _("Choose two different members.")
    OWN_ACCOUNT = "own_account", _("Let another secretary or owner merge your own account.")
    OWNER = (
        "owner",
        _("An owner of the club cannot be merged into another member. Give them another role first."),
    )
    ELSEWHERE = "elsewhere", _("That member belongs to another club too, and stays as they are.")
    AT_A_TABLE = "at_a_table", _("One of the two sits at a table now. Wait until that match is over.")
    STILL_PLAYING = (
        "still_playing",
        _(
            "You sit at a table that is not over: %(table)s. Play to the end, or agree to stop, and come back here."
        ),
    )
    PASSWORD_DIFFERS = "password_differs", _("That is not your password.")
    SIGN_IN_AGAIN = (
        "sign_in_again",
        _("You have no password. Sign out, sign in again, and come back within five minutes."),
    )
    BOTH_AT_ONE_TABLE = "both_at_one_table", _("They sat at one table together, so they are two people.")
    BOTH_ON_ONE_EVENING = "both_on_one_evening", _("They played the same evening, so they are two people.")
    BOTH_ENTERED = (
        "both_entered",
        _("They are in two pairs or teams of one competition. Withdraw one of those first."),
    )
    INVITATION_OVER = (
        "invitation_over",
        _("This invitation does not work any more. Ask the club for a new one."),
    )
    CODE_UNKNOWN = (
        "code_unknown",
        _("That code does not work. Look at it once more, or ask who gave it to you."),
    )
    TOO_MANY_CODES = (
        "too_many_codes",
        _("Too many codes were tried here. Wait an hour, or ask the club for its link."),
    )
    ADDRESS_WRONG = "address_wrong", _("That is not a mail address. It looks like name@example.org.")
    INVITED_ALREADY = (
        "invited_already",
        _("An invitation to that address is open already; it is in the list below."),
    )
    INVITED_ENOUGH = (
        "invited_enough",
        _("At most %(most)s invitations a day go by mail. Use the link or the code today."),
    )
    WRITTEN_ENOUGH = (
        "written_enough",
        _("No more mail goes to that address today. Use the link or the code, or try tomorrow."),
    )
    NO_SUCH_INVITATION = "no_such_invitation", _("That invitation is not there any more.")
    ADDRESS_IS_THEIRS = (
        "address_is_theirs",
        _(
            "This member signs in or was given an address before. From then on the address is theirs to change."
        ),
    )
    ACCOUNT_IS_THEIRS = (
        "account_is_theirs",
        _(
            "The club makes no personal link for %(name)s: whoever has a mail address, a passkey or a second step, "
            "plays in another club too, or made the account without this club, keeps it to themselves. With a mail "
            "address, “Forgot your password?” helps."
        ),
    )
    LINK_NEEDS_OWNER = (
        "link_needs_owner",
        _("%(name)s may do more in the club than you: only an owner makes the personal link."),
    )
    PHONE_IS_THEIRS = "phone_is_theirs", _("This member signs in, so the phone number is theirs to give.")
    PUSH_SERVICE_UNKNOWN = (
        "push_service_unknown",
        _("This browser gets its messages from a service this site does not know."),
    )
    PUSH_KEYS_WRONG = "push_keys_wrong", _("This browser gave no keys to encrypt messages with.")
    NOTHING_ASKED = "nothing_asked", _("Nothing is asked there.")
    SAID_ALREADY = "said_already", _("You said that already.")
    NAME_UNKNOWN = "name_unknown", _("Nobody with an account here has that name. Ask how they write it.")
    FRIENDS_ALREADY = "friends_already", _("You are friends already.")
    ASKED_ALREADY = "asked_already", _("You asked already. The answer comes under the bell.")
    ASKED_ENOUGH = (
        "asked_enough",
        _("You have asked %(most)s people who have not answered yet. Wait for some answers."),
    )
    NO_FRIEND = "no_friend", _("You are not friends.")
    NOT_YOURSELF = "not_yourself", _("That is you.")
    BLOCKED_BY_YOU = "blocked_by_you", _("You blocked this player. Take the block back first.")
    BLOCKED_ENOUGH = (
        "blocked_enough",
        _("You can block at most %(most)s players. Take another block back first."),
    )
    TABLE_OF_FOUR = "table_of_four", _("A regular table has room for you and %(most)s friends.")
    NOTHING_WRITTEN = "nothing_written", _("Write what happened, in a sentence or two.")
    REPORTED_ENOUGH = (
        "reported_enough",
        _("You reported %(most)s people today. The staff reads those first; come back tomorrow."),
    )


STATUS: Final = {
    AccountRefusal.NEEDS_ACCOUNT: 403,
    AccountRefusal.NOT_YOURS_TO_CHANGE: 403,
    AccountRefusal.INVITATION_OVER: 404,
    AccountRefusal.ANSWERED_ALREADY: 409,
    AccountRefusal.SAID_ALREADY: 409,
    AccountRefusal.TOO_MANY_CODES: 429,
    AccountRefusal.INVITED_ENOUGH: 429,
    AccountRefusal.WRITTEN_ENOUGH: 429,
    AccountRefusal.REPORTED_ENOUGH: 429,
}
"""The HTTP status of a refusal that is the whole answer; 422 for every other code, and for a form shown again."""


class AccountRefused(ValidationError):  # noqa: N818
    """A request about accounts or clubs is refused and nothing has changed.

    A ValidationError, so that forms show its sentence at a field. `facts` fill the placeholders of the sentence.
    """

    def __init__(self, code: AccountRefusal, **facts: object) -> None:
        super().__init__(code.label, code=code.value, params=facts or None)

    @property
    def sentence(self) -> str:
        """The reason in the language that is active when it is read."""
        return " ".join(self.messages)

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return STATUS.get(AccountRefusal(self.code), 422)
