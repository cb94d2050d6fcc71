"""Every word Kan says on the screen, in English, marked for translation.

Facts named suit, card, seat or side, with or without `other_` before it, arrive as names; the rest as they are.
Many codes are put together. From a word of the log: `choose_iku` is the button of `iku` in `windows.py`, `said_iku` its
bubble in `view.py`. From the phase: `prompt_` and `wait_` in `view.py`. From the end of a deal: `line_` and `mark_` in
`scoring.py`. `own_` before the code of an end of a round says it to the side it happened to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.errors import Refusal
from games.engine.kan.errors import KanRefusal
from games.engine.words import gettext_noop as _

WHY_NOT: Final = (KanRefusal.JOKER_NOT_YET, KanRefusal.JOKER_DUE, Refusal.MUST_FOLLOW_SUIT)

NOTE_CALL: Final = _(
    "Iku: you lead. Koi: your partner leads. You two hold the joker and the ace of trumps and play "
    "against the other three."
)

MEANS_KAN: Final = _(
    "Kan: who holds the joker and who holds the ace of trumps. The two play against the other three, the mukan."
)
MEANS_KAN_STILL: Final = _(
    "Kan: the two of the first deal, who stay together for the round. They play against the other three, the mukan."
)

WORDS: Final[Mapping[str, str]] = {
    # seen at the table
    "label_deal": _("Deal {deal}"),
    "role_kan": _("Kan"),
    "role_joker": _("Kan, joker"),
    "role_ace": _("Kan, ace"),
    "side_kan": _("Kan"),
    "side_mukan": _("Mukan"),
    "said_iku": _("iku"),
    "said_koi": _("koi"),
    "said_stop": _("sukonku"),
    "said_stop_gyaku": _("gyaku sukonku"),
    "said_juuroku": _("juuroku!"),
    "said_juuroku_gyaku": _("gyaku juuroku!"),
    "joker_asks": _("Choose a card, or the joker with a suit that it asks for."),
    # choices
    "choose_card": _("{card}"),
    "choose_asked": _("Joker, asking for {suit}"),
    "choose_trump": _("{suit}"),
    "choose_give": _("Give the {card}"),
    "choose_iku": _("Iku: lead"),
    "choose_koi": _("Koi: let the partner lead"),
    "choose_iku_first": _("Iku: I lead"),
    "choose_koi_first": _("Koi: my partner leads"),
    "choose_show_none": _("Show nothing"),
    "choose_show_these": _("Show"),
    "choose_show_these_apart": _("Show one by one"),
    "choose_show_one": _("Show the {card}"),
    "choose_show_both": _("Show the {card} and the {other_card} together"),
    "choose_show_apart": _("Show the {card}, then the {other_card}"),
    "choose_show_twice": _("Show the {card} twice"),
    "choose_stop": _("Stop: sukonku"),
    "choose_juuroku": _("All 16: juuroku"),
    "choose_cancel": _("Cancel this deal"),
    # prompts
    "prompt_deal": _("The cards are being dealt."),
    "prompt_next_deal": _("The next deal of the round follows."),
    "prompt_void": _("This deal does not count: the cards are dealt again."),
    "prompt_give": _("You get the ace of trumps. Give a card for it."),
    "prompt_call": _("Will you lead, or your partner?"),
    "prompt_first_call": _("Will you lead, or your partner? The first word decides."),
    "prompt_show": _("Show your partner up to two cards"),
    "prompt_show_two": _("Show your partner a card, then once more: another, or the same again"),
    "prompt_trump": _("Name trumps"),
    "prompt_lead": _("Your lead"),
    "prompt_play": _("Your card"),
    "prompt_joker_due": _("Ninth trick: the joker must be played"),
    "prompt_announce": _(
        "The opponents have nothing. Stopping makes {stopped}, all sixteen {made} or {failed}."
    ),
    "prompt_announce_gyaku": _(
        "The kan have nothing. Stopping makes {stopped}, all sixteen {made} or {failed}."
    ),
    "prompt_cancel": _("The other side held all four aces and the joker. Cancel the deal?"),
    "prompt_closed": _("Round {round} is written down."),
    "prompt_closed_of_deal": _("Deal {round} is written down."),
    "prompt_over": _("The match is over."),
    "told_kan": _("You and {seat} are kan: together you need {points} points."),
    "told_moved": _("{seat} and {other_seat} changed seats: the two kan never sit side by side."),
    "told_own_moved": _("You and {seat} changed seats: the two kan never sit side by side."),
    "told_mukan": _("{seat} and {other_seat} are kan and need {points} points, you three {own_points}."),
    "wait_give": _("{seat} gives a card for the ace of trumps"),
    "wait_swap": _("A card is drawn blindly for the joker or the ace of trumps."),
    "wait_call": _("The kan decide which of them leads."),
    "wait_show": _("{seat} may show cards"),
    "wait_trump": _("{seat} names trumps"),
    "wait_announce": _("{seat} stops or goes for all sixteen"),
    "wait_cancel": _("All four aces and the joker were on one side: the opponents may cancel the deal."),
    "wait_play": _("{seat} to play"),
    "wait_lead": _("{seat} leads"),
    "wait_next_lead": _("{seat} takes the trick and leads"),
    "wait_play_ninth": _("{seat} to play. The joker must fall in this trick."),
    "arrange_give": _("Give this card"),
    "arrange_show": _("Show"),
    "slot_give": _("Your card"),
    "slot_first": _("First showing"),
    "slot_second": _("Second showing"),
    # the sheet
    "line_won": _("Deal {deal}: won by the kan"),
    "line_lost": _("Deal {deal}: lost by the kan"),
    "line_sukonku": _("Deal {deal}: sukonku"),
    "line_juuroku_made": _("Deal {deal}: juuroku made"),
    "line_juuroku_failed": _("Deal {deal}: juuroku failed"),
    "line_gyaku_sukonku_first": _("Deal 1: gyaku sukonku"),
    "line_gyaku_sukonku": _("Deal {deal}: gyaku sukonku, everything before is cancelled"),
    "line_gyaku_juuroku_made": _("Deal {deal}: gyaku juuroku made, everything before is cancelled"),
    "line_gyaku_juuroku_failed": _("Deal {deal}: gyaku juuroku failed"),
    "line_doubled": _("Deal {deal}: gyaku juuroku failed, everything so far is doubled"),
    "line_third": _("Third deal won"),
    "so_far_won": _("{side} won deal {deal} and took {had} of the sixteen points. So far {points} each."),
    "so_far_lost": _("{side} lost deal {deal} and took {had} of the sixteen points. So far {points} each."),
    "verdict": _("{side} won {won} of {played} deals: {points} each."),
    "verdict_first_lost": _("{side} lost the first deal: {points} each."),
    "verdict_lost": _(
        "{side} won {won} of {played} deals, the last lost with {had} of {needed} points: {points} each."
    ),
    "verdict_lost_at_once": _("{side} lost with {had} of {needed} points: {points} each."),
    # the end of a deal with others to follow; the points of the round follow the sentence
    "deal_won": _("{side} won deal {deal} with {had} points. So far"),
    "own_deal_won": _("You won deal {deal} with {had} points. So far"),
    "deal_lost": _("{side} lost deal {deal} with {had} of {needed} points. So far"),
    "own_deal_lost": _("You lost deal {deal} with {had} of {needed} points. So far"),
    "deal_sukonku": _("Sukonku: {side} won deal {deal}, and the others took nothing. So far"),
    "own_deal_sukonku": _("Sukonku: you won deal {deal}, and the others took nothing. So far"),
    "deal_gyaku_sukonku": _("Gyaku sukonku: {side} took nothing in deal {deal}. So far"),
    "own_deal_gyaku_sukonku": _("Gyaku sukonku: you took nothing in deal {deal}. So far"),
    "deal_juuroku_made": _("{side} took all sixteen points in deal {deal}. So far"),
    "own_deal_juuroku_made": _("You took all sixteen points in deal {deal}. So far"),
    "deal_juuroku_failed": _("{side} went for all sixteen points and took {had}. So far"),
    "own_deal_juuroku_failed": _("You went for all sixteen points and took {had}. So far"),
    "deal_gyaku_juuroku_made": _("The mukan took all sixteen points in deal {deal}. So far for {side}"),
    "own_deal_gyaku_juuroku_made": _("The mukan took all sixteen points in deal {deal}. So far"),
    "deal_gyaku_juuroku_failed": _("The mukan went for all sixteen points and failed. So far for {side}"),
    "own_deal_gyaku_juuroku_failed": _("The mukan went for all sixteen points and failed. So far"),
    "end": _("{side} won {won} of {played} deals"),
    "own_end": _("You won {won} of {played} deals"),
    "end_first_lost": _("{side} lost the first deal"),
    "own_end_first_lost": _("You lost the first deal"),
    "end_lost": _("{side} won {won} of {played} deals, the last lost with {had} of {needed} points"),
    "own_end_lost": _("You won {won} of {played} deals, the last lost with {had} of {needed} points"),
    "end_lost_at_once": _("{side} lost with {had} of {needed} points"),
    "own_end_lost_at_once": _("You lost with {had} of {needed} points"),
    "against_end_first_lost": _("You won the first deal"),
    "against_end_lost": _("You won: {side} lost deal {played} with {had} of {needed} points"),
    "against_end_lost_at_once": _("You won: {side} took {had} of {needed} points"),
    "mark_sukonku": _("sukonku"),
    "mark_juuroku_made": _("juuroku made"),
    "mark_juuroku_failed": _("juuroku failed"),
    "mark_gyaku_sukonku": _("gyaku sukonku"),
    "mark_gyaku_juuroku_made": _("gyaku juuroku made"),
    "mark_gyaku_juuroku_failed": _("gyaku juuroku failed"),
    # why a card of the hand may not be played
    **{refusal.value: refusal.sentence for refusal in WHY_NOT},
    # what a word or a role at a seat means
    "means_said_iku": _("Iku: I would like to lead."),
    "means_said_koi": _("Koi: let my partner lead."),
    "means_said_stop": _("Sukonku: the other side has taken nothing, and the deal ends here."),
    "means_said_stop_gyaku": _("Gyaku sukonku: the kan have taken nothing, and the deal ends here."),
    "means_said_juuroku": _("Juuroku: the kan go for all sixteen points."),
    "means_said_juuroku_gyaku": _("Gyaku juuroku: the other three go for all sixteen points."),
    "means_role_kan": MEANS_KAN_STILL,
    "means_role_joker": MEANS_KAN,
    "means_role_ace": MEANS_KAN,
    # what a first game explains when the question `prompt_...` is put for the first time
    "note_call": NOTE_CALL,
    "note_first_call": NOTE_CALL,
    "note_show": _(
        "Only your partner sees what you show. Your partner names trumps next: show where you are strong."
    ),
    "note_trump": _("Name the suit in which the two of you are strongest. Then you lead."),
    "note_lead": _(
        "Aces, kings, queens and jacks count one each, 16 in all. The kan need nine, the other three eight."
    ),
    "note_play": _(
        "Follow suit if you can, otherwise any card goes. The joker takes every trick, but not the first or the last."
    ),
}
