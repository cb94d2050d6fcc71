"""Refusals of disputes: a closed list of codes, each with its sentence and HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext_noop as _

from games.kit.refusals import Refusing


class DisputeRefusal(StrEnum):
    """Codes for tests and programs; users read `SENTENCES`."""

    NO_SUCH_CASE = "no_such_case"
    NO_SUCH_ROUND = "no_such_round"
    UNREADABLE = "unreadable"
    NOTHING_SAID = "nothing_said"
    TOO_LONG = "too_long"
    ROUND_RUNNING = "round_running"
    NOT_SEATED = "not_seated"
    NOT_ALLOWED = "not_allowed"
    SAT_THERE = "sat_there"
    SAME_ARBITER = "same_arbiter"
    OWN_LEAGUE = "own_league"
    TOO_LATE = "too_late"
    FILED_ALREADY = "filed_already"
    ANSWERED_ALREADY = "answered_already"
    TAKEN_ALREADY = "taken_already"
    NOT_YOURS = "not_yours"
    DECIDED_ALREADY = "decided_already"
    NOT_NOW = "not_now"
    ONE_APPEAL = "one_appeal"
    REASON_MISSING = "reason_missing"
    RULE_MISSING = "rule_missing"
    NO_SUCH_RULE = "no_such_rule"
    SEASON_FINISHED = "season_finished"
    NOT_FOR_THIS_GAME = "not_for_this_game"
    NO_AVERAGE = "no_average"
    LEFT_OUT = "left_out"
    OUT_OF_RANGE = "out_of_range"
    DO_NOT_ADD_UP = "do_not_add_up"
    CANNOT_HAVE_BEEN = "cannot_have_been"
    ONLY_ON_APPEAL = "only_on_appeal"
    REAL_CARDS = "real_cards"
    TOTALS_ONLY = "totals_only"
    REPLAYED_ALREADY = "replayed_already"
    IS_A_REPLAY = "is_a_replay"
    SAME_FOR_ALL = "same_for_all"
    LOG_BROKEN = "log_broken"


SENTENCES: Final[Mapping[DisputeRefusal, str]] = {
    DisputeRefusal.NO_SUCH_CASE: _("There is no such case."),
    DisputeRefusal.NO_SUCH_ROUND: _("There is no such round."),
    DisputeRefusal.UNREADABLE: _("That could not be read."),
    DisputeRefusal.NOTHING_SAID: _("Please say in a few words what happened."),
    DisputeRefusal.TOO_LONG: _("That is too long: at most {longest} letters."),
    DisputeRefusal.ROUND_RUNNING: _("This round is still being played. Ask when it is on the sheet."),
    DisputeRefusal.NOT_SEATED: _("Only those who sat at that table can do that."),
    DisputeRefusal.NOT_ALLOWED: _("That is for the arbiters of this club."),
    DisputeRefusal.SAT_THERE: _("You played at that table, so somebody else decides."),
    DisputeRefusal.OWN_LEAGUE: _("You play in this competition, so another arbiter of the club decides."),
    DisputeRefusal.SAME_ARBITER: _("Whoever ruled first does not decide the appeal."),
    DisputeRefusal.TOO_LATE: _("The time for that is over."),
    DisputeRefusal.FILED_ALREADY: _("You have asked about this already."),
    DisputeRefusal.ANSWERED_ALREADY: _("You have answered already."),
    DisputeRefusal.TAKEN_ALREADY: _("Another arbiter has taken this case."),
    DisputeRefusal.NOT_YOURS: _("Take the case first."),
    DisputeRefusal.DECIDED_ALREADY: _("This has been decided already."),
    DisputeRefusal.NOT_NOW: _("That cannot be done as things stand. Here is the case afresh."),
    DisputeRefusal.ONE_APPEAL: _("There is one appeal, and it has been decided."),
    DisputeRefusal.REASON_MISSING: _("Say why, so that everybody can read it."),
    DisputeRefusal.RULE_MISSING: _("Name the rule this rests on."),
    DisputeRefusal.NO_SUCH_RULE: _(
        "The rules of this game have no such number. Choose one, or type the rule."
    ),
    DisputeRefusal.SEASON_FINISHED: _("This season is finished. Confirm that its standings may change."),
    DisputeRefusal.NOT_FOR_THIS_GAME: _("That ruling does not exist in this game."),
    DisputeRefusal.NO_AVERAGE: _("There is no other round of this match to take an average from."),
    DisputeRefusal.LEFT_OUT: _("Another ruling left this round out; nothing can be added to it."),
    DisputeRefusal.OUT_OF_RANGE: _("That number is too large, or too small."),
    DisputeRefusal.DO_NOT_ADD_UP: _("These points do not add up to all the cards hold."),
    DisputeRefusal.CANNOT_HAVE_BEEN: _("The round cannot have gone so. {why}"),
    DisputeRefusal.ONLY_ON_APPEAL: _("There is no earlier ruling that could stand."),
    DisputeRefusal.REAL_CARDS: _("This round was played with real cards. Let them be counted again instead."),
    DisputeRefusal.TOTALS_ONLY: _(
        "Of this sheet only the totals were typed, so no round of it can be scored again. Assign the points instead."
    ),
    DisputeRefusal.REPLAYED_ALREADY: _(
        "The first ruling has it played again already. Let that stand instead."
    ),
    DisputeRefusal.SAME_FOR_ALL: _(
        "The same deals are played by everybody here, and counted as they were played."
    ),
    DisputeRefusal.IS_A_REPLAY: _(
        "This round was played again by ruling of an arbiter. It cannot be questioned."
    ),
    DisputeRefusal.LOG_BROKEN: _(
        "The record of this match cannot be replayed, so nothing can be looked at or ruled here. "
        "Please tell the people who run this site."
    ),
}

STATUS: Final[Mapping[str, int]] = {
    DisputeRefusal.NO_SUCH_CASE: 404,
    DisputeRefusal.NO_SUCH_ROUND: 404,
    DisputeRefusal.NOT_SEATED: 403,
    DisputeRefusal.NOT_ALLOWED: 403,
    DisputeRefusal.SAT_THERE: 403,
    DisputeRefusal.SAME_ARBITER: 403,
    DisputeRefusal.OWN_LEAGUE: 403,
    DisputeRefusal.TAKEN_ALREADY: 409,
    DisputeRefusal.DECIDED_ALREADY: 409,
    DisputeRefusal.NOT_NOW: 409,
}
"""HTTP status by code; 422 for every code not named."""


class DisputeRefused(Refusing):
    """A refused request; nothing has changed. `code` is a `DisputeRefusal`."""

    sentences = SENTENCES
    statuses = STATUS
