"""The finished matches of a player, filtered, with links to the rounds the reader may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Player
from games.engine.game import Game
from games.engine_words import sentence
from games.table.log.models import Match, Round
from games.table.screen.spectators import open_to_others
from games.table.shared_deals import deals_still_played

MATCHES_A_PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match: the others at the table, the points of each seat's name, and the rounds the reader may look at, each
    with its name where the game names rounds beforehand. `low`: the lowest total wins.

    `may_look` says whether the reader may open the table.
    """

    code: str
    game: str
    club: str
    at: datetime
    others: str
    scores: tuple[tuple[str, int], ...]
    low: bool
    stopped: bool
    on_paper: bool
    rounds: tuple[tuple[int, str], ...]
    may_look: bool


def matches_of(
    player: Player, wanted: Mapping[str, Any], *, reader: Player, now: datetime
) -> QuerySet[Match]:
    """The player's matches that are over, the newest first, filtered by `wanted`. Those whose deals others may still
    play are for the player only.

    `wanted` has "game" (key), "club" (a `Club`), "who" (part of a name at the table, or a code), "since" and "until"
    (days of the site's time zone); empty values do not filter.
    """
    matches = Match.objects.filter(seats__player=player, status__in=Match.ENDED)
    if reader.pk != player.pk:
        matches = matches.exclude(deals_still_played("shared_deals", now))
    if wanted.get("game"):
        matches = matches.filter(game=wanted["game"])
    if wanted.get("club"):
        matches = matches.filter(club=wanted["club"])
    if who := (wanted.get("who") or "").strip():
        by_name = Match.objects.filter(seats__player__nickname__icontains=who).values("pk")
        matches = matches.filter(Q(pk__in=by_name) | Q(code__iexact=who))
    if wanted.get("since"):
        matches = matches.filter(created_at__gte=_midnight(wanted["since"]))
    if wanted.get("until"):
        matches = matches.filter(created_at__lt=_midnight(wanted["until"], days=1))
    return matches.order_by("-created_at", "-pk")


def page_of(
    matches: QuerySet[Match], number: str | None, *, player: Player, reader: Player, now: datetime
) -> Page[Match]:
    """One page of these matches, whose `object_list` are `PlayedMatch`es. As many queries for any number of rows."""
    page = Paginator(matches, MATCHES_A_PAGE).get_page(number)
    rows = list(page.object_list.select_related("club").prefetch_related("seats__player"))
    rounds: dict[int, list[Round]] = {match.pk: [] for match in rows}
    written = Round.objects.filter(match__in=rounds, status__in=Round.ENDED)
    for row in written.defer("result", "lines").order_by("number"):
        rounds[row.match_id].append(row)
    shown = open_to_others(rounds, reader, now)
    page.object_list = [
        _played_match(match, rounds[match.pk], player, reader, is_shown=match.pk in shown) for match in rows
    ]
    return page


def _played_match(
    match: Match, rounds: Sequence[Round], player: Player, reader: Player, *, is_shown: bool
) -> PlayedMatch:
    seats = list(match.seats.all())
    sat = any(seat.player_id == reader.pk for seat in seats)
    counted = [row for row in rounds if row.status != Round.Status.VOID and row.points]
    totals = [(seat.player.short_name, sum(row.points[seat.number] for row in counted)) for seat in seats]
    game = match.the_game
    return PlayedMatch(
        code=match.code,
        game=gettext(game.name),
        club=match.club.name if match.club else "",
        at=match.created_at,
        others=", ".join(seat.player.short_name for seat in seats if seat.player_id != player.pk),
        scores=tuple(totals) if counted else (),
        low=game.better == "low",
        stopped=match.status == Match.Status.STOPPED,
        on_paper=match.on_paper,
        rounds=_round_labels(match, game, rounds) if sat and not match.on_paper else (),
        may_look=not match.on_paper and (sat or is_shown),
    )


def _round_labels(match: Match, game: Game[Any], rounds: Sequence[Round]) -> tuple[tuple[int, str], ...]:
    options = match.house_options
    labels = ((row.number, game.label(options, number=row.number)) for row in rounds)
    return tuple(
        (number, sentence(label, words=game.words, names=()) if label else "") for number, label in labels
    )


def _midnight(day: date, *, days: int = 0) -> datetime:
    return timezone.make_aware(datetime.combine(day + timedelta(days=days), time.min))
