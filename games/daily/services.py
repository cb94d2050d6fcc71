"""Writes of the deal of the day: begin a match, count finished ones, work out the answers of the strong bot."""

from __future__ import annotations

import logging
from datetime import date, datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from accounts.models import Player
from games.analysis.queries import leads_by_seat
from games.bots.bot import Level
from games.daily import days
from games.daily.decisions import as_text, decisions_of, digest, strong_answer
from games.daily.errors import DailyRefusal, DailyRefused
from games.daily.models import DailyDeal, DailyDecision, DailyPlay
from games.engine.registry import DAILY
from games.table import services
from games.table.log import seeds
from games.table.log.folding import UNREADABLE
from games.table.log.models import Match, Round
from games.table.log.seeds import seal
from games.table.shared_deals import SharedDeals

SEAT: Final = 0
"""The seat of the player in every match, so that all hold the same cards."""
MATCHES_A_BATCH: Final = 20
"""Matches counted in one go; one takes some milliseconds."""
NO_ANSWER: Final = "null"
"""Stands in `DailyDecision.strong` where the strong bot does nothing, or the log cannot be read."""

log = logging.getLogger("club.daily")


def daily_deal_of(day: date) -> DailyDeal:
    """The deals of a day, made at the first call. Two first calls at once make one: the date is unique."""
    known = DailyDeal.objects.filter(date=day).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            deals = SharedDeals.objects.create(
                sealed=seal(seeds.random_seed(f"{day}")), public_from=days.closes_at(day)
            )
            return DailyDeal.objects.create(date=day, shared_deals=deals)
    except IntegrityError:
        return DailyDeal.objects.get(date=day)


def begin(*, player: Player, now: datetime) -> DailyPlay:
    """Begin the player's match of the day, or return the one that was begun: there is one try.

    The unique key of player and day decides between two devices; the later one gets the match of the first. Refuses
    needs_account, and what starting a match refuses (`TableRefused`); no try is used up then.
    """
    if player.is_guest:
        raise DailyRefused(DailyRefusal.NEEDS_ACCOUNT)
    day = daily_deal_of(days.day_at(now))
    begun = DailyPlay.objects.filter(daily_deal=day, player=player)
    if (known := begun.first()) is not None:
        return known
    try:
        with transaction.atomic():
            match = services.open_table(
                created_by=player,
                game=DAILY.game,
                options=DAILY.options,
                now=now,
                phrases_on=False,
                chat_on=False,
                bot_level=Level.STRONG,
                spectators=False,
                shared_deals=day.shared_deals,
            )
            services.sit(match_id=match.pk, player=player, seat=SEAT)
            services.fill_with_bots(match_id=match.pk, player=player)
            play = DailyPlay.objects.create(daily_deal=day, player=player, match=match)
            services.start_match(match_id=match.pk, player=player, now=now)
            match.refresh_from_db()
    except IntegrityError:
        if (known := begun.first()) is None:
            raise
        return known
    return play


def finished_plays() -> QuerySet[DailyPlay]:
    """The matches that were played to the end in time and are not counted yet."""
    in_time = {"match__finished_at__lte": F("daily_deal__shared_deals__public_from")}
    return DailyPlay.objects.filter(points=None, match__status=Match.Status.FINISHED, **in_time)


def count_finished(*, now: datetime) -> int:
    """Count the matches that were finished; returns how many. Called by the steward."""
    return sum(count_play(play=play) for play in finished_plays().select_related("match")[:MATCHES_A_BATCH])


def count_if_finished(*, play: DailyPlay) -> None:
    """Count the match where it was finished in time and is not counted yet. Called by pages that show how others did:
    who comes from the last card is ahead of the steward and would not be on the list."""
    if play.points is None and finished_plays().filter(pk=play.pk).exists() and not count_play(play=play):
        play.refresh_from_db(fields=["points"])


def count_play(*, play: DailyPlay) -> bool:
    """Write the points and the decisions of a finished match; returns whether this call did.

    Of two calls at once one writes: the points are set where there are none.
    """
    rounds = Round.objects.filter(match=play.match_id, status=Round.Status.CLOSED)
    points = sum(leads_by_seat(row.points, row.result["sides"])[SEAT] for row in rounds)
    try:
        decisions = [
            DailyDecision(
                play=play,
                round=one.round,
                number=one.number,
                view=digest(one.view, play.match.shared_deals_id),
                answer=as_text(one.answer),
            )
            for one in decisions_of(play.match, SEAT)
        ]
    except UNREADABLE as fault:
        log.error("the log of match %s cannot be read: %s", play.match_id, type(fault).__name__)
        decisions = []
    with transaction.atomic():
        if not DailyPlay.objects.filter(pk=play.pk, points=None).update(points=points):
            return False
        DailyDecision.objects.bulk_create(decisions)
    play.points = points
    return True


def work_out_strong_answers() -> int:
    """Work out what the strong bot does in the decisions of one round, in the background; returns how many
    rows were written. The newest match comes first. Players who saw the same share an answer, worked out once."""
    waiting = DailyDecision.objects.filter(strong="")
    first = waiting.select_related("play__match").order_by("-play", "round").first()
    if first is None:
        return 0
    play, game = first.play, first.play.match.the_game
    of_round = waiting.filter(play=play, round=first.round)
    numbers = set(of_round.values_list("number", flat=True))
    written = 0
    try:
        for one in decisions_of(play.match, SEAT):
            if one.round == first.round and one.number in numbers:
                answer = strong_answer(game, play.match, SEAT, one)
                seen = waiting.filter(view=digest(one.view, play.match.shared_deals_id))
                written += seen.update(strong=NO_ANSWER if answer is None else as_text(answer))
    except UNREADABLE as fault:
        log.error("the log of match %s cannot be read: %s", play.match_id, type(fault).__name__)
    # `of_round` finds only those now that got no answer: the log cannot be read as far as they are.
    return written + of_round.update(strong=NO_ANSWER)
