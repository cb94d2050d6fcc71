"""Writes of the analysis: one closed round at a time, at low priority beside the steward."""

from __future__ import annotations

import logging
from datetime import datetime

from games.analysis.models import Analysis, DealContracts
from games.analysis.queries import (
    closed_round,
    leads_by_seat,
    movers,
    moves_of,
    rounds_without_contracts,
    unanalysed_rounds,
)
from games.bots.registry import ANALYSERS
from games.club_clock import club_clock
from games.engine.actions import Deal
from games.engine.seats import HOUSE
from games.table.log.folding import UNREADABLE
from games.table.log.models import Round

log = logging.getLogger("club.analysis")


def analyse_round(*, round_: Round, now: datetime) -> Analysis:
    """Make the row of a closed round of a game that has an analyser, or make it anew.

    Two processes may do the same round: both write the same. A log that cannot be replayed and house rules the analyser
    does not cover get an empty row, so that the round is not tried again before the next version. Raises LookupError
    for a round that is not closed or has no analyser.
    """
    if round_.status == Round.Status.RUNNING:
        raise LookupError(f"round {round_.number} of {round_.match.code} is not closed")
    analyser = ANALYSERS[round_.match.game]
    fields: dict[str, object] = {"version": analyser.version, "data": {}, "gained": [], "made_at": now}
    try:
        game, closed = closed_round(round_)
        covered = analyser.covers(closed.after.options)
        analysis = analyser.analyse(moves_of(game, closed), closed.after) if covered else None
    except UNREADABLE:
        log.exception("round %s of %s cannot be analysed", round_.number, round_.match.code)
        analysis = None
    if analysis is not None:
        result = game.results(closed.after)[-1]
        fields["data"] = analysis.data()
        if analysis.strong:
            written, strong = (
                leads_by_seat(result.score, result.sides),
                leads_by_seat(analysis.strong, result.sides),
            )
            people = movers(closed, len(result.sides))
            fields["gained"] = [
                [player, own - best] for player, own, best in zip(people, written, strong, strict=True)
            ]
    row, _created = Analysis.objects.update_or_create(round=round_, defaults=fields)
    return row


def analyse_next(*, now: datetime) -> Round | None:
    """Analyse the newest closed round that has no row of the present version, and return it; None where all have."""
    round_ = unanalysed_rounds().select_related("match").order_by("-closed_at", "-pk").first()
    if round_ is not None:
        analyse_round(round_=round_, now=now)
    return round_


def analyse_in_background() -> int:
    """Analyse one round as background work; returns how many it was. A round takes a second or two."""
    return int(analyse_next(now=club_clock.now()) is not None)


def work_out_contracts() -> int:
    """Work out the contracts of the newest deal of an evening that is open and has none, as background work; returns
    how many deals it was. A deal takes some seconds."""
    round_ = rounds_without_contracts(club_clock.now()).order_by("-closed_at", "-pk").first()
    if round_ is None:
        return 0
    analyser = ANALYSERS[round_.match.game]
    data: list[list[object]] = []
    try:
        game, closed = closed_round(round_)
        deal = game.parse(closed.entries[0].entry.data)
        if isinstance(deal, Deal) and analyser.contracts and analyser.covers(closed.after.options):
            state = game.apply(closed.before, HOUSE, deal)
            hands = [
                [held.card for held in game.view(state, seat).hand]
                for seat in range(len(game.results(closed.after)[-1].sides))
            ]
            data = [list(each) for each in analyser.contracts(closed.after.options, deal.dealer, hands)]
    except UNREADABLE:
        log.exception("the deal of round %s of %s cannot be read", round_.number, round_.match.code)
    DealContracts.objects.update_or_create(
        shared_deals_id=round_.match.shared_deals_id,
        number=round_.number,
        defaults={"version": analyser.version, "data": data},
    )
    return 1
