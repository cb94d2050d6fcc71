"""Whose is it, the club's or the person's? Every post of owner, secretary and arbiter, and what staff can change.

CLUB: a role of the club may do it about others, and it changes only what the club keeps (lists, evenings, rulings).
PERSON: each player does it for themselves only; no role does it for somebody else.
"""

from __future__ import annotations

from typing import Final

CLUB, PERSON = "club", "person"

# By the address of the post.
POSTS: Final = {
    "clubs": (PERSON, "a club of one's own is founded"),
    "club_members": (CLUB, "the role of a member"),
    "club_members_import": (CLUB, "entries of the list that nobody signs in with"),
    "club_leave": (CLUB, "a membership; everybody ends their own too"),
    "club_member": (CLUB, "the name in the list; the name at the table only of an entry of its own"),
    "club_merge": (CLUB, "two entries of its own; of two accounts, the question to both players"),
    "club_ask": (PERSON, "asking to join"),
    "club_answer": (CLUB, "who is taken in"),
    "club_by_code": (PERSON, "joining"),
    "club_invite": (CLUB, "an invitation"),
    "club_code_new": (CLUB, "the code of the club"),
    "club_code_off": (CLUB, "the code of the club"),
    "club_withdraw": (CLUB, "an invitation"),
    "club_join": (PERSON, "joining"),
    "club_table": (PERSON, "a table of one's own"),
    "house_rules_new": (CLUB, "house rules"),
    "house_rules_edit": (CLUB, "house rules"),
    "house_rules_choose": (CLUB, "house rules"),
    "season_new": (CLUB, "a season"),
    "season_archive": (CLUB, "a season"),
    "competition_new": (CLUB, "a competition"),
    "league_rules": (CLUB, "the rules of a competition"),
    "league_manage": (CLUB, "entries, evenings and corrections of a competition"),
    "results_import": (CLUB, "results of a competition"),
    "entrant_withdraw": (CLUB, "an entry of a competition"),
    "evening_sign": (PERSON, "coming or not; the club's cockpit notes it for others"),
    "cockpit_do": (CLUB, "an evening"),
    "table_date": (PERSON, "a date proposed by a player of the table"),
    "sheet_type": (PERSON, "the sheet of one's own table"),
    "sheet_confirm": (PERSON, "the sheet of one's own table"),
    "case_file": (PERSON, "a complaint"),
    "case_answer": (PERSON, "an answer"),
    "case_withdraw": (PERSON, "one's complaint"),
    "case_settle": (PERSON, "one's agreement"),
    "case_appeal": (PERSON, "an appeal"),
    "case_take": (CLUB, "a case"),
    "case_give_back": (CLUB, "a case"),
    "case_give_up_replay": (CLUB, "a case"),
    "case_reject": (CLUB, "a case"),
    "ruling_preview": (CLUB, "nothing is written"),
    "ruling_confirm": (CLUB, "a ruling, which is an entry of the match"),
    "club_deadlines": (CLUB, "deadlines of the club"),
}

# Fields of a player that staff without all rights see and cannot change.
NOT_THE_STAFFS: Final = ("username", "email", "is_staff", "is_superuser", "groups", "user_permissions")
