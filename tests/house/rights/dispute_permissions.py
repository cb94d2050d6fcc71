"""Permissions for a disputed round of a private club: every address, both methods, every role.

The case was filed by `filer` and is in the hands of `arbiter`; `seated_arbiter` is an arbiter of the same club who sat
at that table. A row gives the status of the answer to a GET, then to a POST without a field: 200 shown, 302 sent on,
403 forbidden for this role, 404 hidden from this role, 405 method not allowed, 409 too late, 422 refused.
"""

from __future__ import annotations

ROLES = (
    "anonymous",
    "banned",
    "guest",
    "stranger",
    "other_arbiter",
    "member",
    "secretary",
    "owner",
    "filer",
    "opponent",
    "seated_arbiter",
    "arbiter",
    "second_arbiter",
    "staff",
)
NO_DOOR = (405,) * len(ROLES)
NOBODYS = (302, 302, *(404,) * 4, 403, 403)
"""For roles neither at the table nor arbiters of this club: 404, the reason why not for those who run the club and are
told of its cases, or the sign-in for the two signed out."""
SIGNED_IN = (302, 302, *(200,) * (len(ROLES) - 2))

DISPUTE_ROWS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "disputes:case_file": (
        (302, 302, *(403,) * 6, 200, 200, 200, 403, 403, 403),
        (302, 302, *(403,) * 6, 422, 422, 422, 403, 403, 403),
    ),
    "disputes:my_cases": (SIGNED_IN, NO_DOOR),
    "disputes:case": ((*NOBODYS, 200, 200, 200, 200, 200, 200), NO_DOOR),
    "disputes:case_answer": (NO_DOOR, (*NOBODYS, 422, 422, 422, 422, 422, 422)),
    "disputes:case_withdraw": (NO_DOOR, (*NOBODYS, 302, 403, 403, 403, 403, 403)),
    "disputes:case_settle": (NO_DOOR, (*NOBODYS, 302, 302, 302, 403, 403, 403)),
    "disputes:case_appeal": (NO_DOOR, (*NOBODYS, 422, 422, 422, 422, 422, 422)),
    "disputes:case_withdraw_appeal": (NO_DOOR, (*NOBODYS, *(403,) * 6)),
    "disputes:desk": ((302, 302, 403, 403, 200, 403, 403, 403, 403, 403, 200, 200, 200, 200), NO_DOOR),
    "disputes:call_answer": (NO_DOOR, (302, 302, *(404,) * 8, 403, 422, 422, 422)),
    "disputes:desk_case": ((*NOBODYS, 403, 403, 403, 200, 200, 200), NO_DOOR),
    "disputes:ruling_fields": ((*NOBODYS, 403, 403, 403, 200, 200, 200), NO_DOOR),
    "disputes:case_take": (NO_DOOR, (*NOBODYS, 403, 403, 403, 302, 409, 409)),
    "disputes:case_ask": (NO_DOOR, (*NOBODYS, 403, 403, 403, 302, 422, 422)),
    "disputes:case_give_back": (NO_DOOR, (*NOBODYS, 403, 403, 403, 302, 422, 422)),
    "disputes:case_give_up_replay": (NO_DOOR, (*NOBODYS, 403, 403, 403, 409, 409, 409)),
    "disputes:case_reject": (NO_DOOR, (*NOBODYS, 403, 403, 403, 422, 422, 422)),
    "disputes:ruling_preview": (NO_DOOR, (*NOBODYS, 403, 403, 403, 422, 422, 422)),
    "disputes:ruling_confirm": (NO_DOOR, (*NOBODYS, 403, 403, 403, 422, 422, 422)),
    "disputes:club_deadlines": (
        (302, 302, 404, 404, 404, 403, 200, 200, 403, 403, 302, 302, 302, 404),
        (302, 302, 404, 404, 404, 403, 422, 422, 403, 403, 403, 403, 403, 404),
    ),
    "disputes:club_arbiter": (
        NO_DOOR,
        (302, 302, 404, 404, 404, 403, 403, 404, 403, 403, 403, 403, 403, 404),
    ),
    "disputes:club_rulings": ((302, 302, *(404,) * 3, *(200,) * 8, 404), NO_DOOR),
    "disputes:conduct": ((200,) * len(ROLES), NO_DOOR),
    "disputes:my_conduct": (SIGNED_IN, NO_DOOR),
    "disputes:club_conduct": (
        (302, 302, 404, 404, 404, *(403,) * 5, 200, 200, 200, 200),
        (302, 302, 404, 404, 404, *(403,) * 5, 422, 422, 422, 422),
    ),
    "disputes:conduct_withdraw": (
        NO_DOOR,
        (302, 302, 404, 404, 404, *(403,) * 5, 404, 404, 404, 404),
    ),
    "disputes:club_same_place": (
        (302, 302, 404, 404, 404, 403, 200, 200, 403, 403, 200, 200, 200, 200),
        NO_DOOR,
    ),
    "disputes:trail": ((302, 302, 403, 403, 200, 403, 200, 200, 403, 403, 200, 200, 200, 200), NO_DOOR),
    "disputes:trail_csv": ((302, 302, 403, 403, 200, 403, 200, 200, 403, 403, 200, 200, 200, 200), NO_DOOR),
}
