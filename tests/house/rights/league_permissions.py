"""Permissions of a club that is not public: every address of the league, both methods, every role.

A row gives the status of the answer to a GET, then to a POST without a field: 200 shown, 302 redirected, 403
forbidden for this role, 404 hidden from this role, 405 method not allowed, 409 too late, 422 refused.
"""

from __future__ import annotations

ROLES = (
    "anonymous",
    "guest",
    "stranger",
    "other_secretary",
    "ex_member",
    "banned",
    "staff",
    "member",
    "player",
    "arbiter",
    "secretary",
    "owner",
)
OUTSIDE = 7
"""How many of the roles, from the left, are not in the club."""

# Roles that cannot see the club: a visitor is sent to the sign-in, the others get 404. Banned is signed out.
HIDDEN = (302, 404, 404, 404, 404, 302, 404)
HIDDEN_POST = (404,) * OUTSIDE
NO_DOOR = (405,) * len(ROLES)
SEEN = (*HIDDEN, 200, 200, 200, 200, 200)
RUN = (*HIDDEN, 403, 403, 403, 200, 200)
RUN_POST = (*HIDDEN_POST, 403, 403, 403, 422, 422)
RUN_DONE = (*HIDDEN_POST, 403, 403, 403, 302, 302)

# By name, GET and then POST.
LEAGUE_ROWS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "league:clubs": (
        (302, 200, 200, 200, 200, 302, 200, 200, 200, 200, 200, 200),
        (302, 422, 422, 422, 422, 302, 422, 422, 422, 422, 422, 422),
    ),
    "league:club": (SEEN, NO_DOOR),
    "league:club_change": (RUN, RUN_POST),
    # A post that exports answers with the file.
    "club_file:club_export": (
        (*HIDDEN, 403, 403, 403, 403, 200),
        (*HIDDEN_POST, 403, 403, 403, 403, 200),
    ),
    "league:club_members": (SEEN, (*HIDDEN_POST, 403, 403, 403, 403, 404)),
    "league:club_members_csv": (RUN, NO_DOOR),
    "league:club_members_import": (RUN, RUN_POST),
    "league:club_members_import_back": (NO_DOOR, (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    # The player asked about leaves when their turn comes; after that there is nobody to remove.
    "league:club_leave": (NO_DOOR, (*HIDDEN_POST, 403, 302, 403, 404, 404)),
    # The name at the table is not asked for where the member signs in; a list name may be empty.
    "league:club_member": (RUN, RUN_DONE),
    "league:club_phones": (SEEN, NO_DOOR),
    # M02 signs in: the page of the member says that the number is theirs.
    "league:club_member_phone": (NO_DOOR, RUN_DONE),
    "league:club_member_mail": (NO_DOOR, RUN_POST),
    "league:club_member_link": (NO_DOOR, RUN_DONE),
    "league:club_merge": (NO_DOOR, RUN_POST),
    "league:club_ask": (NO_DOOR, (302, 404, 404, 404, 404, 302, 404, 302, 302, 302, 302, 302)),
    "league:club_answer": (NO_DOOR, (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    "league:club_by_code": ((200,) * len(ROLES), (422,) * len(ROLES)),
    "league:club_invite": (RUN, RUN_POST),
    "league:club_app": (RUN, RUN_POST),
    # Members see it once the club has it; here it has not.
    "league:club_without_luck": (RUN, RUN_DONE),
    "league:club_manifest": (SEEN, NO_DOOR),
    "league:club_icon": (SEEN, NO_DOOR),
    "league:club_keys": (RUN, RUN_POST),
    "league:club_key_off": (NO_DOOR, RUN_DONE),
    "league:club_message": (RUN, RUN_POST),
    "league:club_news": (RUN, RUN_POST),
    "league:club_code_new": (NO_DOOR, RUN_DONE),
    "league:club_code_off": (NO_DOOR, RUN_DONE),
    "league:club_link_new": (NO_DOOR, RUN_DONE),
    "league:club_link_off": (NO_DOOR, RUN_DONE),
    "league:club_withdraw": (NO_DOOR, RUN_DONE),
    # A forged link is a 404; a member of the club is redirected into it.
    "league:club_join": ((404,) * OUTSIDE + (302,) * 5, (404,) * OUTSIDE + (302,) * 5),
    "league:club_table": (SEEN, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:house_rules": (SEEN, NO_DOOR),
    "league:house_rules_new": (RUN, RUN_POST),
    "league:house_rules_card": (SEEN, NO_DOOR),
    # Rules saved as they were are the version there is.
    "league:house_rules_edit": (RUN, RUN_DONE),
    "league:house_rules_choose": (NO_DOOR, (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    "league:season_new": (NO_DOOR, RUN_POST),
    "league:season_archive": (NO_DOOR, RUN_POST),
    "league:season_contribution": (RUN, RUN_POST),
    # Without an evening in the form there is nothing to write down.
    "league:season_availability": (SEEN, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:season_everybody": (RUN, NO_DOOR),
    "league:competition_new": (RUN, RUN_POST),
    "league:league": (SEEN, NO_DOOR),
    "league:league_print": (SEEN, NO_DOOR),
    "league:league_cross": (SEEN, NO_DOOR),
    "league:league_fixtures": (SEEN, NO_DOOR),
    "league:league_rules": (SEEN, RUN_POST),
    "league:league_manage": (RUN, (*HIDDEN_POST, 403, 403, 403, 422, 422)),
    "league:league_file": (SEEN, NO_DOOR),
    "league:results_import": (RUN, RUN_POST),
    # There is no import to take back.
    "league:results_import_back": (NO_DOOR, (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    "league:entrant": (SEEN, NO_DOOR),
    "league:entrant_withdraw": (NO_DOOR, RUN_DONE),
    "league:entrant_change": (RUN, RUN_POST),
    "league:entrant_signals": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:league_delete": (NO_DOOR, RUN_POST),
    "league:evening": (SEEN, NO_DOOR),
    # The tables of this evening have cards of their own.
    "league:evening_deals": ((*HIDDEN, 404, 404, 404, 404, 404), NO_DOOR),
    "league:table_deals": ((*HIDDEN, 403, 403, 403, 404, 404), (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    "league:deals_file": ((*HIDDEN, 404, 404, 404, 404, 404), NO_DOOR),
    "league:evening_deal": ((*HIDDEN, 404, 404, 404, 404, 404), NO_DOOR),
    "league:own_evening": ((*HIDDEN, 404, 404, 404, 404, 404), NO_DOOR),
    # A forged link.
    "league:shared_deal": ((404,) * (OUTSIDE + 5), NO_DOOR),
    "league:evening_cash": (RUN, RUN_POST),
    "league:round_clock": (SEEN, RUN_POST),
    "league:round_clock_state": (SEEN, NO_DOOR),
    "league:evening_substitute": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:evening_sign": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:cockpit": (RUN, NO_DOOR),
    "league:cockpit_tables": (RUN, NO_DOOR),
    "league:cockpit_table": (RUN, NO_DOOR),
    "league:cockpit_do": (NO_DOOR, RUN_POST),
    "league:table_date": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:evening_report": (SEEN, NO_DOOR),
    # The tables of this evening have cards of their own.
    "league:dealing_sheets": (
        (*HIDDEN, 403, 403, 403, 404, 404),
        (*HIDDEN_POST, 403, 403, 403, 404, 404),
    ),
    "league:evening_print": (SEEN, NO_DOOR),
    "league:sheet": (SEEN, NO_DOOR),
    "league:sheet_type": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:sheet_totals": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    # The table asked about has no photo.
    "league:sheet_photo": ((*HIDDEN, 404, 404, 404, 404, 404), (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "league:sheet_object": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    # An arbiter may, one who sat at the table may not.
    "league:sheet_correct": (NO_DOOR, (*HIDDEN_POST, 403, 403, 422, 422, 422)),
    "league:paper_round": (RUN, RUN_POST),
    "league:sheet_confirm": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
}

# A director of the evening, otherwise a member: GET and POST where they differ from a member's.
DIRECTOR_ROWS: dict[str, tuple[int, int]] = {
    "league:dealing_sheets": (404, 404),
    "league:cockpit": (200, 405),
    "league:cockpit_tables": (200, 405),
    "league:cockpit_table": (200, 405),
    "league:cockpit_do": (405, 422),
    "league:table_deals": (404, 404),
    "league:evening_cash": (200, 422),
    "league:round_clock": (200, 422),
    "league:paper_round": (200, LEAGUE_ROWS["league:paper_round"][1][ROLES.index("secretary")]),
}
