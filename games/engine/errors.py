"""Refusals of the engine: a closed list of codes, each with one English sentence.

`MalformedAction` means the words cannot be read at all, `IllegalAction` that they are not allowed here and
now.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.engine.words import Fact, gettext_noop


class Refusal(StrEnum):
    """Refusal codes of all games. Tests assert codes, people read `SENTENCES`."""

    MALFORMED = "malformed"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_VERSION = "unknown_version"
    UNKNOWN_OPTION = "unknown_option"
    UNKNOWN_VALUE = "unknown_value"
    UNKNOWN_WORD = "unknown_word"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    UNKNOWN_CARD = "unknown_card"
    UNKNOWN_SUIT = "unknown_suit"
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_PLACE = "unknown_place"

    NOT_NOW = "not_now"
    NOT_YOUR_TURN = "not_your_turn"
    HOUSE_ONLY = "house_only"
    MATCH_OVER = "match_over"
    WRONG_DEALER = "wrong_dealer"
    WRONG_DEAL = "wrong_deal"
    WRONG_PROOF = "wrong_proof"
    WRONG_DIGEST = "wrong_digest"

    MUST_NAME_TRUMP = "must_name_trump"
    SUIT_NOT_OFFERED = "suit_not_offered"
    WRONG_LEVEL = "wrong_level"
    CARD_NOT_HELD = "card_not_held"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    MUST_BEAT_TRUMP = "must_beat_trump"
    MUST_RUFF = "must_ruff"
    MUST_OVERRUFF = "must_overruff"
    MUST_UNDERTRUMP = "must_undertrump"
    MAY_NOT_UNDERTRUMP = "may_not_undertrump"
    CARD_DOES_NOT_FIT = "card_does_not_fit"
    MUST_EXTEND_ROW = "must_extend_row"
    MUST_PLACE = "must_place"

    JOKER_NOT_YET = "joker_not_yet"
    JOKER_DUE = "joker_due"
    JOKER_ASKS = "joker_asks"

    NOT_A_COMBINATION = "not_a_combination"
    WRONG_SHOWING = "wrong_showing"
    TWO_SHOWINGS = "two_showings"
    WRONG_EXCHANGE = "wrong_exchange"
    CARD_USED_TWICE = "card_used_twice"
    DECLARE_FIRST = "declare_first"
    ALREADY_SPOKEN = "already_spoken"
    NOT_YOUR_CLAIM = "not_your_claim"
    ALREADY_CLAIMED = "already_claimed"
    CLAIM_TOO_LATE = "claim_too_late"
    CLAIMED_BY_ITSELF = "claimed_by_itself"
    STUK_NOT_HELD = "stuk_not_held"

    CALL_TOO_LATE = "call_too_late"
    CALLED_FIRST = "called_first"
    CALLS_CLOSED = "calls_closed"
    CANNOT_CALL = "cannot_call"
    DRAW_FROM_STOCK = "draw_from_stock"
    DRAW_FIRST = "draw_first"
    LAY_FIRST = "lay_first"
    CONTRACT_INCOMPLETE = "contract_incomplete"
    NOT_A_MELD = "not_a_meld"
    RANK_TWICE = "rank_twice"
    SUIT_TWICE = "suit_twice"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT_MELD = "does_not_fit_meld"
    NAME_THE_END = "name_the_end"
    JOKERS_STAY = "jokers_stay"
    NO_JOKER_THERE = "no_joker_there"
    JOKER_CANNOT_MOVE = "joker_cannot_move"
    JOKER_NOT_DISCARDED = "joker_not_discarded"
    MUST_DISCARD = "must_discard"
    KEEP_A_DISCARD = "keep_a_discard"

    NOT_ON_PAPER = "not_on_paper"
    NOT_A_NUMBER = "not_a_number"
    UNKNOWN_SIDE = "unknown_side"
    UNKNOWN_TRUMP = "unknown_trump"
    UNKNOWN_LEVEL = "unknown_level"
    POINTS_OUT_OF_RANGE = "points_out_of_range"
    POINTS_DO_NOT_ADD_UP = "points_do_not_add_up"
    NO_SUCH_POINTS = "no_such_points"
    NO_SUCH_ROEM = "no_such_roem"
    PIT_WITHOUT_ALL = "pit_without_all"
    PIT_NOT_PLAYED = "pit_not_played"
    ROEM_WITHOUT_TRICK = "roem_without_trick"
    TRUMP_POINTS_MISSING = "trump_points_missing"
    UNKNOWN_KAN = "unknown_kan"
    UNKNOWN_END = "unknown_end"
    UNKNOWN_WINNER = "unknown_winner"
    WINNER_HOLDS_CARDS = "winner_holds_cards"
    HAND_OUT_OF_RANGE = "hand_out_of_range"
    HANDS_OUT_OF_RANGE = "hands_out_of_range"
    CALLS_OUT_OF_RANGE = "calls_out_of_range"
    DEALS_DO_NOT_FOLLOW = "deals_do_not_follow"


SENTENCES: Final[Mapping[Refusal, str]] = {
    Refusal.MALFORMED: gettext_noop("This is not a match record: {detail}."),
    Refusal.UNKNOWN_GAME: gettext_noop("There is no game called “{game}”."),
    Refusal.UNKNOWN_VERSION: gettext_noop("Version {version} of this game is not known here."),
    Refusal.UNKNOWN_OPTION: gettext_noop("There is no option called “{option}”."),
    Refusal.UNKNOWN_VALUE: gettext_noop("“{value}” is not a value of the option “{option}”."),
    Refusal.UNKNOWN_WORD: gettext_noop("“{word}” is not something one can say in this game."),
    Refusal.UNKNOWN_FIELD: gettext_noop("“{field}” does not belong there."),
    Refusal.MISSING_FIELD: gettext_noop("“{field}” is missing."),
    Refusal.UNKNOWN_CARD: gettext_noop("“{card}” is not a card of this pack."),
    Refusal.UNKNOWN_SUIT: gettext_noop("“{suit}” is not a suit."),
    Refusal.UNKNOWN_SEAT: gettext_noop("“{seat}” is not a seat at this table."),
    Refusal.UNKNOWN_PLACE: gettext_noop("“{place}” is not a place on this table."),
    Refusal.NOT_NOW: gettext_noop("That cannot be done now."),
    Refusal.NOT_YOUR_TURN: gettext_noop("It is not your turn."),
    Refusal.DECLARE_FIRST: gettext_noop("Declare first, or pass."),
    Refusal.HOUSE_ONLY: gettext_noop("Only the house does that."),
    Refusal.MATCH_OVER: gettext_noop("The match is over."),
    Refusal.WRONG_DEALER: gettext_noop("It is not that seat's turn to deal."),
    Refusal.WRONG_DEAL: gettext_noop("These are not all the cards of the pack, each once."),
    Refusal.WRONG_PROOF: gettext_noop("The proof of deal {deal} does not match its cards."),
    Refusal.WRONG_DIGEST: gettext_noop("The record was changed after it was written: its digest is another."),
    Refusal.MUST_NAME_TRUMP: gettext_noop("You must name trumps; you cannot pass."),
    Refusal.SUIT_NOT_OFFERED: gettext_noop("That suit cannot be named now."),
    Refusal.WRONG_LEVEL: gettext_noop("That word does not follow what was said before."),
    Refusal.CARD_NOT_HELD: gettext_noop("You do not hold that card."),
    Refusal.MUST_FOLLOW_SUIT: gettext_noop("You must follow {suit}."),
    Refusal.MUST_BEAT_TRUMP: gettext_noop("Trumps were led: you must play a higher trump."),
    Refusal.MUST_RUFF: gettext_noop("You cannot follow: you must play a trump."),
    Refusal.MUST_OVERRUFF: gettext_noop("You must play a higher trump."),
    Refusal.MUST_UNDERTRUMP: gettext_noop("You must play a trump, even a lower one."),
    Refusal.MAY_NOT_UNDERTRUMP: gettext_noop("You may not play a lower trump while you hold another card."),
    Refusal.CARD_DOES_NOT_FIT: gettext_noop("A card must fit next in a row."),
    Refusal.MUST_EXTEND_ROW: gettext_noop("You can add to a row, so you may not open another one."),
    Refusal.MUST_PLACE: gettext_noop("You hold a card that fits: you may not pass."),
    Refusal.JOKER_NOT_YET: gettext_noop("The joker may not be played in the first or the last trick."),
    Refusal.JOKER_DUE: gettext_noop("This is the last trick for the joker: you must play it."),
    Refusal.JOKER_ASKS: gettext_noop("You lead the joker: name the suit it asks for."),
    Refusal.NOT_A_COMBINATION: gettext_noop("That is not a combination of your hand."),
    Refusal.CARD_USED_TWICE: gettext_noop("A card may serve in one combination only."),
    Refusal.WRONG_SHOWING: gettext_noop(
        "Show up to two cards: together, one after the other, or the same one twice."
    ),
    Refusal.TWO_SHOWINGS: gettext_noop(
        "At this table you show one card, and then one more or the same again."
    ),
    Refusal.WRONG_EXCHANGE: gettext_noop("Those cards cannot be exchanged."),
    Refusal.ALREADY_SPOKEN: gettext_noop("You have already spoken."),
    Refusal.NOT_YOUR_CLAIM: gettext_noop("Only the side that won the trick can claim its roem."),
    Refusal.ALREADY_CLAIMED: gettext_noop("That has been claimed already."),
    Refusal.CLAIM_TOO_LATE: gettext_noop("Too late: the next card has been led."),
    Refusal.CLAIMED_BY_ITSELF: gettext_noop("At this table that is counted without a claim."),
    Refusal.STUK_NOT_HELD: gettext_noop("Stuk is for who held king and queen of trumps and has played both."),
    Refusal.CALL_TOO_LATE: gettext_noop("Too late: the card is gone."),
    Refusal.CALLED_FIRST: gettext_noop("Too late: somebody else called first."),
    Refusal.CALLS_CLOSED: gettext_noop("Too late: the time for calls is over."),
    Refusal.CANNOT_CALL: gettext_noop("You may not call this card."),
    Refusal.DRAW_FROM_STOCK: gettext_noop("Once your contract lies, you draw from the stock."),
    Refusal.DRAW_FIRST: gettext_noop("Draw a card first."),
    Refusal.LAY_FIRST: gettext_noop("Lay your contract first."),
    Refusal.CONTRACT_INCOMPLETE: gettext_noop("These melds do not make up the contract."),
    Refusal.NOT_A_MELD: gettext_noop("That is neither a three nor a four."),
    Refusal.RANK_TWICE: gettext_noop("Your threes must be of different ranks."),
    Refusal.SUIT_TWICE: gettext_noop("Your fours must be of different suits."),
    Refusal.NO_SUCH_MELD: gettext_noop("There is no such meld on the table."),
    Refusal.DOES_NOT_FIT_MELD: gettext_noop("That card does not fit this meld."),
    Refusal.NAME_THE_END: gettext_noop("Name the end where the card goes, and only where it fits at both."),
    Refusal.JOKERS_STAY: gettext_noop("At this table jokers do not move."),
    Refusal.NO_JOKER_THERE: gettext_noop("No joker of this meld stands for that card."),
    Refusal.JOKER_CANNOT_MOVE: gettext_noop("That joker has nowhere to go."),
    Refusal.JOKER_NOT_DISCARDED: gettext_noop("A joker is never discarded."),
    Refusal.MUST_DISCARD: gettext_noop(
        "The turn ends with a discard; only a hand of nothing but jokers ends it without one."
    ),
    Refusal.KEEP_A_DISCARD: gettext_noop("You need a card left to discard."),
    Refusal.NOT_ON_PAPER: gettext_noop("This table is not kept on paper."),
    Refusal.NOT_A_NUMBER: gettext_noop("That is not a number."),
    Refusal.UNKNOWN_SIDE: gettext_noop("Say which side made trumps, and whose points these are."),
    Refusal.UNKNOWN_TRUMP: gettext_noop("Say which suit was trumps."),
    Refusal.UNKNOWN_LEVEL: gettext_noop("Say how far the kraken went."),
    Refusal.POINTS_OUT_OF_RANGE: gettext_noop("A side has from 0 to {most} card points."),
    Refusal.POINTS_DO_NOT_ADD_UP: gettext_noop("{points} and {against} make {sum}; the cards hold {most}."),
    Refusal.NO_SUCH_POINTS: gettext_noop("No cards are worth {points} points."),
    Refusal.NO_SUCH_ROEM: gettext_noop("No roem adds up to {roem}."),
    Refusal.PIT_WITHOUT_ALL: gettext_noop("A pit takes all {most} points, with every trick."),
    Refusal.PIT_NOT_PLAYED: gettext_noop("A pit of that side does not count by your house rules."),
    Refusal.ROEM_WITHOUT_TRICK: gettext_noop("A side without a trick has no roem by your house rules."),
    Refusal.TRUMP_POINTS_MISSING: gettext_noop(
        "Spades count double in trumps: type the trump points, from 0 to {most}."
    ),
    Refusal.UNKNOWN_KAN: gettext_noop("Name the two players that were kan."),
    Refusal.UNKNOWN_END: gettext_noop("Say how deal {deal} ended."),
    Refusal.UNKNOWN_WINNER: gettext_noop("Say who went out, or that the deal was void twice."),
    Refusal.WINNER_HOLDS_CARDS: gettext_noop("Nobody goes out with cards left: leave that hand empty."),
    Refusal.HAND_OUT_OF_RANGE: gettext_noop("Every other hand counts from 1 to {most} points."),
    Refusal.HANDS_OUT_OF_RANGE: gettext_noop("All cards together count {most} points."),
    Refusal.CALLS_OUT_OF_RANGE: gettext_noop("A player calls from 0 to {most} times in a deal."),
    Refusal.DEALS_DO_NOT_FOLLOW: gettext_noop(
        "These deals cannot be one round: look which of them the kan lost, and how many were played."
    ),
}

TOO_LATE: Final = frozenset({Refusal.CALL_TOO_LATE, Refusal.CALLED_FIRST, Refusal.CALLS_CLOSED})
"""Refusals that say why an answer to a window that has closed came too late."""


class Refused(Exception):  # noqa: N818 (a refusal is an answer, not an error)
    """An action the engine does not take. `code` is the reason, `facts` fill the braces of its sentence."""

    def __init__(self, code: Refusal, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    @property
    def sentence(self) -> str:
        """The reason in plain English, with its facts as the engine writes them."""
        return SENTENCES[self.code].format(**self.facts)


class MalformedAction(Refused):
    """The words cannot be read."""


class IllegalAction(Refused):
    """The words are clear but not allowed here and now."""
