"""Why the league said no: a closed list of codes, each with its sentence and its HTTP status."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.refusals import RefusalWithStatus, Refusing, same_as
from games.table.log.errors import TableRefusal


class LeagueRefusal(RefusalWithStatus):
    """Refusals of the league: the code for tests and programs, the sentence for people."""

    NOT_ALLOWED = "not_allowed", gettext_noop("That is for others to do in this club."), 403
    UNREADABLE = same_as(TableRefusal.UNREADABLE)
    CHANGED_MEANWHILE = (
        "changed_meanwhile",
        gettext_noop("Somebody changed this evening meanwhile. Here it is afresh."),
        409,
    )
    SHEET_CHANGED = (
        "sheet_changed",
        gettext_noop(
            "Somebody changed this sheet since this page was shown. These are its numbers now; yours are not "
            "written down."
        ),
        409,
    )
    SEASON_ARCHIVED = "season_archived", gettext_noop("This season is archived; it can be read, not changed.")
    UNDER_REVIEW = (
        "under_review",
        gettext_noop(
            "Rounds of this season are under review or appeal, so its table can still change: {rounds}. "
            "Wait for the rulings, or tick that you archive it all the same."
        ),
    )
    EVENINGS_TO_PLAY = (
        "evenings_to_play",
        gettext_noop(
            "Evenings of this season are still to play: {evenings}. Close or cancel them, or tick that they are not "
            "played."
        ),
    )
    NAME_TAKEN = "name_taken", gettext_noop("There is one of that name already.")
    NOT_A_MEMBER = "not_a_member", gettext_noop("That player is not a member of this club.")
    ALREADY_ENTERED = "already_entered", gettext_noop("{name} takes part already.")
    IS_WITHDRAWN = (
        "is_withdrawn",
        gettext_noop("{name} is withdrawn from this competition. Let them take part again?"),
    )
    PLAYS_WITH_OTHERS = (
        "plays_with_others",
        gettext_noop(
            "{name} takes part already, with {others}. If one of them is away for an evening, let them come all the "
            "same and choose “Substitute” for that seat once it is drawn."
        ),
    )
    WRONG_SIZE = "wrong_size", gettext_noop("That is not the number of players who play as one here.")
    PLAYS_ALONE = (
        "plays_alone",
        gettext_noop("In this competition everybody plays alone: one name at a time. Here stands: {names}."),
    )
    PAIR_OF_TWO = (
        "pair_of_two",
        gettext_noop("In this competition pairs play: two names with a comma between. Here stands: {names}."),
    )
    TEAM_OF_FOUR = (
        "team_of_four",
        gettext_noop("In this competition teams play: four names with commas between. Here stands: {names}."),
    )
    ACCOUNT_BLOCKED = "account_blocked", gettext_noop("{name} is blocked on this site and gets no seat.")
    SITS_OUT = same_as(TableRefusal.SITS_OUT)
    NOT_ENTERED = "not_entered", gettext_noop("That player does not take part in this competition.")
    EVENING_CLOSED = "evening_closed", gettext_noop("This evening is closed."), 409
    EVENING_CANCELLED = (
        "evening_cancelled",
        gettext_noop("That evening is cancelled, so nothing counts there. Choose another one."),
        409,
    )
    NOT_DRAWN = "not_drawn", gettext_noop("The seats of this evening are not drawn yet.")
    ALREADY_DRAWN = "already_drawn", gettext_noop("The seats of this evening are drawn already."), 409
    TABLES_OPEN = "tables_open", gettext_noop("Tables of this evening are open already."), 409
    TOO_FEW = "too_few", gettext_noop("Too few have signed up to make a table.")
    NO_MORE_ROUNDS = "no_more_rounds", gettext_noop("All rounds of this evening are open.")
    TABLE_STARTED = "table_started", gettext_noop("That table has started; its seats are fixed.")
    TABLES_RUNNING = (
        "tables_running",
        gettext_noop(
            "Not finished yet: {tables}. Wait, or say on the page of a table that it plays on another day."
        ),
    )
    TABLES_TO_PLAY = (
        "tables_to_play",
        gettext_noop(
            "Still to be played: {tables}. The evening stays open until then; what was played counts already."
        ),
    )
    OTHERS_HAVE_THE_CARDS = (
        "others_have_the_cards",
        gettext_noop("The other tables have the same cards, so this one cannot be played on another day."),
    )
    MISSED_ROUNDS_UNSAID = (
        "missed_rounds_unsaid",
        gettext_noop("Say first what the rounds count that were missed by {names}."),
    )
    TABLE_STOPPED = (
        "table_stopped",
        gettext_noop(
            "Table {table} of round {round} was stopped, and its players can still go on with it. "
            "Break it off, or wait until it is played."
        ),
    )
    DATE_AGREED = (
        "date_agreed",
        gettext_noop(
            "A table of a round to come has agreed on a date of its own. Open that round, then draw the rest."
        ),
    )
    SEATS_EMPTY = same_as(TableRefusal.SEATS_EMPTY)
    SEATED_ALREADY = "seated_already", gettext_noop("That player has a seat in this round already.")
    NOT_SEATED = "not_seated", gettext_noop("That player has no seat there.")
    NOT_ONE_SIDE = "not_one_side", gettext_noop("Choose who is missing.")
    NOT_ONE_PAIR = "not_one_pair", gettext_noop("Choose the two of one pair.")
    NO_BOTS = "no_bots", gettext_noop("The rules of this competition allow no bots.")
    BOT_ON_PAPER = (
        "bot_on_paper",
        gettext_noop("A bot holds no real cards. Name a person for a table on paper."),
    )
    NOT_ON_PAPER = "not_on_paper", gettext_noop("This table is not kept on paper.")
    ROUND_NOT_OPEN = "round_not_open", gettext_noop("The tables of that round are not open yet.")
    KEYS_ENOUGH = (
        "keys_enough",
        gettext_noop("A club has at most ten keys. Remove one that is not used any more."),
    )
    REASON_MISSING = "reason_missing", gettext_noop("Say why, so that others can read it later.")
    REASON_TOO_LONG = "reason_too_long", gettext_noop("That is too long: at most {most} letters and spaces.")
    TABLE_OVER = "table_over", gettext_noop("That table has been played to its end.")
    NO_WALKOVER = "no_walkover", gettext_noop("That table is no walkover.")
    GRACE_TIME = "grace_time", gettext_noop("Wait until the time of grace is over, or find a substitute.")
    DATE_PAST = "date_past", gettext_noop("That date has passed.")
    NOT_A_FIXTURE = (
        "not_a_fixture",
        gettext_noop(
            "Partners change every round here, so a table has no date of its own. The secretary can move the evening."
        ),
    )
    NOTHING_PROPOSED = "nothing_proposed", gettext_noop("No other date is proposed any more.")
    OTHER_SIDE_ACCEPTS = "other_side_accepts", gettext_noop("The other side accepts the date you proposed.")
    NEWER_VERSION = (
        "newer_version",
        gettext_noop("Somebody made a newer version meanwhile. Start from that one."),
        409,
    )
    RULES_LOCKED = (
        "rules_locked",
        gettext_noop("A table of this competition was opened by its rules; they stay for the season."),
        409,
    )
    NO_PARTNERS = (
        "no_partners",
        gettext_noop("This game has no partners for a whole match: each player takes part alone."),
    )
    CARDS_KNOWN = (
        "cards_known",
        gettext_noop(
            "Every table has played the cards of this round, and everybody may see them. Nobody plays them later."
        ),
    )
    CARDS_STILL_PLAYED = (
        "cards_still_played",
        gettext_noop(
            "Evening {evening} of {competition}: not all tables have played the same cards yet. Close that evening "
            "first, then archive the season."
        ),
    )
    ONLY_ON_PHONES = (
        "only_on_phones",
        gettext_noop("Here all tables have the same cards, and this game deals them on phones only."),
    )
    DEAL_BY_DEAL = (
        "deal_by_deal",
        gettext_noop("Here every deal is compared with the other tables. Type the sheet deal by deal."),
    )
    OTHERS_PLAY_IT = (
        "others_play_it",
        gettext_noop(
            "Tables still play these cards. Who leads and plays reads other sheets once the own one is confirmed."
        ),
        403,
    )
    PLAYS_THEM = (
        "plays_them",
        gettext_noop("Who plays this evening cannot lay out its cards. Ask somebody who does not play."),
        403,
    )
    NO_REAL_CARDS = (
        "no_real_cards",
        gettext_noop(
            "Dealing sheets are for tables with real cards, and this evening has none. Say first which table is "
            "played on paper."
        ),
    )
    SAW_THE_CARDS = (
        "saw_the_cards",
        gettext_noop("{name} has printed the dealing sheets of these cards, so somebody else plays them."),
        403,
    )
    SEALS_LOST = (
        "seals_lost",
        gettext_noop(
            "The cards of this evening were sealed with a key that this site does not have any more, so they cannot "
            "be laid out. Ask whoever runs the site for the former key."
        ),
        409,
    )
    NOT_COMPARABLE = (
        "not_comparable",
        gettext_noop(
            "The same cards at every table need a fixed number of rounds at a table, and these house rules have none."
        ),
    )
    CARDS_DIFFER = "cards_differ", gettext_noop("The same cards at every table are not for this game. {why}")
    DEAL_STILL_PLAYED = (
        "deal_still_played",
        gettext_noop(
            "Not all tables have played these cards. Decide when the last one is done, because a reason could tell of "
            "the cards."
        ),
        409,
    )
    OWN_TABLE = "own_table", gettext_noop("You sat at this table. Somebody else decides about it."), 403
    OTHER_MOVEMENTS = (
        "other_movements",
        gettext_noop("More or fewer pairs come than before. Choose again how they move."),
        409,
    )
    ONLY_TEAMS = (
        "only_teams",
        gettext_noop("That scale is for teams of four, at two tables with the same cards."),
    )
    CARDS_CHOSEN = (
        "cards_chosen",
        gettext_noop(
            "Tables of this competition were opened already. Whether all have the same cards, and whether teams are "
            "compared by the scale, stays as it was."
        ),
    )
    NOT_SO_MANY = "not_so_many", gettext_noop("This game is not played by so many at a table.")
    NOT_SAVED = (
        "not_saved",
        gettext_noop("These numbers are not written down yet. Write them down, then confirm."),
    )
    HAS_RESULTS = (
        "has_results",
        gettext_noop("Something was played or written down there already, so it stays."),
    )
    STAKES_PAID = (
        "stakes_paid",
        gettext_noop("Players have paid their stake there. Give it back, and take the ticks away first."),
        409,
    )
    UNKNOWN_NAME = "unknown_name", gettext_noop("No member of this club is called “{name}”.")
    NAME_REFUSED = "name_refused", gettext_noop("“{name}”: {fault}")
    SINGLE_PLAYERS_ROTATE = (
        "single_players_rotate",
        gettext_noop(
            "For single players choose “every round another partner” or “by strength”; for pairs and teams one of the "
            "other kinds."
        ),
    )
    SUBSTITUTE_FOUND = (
        "substitute_found",
        gettext_noop("That is settled: no substitute is wanted for that seat any more."),
        409,
    )
    NOBODY_CHOSEN = (
        "nobody_chosen",
        gettext_noop("Choose who is away, and who plays instead: a member, or a new name."),
    )
    NO_SIGNALS = "no_signals", gettext_noop("The house rules of this competition forbid signals.")
    SIGNALS_TOO_LONG = (
        "signals_too_long",
        gettext_noop("That is too long: at most {most} letters and spaces."),
    )
    PHOTO_UNREADABLE = (
        "photo_unreadable",
        gettext_noop("That is not a photo that can be shown here. Choose a JPEG or a PNG."),
    )
    PHOTO_TOO_LARGE = "photo_too_large", gettext_noop("That photo is too large. Take it in a smaller size.")
    PHOTO_STAYS = (
        "photo_stays",
        gettext_noop("The sheet is confirmed, so its photo stays. The secretary can change it."),
    )
    MESSAGE_TOO_LONG = (
        "message_too_long",
        gettext_noop("That is too long: at most {most} letters and spaces."),
    )
    MESSAGES_ENOUGH = (
        "messages_enough",
        gettext_noop(
            "The club has sent {most} messages within a day, and no more go out. Put the rest on the club's page."
        ),
        429,
    )
    NEWS_TOO_LONG = "news_too_long", gettext_noop("That is too long: at most {most} letters and spaces.")


class LeagueRefused(Refusing):
    """The league does not do that; nothing has changed. `code` is a `LeagueRefusal`."""
