"""Who gets what of a disputed round of a private club: every address, both methods, every role.

The case was filed by `filer` and is in the hands of `arbiter`; `seated_arbiter` is an arbiter of the same club who sat
at that table. A row gives the status of the answer to a GET, then to a POST without a field: 200 shown, 302 sent on,
403 not for this role, 404 not there for you, 405 no such door, 409 too late, 422 read and refused.
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
NOBODYS = (302, 302, *(404,) * 6)
"""Who is neither at the table nor an arbiter of this club finds nothing; the first two are asked to sign in."""
SIGNED_IN = (302, 302, *(200,) * (len(ROLES) - 2))

DISPUTE_ROWS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "case_file": (
        (302, 302, *(403,) * 6, 200, 200, 200, 403, 403, 403),
        (302, 302, *(403,) * 6, 422, 422, 422, 403, 403, 403),
    ),
    "my_cases": (SIGNED_IN, NO_DOOR),
    "case": ((*NOBODYS, 200, 200, 200, 200, 200, 200), NO_DOOR),
    "case_answer": (NO_DOOR, (*NOBODYS, 422, 422, 422, 422, 422, 422)),
    "case_withdraw": (NO_DOOR, (*NOBODYS, 302, 403, 403, 403, 403, 403)),
    "case_settle": (NO_DOOR, (*NOBODYS, 302, 302, 302, 403, 403, 403)),
    "case_appeal": (NO_DOOR, (*NOBODYS, 422, 422, 422, 422, 422, 422)),
    "desk": ((302, 302, 403, 403, 200, 403, 403, 403, 403, 403, 200, 200, 200, 200), NO_DOOR),
    "desk_case": ((*NOBODYS, 403, 403, 403, 200, 200, 200), NO_DOOR),
    "ruling_fields": ((*NOBODYS, 403, 403, 403, 200, 200, 200), NO_DOOR),
    "case_take": (NO_DOOR, (*NOBODYS, 403, 403, 403, 302, 409, 409)),
    "case_give_back": (NO_DOOR, (*NOBODYS, 403, 403, 403, 302, 422, 422)),
    "case_give_up_replay": (NO_DOOR, (*NOBODYS, 403, 403, 403, 409, 409, 409)),
    "case_reject": (NO_DOOR, (*NOBODYS, 403, 403, 403, 422, 422, 422)),
    "ruling_preview": (NO_DOOR, (*NOBODYS, 403, 403, 403, 422, 422, 422)),
    "ruling_confirm": (NO_DOOR, (*NOBODYS, 403, 403, 403, 422, 422, 422)),
    "club_deadlines": (
        (302, 302, 404, 404, 404, 403, 200, 200, 403, 403, 403, 403, 403, 404),
        (302, 302, 404, 404, 404, 403, 422, 422, 403, 403, 403, 403, 403, 404),
    ),
    "trail": ((302, 302, 403, 403, 200, 403, 200, 200, 403, 403, 200, 200, 200, 200), NO_DOOR),
    "trail_csv": ((302, 302, 403, 403, 200, 403, 200, 200, 403, 403, 200, 200, 200, 200), NO_DOOR),
}
