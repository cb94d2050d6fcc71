"""Every word Kraken says on the screen, in English, marked for translation.

`engine_words.names_of_values` says which facts arrive as names ({suit}, {ranks}, {Run}, {other_seat}); the rest arrive
as they are. Many codes are put together from a beginning and a word:

| code | where it is put together |
|---|---|
| `choose_` and a word of the log | the button of that word, in `windows.py` |
| `said_` and a word of the log | the bubble of that word, in `view.py` |
| `verdict_`, the level and the outcome | how the round was made or lost, in `scoring/settlement.py` |
| `end_` and the outcome | how the round ended for a side, in `scoring/closing.py`; `own_end_` says it to that side |
| `double_spades_` and the house rule | the line of the sheet, in `scoring/settlement.py` |
| any code and `_of_deal` | its form where a round is called a deal: `OF_DEAL` in `games/table/screen/speech.py` |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.errors import Refusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.words import gettext_noop as _

WHY_NOT: Final = (
    Refusal.MUST_FOLLOW_SUIT,
    KrakenRefusal.MUST_BEAT_TRUMP,
    KrakenRefusal.MUST_RUFF,
    KrakenRefusal.MUST_OVERRUFF,
    KrakenRefusal.MUST_UNDERTRUMP,
    KrakenRefusal.MAY_NOT_UNDERTRUMP,
)

NOTE_TRUMP: Final = _(
    "The jack of trumps is the highest card, then the nine. Choose your strongest suit: your side "
    "needs more than half."
)

NOTE_ROEM: Final = _("Runs and fours that lie in a trick are roem: who does not claim it in time loses it.")

WORDS: Final[Mapping[str, str]] = {
    # said at the table
    "pass": _("pass"),
    "kraken": _("kraken!"),
    "re": _("re!"),
    "rekraken": _("rekraken!"),
    "herkraken": _("herkraken!"),
    "overkraken": _("overkraken!"),
    "superkraken": _("superkraken!"),
    "said_trump": _("{suit}"),
    "said_accept": _("takes {suit}"),
    "forced_trump": _("must play {suit}"),
    "said_declared": _("declares"),
    "said_nothing": _("nothing"),
    "said_best_run": _("{points} up to the {rank}"),
    "said_best_run_suit": _("{points} up to the {card}"),
    "said_best_four": _("{points}: four {ranks}"),
    "said_lost_run": _("{points} up to the {rank}: does not count"),
    "said_lost_run_suit": _("{points} up to the {card}: does not count"),
    "said_lost_four": _("{points}: four {ranks}, does not count"),
    "said_roem": _("roem {points}!"),
    "said_no_roem": _("roem?"),
    "said_stuk": _("stuk!"),
    "answer_roem": _("roem +{points}"),
    "answer_no_roem": _("no roem"),
    "answer_no_roem_costs": _("no roem, {points} for the other side"),
    "no_roem": _("There is no roem in this trick."),
    "no_roem_costs": _("There is no roem in this trick: {points} for the other side."),
    # choices
    "choose_trump": _("{suit}"),
    "choose_accept": _("Play {suit}"),
    "choose_pass": _("Pass"),
    "choose_kraken": _("Kraken ×2"),
    "choose_re": _("Re ×4"),
    "choose_rekraken": _("Rekraken ×4"),
    "choose_herkraken": _("Herkraken ×4"),
    "choose_overkraken": _("Overkraken ×4"),
    "choose_superkraken": _("Superkraken ×8"),
    "choose_declare": _("Declare"),
    "choose_nothing": _("Nothing to declare"),
    "choose_bonus": _("Roem"),
    "choose_stuk": _("Stuk"),
    "choose_revoke": _("Claim a revoke"),
    "choose_revoke_of": _("Revoke in trick {trick}: {seat}"),
    "choose_card": _("{card}"),
    "group_run": _("{run} up to the {card}: {points}"),
    "group_four": _("four {ranks}: {points}"),
    # prompts
    "prompt_deal": _("The cards are being dealt."),
    "prompt_trump": _("You make trumps"),
    "prompt_trump_or_pass": _("Name trumps or pass"),
    "prompt_turned": _("{suit} is turned: will you play it?"),
    "prompt_kraken": _("{side} play {suit}. Kraken?"),
    "prompt_re": _("{seat} said kraken. Your answer? Who speaks last must have the most points."),
    "prompt_superkraken": _("{seat} said re. Your answer? Who speaks last must have the most points."),
    "prompt_declare": _("Your combinations"),
    "prompt_declare_nothing": _("No combination in your hand"),
    "prompt_lead": _("Your lead"),
    "prompt_lead_bonus": _("Your lead. Roem? Call it first."),
    "prompt_lead_found": _("{kind}: {points} points. Call it before you lead."),
    "prompt_lead_stuk": _("You have shown stuk: 20 points. Call it before you lead."),
    "prompt_play": _("Your card"),
    "prompt_claim": _("The last trick is played. Roem?"),
    "prompt_claim_bonus": _("Roem in the last trick?"),
    "prompt_claim_found": _("{kind} in the last trick: {points} points."),
    "prompt_claim_stuk": _("You have shown stuk: 20 points. Call it now."),
    "prompt_counted": _("Round {round} is counted. A revoke can still be claimed."),
    "prompt_counted_of_deal": _("Deal {round} is counted. A revoke can still be claimed."),
    "prompt_closed": _("Round {round} is written down."),
    "prompt_closed_of_deal": _("Deal {round} is written down."),
    "prompt_over": _("The match is over."),
    KrakenRefusal.DECLARE_FIRST.value: KrakenRefusal.DECLARE_FIRST.sentence,
    "wait_trump": _("{seat} makes trumps"),
    "wait_answer": _("{seat} answers"),
    "wait_answer_side": _("{side} answer"),
    "wait_declare": _("The others declare"),
    "wait_play": _("{seat} to play"),
    "wait_lead": _("{seat} leads"),
    "wait_next_lead": _("{seat} takes the trick and leads"),
    "wait_play_bonus": _("{seat} takes the trick. Roem?"),
    "wait_play_found": _("{kind}: {points} points. Call it before {seat} leads."),
    "wait_play_stuk": _("You have shown stuk: 20 points. Call it before the next trick."),
    "wait_claim": _("The last trick is played"),
    # the sheet
    "cards": _("Cards"),
    "last_trick": _("Last trick"),
    "roem": _("Roem in trick {trick}: {kind}"),
    "roem_on_paper": _("Roem, declarations and stuk"),
    "roem_claimed": _("Roem in trick {trick}: {kind}, claimed by {seat}"),
    "false_claim": _("Roem claimed where there was none"),
    "revoke_all": _("{seat} revoked in trick {trick}: all points to the others"),
    "revoke_two_tricks": _("{seat} revoked in trick {trick}: two tricks to the others"),
    "revoke_extra": _("Extra for the revoke of {seat} in trick {trick}"),
    "revoke_claim_wrong": _("Revoke of {other_seat} in trick {trick} claimed wrongly by {seat}"),
    "declared_run": _("{Run} up to the {card}, {seat}"),
    "declared_four": _("Four {ranks}, {seat}"),
    "stuk": _("Stuk, {seat}"),
    # The house rules `cards` and `all` double the same cards; `all` adds the line of `double_spades_bonus`.
    "double_spades_cards": _("Spades double: cards"),
    "double_spades_all": _("Spades double: cards"),
    "double_spades_trump_cards": _("Spades double: trumps"),
    "double_spades_bonus": _("Spades double: roem"),
    "pit": _("Pit"),
    "failed": _("Nat: all to {side}"),
    "takes_all": _("All to {side}"),
    "only_winner": _("Only {side} score"),
    "multiplied": _("Times {times}"),
    "mark_level_1": _("kraken ×2"),
    "mark_level_2": _("re ×4"),
    "mark_level_3": _("superkraken ×8"),
    "mark_nat": _("nat"),
    "verdict_round_made": _("Made: {side} had {points} against {against}."),
    "verdict_round_failed": _("Nat! {side} made trumps and had only {points} against {against}."),
    "verdict_round_equal": _("Nat! {side} made trumps, and {points} against {against} is not more."),
    "verdict_kraken_made": _("Kraken! {side} had {points} against {against}."),
    "verdict_kraken_failed": _("The kraken failed: {side} needed more than {against} and had {points}."),
    "verdict_kraken_equal": _("The kraken failed: {points} against {against} is not more."),
    "verdict_re_made": _("Re made: {side} had {points} against {against}."),
    "verdict_re_failed": _("The re failed: {side} needed more than {against} and had {points}."),
    "verdict_re_equal": _("The re failed: {points} against {against} is not more."),
    "verdict_superkraken_made": _("Superkraken! {side} had {points} against {against}."),
    "verdict_superkraken_failed": _(
        "The superkraken failed: {side} needed more than {against} and had {points}."
    ),
    "verdict_superkraken_equal": _("The superkraken failed: {points} against {against} is not more."),
    "verdict_revoke": _("{seat} revoked in trick {trick}: all points are for {side}."),
    # claims about revokes, for everybody at the table
    "revoke_open": _(
        "{seat} says: {other_seat} revoked in trick {trick}. The cards will show it by the last trick."
    ),
    "revoke_right": _("{seat} claimed it rightly: {other_seat} revoked in trick {trick}."),
    "revoke_wrong": _("{seat} claimed wrongly: {other_seat} did not revoke in trick {trick}."),
    "revoke_director": _("{seat} says: {other_seat} revoked in trick {trick}. The arbiter decides."),
    "revoke_reported": _("Claimed at the table: {seat} revoked in trick {trick}."),
    "revoke_costs": _("Wrongly claimed, it costs your side {points} points."),
    "revoke_to_director": _("The arbiter decides about it after the round."),
    "revoke_to_director_of_deal": _("The arbiter decides about it after the deal."),
    # how a round ended, of a side and to it
    "end_bonus": _("roem"),
    "end_round_made": _("{side} made it"),
    "own_end_round_made": _("You made it"),
    "end_round_failed": _("{side} are nat"),
    "own_end_round_failed": _("You are nat"),
    "end_revoke": _("{side} revoked"),
    "own_end_revoke": _("Your side revoked"),
    "end_pit": _("Pit! {side} took every trick"),
    "own_end_pit": _("Pit! You took every trick"),
    "end_kraken_made": _("The kraken of {side} is made"),
    "own_end_kraken_made": _("Your kraken is made"),
    "end_kraken_failed": _("The kraken of {side} failed"),
    "own_end_kraken_failed": _("Your kraken failed"),
    "end_re_made": _("The re of {side} is made"),
    "own_end_re_made": _("Your re is made"),
    "end_re_failed": _("The re of {side} failed"),
    "own_end_re_failed": _("Your re failed"),
    "end_superkraken_made": _("The superkraken of {side} is made"),
    "own_end_superkraken_made": _("Your superkraken is made"),
    "end_superkraken_failed": _("The superkraken of {side} failed"),
    "own_end_superkraken_failed": _("Your superkraken failed"),
    # looking back
    "found_roem": _("{points} roem in trick {trick} ({kind}), claimed by {seat}."),
    "found_roem_counted": _("{points} roem in trick {trick} ({kind}), counted by itself."),
    "found_roem_lost": _("{points} roem lay in trick {trick} ({kind}) and nobody claimed it."),
    "found_false_claim": _("{seat} claimed roem in trick {trick}, where there was none."),
    "found_stuk_lost": _("{seat} had stuk and did not claim it."),
    "found_roem_too_late": _(
        "At this table roem is claimed by hand before the next lead; after that it is lost."
    ),
    "found_stuk_too_late": _(
        "At this table stuk is said by hand before the next lead; after that it is lost."
    ),
    "found_revoke": _("{seat} revoked in trick {trick} with the {card}, and nobody claimed it."),
    "found_revoke_right": _("{seat} revoked in trick {trick} with the {card}; it was claimed."),
    "found_revoke_director": _("{seat} revoked in trick {trick} with the {card}; the arbiter decides."),
    "found_revoke_wrong": _(
        "{seat} claimed a revoke of {other_seat} in trick {trick}, where there was none."
    ),
    "found_run_undeclared": _("{seat} held a {run} up to the {card} and did not declare it."),
    "found_four_undeclared": _("{seat} held four {ranks} and did not declare them."),
    # why a card of the hand may not be played
    **{refusal.value: refusal.sentence for refusal in WHY_NOT},
    # kinds of roem
    "kind_run3": _("run of three"),
    "kind_run4": _("run of four"),
    "kind_run5": _("run of five"),
    "kind_run6": _("run of six"),
    "kind_run7": _("run of seven"),
    "kind_run8": _("run of eight"),
    "kind_stuk": _("stuk"),
    **{f"kind_four_{rank}": _("four of a kind") for rank in "789TJQKA"},
    # words of the game, explained beside the rules of a table
    "term_roem": _("Roem: points beside the cards for a run or four of a kind in one trick."),
    "term_stuk": _("Stuk: king and queen of trumps from one hand, worth 20 points."),
    "term_nat": _("Nat: a side that had to get more did not, so the other side writes its points too."),
    "term_pit": _("Pit: one side takes all eight tricks, and gets points for that."),
    # what a first game explains when the question `prompt_...` is put for the first time
    "note_trump": NOTE_TRUMP,
    "note_trump_or_pass": NOTE_TRUMP,
    "note_turned": _(
        "If you play it, your side needs more than half. The jack of trumps is the highest card, then the nine."
    ),
    "note_kraken": _("Kraken doubles the round. Say it when you think that your side gets more than theirs."),
    "note_kraken_of_deal": _(
        "Kraken doubles the deal. Say it when you think that your side gets more than theirs."
    ),
    "note_re": _("Re doubles once more, and then your side must have more. A pass leaves it as it is."),
    "note_superkraken": _(
        "Superkraken doubles once more, and then your side must have more. A pass leaves it as it is."
    ),
    "note_declare": _(
        "Three cards in a row of one suit or more, or four of a kind: the best of the table counts for its side."
    ),
    "note_lead": _(
        "You lead, with any card. The highest card of that suit takes the trick, or the highest trump."
    ),
    "note_play": _(
        "Follow suit. If you cannot, you mostly have to ruff; a tap on a card that is not allowed says why."
    ),
    **dict.fromkeys(
        ("note_lead_bonus", "note_lead_found", "note_claim_bonus", "note_claim_found"), NOTE_ROEM
    ),
}
