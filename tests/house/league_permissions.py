"""Who gets what of a club that is not public: every address of the league, both methods, every role.

A row gives the status of the answer to a GET, then to a POST without a field: 200 shown, 302 sent on, 403 not for
this role, 404 not there for you, 405 no such door, 409 too late, 422 read and refused.
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

# Who cannot see the club: a visitor is asked to sign in, everybody else finds nothing. Banned is nobody.
HIDDEN = (302, 404, 404, 404, 404, 302, 404)
HIDDEN_POST = (404,) * OUTSIDE
NO_DOOR = (405,) * len(ROLES)
SEEN = (*HIDDEN, 200, 200, 200, 200, 200)
RUN = (*HIDDEN, 403, 403, 403, 200, 200)
RUN_POST = (*HIDDEN_POST, 403, 403, 403, 422, 422)
RUN_DONE = (*HIDDEN_POST, 403, 403, 403, 302, 302)

# By name, GET and then POST.
LEAGUE_ROWS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "clubs": (
        (302, 200, 200, 200, 200, 302, 200, 200, 200, 200, 200, 200),
        (302, 422, 422, 422, 422, 302, 422, 422, 422, 422, 422, 422),
    ),
    "club": (SEEN, NO_DOOR),
    "club_members": (SEEN, (*HIDDEN_POST, 403, 403, 403, 403, 404)),
    "club_members_csv": (RUN, NO_DOOR),
    "club_members_import": (RUN, RUN_POST),
    # The player asked about leaves when their turn comes; after that there is nobody to remove.
    "club_leave": (NO_DOOR, (*HIDDEN_POST, 403, 302, 403, 404, 404)),
    # The name at the table is not asked for where the member signs in; a list name may be empty.
    "club_member": (RUN, RUN_DONE),
    "club_merge": (NO_DOOR, RUN_POST),
    "club_ask": (NO_DOOR, (302, 404, 404, 404, 404, 302, 404, 302, 302, 302, 302, 302)),
    "club_answer": (NO_DOOR, (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    "club_by_code": ((200,) * len(ROLES), (422,) * len(ROLES)),
    "club_invite": (RUN, RUN_POST),
    "club_code_new": (NO_DOOR, RUN_DONE),
    "club_code_off": (NO_DOOR, RUN_DONE),
    "club_withdraw": (NO_DOOR, RUN_DONE),
    # A forged link opens nothing; who is in the club already is shown in.
    "club_join": ((404,) * OUTSIDE + (302,) * 5, (404,) * OUTSIDE + (302,) * 5),
    "club_table": (SEEN, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "house_rules": (SEEN, NO_DOOR),
    "house_rules_new": (RUN, RUN_POST),
    "house_rules_card": (SEEN, NO_DOOR),
    # Rules saved as they were are the version there is.
    "house_rules_edit": (RUN, RUN_DONE),
    "house_rules_choose": (NO_DOOR, (*HIDDEN_POST, 403, 403, 403, 404, 404)),
    "season_new": (NO_DOOR, RUN_POST),
    "season_archive": (NO_DOOR, RUN_DONE),
    "competition_new": (RUN, RUN_POST),
    "league": (SEEN, NO_DOOR),
    "league_print": (SEEN, NO_DOOR),
    "league_rules": (SEEN, RUN_POST),
    "league_manage": (RUN, (*HIDDEN_POST, 403, 403, 403, 422, 422)),
    "league_file": (SEEN, NO_DOOR),
    "results_import": (RUN, RUN_POST),
    "entrant": (SEEN, NO_DOOR),
    "entrant_withdraw": (NO_DOOR, RUN_DONE),
    "evening": (SEEN, NO_DOOR),
    "evening_sign": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "cockpit": (RUN, NO_DOOR),
    "cockpit_tables": (RUN, NO_DOOR),
    "cockpit_do": (NO_DOOR, RUN_POST),
    "table_date": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "evening_report": (SEEN, NO_DOOR),
    "sheet": (SEEN, NO_DOOR),
    "sheet_type": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
    "sheet_confirm": (NO_DOOR, (*HIDDEN_POST, 422, 422, 422, 422, 422)),
}
