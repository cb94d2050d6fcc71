"""Refusals of disputes: a closed list of codes, each with its sentence and HTTP status."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.refusals import RefusalWithStatus, Refusing, same_as
from games.table.log.errors import TableRefusal


class DisputeRefusal(RefusalWithStatus):
    """Refusals of disputes: the code for tests and programs, the sentence for people."""

    NO_SUCH_CASE = "no_such_case", gettext_noop("There is no such case."), 404
    NO_SUCH_ROUND = "no_such_round", gettext_noop("There is no such round."), 404
    NO_SUCH_PLAYER = "no_such_player", gettext_noop("That is nobody of this club."), 404
    NO_SUCH_CONDUCT_CARD = "no_such_conduct_card", gettext_noop("There is no such card."), 404
    OWN_CARD = "own_card", gettext_noop("That is about yourself, so another arbiter decides."), 403
    UNREADABLE = same_as(TableRefusal.UNREADABLE)
    NOTHING_SAID = "nothing_said", gettext_noop("Please say in a few words what happened.")
    TOO_LONG = same_as(TableRefusal.TOO_LONG)
    CANNOT_BE_ABOUT = (
        "cannot_be_about",
        gettext_noop("That cannot arise in a round of this table. Choose what else it is about."),
    )
    ROUND_RUNNING = (
        "round_running",
        gettext_noop("This round is still being played. Ask when it is on the sheet."),
    )
    NOT_SEATED = "not_seated", gettext_noop("Only those who sat at that table can do that."), 403
    NOT_ALLOWED = "not_allowed", gettext_noop("That is for the arbiters of this club."), 403
    SAT_THERE = "sat_there", gettext_noop("You played at that table, so somebody else decides."), 403
    OWN_RESULT = (
        "own_result",
        gettext_noop("This is about a result of your own, so somebody else decides."),
        403,
    )
    SAME_DEAL = (
        "same_deal",
        gettext_noop("You have a result on the same deal, so another arbiter of the club decides."),
        403,
    )
    SAME_ARBITER = "same_arbiter", gettext_noop("Whoever ruled first does not decide the appeal."), 403
    OWN_LEAGUE = (
        "own_league",
        gettext_noop("You play in this competition, so another arbiter of the club decides."),
        403,
    )
    TOO_LATE = "too_late", gettext_noop("The time for that is over.")
    FILED_ALREADY = "filed_already", gettext_noop("You have asked about this already.")
    ANSWERED_ALREADY = "answered_already", gettext_noop("You have answered already.")
    TAKEN_ALREADY = "taken_already", gettext_noop("Another arbiter has taken this case."), 409
    NOT_YOURS = "not_yours", gettext_noop("Take the case first.")
    DECIDED_ALREADY = "decided_already", gettext_noop("This has been decided already."), 409
    NOT_NOW = "not_now", gettext_noop("That cannot be done as things stand. Here is the case afresh."), 409
    ONE_APPEAL = "one_appeal", gettext_noop("There is one appeal, and it has been decided.")
    REASON_MISSING = "reason_missing", gettext_noop("Say why, so that everybody can read it.")
    RULE_MISSING = "rule_missing", gettext_noop("Name the rule this rests on.")
    NO_SUCH_RULE = (
        "no_such_rule",
        gettext_noop("The rules of this game have no such number. Choose one, or type the rule."),
    )
    SEASON_FINISHED = (
        "season_finished",
        gettext_noop("This season is finished. Confirm that its standings may change."),
    )
    NOT_FOR_THIS_GAME = "not_for_this_game", gettext_noop("That ruling does not exist in this game.")
    NO_AVERAGE = "no_average", gettext_noop("There is no other round of this match to take an average from.")
    LEFT_OUT = "left_out", gettext_noop("Another ruling left this round out; nothing can be added to it.")
    OUT_OF_RANGE = "out_of_range", gettext_noop("That number is too large, or too small.")
    DO_NOT_ADD_UP = "do_not_add_up", gettext_noop("These points do not add up to all the cards hold.")
    CANNOT_HAVE_BEEN = "cannot_have_been", gettext_noop("The round cannot have gone so. {why}")
    ONLY_ON_APPEAL = "only_on_appeal", gettext_noop("There is no earlier ruling that could stand.")
    REAL_CARDS = (
        "real_cards",
        gettext_noop("This round was played with real cards. Let them be counted again instead."),
    )
    TOTALS_ONLY = (
        "totals_only",
        gettext_noop(
            "Of this sheet only the totals were typed, so no round of it can be scored again. Assign the "
            "points instead."
        ),
    )
    REPLAYED_ALREADY = (
        "replayed_already",
        gettext_noop("The first ruling has it played again already. Let that stand instead."),
    )
    IS_A_REPLAY = (
        "is_a_replay",
        gettext_noop("This round was played again by ruling of an arbiter. It cannot be questioned."),
    )
    SAME_FOR_ALL = (
        "same_for_all",
        gettext_noop(
            "Everybody here plays the same deals, and they count as they were played. No round can be questioned."
        ),
    )
    OTHERS_PLAY_IT = (
        "others_play_it",
        gettext_noop(
            "Other tables still play these cards. You can question the round when all of them are done."
        ),
    )
    LOG_BROKEN = (
        "log_broken",
        gettext_noop(
            "The log of this match cannot be read, so nothing can be looked at or ruled here. "
            "Please tell the people who run this site."
        ),
    )


class DisputeRefused(Refusing):
    """A refused request; nothing has changed. `code` is a `DisputeRefusal`."""
