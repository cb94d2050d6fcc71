"""Why the league said no: a closed list of codes, each with its sentence and its HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop as _

from games.kit.refusals import Refusing


class LeagueRefusal(StrEnum):
    """Refusal codes of the league. Tests assert codes, people read `SENTENCES`."""

    NOT_ALLOWED = "not_allowed"
    UNREADABLE = "unreadable"
    CHANGED_MEANWHILE = "changed_meanwhile"
    SHEET_CHANGED = "sheet_changed"
    SEASON_ARCHIVED = "season_archived"
    UNDER_REVIEW = "under_review"
    NAME_TAKEN = "name_taken"
    NOT_A_MEMBER = "not_a_member"
    ALREADY_ENTERED = "already_entered"
    WRONG_SIZE = "wrong_size"
    PLAYS_ALONE = "plays_alone"
    PAIR_OF_TWO = "pair_of_two"
    TEAM_OF_FOUR = "team_of_four"
    NOT_ENTERED = "not_entered"
    EVENING_CLOSED = "evening_closed"
    NOT_DRAWN = "not_drawn"
    ALREADY_DRAWN = "already_drawn"
    TABLES_OPEN = "tables_open"
    TOO_FEW = "too_few"
    NO_MORE_ROUNDS = "no_more_rounds"
    TABLE_STARTED = "table_started"
    TABLES_RUNNING = "tables_running"
    TABLE_STOPPED = "table_stopped"
    DATE_AGREED = "date_agreed"
    SEATED_ALREADY = "seated_already"
    NOT_SEATED = "not_seated"
    NOT_ONE_SIDE = "not_one_side"
    NOT_ONE_PAIR = "not_one_pair"
    NO_BOTS = "no_bots"
    BOT_ON_PAPER = "bot_on_paper"
    NOT_ON_PAPER = "not_on_paper"
    ROUND_NOT_OPEN = "round_not_open"
    KEYS_ENOUGH = "keys_enough"
    REASON_MISSING = "reason_missing"
    REASON_TOO_LONG = "reason_too_long"
    TABLE_OVER = "table_over"
    GRACE_TIME = "grace_time"
    DATE_PAST = "date_past"
    NOT_A_FIXTURE = "not_a_fixture"
    NOTHING_PROPOSED = "nothing_proposed"
    OTHER_SIDE_ACCEPTS = "other_side_accepts"
    NEWER_VERSION = "newer_version"
    RULES_LOCKED = "rules_locked"
    NO_PARTNERS = "no_partners"
    NOT_SO_MANY = "not_so_many"
    NOT_SAVED = "not_saved"
    HAS_RESULTS = "has_results"
    UNKNOWN_NAME = "unknown_name"
    NAME_REFUSED = "name_refused"
    SINGLE_PLAYERS_ROTATE = "single_players_rotate"
    SUBSTITUTE_FOUND = "substitute_found"
    NOBODY_CHOSEN = "nobody_chosen"
    NO_SIGNALS = "no_signals"
    SIGNALS_TOO_LONG = "signals_too_long"
    PHOTO_UNREADABLE = "photo_unreadable"
    PHOTO_TOO_LARGE = "photo_too_large"
    PHOTO_STAYS = "photo_stays"
    MESSAGE_TOO_LONG = "message_too_long"
    MESSAGES_ENOUGH = "messages_enough"
    NEWS_TOO_LONG = "news_too_long"


SENTENCES: Final[Mapping[LeagueRefusal, str]] = {
    LeagueRefusal.NOT_ALLOWED: _("That is for others to do in this club."),
    LeagueRefusal.UNREADABLE: _("That could not be read."),
    LeagueRefusal.CHANGED_MEANWHILE: _("Somebody changed this evening meanwhile. Here it is afresh."),
    LeagueRefusal.SHEET_CHANGED: _(
        "Somebody changed this sheet since this page was shown. These are its numbers now; yours are not written down."
    ),
    LeagueRefusal.SEASON_ARCHIVED: _("This season is archived; it can be read, not changed."),
    LeagueRefusal.UNDER_REVIEW: _(
        "Rounds of this season are under review or appeal, so its table can still change: {rounds}. "
        "Wait for the rulings, or tick that you archive it all the same."
    ),
    LeagueRefusal.NAME_TAKEN: _("There is one of that name already."),
    LeagueRefusal.NOT_A_MEMBER: _("That player is not a member of this club."),
    LeagueRefusal.ALREADY_ENTERED: _("That player takes part already."),
    LeagueRefusal.WRONG_SIZE: _("That is not the number of players who play as one here."),
    LeagueRefusal.PLAYS_ALONE: _(
        "In this competition everybody plays alone. Put {names} on a line of their own each."
    ),
    LeagueRefusal.PAIR_OF_TWO: _(
        "In this competition pairs play: two names with a comma between. Here stands: {names}."
    ),
    LeagueRefusal.TEAM_OF_FOUR: _(
        "In this competition teams play: four names with commas between. Here stands: {names}."
    ),
    LeagueRefusal.NOT_ENTERED: _("That player does not take part in this competition."),
    LeagueRefusal.EVENING_CLOSED: _("This evening is closed."),
    LeagueRefusal.NOT_DRAWN: _("The seats of this evening are not drawn yet."),
    LeagueRefusal.ALREADY_DRAWN: _("The seats of this evening are drawn already."),
    LeagueRefusal.TABLES_OPEN: _("Tables of this evening are open already."),
    LeagueRefusal.TOO_FEW: _("Too few have signed up to make a table."),
    LeagueRefusal.NO_MORE_ROUNDS: _("All rounds of this evening are open."),
    LeagueRefusal.TABLE_STARTED: _("That table has started; its seats are fixed."),
    LeagueRefusal.TABLES_RUNNING: _("Some tables are still being played. Break them off, or wait."),
    LeagueRefusal.TABLE_STOPPED: _(
        "Table {table} of round {round} was stopped, and its players can still go on with it. "
        "Break it off, or wait until it is played."
    ),
    LeagueRefusal.DATE_AGREED: _(
        "A table of a round to come has agreed on a date of its own. Open that round, then draw the rest."
    ),
    LeagueRefusal.SEATED_ALREADY: _("That player has a seat in this round already."),
    LeagueRefusal.NOT_SEATED: _("That player has no seat there."),
    LeagueRefusal.NOT_ONE_SIDE: _("Choose who is missing, but not everybody."),
    LeagueRefusal.NOT_ONE_PAIR: _("Choose the two of one pair."),
    LeagueRefusal.NO_BOTS: _("The rules of this competition allow no bots."),
    LeagueRefusal.BOT_ON_PAPER: _("A bot holds no real cards. Name a person for a table on paper."),
    LeagueRefusal.NOT_ON_PAPER: _("This table is not kept on paper."),
    LeagueRefusal.ROUND_NOT_OPEN: _("The tables of that round are not open yet."),
    LeagueRefusal.NEWER_VERSION: _("Somebody made a newer version meanwhile. Start from that one."),
    LeagueRefusal.RULES_LOCKED: _(
        "A table of this competition was opened by its rules; they stay for the season."
    ),
    LeagueRefusal.TABLE_OVER: _("That table has been played to its end."),
    LeagueRefusal.GRACE_TIME: _("Wait until the time of grace is over, or find a substitute."),
    LeagueRefusal.DATE_PAST: _("That date has passed."),
    LeagueRefusal.NOT_A_FIXTURE: _(
        "Partners change every round here, so a table has no date of its own. The secretary can move the evening."
    ),
    LeagueRefusal.NOTHING_PROPOSED: _("No other date is proposed any more."),
    LeagueRefusal.OTHER_SIDE_ACCEPTS: _("The other side accepts the date you proposed."),
    LeagueRefusal.NO_PARTNERS: _(
        "This game has no partners for a whole match: each player takes part alone."
    ),
    LeagueRefusal.NOT_SO_MANY: _("This game is not played by so many at a table."),
    LeagueRefusal.HAS_RESULTS: _("Something was played or written down there already, so it stays."),
    LeagueRefusal.UNKNOWN_NAME: _("No member of this club is called “{name}”."),
    LeagueRefusal.NAME_REFUSED: _("“{name}”: {fault}"),
    LeagueRefusal.SINGLE_PLAYERS_ROTATE: _(
        "Single players change partners or sit by strength; pairs and teams play the other kinds."
    ),
    LeagueRefusal.SUBSTITUTE_FOUND: _("That is settled: no substitute is wanted for that seat any more."),
    LeagueRefusal.NO_SIGNALS: _("The house rules of this competition forbid signals."),
    LeagueRefusal.SIGNALS_TOO_LONG: _("That is too long: at most {most} letters and spaces."),
    LeagueRefusal.PHOTO_UNREADABLE: _("That is not a photo that can be shown here. Choose a JPEG or a PNG."),
    LeagueRefusal.PHOTO_TOO_LARGE: _("That photo is too large. Take it in a smaller size."),
    LeagueRefusal.PHOTO_STAYS: _("The sheet is confirmed, so its photo stays. The secretary can change it."),
    LeagueRefusal.MESSAGE_TOO_LONG: _("That is too long: at most {most} letters and spaces."),
    LeagueRefusal.NEWS_TOO_LONG: _("That is too long: at most {most} letters and spaces."),
    LeagueRefusal.MESSAGES_ENOUGH: _(
        "The club has sent {most} messages within a day, and no more go out. Put the rest on the club's page."
    ),
    LeagueRefusal.NOT_SAVED: _("These numbers are not written down yet. Write them down, then confirm."),
    LeagueRefusal.KEYS_ENOUGH: _("A club has at most ten keys. Remove one that is not used any more."),
    LeagueRefusal.NOBODY_CHOSEN: _("Choose who is away, and who plays instead: a member, or a new name."),
    LeagueRefusal.REASON_MISSING: _("Say why, so that others can read it later."),
    LeagueRefusal.REASON_TOO_LONG: _("That is too long: at most {most} letters and spaces."),
}

STATUS: Final[Mapping[LeagueRefusal, int]] = {
    LeagueRefusal.NOT_ALLOWED: 403,
    LeagueRefusal.CHANGED_MEANWHILE: 409,
    LeagueRefusal.SHEET_CHANGED: 409,
    LeagueRefusal.NEWER_VERSION: 409,
    LeagueRefusal.RULES_LOCKED: 409,
    LeagueRefusal.ALREADY_DRAWN: 409,
    LeagueRefusal.TABLES_OPEN: 409,
    LeagueRefusal.EVENING_CLOSED: 409,
    LeagueRefusal.SUBSTITUTE_FOUND: 409,
    LeagueRefusal.MESSAGES_ENOUGH: 429,
}
"""HTTP status of a refusal; 422 for every code not named here."""


class LeagueRefused(Refusing):
    """The league does not do that; nothing has changed. `code` is a `LeagueRefusal`."""

    sentences = SENTENCES
    statuses = STATUS
