"""Writes of the analysis: one closed round at a time, at low priority beside the steward."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from statistics import fmean

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.analysis.models import Analysis, DealContracts
from games.analysis.queries import closed_round, movers, moves_of
from games.bots import ANALYSERS
from games.club_clock import club_clock
from games.engine.actions import Deal
from games.engine.seats import HOUSE
from games.table.log.loading import UNREADABLE
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
            written, strong = ahead(result.score, result.sides), ahead(analysis.strong, result.sides)
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
    round_ = _without_contracts(club_clock.now()).order_by("-closed_at", "-pk").first()
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


def _without_contracts(now: datetime) -> QuerySet[Round]:
    """The closed rounds of deals that tables of a club shared, that are open by now, and whose contracts are not worked
    out by the present version."""
    done = DealContracts.objects.filter(
        shared_deals=OuterRef("match__shared_deals"), number=OuterRef("number")
    )
    rounds = Round.objects.exclude(status=Round.Status.RUNNING).select_related("match")
    rounds = rounds.filter(
        match__club__isnull=False, match__on_paper=False, match__shared_deals__public_from__lte=now
    )
    todo = Q()
    for game, analyser in ANALYSERS.items():
        if analyser.contracts is not None:
            todo |= Q(match__game=game) & ~Exists(done.filter(version=analyser.version))
    return rounds.filter(todo) if todo else rounds.none()


def unanalysed_rounds() -> QuerySet[Round]:
    """The closed rounds without a row of the present version, of games that have an analyser."""
    done = Q()
    for game, analyser in ANALYSERS.items():
        done |= Q(match__game=game, analysis__version=analyser.version)
    return analysable_rounds().exclude(done)


def analysable_rounds() -> QuerySet[Round]:
    """All rounds that can be analysed: those closed, of a game that has an analyser, not played with real cards, and
    with no table of an evening that is still to play the same cards."""
    rounds = Round.objects.exclude(status=Round.Status.RUNNING)
    rounds = rounds.exclude(
        match__shared_deals__isnull=False,
        match__shared_deals__public_from=None,
        match__shared_deals__duel=None,
    )
    return rounds.filter(match__game__in=ANALYSERS, match__on_paper=False)


def ahead(score: Sequence[int], sides: Sequence[int]) -> list[int]:
    """By seat its score less the mean of the seats on other sides, in whole points."""
    return [
        round(own - fmean(each for each, other in zip(score, sides, strict=True) if other != side))
        for own, side in zip(score, sides, strict=True)
    ]
