"""Why the league said no: a closed list of codes, each with its sentence and its HTTP status."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.refusals import RefusalCode, Refusing


class LeagueRefusal(RefusalCode):
    """Refusals of the league: the code for tests and programs, the sentence for people."""

    NOT_ALLOWED = "not_allowed", _("That is for others to do in this club."), 403
    UNREADABLE = "unreadable", _("That could not be read.")
    CHANGED_MEANWHILE = (
        "changed_meanwhile",
        _("Somebody changed this evening meanwhile. Here it is afresh."),
        409,
    )
    SHEET_CHANGED = (
        "sheet_changed",
        _(
            "Somebody changed this sheet since this page was shown. These are its numbers now; yours are not "
            "written down."
        ),
        409,
    )
    SEASON_ARCHIVED = "season_archived", _("This season is archived; it can be read, not changed.")
    UNDER_REVIEW = (
        "under_review",
        _(
            "Rounds of this season are under review or appeal, so its table can still change: {rounds}. "
            "Wait for the rulings, or tick that you archive it all the same."
        ),
    )
    EVENINGS_TO_PLAY = (
        "evenings_to_play",
        _(
            "Evenings of this season are still to play: {evenings}. Close or cancel them, or tick that they are not "
            "played."
        ),
    )
    NAME_TAKEN = "name_taken", _("There is one of that name already.")
    NOT_A_MEMBER = "not_a_member", _("That player is not a member of this club.")
    ALREADY_ENTERED = "already_entered", _("{name} takes part already.")
    IS_WITHDRAWN = "is_withdrawn", _("{name} is withdrawn from this competition. Let them take part again?")
    PLAYS_WITH_OTHERS = (
        "plays_with_others",
        _(
            "{name} takes part already, with {others}. If one of them is away for an evening, let them come all the "
            "same and choose “Substitute” for that seat once it is drawn."
        ),
    )
    WRONG_SIZE = "wrong_size", _("That is not the number of players who play as one here.")
    PLAYS_ALONE = (
        "plays_alone",
        _("In this competition everybody plays alone: one name at a time. Here stands: {names}."),
    )
    PAIR_OF_TWO = (
        "pair_of_two",
        _("In this competition pairs play: two names with a comma between. Here stands: {names}."),
    )
    TEAM_OF_FOUR = (
        "team_of_four",
        _("In this competition teams play: four names with commas between. Here stands: {names}."),
    )
    ACCOUNT_BLOCKED = "account_blocked", _("{name} is blocked on this site and gets no seat.")
    NOT_ENTERED = "not_entered", _("That player does not take part in this competition.")
    EVENING_CLOSED = "evening_closed", _("This evening is closed."), 409
    EVENING_CANCELLED = (
        "evening_cancelled",
        _("That evening is cancelled, so nothing counts there. Choose another one."),
        409,
    )
    NOT_DRAWN = "not_drawn", _("The seats of this evening are not drawn yet.")
    ALREADY_DRAWN = "already_drawn", _("The seats of this evening are drawn already."), 409
    TABLES_OPEN = "tables_open", _("Tables of this evening are open already."), 409
    TOO_FEW = "too_few", _("Too few have signed up to make a table.")
    NO_MORE_ROUNDS = "no_more_rounds", _("All rounds of this evening are open.")
    TABLE_STARTED = "table_started", _("That table has started; its seats are fixed.")
    TABLES_RUNNING = (
        "tables_running",
        _("Not finished yet: {tables}. Wait, or say on the page of a table that it plays on another day."),
    )
    TABLES_TO_PLAY = (
        "tables_to_play",
        _("Still to be played: {tables}. The evening stays open until then; what was played counts already."),
    )
    OTHERS_HAVE_THE_CARDS = (
        "others_have_the_cards",
        _("The other tables have the same cards, so this one cannot be played on another day."),
    )
    MISSED_ROUNDS_UNSAID = (
        "missed_rounds_unsaid",
        _("Say first what the rounds count that were missed by {names}."),
    )
    TABLE_STOPPED = (
        "table_stopped",
        _(
            "Table {table} of round {round} was stopped, and its players can still go on with it. "
            "Break it off, or wait until it is played."
        ),
    )
    DATE_AGREED = (
        "date_agreed",
        _("A table of a round to come has agreed on a date of its own. Open that round, then draw the rest."),
    )
    SEATED_ALREADY = "seated_already", _("That player has a seat in this round already.")
    NOT_SEATED = "not_seated", _("That player has no seat there.")
    NOT_ONE_SIDE = "not_one_side", _("Choose who is missing.")
    NOT_ONE_PAIR = "not_one_pair", _("Choose the two of one pair.")
    NO_BOTS = "no_bots", _("The rules of this competition allow no bots.")
    BOT_ON_PAPER = "bot_on_paper", _("A bot holds no real cards. Name a person for a table on paper.")
    NOT_ON_PAPER = "not_on_paper", _("This table is not kept on paper.")
    ROUND_NOT_OPEN = "round_not_open", _("The tables of that round are not open yet.")
    KEYS_ENOUGH = "keys_enough", _("A club has at most ten keys. Remove one that is not used any more.")
    REASON_MISSING = "reason_missing", _("Say why, so that others can read it later.")
    REASON_TOO_LONG = "reason_too_long", _("That is too long: at most {most} letters and spaces.")
    TABLE_OVER = "table_over", _("That table has been played to its end.")
    NO_WALKOVER = "no_walkover", _("That table is no walkover.")
    GRACE_TIME = "grace_time", _("Wait until the time of grace is over, or find a substitute.")
    DATE_PAST = "date_past", _("That date has passed.")
    NOT_A_FIXTURE = (
        "not_a_fixture",
        _(
            "Partners change every round here, so a table has no date of its own. The secretary can move the evening."
        ),
    )
    NOTHING_PROPOSED = "nothing_proposed", _("No other date is proposed any more.")
    OTHER_SIDE_ACCEPTS = "other_side_accepts", _("The other side accepts the date you proposed.")
    NEWER_VERSION = "newer_version", _("Somebody made a newer version meanwhile. Start from that one."), 409
    RULES_LOCKED = (
        "rules_locked",
        _("A table of this competition was opened by its rules; they stay for the season."),
        409,
    )
    NO_PARTNERS = (
        "no_partners",
        _("This game has no partners for a whole match: each player takes part alone."),
    )
    CARDS_KNOWN = (
        "cards_known",
        _(
            "Every table has played the cards of this round, and everybody may see them. Nobody plays them later."
        ),
    )
    CARDS_STILL_PLAYED = (
        "cards_still_played",
        _(
            "Evening {evening} of {competition}: not all tables have played the same cards yet. Close that evening "
            "first, then archive the season."
        ),
    )
    ONLY_ON_PHONES = (
        "only_on_phones",
        _("Here all tables have the same cards, and this game deals them on phones only."),
    )
    DEAL_BY_DEAL = (
        "deal_by_deal",
        _("Here every deal is compared with the other tables. Type the sheet deal by deal."),
    )
    OTHERS_PLAY_IT = (
        "others_play_it",
        _(
            "Tables still play these cards. Who leads and plays reads other sheets once the own one is confirmed."
        ),
        403,
    )
    PLAYS_THEM = (
        "plays_them",
        _("Who plays this evening cannot lay out its cards. Ask somebody who does not play."),
        403,
    )
    NO_REAL_CARDS = (
        "no_real_cards",
        _(
            "Dealing sheets are for tables with real cards, and this evening has none. Say first which table is "
            "played on paper."
        ),
    )
    SAW_THE_CARDS = (
        "saw_the_cards",
        _("{name} has printed the dealing sheets of these cards, so somebody else plays them."),
        403,
    )
    SEALS_LOST = (
        "seals_lost",
        _(
            "The cards of this evening were sealed with a key that this site does not have any more, so they cannot "
            "be laid out. Ask whoever runs the site for the former key."
        ),
        409,
    )
    NOT_COMPARABLE = (
        "not_comparable",
        _(
            "The same cards at every table need a fixed number of rounds at a table, and these house rules have none."
        ),
    )
    CARDS_DIFFER = "cards_differ", _("The same cards at every table are not for this game. {why}")
    DEAL_STILL_PLAYED = (
        "deal_still_played",
        _(
            "Not all tables have played these cards. Decide when the last one is done, because a reason could tell of "
            "the cards."
        ),
        409,
    )
    OWN_TABLE = "own_table", _("You sat at this table. Somebody else decides about it."), 403
    OTHER_MOVEMENTS = (
        "other_movements",
        _("More or fewer pairs come than before. Choose again how they move."),
        409,
    )
    ONLY_TEAMS = "only_teams", _("That scale is for teams of four, at two tables with the same cards.")
    CARDS_CHOSEN = (
        "cards_chosen",
        _(
            "Tables of this competition were opened already. Whether all have the same cards, and whether teams are "
            "compared by the scale, stays as it was."
        ),
    )
    NOT_SO_MANY = "not_so_many", _("This game is not played by so many at a table.")
    NOT_SAVED = "not_saved", _("These numbers are not written down yet. Write them down, then confirm.")
    HAS_RESULTS = "has_results", _("Something was played or written down there already, so it stays.")
    STAKES_PAID = (
        "stakes_paid",
        _("Players have paid their stake there. Give it back, and take the ticks away first."),
        409,
    )
    UNKNOWN_NAME = "unknown_name", _("No member of this club is called “{name}”.")
    NAME_REFUSED = "name_refused", _("“{name}”: {fault}")
    SINGLE_PLAYERS_ROTATE = (
        "single_players_rotate",
        _(
            "For single players choose “every round another partner” or “by strength”; for pairs and teams one of the "
            "other kinds."
        ),
    )
    SUBSTITUTE_FOUND = (
        "substitute_found",
        _("That is settled: no substitute is wanted for that seat any more."),
        409,
    )
    NOBODY_CHOSEN = "nobody_chosen", _("Choose who is away, and who plays instead: a member, or a new name.")
    NO_SIGNALS = "no_signals", _("The house rules of this competition forbid signals.")
    SIGNALS_TOO_LONG = "signals_too_long", _("That is too long: at most {most} letters and spaces.")
    PHOTO_UNREADABLE = (
        "photo_unreadable",
        _("That is not a photo that can be shown here. Choose a JPEG or a PNG."),
    )
    PHOTO_TOO_LARGE = "photo_too_large", _("That photo is too large. Take it in a smaller size.")
    PHOTO_STAYS = "photo_stays", _("The sheet is confirmed, so its photo stays. The secretary can change it.")
    MESSAGE_TOO_LONG = "message_too_long", _("That is too long: at most {most} letters and spaces.")
    MESSAGES_ENOUGH = (
        "messages_enough",
        _(
            "The club has sent {most} messages within a day, and no more go out. Put the rest on the club's page."
        ),
        429,
    )
    NEWS_TOO_LONG = "news_too_long", _("That is too long: at most {most} letters and spaces.")


class LeagueRefused(Refusing):
    """The league does not do that; nothing has changed. `code` is a `LeagueRefusal`."""
