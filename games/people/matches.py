"""The finished matches of a player: figures from those with other people (form, partners, tallies, strength, game by
game), and the list of all, filtered, with links to the rounds the reader may see."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final, Literal

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Player, PlayerKind
from games.analysis.queries import ENOUGH_ROUNDS, WithoutLuck, without_luck
from games.club_clock import club_clock
from games.engine import registry
from games.engine.club import sign_of
from games.engine.game import Game, progress_at_start
from games.engine_words import sentence
from games.league.queries import PlayerRating, ratings_of
from games.table.log.models import Match, Round, Seat
from games.table.log.paper_entries import TOGETHER
from games.table.screen.spectators import open_to_others
from games.table.shared_deals import deals_still_played

MAX_MATCHES_COUNTED: Final = 200
"""Newest matches of a player that are counted."""
IN_FORM: Final = 5
PARTNERS: Final = 3
"""Last results, and most frequent partners, that are shown."""

Outcome = Literal["won", "drawn", "lost"]


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner with the matches played together and won."""

    key: int
    name: str
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game: `form` are the last results, the newest first; `tallies` are labels with their sums, those that nobody
    wrote down left out; `without_luck` is None below `ENOUGH_ROUNDS` rounds."""

    game: str
    name: str
    matches: int
    won: int
    rounds: int
    form: tuple[Outcome, ...]
    partners: tuple[Partner, ...]
    tallies: tuple[tuple[str, int], ...]
    ratings: tuple[PlayerRating, ...]
    without_luck: WithoutLuck | None


@dataclass
class _Sums:
    """The sums of one game while its matches are counted."""

    outcomes: list[Outcome] = field(default_factory=list)
    rounds: int = 0
    tallies: Counter[str] = field(default_factory=Counter)
    together: Counter[int] = field(default_factory=Counter)
    won_together: Counter[int] = field(default_factory=Counter)


def figures_of(player: Player) -> tuple[GameFigures, ...]:
    """The figures of each game the player has played, the most played game first, from the newest `MAX_MATCHES_COUNTED`
    matches.

    Practice against bots only does not count, nor does a round that is void.
    """
    matches = _counted_matches(player)
    rounds = defaultdict(list)
    for row in Round.objects.filter(match__in=matches, status__in=Round.COUNTING):
        rounds[row.match_id].append(row)
    sums: dict[str, _Sums] = defaultdict(_Sums)
    for match in matches:
        if rounds[match.pk]:
            _add_to_sums(sums[match.game], match, player, rounds[match.pk])
    names = _names(partner for each in sums.values() for partner in each.together)
    most = sorted(sums.items(), key=lambda item: (-len(item[1].outcomes), item[0]))
    return tuple(_game_figures(game, each, player, names) for game, each in most)


def _counted_matches(player: Player) -> list[Match]:
    others = Seat.objects.filter(match=OuterRef("pk")).exclude(player=player)
    people = others.exclude(player__kind=PlayerKind.BOT)
    played = Match.objects.filter(Exists(people), seats__player=player, status=Match.Status.FINISHED)
    played = played.exclude(deals_still_played("shared_deals", club_clock.now()))
    return list(played.prefetch_related("seats").order_by("-finished_at", "-pk")[:MAX_MATCHES_COUNTED])


def _add_to_sums(sums: _Sums, match: Match, player: Player, rounds: Sequence[Round]) -> None:
    seats = {seat.number: seat.player_id for seat in match.seats.all()}
    own = next(number for number, key in seats.items() if key == player.pk)
    columns = _columns(match, len(seats))
    totals = [sum(row.points[seat] for row in rounds if row.points) for seat in range(len(seats))]
    outcome = _outcome(match, totals, columns, own)
    sums.outcomes.append(outcome)
    sums.rounds += len(rounds)
    for row in rounds:
        for key, amounts in _tallies(row).items():
            sums.tallies[key] += amounts[own]
    for seat in next(column for column in columns if own in column):
        if seat != own:
            sums.together[seats[seat]] += 1
            sums.won_together[seats[seat]] += outcome == "won"


def _columns(match: Match, players: int) -> Sequence[Sequence[int]]:
    """The seats that share points, as the sheet of the match has them."""
    return progress_at_start(match.the_game, match.house_options, players).columns


def _outcome(match: Match, totals: Sequence[int], columns: Sequence[Sequence[int]], own: int) -> Outcome:
    sign = sign_of(match.the_game.better)
    mine = sign * totals[own]
    best = max(sign * totals[column[0]] for column in columns if own not in column)
    return "won" if mine > best else "drawn" if mine == best else "lost"


def _tallies(row: Round) -> Mapping[str, Sequence[int]]:
    """The tallies of a round; of a sheet typed as totals those of which anything was typed."""
    result: dict[str, Any] = row.result or {}
    tallies: Mapping[str, Sequence[int]] = (
        row.tallies if row.tallies is not None else result.get("tallies", {})
    )
    if TOGETHER not in result.get("facts", {}):
        return tallies
    return {key: amounts for key, amounts in tallies.items() if any(amounts)}


def _names(players: Any) -> dict[int, str]:
    people = Player.objects.filter(pk__in=set(players)).exclude(kind=PlayerKind.BOT)
    return dict(people.values_list("pk", "nickname"))


def _game_figures(game: str, sums: _Sums, player: Player, names: Mapping[int, str]) -> GameFigures:
    rules = registry.game(game)
    compared = without_luck(player, game)
    partners = [
        Partner(key, names[key], many, sums.won_together[key])
        for key, many in sums.together.most_common()
        if key in names
    ]
    return GameFigures(
        game=game,
        name=gettext(rules.name),
        matches=len(sums.outcomes),
        won=sums.outcomes.count("won"),
        rounds=sums.rounds,
        form=tuple(sums.outcomes[:IN_FORM]),
        partners=tuple(partners[:PARTNERS]),
        tallies=tuple(
            (gettext(tally.label), sums.tallies[tally.key])
            for tally in rules.tallies
            if tally.key in sums.tallies
        ),
        ratings=ratings_of((player.pk,), game),
        without_luck=compared if compared and compared.rounds >= ENOUGH_ROUNDS else None,
    )


# The list.

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
