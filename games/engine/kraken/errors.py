"""Refusals of Kraken."""

from __future__ import annotations

from games.engine.errors import RefusalCode
from games.engine.words import gettext_noop


class KrakenRefusal(RefusalCode):
    """Refusals that only Kraken has."""

    MUST_NAME_TRUMP = "must_name_trump", gettext_noop("You must name trumps; you cannot pass.")
    WRONG_LEVEL = "wrong_level", gettext_noop("That word does not follow what was said before.")
    MUST_BEAT_TRUMP = "must_beat_trump", gettext_noop("Trumps were led: you must play a higher trump.")
    MUST_RUFF = "must_ruff", gettext_noop("You cannot follow: you must play a trump.")
    MUST_OVERRUFF = "must_overruff", gettext_noop("You must play a higher trump.")
    MUST_UNDERTRUMP = "must_undertrump", gettext_noop("You must play a trump, even a lower one.")
    MAY_NOT_UNDERTRUMP = (
        "may_not_undertrump",
        gettext_noop("You may not play a lower trump while you hold another card."),
    )
    NOT_A_COMBINATION = "not_a_combination", gettext_noop("That is not a combination of your hand.")
    DECLARE_FIRST = "declare_first", gettext_noop("Declare first, or pass.")
    NOT_YOUR_CLAIM = "not_your_claim", gettext_noop("Only the side that won the trick can claim its roem.")
    ALREADY_CLAIMED = "already_claimed", gettext_noop("That has been claimed already.")
    CLAIM_TOO_LATE = "claim_too_late", gettext_noop("Too late: the next card has been led.")
    CLAIMED_BY_ITSELF = "claimed_by_itself", gettext_noop("At this table that is counted without a claim.")
    REVOKE_IMPOSSIBLE = (
        "revoke_impossible",
        gettext_noop("At this table only cards that are allowed can be played."),
    )
    REVOKE_OWN_SIDE = "revoke_own_side", gettext_noop("A revoke is claimed of a player of the other side.")
    REVOKE_UNKNOWN_TRICK = "revoke_unknown_trick", gettext_noop("Name a trick that is finished.")
    STUK_NOT_HELD = (
        "stuk_not_held",
        gettext_noop("Stuk is for who held king and queen of trumps and has played both."),
    )
    UNKNOWN_SIDE = "unknown_side", gettext_noop("Say which side made trumps, and whose points these are.")
    UNKNOWN_TRUMP = "unknown_trump", gettext_noop("Say which suit was trumps.")
    UNKNOWN_LEVEL = "unknown_level", gettext_noop("Say how far the kraken went.")
    POINTS_OUT_OF_RANGE = "points_out_of_range", gettext_noop("A side has from 0 to {most} card points.")
    POINTS_DO_NOT_ADD_UP = (
        "points_do_not_add_up",
        gettext_noop("{points} and {against} make {sum}; the cards hold {most}."),
    )
    NO_SUCH_POINTS = "no_such_points", gettext_noop("No cards are worth {points} points.")
    NO_SUCH_ROEM = "no_such_roem", gettext_noop("No roem adds up to {roem}.")
    PIT_WITHOUT_ALL = "pit_without_all", gettext_noop("A pit takes all {most} points, with every trick.")
    PIT_NOT_PLAYED = "pit_not_played", gettext_noop("A pit of that side does not count by your house rules.")
    ROEM_WITHOUT_TRICK = (
        "roem_without_trick",
        gettext_noop("A side without a trick has no roem by your house rules."),
    )
    TRUMP_POINTS_MISSING = (
        "trump_points_missing",
        gettext_noop("Spades count double in trumps: type the trump points, from 0 to {most}."),
    )
