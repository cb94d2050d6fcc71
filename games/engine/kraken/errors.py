"""Refusals of Kraken."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop as _


class KrakenRefusal(RefusalCode):
    """Refusals that only Kraken has."""

    MUST_NAME_TRUMP = "must_name_trump", _("You must name trumps; you cannot pass.")
    WRONG_LEVEL = "wrong_level", _("That word does not follow what was said before.")
    MUST_BEAT_TRUMP = "must_beat_trump", _("Trumps were led: you must play a higher trump.")
    MUST_RUFF = "must_ruff", _("You cannot follow: you must play a trump.")
    MUST_OVERRUFF = "must_overruff", _("You must play a higher trump.")
    MUST_UNDERTRUMP = "must_undertrump", _("You must play a trump, even a lower one.")
    MAY_NOT_UNDERTRUMP = (
        "may_not_undertrump",
        _("You may not play a lower trump while you hold another card."),
    )
    NOT_A_COMBINATION = "not_a_combination", _("That is not a combination of your hand.")
    DECLARE_FIRST = "declare_first", _("Declare first, or pass.")
    NOT_YOUR_CLAIM = "not_your_claim", _("Only the side that won the trick can claim its roem.")
    ALREADY_CLAIMED = "already_claimed", _("That has been claimed already.")
    CLAIM_TOO_LATE = "claim_too_late", _("Too late: the next card has been led.")
    CLAIMED_BY_ITSELF = "claimed_by_itself", _("At this table that is counted without a claim.")
    REVOKE_IMPOSSIBLE = (
        "revoke_impossible",
        _("At this table only cards that are allowed can be played."),
    )
    REVOKE_OWN_SIDE = "revoke_own_side", _("A revoke is claimed of a player of the other side.")
    REVOKE_UNKNOWN_TRICK = "revoke_unknown_trick", _("Name a trick that is finished.")
    STUK_NOT_HELD = (
        "stuk_not_held",
        _("Stuk is for who held king and queen of trumps and has played both."),
    )
    UNKNOWN_SIDE = "unknown_side", _("Say which side made trumps, and whose points these are.")
    UNKNOWN_TRUMP = "unknown_trump", _("Say which suit was trumps.")
    UNKNOWN_LEVEL = "unknown_level", _("Say how far the kraken went.")
    POINTS_OUT_OF_RANGE = "points_out_of_range", _("A side has from 0 to {most} card points.")
    POINTS_DO_NOT_ADD_UP = (
        "points_do_not_add_up",
        _("{points} and {against} make {sum}; the cards hold {most}."),
    )
    NO_SUCH_POINTS = "no_such_points", _("No cards add up to {points}.")
    NO_SUCH_ROEM = "no_such_roem", _("No roem adds up to {roem}.")
    PIT_WITHOUT_ALL = "pit_without_all", _("A pit takes all {most} points, with every trick.")
    PIT_NOT_PLAYED = "pit_not_played", _("A pit of that side does not count by your house rules.")
    ROEM_WITHOUT_TRICK = (
        "roem_without_trick",
        _("A side without a trick has no roem by your house rules."),
    )
    TRUMP_POINTS_MISSING = (
        "trump_points_missing",
        _("Spades count double in trumps: type the trump points, from 0 to {most}."),
    )
