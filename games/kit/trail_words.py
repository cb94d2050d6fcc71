"""The closed list of the actions in the audit trail: their words by the stored code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: Final[Mapping[str, str]] = {
    # Members of a club.
    "names_corrected": _("corrected a member's names"),
    "members_merged": _("merged a double member"),
    "merge_asked": _("asked two members to become one"),
    "merge_agreed": _("agreed to become one member"),
    "role_given": _("gave a role"),
    "left_the_club": _("left the club"),
    "removed_from_the_club": _("removed a member"),
    "joined_by_the_link": _("joined the club by its link"),
    "joined_by_the_code": _("joined the club by its code"),
    "joined_by_mail": _("joined the club by an invitation by mail"),
    "made_a_join_code": _("made a code to join"),
    "switched_join_code_off": _("switched the code to join off"),
    "made_a_join_link": _("made a new link to join"),
    "switched_join_link_off": _("switched the link to join off"),
    "invited_by_mail": _("invited somebody by mail"),
    "withdrew_an_invitation": _("withdrew an invitation by mail"),
    "phone_noted": _("noted a member's phone number"),
    # The club itself.
    "club_exported": _("exported the whole club as a file"),
    "club_imported": _("imported the club from a file"),
    "club_renamed": _("gave the club another name"),
    "club_opened": _("let everybody see the club"),
    "club_hidden": _("showed the club to its members only"),
    "message_sent": _("sent a message"),
    "news_published": _("put news on the club's page"),
    "news_removed": _("took news off the club's page"),
    "contact_changed": _("changed how to reach the club"),
    # Seasons and evenings.
    "broken_off": _("broken off"),
    "cancelled": _("cancelled"),
    "competition_changed": _("competition changed"),
    "correction": _("correction"),
    "deduction": _("deduction"),
    "drawn": _("drew the tables"),
    "drawn_anew": _("drew the rounds to come anew"),
    "evening_closed": _("closed an evening"),
    "late_table": _("added a late table"),
    "on_paper": _("put a table on paper"),
    "not_on_paper": _("took a table off paper"),
    "sheet_confirmed": _("confirmed a sheet"),
    "sheet_corrected": _("corrected a sheet"),
    "sheet_typed": _("typed the totals of a sheet"),
    "swapped": _("exchanged two seats"),
    "entered": _("entered in a competition"),
    "season_copied": _("copied a season"),
    "season_archived": _("archived a season"),
    "contribution_paid": _("ticked a contribution off"),
    "contribution_open": _("took the tick of a contribution back"),
    "stake_paid": _("ticked a stake off"),
    "stake_open": _("took the tick of a stake back"),
    "stake_changed": _("changed the stake or the prizes"),
    "absence_absent": _("absence: did not come"),
    "absence_no": _("absence: signed off"),
    "absence_yes": _("absence: came after all"),
    "director": _("named a director"),
    "entered_again": _("takes part again"),
    "entrant_changed": _("pair or partner changed"),
    "entrant_renamed": _("gave a pair or team another name"),
    "entrant_withdrawn": pgettext_lazy("somebody who takes part", "withdrawn"),
    "house rules": _("house rules chosen"),
    "imported": _("results from a list"),
    "import_back": _("took results from a list back"),
    "merged": _("double member merged"),
    "moved": _("moved"),
    "no_director": _("director no longer"),
    "postponed": _("another date"),
    "reopened": _("evening opened again"),
    "rules": _("rules changed"),
    "substitute": _("substitute"),
    "walkover": _("walkover"),
    # Disputed rounds.
    "filed": _("asked about a round"),
    "answered": _("answered"),
    "complaint_withdrawn": _("took a complaint back"),
    "agreed": _("agreed that the round stands"),
    "taken": _("took the case"),
    "answers_asked": _("asked the players what they saw"),
    "escalated": _("told that nobody takes the case"),
    "given_back": _("gave the case back"),
    "ruled": _("ruled"),
    "appealed": _("appealed"),
    "ruled_on_appeal": _("ruled on the appeal"),
    "replayed": _("entered the round played again"),
    "replay_reminded": _("reminded of the round to be played again"),
    "replay_given_up": _("gave up the round to be played again"),
    "final": _("final, nobody appealed in time"),
    "withdrawn": _("case withdrawn"),
    "rejected": _("rejected the case"),
    "settled": _("settled among the players"),
    "deadlines": _("changed the club's deadlines"),
}


def trail_word(what: str) -> str:
    """The words for a code in the active language. Raises KeyError for an unknown code."""
    return str(WORDS[what])
