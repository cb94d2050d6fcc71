"""Every word Kalooki says on the screen, in English, marked for translation.

Many codes are put together. From a word of the log: `choose_take` is the button of `take` in `windows.py`, `said_take`
its bubble in `view.py`, `place_tack_own` an entry of the list of places in `view.py`. From the phase: `wait_` in
`view.py`. From threes and fours: `contract_3_0` in `contracts.py`. From the end of a deal, in `scoring.py`: `mark_`,
`end_`, and `own_end_`, which says the same to the player who went out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.kalooki.errors import KalookiRefusal
from games.engine.words import gettext_noop as _

WORDS: Final[Mapping[str, str]] = {
    "contract_3_0": _("three threes"),
    "contract_2_1": _("two threes and a four"),
    "contract_1_2": _("a three and two fours"),
    "contract_0_3": _("three fours"),
    "contract_4_0": _("four threes"),
    "contract_3_1": _("three threes and a four"),
    "contract_2_2": _("two threes and two fours"),
    "contract_1_3": _("a three and three fours"),
    "contract_0_4": _("four fours"),
    "said_out": _("out"),
    "said_pass": _("pass"),
    "said_call": _("I call"),
    "said_stock": _("from the stock"),
    "said_take": _("takes it"),
    "role_down": _("down"),
    "calls_left": _("{count} calls left"),
    "calls_left_1": _("{count} call left"),
    "choose_take": _("I take it"),
    "choose_stock": _("From the stock"),
    "choose_call": _("I call it"),
    "choose_pass": _("Pass"),
    "choose_allow": _("{seat} may have it"),
    "choose_refuse": _("I take it"),
    "choose_refuse_free": _("No, I decide"),
    "choose_end": _("End the turn"),
    "choose_lay": _("Lay {count} melds"),
    "choose_lay_one": _("Lay a meld"),
    "choose_tack": _("Add {card} to a meld of {seat}"),
    "choose_tack_own": _("Add {card} to your meld"),
    "choose_shift": _("Move the joker with {card}"),
    "choose_discard": _("Discard {card}"),
    "meld_three": _("{ranks}"),
    "meld_four": _("{suit}"),
    "arrange_lay": _("Make the contract"),
    "arrange_more": _("Make more melds"),
    "arrange_send": _("Lay it down"),
    "arrange_send_more": _("Lay them down"),
    "slot_three": _("Three {number}"),
    "slot_four": _("Four {number}"),
    "slot_more": _("Extra"),
    "place_tack": _("Add to the meld of {seat}"),
    "place_low": _("Add at the low end, meld of {seat}"),
    "place_high": _("Add at the high end, meld of {seat}"),
    "place_shift": _("Move the joker in the meld of {seat}"),
    "place_tack_own": _("Add to your meld"),
    "place_low_own": _("Add at the low end of your meld"),
    "place_high_own": _("Add at the high end of your meld"),
    "place_shift_own": _("Move the joker in your meld"),
    "prompt_draw": _("Take the discard, or draw from the stock?"),
    "prompt_stock": _("Draw from the stock"),
    "prompt_asked": _("If nobody calls, you draw. Or do you take the discard after all?"),
    "prompt_call": _("Call the discard?"),
    "prompt_answer": _("{seat} calls the discard. Who has it?"),
    "prompt_act": _("Discard a card"),
    "prompt_act_contract": _("You hold the contract: lay it, or discard a card"),
    "prompt_act_down": _("Lay, add, or discard"),
    "prompt_end": _("Only jokers are left: end the turn"),
    "prompt_end_or_add": _("Only jokers are left: add one, or end the turn"),
    "prompt_deal": _("The cards are being dealt."),
    "prompt_void": _("The stock is used up: the deal is void."),
    "prompt_closed": _("Round {round} is written down."),
    "prompt_closed_of_deal": _("Deal {round} is written down."),
    "prompt_over": _("The match is over."),
    "right_of_turn": _("It is your turn, so you choose first."),
    "right_first": _("Whoever calls first gets it."),
    "right_first_or_turn": _("{seat} chooses first, then whoever calls first."),
    "right_nearest": _("You sit nearest after {seat}: you choose next."),
    "right_nearer": _("{other_seat} sits nearer after {seat} and chooses first."),
    "told_called": _("{seat} called and got the discard."),
    "told_got": _("You called and got it, with a card from the stock."),
    "told_first": _("{seat} called first."),
    "told_nearer": _("{other_seat} called too, and sits nearer after {seat}."),
    "told_taken": _("{seat} took the discard: the player in turn chooses first."),
    "told_refused": _("{seat} took it: the player in turn chooses first. Your call costs nothing."),
    "wait_draw": _("{seat} draws"),
    "wait_call": _("Does anybody call?"),
    "wait_answer": _("{other_seat} calls: {seat} chooses"),
    "wait_own_answer": _("You call: {seat} chooses"),
    "wait_act": _("{seat} to play"),
    "wait_reshuffle": _("The discards become the new stock."),
    "cards_left": _("Cards left in the hand"),
    "bent_double": _("The table was bent: the same again"),
    "verdict_out": _("{seat} went out"),
    "verdict_bent": _("{seat} bent the table: down and out in one turn"),
    "verdict_void": _("Void twice: no points for anybody"),
    "end_out": _("{seat} went out"),
    "own_end_out": _("You went out"),
    "end_bent": _("{seat} bent the table: down and out in one turn"),
    "own_end_bent": _("You bent the table: down and out in one turn"),
    "mark_bent": _("bent"),
    "mark_void": _("void"),
    KalookiRefusal.JOKER_NOT_DISCARDED: KalookiRefusal.JOKER_NOT_DISCARDED.sentence,
    # what a first game explains when the question `prompt_...` is put for the first time
    "note_draw": _(
        "Every turn you draw a card and throw one away. Collect the contract named above, and lay it all at once."
    ),
    "note_call": _(
        "Out of turn you may call the discard, three times a deal: you get it with a card from the stock."
    ),
    "note_answer": _("It is your turn, so you choose: the caller has the card, or you take it yourself."),
    "note_act": _(
        "Keep what fits the contract. When another goes out your cards cost: joker 50, black ace 15, pictures 10."
    ),
    "note_act_contract": _(
        "Lay the contract, and you are down: from then on you may add cards to everything on the table."
    ),
    "note_act_down": _(
        "Add to any meld on the table, also to those of others. With no card left you go out."
    ),
}
