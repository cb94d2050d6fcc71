"""Every word Rosbiratschka says on the screen, in English, marked for translation.

Facts named suit, card, seat or side arrive as names; the rest as they are.
Those of a contract end with its value: `contract_hundred` in `state.py`, `poster_` and `taken_hundred` in `view.py`,
`counted_`, `slam_` and `verdict_slam_` in `scoring.py`. Also there, `line_` ends with the house rule of the Hundred,
and `end_` with what ended the deal; `own_end_` says it to the player it happened to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.errors import Refusal
from games.engine.rosbiratschka.errors import RosbiratschkaRefusal
from games.engine.words import gettext_noop as _

WHY_NOT: Final = (
    Refusal.MUST_FOLLOW_SUIT,
    RosbiratschkaRefusal.CARD_DOES_NOT_FIT,
    RosbiratschkaRefusal.MUST_EXTEND_ROW,
)

WORDS: Final[Mapping[str, str]] = {
    # the contracts
    "contract_no_tricks": _("No tricks"),
    "contract_no_hearts": _("No hearts"),
    "contract_no_jacks": _("No jacks"),
    "contract_king_of_hearts": _("Beware the king of hearts"),
    "contract_hundred": _("Hundred"),
    "contract_rosbiratschka": _("Rosbiratschka"),
    # the poster of each
    "poster_no_tricks": _("Take no tricks: each costs 1"),
    "poster_no_hearts": _("Take no hearts: each costs 1"),
    "poster_no_jacks": _("Take no jacks: each costs 2"),
    "poster_king_of_hearts": _("Whoever takes it pays 8"),
    "poster_hundred_exceed": _("The card past 25, 50 or 100 costs 1, 2 or 5"),
    "poster_hundred_reach": _("The card that reaches 25, 50 or 100 costs 1, 2 or 5"),
    "poster_rosbiratschka": _("From the jacks outwards: last with cards pays 8"),
    # seen at the table
    "taken_no_tricks": _("Tricks: {count}"),
    "taken_no_hearts": _("Hearts: {count}"),
    "taken_no_jacks": _("Jacks: {count}"),
    "taken_king_of_hearts": _("♥ king"),
    "taken_hundred": _("Penalty: {count}"),
    "said_drew": _("drew {pip} {rank}"),
    "why_deals": _("Who drew the lowest card deals."),
    "said_pass": _("pass"),
    "said_crossed": _("past {line}!"),
    "said_out": _("out"),
    # choices
    "choose_card": _("{card}"),
    "choose_pass": _("Pass"),
    # prompts
    "prompt_deal": _("The cards are being dealt."),
    "prompt_lead": _("Your lead"),
    "prompt_play": _("Your card"),
    "prompt_hundred": _("Your card. The total is {total}."),
    "prompt_place": _("Place a card"),
    "prompt_pass": _("None of your cards fits: pass"),
    "prompt_closed": _("Round {round} is written down."),
    "prompt_closed_of_deal": _("Deal {round} is written down."),
    "prompt_over": _("The match is over."),
    "wait_play": _("{seat} to play"),
    "wait_lead": _("{seat} leads"),
    "wait_next_lead": _("{seat} takes the trick and leads"),
    # the sheet
    "counted_no_tricks": _("Tricks, 1 each"),
    "counted_no_hearts": _("Hearts, 1 each"),
    "counted_no_jacks": _("Jacks, 2 each"),
    "doubled": _("Doubled: {seat} took none"),
    "doubled_many": _("Doubled: {count} players took none"),
    "slam_no_tricks": _("{seat} took all eight tricks"),
    "slam_no_hearts": _("{seat} took all eight hearts"),
    "slam_no_jacks": _("{seat} took all four jacks"),
    "took_king": _("The king of hearts, in trick {trick}"),
    "line_exceed": _("Past {line}: the {card} made {total}"),
    "line_reach": _("Reached {line}: the {card} made {total}"),
    "last_with_cards": _("Last with cards"),
    "verdict_single": _("Everybody took something: single points."),
    "verdict_doubled": _("{seat} took none, so the others pay double."),
    "verdict_doubled_many": _("{count} players took none, so the others pay double."),
    "verdict_slam_no_tricks": _("{seat} took all eight tricks: eight points off."),
    "verdict_slam_no_hearts": _("{seat} took all eight hearts: eight points off."),
    "verdict_slam_no_jacks": _("{seat} took all four jacks: eight points off."),
    "verdict_king": _("{seat} took the king of hearts."),
    "verdict_hundred": _("{seat} took the total to {total}."),
    "verdict_layout": _("{seat} was the last with cards: {count} left."),
    # the end of a deal at a glance, of a player and to that player
    "end_single": _("Everybody took something"),
    "end_doubled": _("{seat} took none: double for the others"),
    "own_end_doubled": _("You took none: double for the others"),
    "end_doubled_many": _("{count} players took none: double for the others"),
    "end_slam_no_tricks": _("{seat} took all eight tricks"),
    "own_end_slam_no_tricks": _("You took all eight tricks"),
    "end_slam_no_hearts": _("{seat} took all eight hearts"),
    "own_end_slam_no_hearts": _("You took all eight hearts"),
    "end_slam_no_jacks": _("{seat} took all four jacks"),
    "own_end_slam_no_jacks": _("You took all four jacks"),
    "end_king": _("{seat} took the king of hearts"),
    "own_end_king": _("You took the king of hearts"),
    "end_hundred": _("{seat} made it {total}"),
    "own_end_hundred": _("You made it {total}"),
    "end_layout": _("{seat} was last with cards"),
    "own_end_layout": _("You were last with cards"),
    # why a card of the hand may not be played
    **{refusal.value: refusal.sentence for refusal in WHY_NOT},
    # what a first game explains when the question `prompt_...` is put for the first time
    "note_lead": _(
        "You lead. What to avoid stands at the top right: with low cards you leave the trick to others."
    ),
    "note_play": _("Follow suit. If you cannot, throw what you wish to be rid of."),
    "note_hundred": _("Every card adds to the total. Who brings it over a mark pays."),
    "note_place": _(
        "The rows begin with the jacks and grow both ways. Who can place a card must: get rid of them all."
    ),
}
