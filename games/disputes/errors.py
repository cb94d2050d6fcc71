"""Refusals of disputes: a closed list of codes, each with its sentence and HTTP status."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from games.refusals import RefusalCode, Refusing


class DisputeRefusal(RefusalCode):
    """Refusals of disputes: the code for tests and programs, the sentence for people."""

    NO_SUCH_CASE = "no_such_case", _("There is no such case."), 404
    NO_SUCH_ROUND = "no_such_round", _("There is no such round."), 404
    NO_SUCH_PLAYER = "no_such_player", _("That is nobody of this club."), 404
    NO_SUCH_CONDUCT_CARD = "no_such_conduct_card", _("There is no such card."), 404
    OWN_CARD = "own_card", _("That is about yourself, so another arbiter decides."), 403
    UNREADABLE = "unreadable", _("That could not be read.")
    NOTHING_SAID = "nothing_said", _("Please say in a few words what happened.")
    TOO_LONG = "too_long", _("That is too long: at most {longest} letters.")
    ROUND_RUNNING = "round_running", _("This round is still being played. Ask when it is on the sheet.")
    NOT_SEATED = "not_seated", _("Only those who sat at that table can do that."), 403
    NOT_ALLOWED = "not_allowed", _("That is for the arbiters of this club."), 403
    SAT_THERE = "sat_there", _("You played at that table, so somebody else decides."), 403
    OWN_RESULT = "own_result", _("This is about a result of your own, so somebody else decides."), 403
    SAME_DEAL = (
        "same_deal",
        _("You have a result on the same deal, so another arbiter of the club decides."),
        403,
    )
    SAME_ARBITER = "same_arbiter", _("Whoever ruled first does not decide the appeal."), 403
    OWN_LEAGUE = "own_league", _("You play in this competition, so another arbiter of the club decides."), 403
    TOO_LATE = "too_late", _("The time for that is over.")
    FILED_ALREADY = "filed_already", _("You have asked about this already.")
    ANSWERED_ALREADY = "answered_already", _("You have answered already.")
    TAKEN_ALREADY = "taken_already", _("Another arbiter has taken this case."), 409
    NOT_YOURS = "not_yours", _("Take the case first.")
    DECIDED_ALREADY = "decided_already", _("This has been decided already."), 409
    NOT_NOW = "not_now", _("That cannot be done as things stand. Here is the case afresh."), 409
    ONE_APPEAL = "one_appeal", _("There is one appeal, and it has been decided.")
    REASON_MISSING = "reason_missing", _("Say why, so that everybody can read it.")
    RULE_MISSING = "rule_missing", _("Name the rule this rests on.")
    NO_SUCH_RULE = (
        "no_such_rule",
        _("The rules of this game have no such number. Choose one, or type the rule."),
    )
    SEASON_FINISHED = "season_finished", _("This season is finished. Confirm that its standings may change.")
    NOT_FOR_THIS_GAME = "not_for_this_game", _("That ruling does not exist in this game.")
    NO_AVERAGE = "no_average", _("There is no other round of this match to take an average from.")
    LEFT_OUT = "left_out", _("Another ruling left this round out; nothing can be added to it.")
    OUT_OF_RANGE = "out_of_range", _("That number is too large, or too small.")
    DO_NOT_ADD_UP = "do_not_add_up", _("These points do not add up to all the cards hold.")
    CANNOT_HAVE_BEEN = "cannot_have_been", _("The round cannot have gone so. {why}")
    ONLY_ON_APPEAL = "only_on_appeal", _("There is no earlier ruling that could stand.")
    REAL_CARDS = "real_cards", _("This round was played with real cards. Let them be counted again instead.")
    TOTALS_ONLY = (
        "totals_only",
        _(
            "Of this sheet only the totals were typed, so no round of it can be scored again. Assign the "
            "points instead."
        ),
    )
    REPLAYED_ALREADY = (
        "replayed_already",
        _("The first ruling has it played again already. Let that stand instead."),
    )
    IS_A_REPLAY = (
        "is_a_replay",
        _("This round was played again by ruling of an arbiter. It cannot be questioned."),
    )
    SAME_FOR_ALL = (
        "same_for_all",
        _("The same deals are played by everybody here, and counted as they were played."),
    )
    OTHERS_PLAY_IT = (
        "others_play_it",
        _("Other tables still play these cards. You can question the round when all of them are done."),
    )
    LOG_BROKEN = (
        "log_broken",
        _(
            "The record of this match cannot be replayed, so nothing can be looked at or ruled here. "
            "Please tell the people who run this site."
        ),
    )


class DisputeRefused(Refusing):
    """A refused request; nothing has changed. `code` is a `DisputeRefusal`."""
