"""Ownership of data, by the club or by the person, for every post of owner, secretary, arbiter and staff.

CLUB: a role of the club may do it about others, and it changes only what the club keeps (lists, evenings, rulings).
PERSON: each player does it for themselves only; no role does it for somebody else.
"""

from __future__ import annotations

from typing import Final

CLUB, PERSON = "club", "person"

# By the address of the post.
POSTS: Final = {
    "league:clubs": (PERSON, "a club of one's own is founded"),
    "club_file:club_export": (CLUB, "a file with what the club keeps; nothing changes"),
    "league:club_change": (CLUB, "the name of the club and who may see it"),
    "league:club_members": (CLUB, "the role of a member"),
    "league:club_members_import_back": (CLUB, "entries of the list that nobody signs in with"),
    "league:club_members_import": (CLUB, "entries of the list that nobody signs in with"),
    "league:club_leave": (CLUB, "a membership; everybody ends their own too"),
    "league:club_member": (CLUB, "the name in the list; the name at the table only of an entry of its own"),
    "league:club_member_phone": (CLUB, "the number of an entry of its own that nobody signs in with"),
    "league:club_member_mail": (CLUB, "the address of an entry of its own that nobody signs in with"),
    "league:club_member_link": (CLUB, "the link of an entry of its own that nobody signs in with"),
    "league:club_merge": (CLUB, "two entries of its own; of two accounts, the question to both players"),
    "league:club_ask": (PERSON, "asking to join"),
    "league:club_answer": (CLUB, "who is taken in"),
    "league:club_by_code": (PERSON, "joining"),
    "league:club_invite": (CLUB, "an invitation"),
    "league:club_app": (CLUB, "the icon of the club"),
    "league:club_without_luck": (CLUB, "whether the club has the list without luck"),
    "league:club_keys": (CLUB, "a key that reads the club"),
    "league:club_key_off": (CLUB, "a key that reads the club"),
    "league:club_message": (CLUB, "a message to its members"),
    "league:club_news": (CLUB, "news and contact text of its page"),
    "league:club_code_new": (CLUB, "the code of the club"),
    "league:club_code_off": (CLUB, "the code of the club"),
    "league:club_link_new": (CLUB, "the link of the club"),
    "league:club_link_off": (CLUB, "the link of the club"),
    "league:club_withdraw": (CLUB, "an invitation"),
    "league:club_join": (PERSON, "joining"),
    "league:club_table": (PERSON, "a table of one's own"),
    "league:house_rules_new": (CLUB, "house rules"),
    "league:house_rules_edit": (CLUB, "house rules"),
    "league:house_rules_choose": (CLUB, "house rules"),
    "league:season_new": (CLUB, "a season"),
    "league:season_archive": (CLUB, "a season"),
    "league:season_contribution": (CLUB, "whether the contribution of a season was paid to it"),
    "league:season_availability": (PERSON, "coming or not; the secretary writes it down for whoever phones"),
    "league:competition_new": (CLUB, "a competition"),
    "league:league_rules": (CLUB, "the rules of a competition"),
    "league:league_manage": (CLUB, "entries, evenings and corrections of a competition"),
    "league:results_import": (CLUB, "results of a competition"),
    "league:results_import_back": (CLUB, "results of a competition"),
    "league:entrant_withdraw": (CLUB, "an entry of a competition"),
    "league:entrant_change": (CLUB, "the names of an entry of a competition"),
    "league:entrant_signals": (PERSON, "the signals of one's own pair; the secretary writes them for others"),
    "league:league_delete": (CLUB, "a competition, season or evening without results"),
    "league:evening_cash": (CLUB, "the stakes and prizes of an evening"),
    "league:round_clock": (CLUB, "the clock of a round"),
    "league:evening_sign": (PERSON, "coming or not; the club's cockpit notes it for others"),
    "league:evening_substitute": (PERSON, "one's own name on the stand-by list, or a seat offered to all"),
    "league:cockpit_do": (CLUB, "an evening"),
    "league:table_deals": (CLUB, "an average for a deal of a table of an evening"),
    "league:table_date": (PERSON, "a date proposed by a player of the table"),
    "league:sheet_type": (PERSON, "the sheet of one's own table"),
    "league:sheet_confirm": (PERSON, "the sheet of one's own table"),
    "league:sheet_object": (PERSON, "the sheet of one's own table"),
    "league:sheet_photo": (CLUB, "the photo of a sheet of an evening"),
    "league:sheet_correct": (CLUB, "the sheet of any table of an evening"),
    "league:sheet_totals": (CLUB, "the sheet of any table of an evening"),
    "league:dealing_sheets": (CLUB, "the dealing sheets of an evening"),
    "league:paper_round": (CLUB, "the sheets of a round of an evening"),
    "disputes:case_file": (PERSON, "a complaint"),
    "disputes:case_answer": (PERSON, "an answer"),
    "disputes:case_withdraw": (PERSON, "one's complaint"),
    "disputes:case_settle": (PERSON, "one's agreement"),
    "disputes:case_appeal": (PERSON, "an appeal"),
    "disputes:case_withdraw_appeal": (PERSON, "one's appeal"),
    "disputes:case_take": (CLUB, "a case"),
    "disputes:case_ask": (CLUB, "the question for an answer, sent to the other side"),
    "disputes:call_answer": (CLUB, "a call from a table"),
    "disputes:case_give_back": (CLUB, "a case"),
    "disputes:case_give_up_replay": (CLUB, "a case"),
    "disputes:case_reject": (CLUB, "a case"),
    "disputes:ruling_preview": (CLUB, "nothing is written"),
    "disputes:ruling_confirm": (CLUB, "a ruling, which is an entry of the match"),
    "disputes:club_deadlines": (CLUB, "deadlines of the club"),
    "disputes:club_conduct": (CLUB, "a card for a member's conduct"),
    "disputes:conduct_withdraw": (CLUB, "a card for a member's conduct"),
    "disputes:club_arbiter": (CLUB, "the role of a member"),
}

# By the model of the admin: whose the rows are, the rights that staff other than superusers can be given there, with
# the actions of the page, and what they do.
SITE: Final = "site"
STAFF: Final = {
    "accounts.Player": (
        PERSON,
        "add change view",
        "new people; names shown to others, and whether they may sign in",
    ),
    "accounts.Club": (
        CLUB,
        "change delete view delete_selected",
        "the settings of a club and the roles of its members; it begins with its owner",
    ),
    "accounts.MemberChange": (CLUB, "view", "changes of members"),
    "games.Match": (CLUB, "view", "matches"),
    "games.Round": (CLUB, "view", "closed rounds"),
    "games.Action": (CLUB, "view", "entries of logs"),
    "games.Analysis": (CLUB, "view", "the look back of a round"),
    "games.TalkLine": (PERSON, "view", "what somebody said at a table"),
    "games.Season": (CLUB, "view", "seasons"),
    "games.Competition": (CLUB, "view", "competitions"),
    "games.Entrant": (CLUB, "view", "entries of competitions"),
    "games.Evening": (CLUB, "view", "evenings"),
    "games.LeagueTable": (CLUB, "view", "tables of evenings"),
    "games.Correction": (CLUB, "view", "corrections of a season"),
    "games.HouseRules": (CLUB, "view", "house rules"),
    "games.Case": (CLUB, "view", "cases; their state changes at the desk only"),
    "games.Complaint": (PERSON, "view", "what a player complained of"),
    "games.Answer": (PERSON, "view", "what a player saw"),
    "games.Ruling": (CLUB, "view", "rulings"),
    "games.AuditEntry": (CLUB, "view", "the audit trail"),
    "games.Report": (
        SITE,
        "view settle_reports",
        "reports of players to the staff, and what was done about them",
    ),
}

# Fields of a player that staff without all rights see and cannot change.
NOT_THE_STAFFS: Final = ("username", "email", "is_staff", "is_superuser", "groups", "user_permissions")
