"""Permissions of every address, for both methods and every kind of visitor. A missing row fails the build.

The columns are `ROLES`. A row gives the status of the answer to a GET, or to a POST without a field:
200 shown, 302 redirected, 403 forbidden, 404 hidden, 405 method not allowed, 422 refused.
The table is a private one in its second round; `seated` opened it, `banned` sat there.
A banned player is signed out, so their column equals the anonymous one.
"""

from __future__ import annotations

ROLES = ("anonymous", "guest", "player", "seated", "banned", "staff")

EVERYBODY = (200,) * 6
NO_DOOR = (405,) * 6
SENT_ON = (302,) * 6
SIGNED_IN = (302, 200, 200, 200, 302, 200)
KNOWN_READ = (302, 404, 404, 200, 302, 200)
SIGNED_OUT = (200, 302, 302, 302, 200, 302)
SEATED_READS = (302, 403, 403, 200, 302, 403)
SEATED_ACTS = (403, 403, 403, 422, 403, 403)

# By name: what a GET gives, what a POST gives.
ROWS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "healthz": (EVERYBODY, NO_DOOR),
    "readyz": (EVERYBODY, NO_DOOR),
    # Opened by a token alone.
    "metrics": ((404,) * 6, NO_DOOR),
    "release": (EVERYBODY, NO_DOOR),
    "about": (EVERYBODY, NO_DOOR),
    "set_language": (SENT_ON, SENT_ON),
    "accounts:guest": (SIGNED_OUT, (422, 302, 302, 302, 422, 302)),
    "accounts:look": (EVERYBODY, (422,) * 6),
    "accounts:movement": (NO_DOOR, (422,) * 6),
    "accounts:profile": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    "accounts:my_data": (SIGNED_IN, NO_DOOR),
    "accounts:erase": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    "accounts:register": ((302, 200, 302, 302, 302, 302), (302, 422, 302, 302, 302, 302)),
    "accounts:merge_answer": ((302, 404, 404, 404, 302, 404), (302, 404, 404, 404, 302, 404)),
    "accounts:notices": (SIGNED_IN, SENT_ON),
    "accounts:notice_open": (NO_DOOR, (302, 404, 404, 404, 302, 404)),
    "accounts:notice_answer": (NO_DOOR, (302, 404, 404, 404, 302, 404)),
    "accounts:install_hint_off": (NO_DOOR, SENT_ON),
    "accounts:push_subscribe": (NO_DOOR, SENT_ON),
    "accounts:push_device": (NO_DOOR, (302, 404, 404, 404, 302, 404)),
    # The signed token of a message is the proof; without one nothing is answered.
    "accounts:push_answer": (NO_DOOR, (422,) * 6),
    "accounts:push_changed": (NO_DOOR, (422,) * 6),
    "league:api_documentation": (EVERYBODY, NO_DOOR),
    # Being signed in opens nothing here: a key of a club does.
    "league:api_description": (EVERYBODY, NO_DOOR),
    "api:api-root": (EVERYBODY, NO_DOOR),
    "api:club": ((401,) * 6, NO_DOOR),
    "api:standings": ((401,) * 6, NO_DOOR),
    "api:evenings": ((401,) * 6, NO_DOOR),
    "api:results": ((401,) * 6, NO_DOOR),
    "api:calendar": ((401,) * 6, NO_DOOR),
    "club_file:club_import": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    # Nobody has sent a file in.
    "club_file:club_import_preview": ((302, 404, 404, 404, 302, 404), (302, 404, 404, 404, 302, 404)),
    "people:friends": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    "people:regulars": (NO_DOOR, SENT_ON),
    "people:regular_table": (NO_DOOR, (302, 422, 422, 422, 302, 422)),
    "people:invite": (NO_DOOR, (302, 403, 403, 404, 302, 403)),
    "people:privacy": (SIGNED_IN, (302, 422, 422, 422, 302, 422)),
    "people:person": (KNOWN_READ, NO_DOOR),
    "people:matches": ((302, 404, 404, 200, 302, 403), NO_DOOR),
    "people:report": (KNOWN_READ, (302, 404, 404, 422, 302, 422)),
    "people:person_do": (NO_DOOR, (302, 404, 404, 422, 302, 422)),
    "daily:today": (SIGNED_IN, NO_DOOR),
    "daily:begin": (NO_DOOR, (302, 422, 302, 302, 302, 302)),
    # Nobody has asked for the deal of that day yet.
    "daily:day": ((302, 404, 404, 404, 302, 404), NO_DOOR),
    "daily:choices": ((302, 404, 404, 404, 302, 404), NO_DOOR),
    "daily:period": (SIGNED_IN, NO_DOOR),
    "home": (EVERYBODY, NO_DOOR),
    "table:play_now": (NO_DOOR, SENT_ON),
    "table:table_new": (EVERYBODY, EVERYBODY),
    "table:table_join_code": (EVERYBODY, NO_DOOR),
    "table:table": (EVERYBODY, NO_DOOR),
    "table:table_seats": (EVERYBODY, NO_DOOR),
    "table:table_rules": (EVERYBODY, NO_DOOR),
    "table:rules": (EVERYBODY, NO_DOOR),
    "table:deals": (EVERYBODY, NO_DOOR),
    "table:evening": (SENT_ON, NO_DOOR),
    "table:evening_place": (SEATED_READS, NO_DOOR),
    "table:next_table": (SEATED_READS, NO_DOOR),
    "table:sit": (NO_DOOR, (422,) * 6),
    "table:leave": (NO_DOOR, SEATED_ACTS),
    "table:leave_match": (SEATED_READS, (403, 403, 403, 302, 403, 403)),
    "table:draw": (NO_DOOR, SEATED_ACTS),
    "table:bots": (NO_DOOR, SEATED_ACTS),
    "table:start": (NO_DOOR, (403, 403, 403, 302, 403, 403)),
    "table:act": (NO_DOOR, SEATED_ACTS),
    "table:screen_code": (SEATED_READS, (403, 403, 403, 302, 403, 403)),
    # The code of the screen in the middle is the proof; that of the table is none.
    "table:shared_screen": ((404,) * 6, NO_DOOR),
    "table:mute": (NO_DOOR, SEATED_ACTS),
    "table:rematch": (NO_DOOR, SEATED_ACTS),
    # The match of this table is not over.
    "table:duel_of_table": ((302, 403, 403, 422, 302, 403), (403, 403, 403, 422, 403, 403)),
    # The code of the table is no link to its deals.
    "table:duel": ((404,) * 6, (404,) * 6),
    "table:round_review": (SEATED_READS, NO_DOOR),
    # Without a card there is nothing to play on from.
    "analysis:lessons": (EVERYBODY, NO_DOOR),
    # No lesson has the name that is asked for.
    "analysis:lesson": ((404,) * 6, NO_DOOR),
    "analysis:play_on": ((302, 403, 403, 404, 302, 403), NO_DOOR),
    # The match of this table is not over.
    "analysis:picture": ((302, 403, 403, 403, 302, 403), NO_DOOR),
    "table:turn": (SEATED_READS, NO_DOOR),
    "table:score_sheet": (SEATED_READS, NO_DOOR),
    "table:record": (SEATED_READS, NO_DOOR),
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
