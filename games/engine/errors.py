"""Refusals of the engine: the base of all codes, the codes that games share, and the exceptions that carry them.

`MalformedAction` means the words cannot be read at all, `IllegalAction` that they are not allowed here and now. Two
kinds of the latter change what the table does: with `TooLate` the question is over, so the words are refused without
asking again; `AskedFirst` names another question that comes before.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from games.engine.words import Fact
from games.engine.words import gettext_noop as _


class RefusalCode(StrEnum):
    """A closed list of reasons, each with its code for tests and programs and its English sentence for people."""

    sentence: str

    def __new__(cls, code: str, sentence: str) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member


class Refusal(RefusalCode):
    """Refusals of more than one game, and of records. Each game has its own beside its rules."""

    MALFORMED = "malformed", _("This is not a match record: {detail}.")
    UNKNOWN_GAME = "unknown_game", _("There is no game called “{game}”.")
    UNKNOWN_VERSION = "unknown_version", _("Version {version} of this game is not known here.")
    UNKNOWN_OPTION = "unknown_option", _("There is no option called “{option}”.")
    UNKNOWN_VALUE = "unknown_value", _("“{value}” is not a value of the option “{option}”.")
    UNKNOWN_WORD = "unknown_word", _("“{word}” is not something one can say in this game.")
    UNKNOWN_FIELD = "unknown_field", _("“{field}” does not belong there.")
    MISSING_FIELD = "missing_field", _("“{field}” is missing.")
    UNKNOWN_CARD = "unknown_card", _("“{card}” is not a card of this pack.")
    UNKNOWN_SUIT = "unknown_suit", _("“{suit}” is not a suit.")
    UNKNOWN_SEAT = "unknown_seat", _("“{seat}” is not a seat at this table.")
    NOT_NOW = "not_now", _("That cannot be done now.")
    NOT_YOUR_TURN = "not_your_turn", _("It is not your turn.")
    HOUSE_ONLY = "house_only", _("Only the house does that.")
    MATCH_OVER = "match_over", _("The match is over.")
    WRONG_DEALER = "wrong_dealer", _("It is not that seat's turn to deal.")
    WRONG_DEAL = "wrong_deal", _("These are not all the cards of the pack, each once.")
    WRONG_PROOF = "wrong_proof", _("The proof of deal {deal} does not match its cards.")
    WRONG_DIGEST = (
        "wrong_digest",
        _("The record was changed after it was written: its digest is another."),
    )
    SUIT_NOT_OFFERED = "suit_not_offered", _("That suit cannot be named now.")
    CARD_NOT_HELD = "card_not_held", _("You do not hold that card.")
    MUST_FOLLOW_SUIT = "must_follow_suit", _("You must follow {suit}.")
    CARD_USED_TWICE = "card_used_twice", _("A card may serve in one combination only.")
    ALREADY_SPOKEN = "already_spoken", _("You have already spoken.")
    NOT_ON_PAPER = "not_on_paper", _("This table is not kept on paper.")
    NOT_A_NUMBER = "not_a_number", _("That is not a number.")
    UNKNOWN_END = "unknown_end", _("Say how deal {deal} ended.")


class Refused(Exception):  # noqa: N818 (a refusal is an answer, not an error)
    """An action, a record or a paper sheet that the engine does not take. `code` is the reason, `facts`
    fill the braces of its sentence; what was sent is cut there, because it may be of any length.
    """

    def __init__(self, code: RefusalCode, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    @property
    def sentence(self) -> str:
        """The reason in plain English, with its facts as the engine writes them."""
        return self.code.sentence.format(**self.facts)


class MalformedAction(Refused):
    """The words cannot be read."""


class IllegalAction(Refused):
    """The words are clear but not allowed here and now."""


class TooLate(IllegalAction):
    """The words answer a question that another player, the clock or a draw has closed."""


class AskedFirst(IllegalAction):
    """The words would be allowed once another question is answered."""
