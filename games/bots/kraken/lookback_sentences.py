"""The sentences of a look back: a closed list, each the first statement that is true of the better card.

They name nobody and give the figure; what is said is what the better card would have done.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import MARRIAGE, POINTS, SUIT_OF, TRUMPS, Table, lay_card, runs_in
from games.bots.kraken.strong.belief import Belief
from games.engine.cards import Card
from games.engine.kraken.declarations import STUK
from games.engine.seats import Seat
from games.engine.words import gettext_noop as _

LAST_TRICKS: Final = 3
CARD_POINTS: Final = 4
"""The least difference in card points that a sentence about points tells of; a king and a queen are too alike."""


class Remark(StrEnum):
    """The sentences about costly cards and words. Tests assert codes, people read `SENTENCES`."""

    DRAW_TRUMPS = "lookback_draw_trumps"
    LEAD_TRUMP = "lookback_lead_trump"
    KEEP_TRUMPS = "lookback_keep_trumps"
    LEAD_WINNER = "lookback_lead_winner"
    LEAD_LOWER = "lookback_lead_lower"
    LEAD_HIGHER = "lookback_lead_higher"
    LEAD_SUIT = "lookback_lead_suit"
    LEAVE_TO_PARTNER = "lookback_leave_to_partner"
    TAKE_FROM_PARTNER = "lookback_take_from_partner"
    FEED_PARTNER = "lookback_feed_partner"
    KEEP_FROM_PARTNER = "lookback_keep_from_partner"
    MAKE_ROEM = "lookback_make_roem"
    GIVE_NO_ROEM = "lookback_give_no_roem"
    RUFF_WITH = "lookback_ruff_with"
    TAKE = "lookback_take"
    TAKE_WITH = "lookback_take_with"
    LEAVE_TRICK = "lookback_leave_trick"
    FEWER_POINTS = "lookback_fewer_points"
    MORE_POINTS = "lookback_more_points"
    KEEP_HIGHER = "lookback_keep_higher"
    DISCARD = "lookback_discard"
    COUNTED_OUT = "lookback_counted_out"
    OTHER_CARD = "lookback_other_card"
    NOBODY_COULD_KNOW = "lookback_nobody_could_know"
    KRAKEN_GAINED = "lookback_kraken_gained"
    RE_GAINED = "lookback_re_gained"
    SUPERKRAKEN_GAINED = "lookback_superkraken_gained"
    KRAKEN_COST = "lookback_kraken_cost"
    RE_COST = "lookback_re_cost"
    SUPERKRAKEN_COST = "lookback_superkraken_cost"
    KRAKEN_UNSAID = "lookback_kraken_unsaid"
    RE_UNSAID = "lookback_re_unsaid"
    SUPERKRAKEN_UNSAID = "lookback_superkraken_unsaid"


SENTENCES: Final[Mapping[str, str]] = {
    Remark.DRAW_TRUMPS: _("Drawing trumps first promised {points} points more."),
    Remark.LEAD_TRUMP: _("A trump lead promised {points} points more."),
    Remark.KEEP_TRUMPS: _("Keeping the trumps and leading {suit} promised {points} points more."),
    Remark.LEAD_WINNER: _("Playing the {card} first, nothing higher was out: {points} points more."),
    Remark.LEAD_LOWER: _("Leading lower, with the {card}, promised {points} points more."),
    Remark.LEAD_HIGHER: _("Leading higher, with the {card}, promised {points} points more."),
    Remark.LEAD_SUIT: _("Leading the {card} promised {points} points more."),
    Remark.LEAVE_TO_PARTNER: _("Leaving the trick to the partner promised {points} points more."),
    Remark.TAKE_FROM_PARTNER: _(
        "Taking over the partner's trick with the {card} promised {points} points more."
    ),
    Remark.FEED_PARTNER: _("The partner had the trick: adding the {card} promised {points} points more."),
    Remark.KEEP_FROM_PARTNER: _(
        "The partner had the trick, but the {card} was enough there: {points} points more."
    ),
    Remark.MAKE_ROEM: _("The {card} could have made roem: {points} points more."),
    Remark.GIVE_NO_ROEM: _("The {card} gave less roem away: {points} points more."),
    Remark.RUFF_WITH: _("Ruffing with the {card} instead promised {points} points more."),
    Remark.TAKE: _("Going over it with the {card} promised {points} points more."),
    Remark.TAKE_WITH: _("Going over it with the {card} instead promised {points} points more."),
    Remark.LEAVE_TRICK: _("Staying under it with the {card} promised {points} points more."),
    Remark.FEWER_POINTS: _("The {card} gave fewer points away: {points} points more."),
    Remark.MORE_POINTS: _("Letting go of the {card} here promised {points} points more."),
    Remark.KEEP_HIGHER: _("Keeping the higher card and playing the {card} promised {points} points more."),
    Remark.DISCARD: _("Throwing off the {card} promised {points} points more."),
    Remark.COUNTED_OUT: _(
        "Counted over all ways the last cards could lie, the {card} promised {points} points more."
    ),
    Remark.OTHER_CARD: _("The {card} promised {points} points more."),
    Remark.NOBODY_COULD_KNOW: _("With open cards the {card} would have brought {points} points more."),
    Remark.KRAKEN_GAINED: _("Saying kraken promised more points than silence: {points}."),
    Remark.RE_GAINED: _("Saying re promised more points than silence: {points}."),
    Remark.SUPERKRAKEN_GAINED: _("Saying superkraken promised more points than silence: {points}."),
    Remark.KRAKEN_COST: _("Saying kraken promised fewer points than silence: {points}."),
    Remark.RE_COST: _("Saying re promised fewer points than silence: {points}."),
    Remark.SUPERKRAKEN_COST: _("Saying superkraken promised fewer points than silence: {points}."),
    Remark.KRAKEN_UNSAID: _("Kraken was not said; it promised {points} points more than silence."),
    Remark.RE_UNSAID: _("Re was not said; it promised {points} points more than silence."),
    Remark.SUPERKRAKEN_UNSAID: _("Superkraken was not said; it promised {points} points more than silence."),
}
SAID: Final[Mapping[bool, Mapping[str, Remark]]] = {
    True: {"kraken": Remark.KRAKEN_GAINED, "re": Remark.RE_GAINED, "superkraken": Remark.SUPERKRAKEN_GAINED},
    False: {"kraken": Remark.KRAKEN_COST, "re": Remark.RE_COST, "superkraken": Remark.SUPERKRAKEN_COST},
}
"""The sentence for a challenge that was said, by whether it promised at least as much as silence."""
UNSAID: Final[Mapping[str, Remark]] = {
    "kraken": Remark.KRAKEN_UNSAID,
    "re": Remark.RE_UNSAID,
    "superkraken": Remark.SUPERKRAKEN_UNSAID,
}


def why_better(known: Belief, maker: Seat, played: Card, better: Card) -> Remark:
    """The sentence for a card that promised more than the one that was played, as the seat knew the round."""
    bit = known.form.bit
    if not known.table.lying:
        return _lead_remark(known, maker, bit[played], bit[better])
    remark = _follow_remark(known, bit[played], bit[better])
    if remark is Remark.OTHER_CARD and known.hand.bit_count() <= LAST_TRICKS:
        return Remark.COUNTED_OUT
    return remark


def _lead_remark(known: Belief, maker: Seat, played: int, better: int) -> Remark:
    trumps_out = bool(known.unseen & TRUMPS)
    if better & TRUMPS and not played & TRUMPS and trumps_out:
        return Remark.LEAD_TRUMP if (known.seat - maker) % 2 else Remark.DRAW_TRUMPS
    if played & TRUMPS and not better & TRUMPS:
        return Remark.KEEP_TRUMPS
    if better > known.unseen & SUIT_OF[better] and played <= known.unseen & SUIT_OF[played]:
        return Remark.LEAD_WINNER
    if SUIT_OF[played] == SUIT_OF[better]:
        return Remark.LEAD_HIGHER if better > played else Remark.LEAD_LOWER
    return Remark.LEAD_SUIT


def _follow_remark(known: Belief, played: int, better: int) -> Remark:
    table = known.table
    partner_wins = table.lying > 1 and table.place == table.lying - 2
    with_played, with_better = lay_card(table, played), lay_card(table, better)
    takes, would_take = with_played.place == table.lying, with_better.place == table.lying
    roem, other_roem = _roem(known, with_played), _roem(known, with_better)
    ours = (would_take or partner_wins) and table.lying == 3
    if other_roem > roem and ours:
        return Remark.MAKE_ROEM
    if roem > other_roem and table.lying == 3 and not takes and not partner_wins:
        return Remark.GIVE_NO_ROEM
    if partner_wins:
        return _partners_trick(played, better, takes=takes, would_take=would_take)
    if played & TRUMPS and table.led != TRUMPS:
        return Remark.RUFF_WITH  # on an opponent's trick the rules leave no choice between ruffing and not
    if takes or would_take:
        return (Remark.TAKE_WITH if takes else Remark.TAKE) if would_take else Remark.LEAVE_TRICK
    if not better & table.led:
        return Remark.DISCARD
    return _by_points(played, better, Remark.FEWER_POINTS, Remark.MORE_POINTS)


def _by_points(played: int, better: int, fewer: Remark, more: Remark) -> Remark:
    """The sentence for two cards that do the same to the trick."""
    apart = POINTS[better] - POINTS[played]
    if abs(apart) >= CARD_POINTS:
        return more if apart > 0 else fewer
    return Remark.KEEP_HIGHER if SUIT_OF[played] == SUIT_OF[better] and better < played else Remark.OTHER_CARD


def _partners_trick(played: int, better: int, *, takes: bool, would_take: bool) -> Remark:
    if takes != would_take:
        return Remark.TAKE_FROM_PARTNER if would_take else Remark.LEAVE_TO_PARTNER
    return _by_points(played, better, Remark.KEEP_FROM_PARTNER, Remark.FEED_PARTNER)


def _roem(known: Belief, table: Table) -> int:
    stuk = STUK if table.cards & MARRIAGE == MARRIAGE else 0
    return runs_in(table.cards) + positions.fours(known.options.quads).get(table.cards, 0) + stuk
