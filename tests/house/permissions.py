"""Who gets what: every address, both methods, every kind of visitor. A missing row fails the build.

The columns are `ROLES`. A row gives the status of the answer to a GET, or to a POST without a field:
200 shown, 302 sent on, 403 not yours, 404 not there for you, 405 no such door, 422 read and refused.
The table asked about is a private one in its second round; who is seated opened it, who is banned sat there.
A banned player is nobody any more: their column is the anonymous one.
"""

from __future__ import annotations

ROLES = ("anonymous", "guest", "player", "seated", "banned", "staff")

EVERYBODY = (200,) * 6
NO_DOOR = (405,) * 6
SENT_ON = (302,) * 6
SIGNED_IN = (302, 200, 200, 200, 302, 200)
SIGNED_OUT = (200, 302, 302, 302, 200, 302)
SEATED_READS = (302, 403, 403, 200, 302, 403)
SEATED_ACTS = (403, 403, 403, 422, 403, 403)

# By name: what a GET gives, what a POST gives.
ROWS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "readyz": (EVERYBODY, NO_DOOR),
    "set_language": (SENT_ON, SENT_ON),
    "guest": (SIGNED_OUT, (422, 302, 302, 302, 422, 302)),
    "profile": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    "my_data": (SIGNED_IN, NO_DOOR),
    "erase": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    "register": ((302, 200, 302, 302, 302, 302), (302, 422, 302, 302, 302, 302)),
    "merge_answer": ((302, 404, 404, 404, 302, 404), (302, 404, 404, 404, 302, 404)),
    "notices": (SIGNED_IN, SENT_ON),
    "notice_open": (NO_DOOR, (302, 404, 404, 404, 302, 404)),
    "home": (EVERYBODY, NO_DOOR),
    "play_now": (NO_DOOR, SENT_ON),
    "table_new": (EVERYBODY, EVERYBODY),
    "table_join_code": (EVERYBODY, NO_DOOR),
    "table": (EVERYBODY, NO_DOOR),
    "table_seats": (EVERYBODY, NO_DOOR),
    "table_rules": (EVERYBODY, NO_DOOR),
    "rules": (EVERYBODY, NO_DOOR),
    "deals": (EVERYBODY, NO_DOOR),
    "sit": (NO_DOOR, (422,) * 6),
    "leave": (NO_DOOR, SEATED_ACTS),
    "draw": (NO_DOOR, SEATED_ACTS),
    "bots": (NO_DOOR, SEATED_ACTS),
    "start": (NO_DOOR, (403, 403, 403, 302, 403, 403)),
    "act": (NO_DOOR, SEATED_ACTS),
    "mute": (NO_DOOR, SEATED_ACTS),
    "rematch": (NO_DOOR, SEATED_ACTS),
    "round_review": (SEATED_READS, NO_DOOR),
    "record": (SEATED_READS, NO_DOOR),
    # Accounts. A guest has no password: nothing to ask again, and one may be set.
    "account_login": (SIGNED_OUT, SIGNED_OUT),
    "account_logout": (SIGNED_IN, SENT_ON),
    "account_inactive": (EVERYBODY, NO_DOOR),
    "account_signup": (SIGNED_OUT, SIGNED_OUT),
    "account_reauthenticate": ((302, 403, 200, 200, 302, 200), (302, 403, 200, 200, 302, 200)),
    "account_email": (SIGNED_IN, SENT_ON),
    "account_email_verification_sent": (EVERYBODY, NO_DOOR),
    "account_confirm_email": (EVERYBODY, (404,) * 6),
    "account_change_password": ((302, 302, 200, 200, 302, 200), (302, 302, 200, 200, 302, 200)),
    "account_set_password": ((302, 200, 302, 302, 302, 302), (302, 200, 302, 302, 302, 302)),
    "account_reset_password": (EVERYBODY, EVERYBODY),
    "account_reset_password_done": (EVERYBODY, NO_DOOR),
    "account_reset_password_from_key": (EVERYBODY, EVERYBODY),
    "account_reset_password_from_key_done": (EVERYBODY, NO_DOOR),
    "account_request_login_code": (SIGNED_OUT, SIGNED_OUT),
    "account_confirm_login_code": (SENT_ON, SENT_ON),
    "mfa_index": (SIGNED_IN, (302, 405, 405, 405, 302, 405)),
    "mfa_authenticate": (SENT_ON, SENT_ON),
    "mfa_reauthenticate": ((302, 403, 302, 302, 302, 200), (302, 403, 302, 302, 302, 200)),
    "mfa_activate_totp": ((302, 200, 302, 302, 302, 302), (302, 200, 302, 302, 302, 302)),
    "mfa_deactivate_totp": ((302, 404, 404, 404, 302, 302), (302, 404, 404, 404, 302, 302)),
    "mfa_view_recovery_codes": ((302, 404, 404, 404, 302, 404), (302, 405, 405, 405, 302, 405)),
    "mfa_generate_recovery_codes": ((302, 200, 302, 302, 302, 302), (302, 200, 302, 302, 302, 302)),
    "mfa_download_recovery_codes": ((302, 404, 404, 404, 302, 404), (302, 404, 404, 404, 302, 404)),
    "usersessions_list": (SIGNED_IN, SENT_ON),
}
