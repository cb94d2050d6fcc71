"""The home page: matters of the player first, then one tap to play, then tables of others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zlib import crc32

from django.db.models import Max, Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.friends import friends_of, note_here, regulars_of
from accounts.models import Membership, Player
from accounts.names import sort_key
from games.club_clock import club_clock, club_day
from games.daily import days
from games.daily import queries as daily
from games.disputes.conduct import counting_cards_of
from games.engine_words import with_sign
from games.league.club_views import is_regular
from games.league.queries import next_evenings
from games.table.lobby import duels, queries
from games.table.lobby.access import player_of
from games.table.lobby.forms import CodeForm
from games.table.lobby.friends import FriendHere, InvitationLine, friends_here, invitations_of
from games.table.log.models import Match, Round
from games.table.screen.rule_card import game_summary, names_of_games


@dataclass(frozen=True, slots=True)
class Line:
    """A line that leads to `url`. `mark` stands at its end, "" for none; `waits` says that something begun waits
    there."""

    title: str
    words: str
    url: str
    mark: str = ""
    waits: bool = False


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: invitations, tables (my turn first), deal of the day, cards for conduct, next evenings, clubs,
    friends who are here, play now, tables of others, in this order. Tables by the day that wait for the player have a
    list of their own.

    It asks again by itself for the lists that change: 204 when the page shows these already.
    """
    player = player_of(request)
    mine, others = queries.my_tables(player) if player else (), queries.open_tables(player)
    now = club_clock.now()
    friends: tuple[FriendHere, ...] = ()
    invited: tuple[InvitationLine, ...] = ()
    if player is not None and not player.is_guest:
        note_here(player, now=now)
        friends, invited = friends_here(player, now), invitations_of(player, now)
    practice = queries.stopped_practice(player, now) if player else None
    evenings = next_evenings(player, now) if player else ()
    known = f"{crc32(repr((mine, practice, others, friends, invited, evenings)).encode()):08x}"
    if request.GET.get("known") == known:
        return HttpResponse(status=204)
    usual, usual_name = next(iter(names_of_games().items()))
    page = {
        "player": player,
        "waiting": [row for row in mine if row.until],
        "mine": [row for row in mine if not row.until],
        "practice": practice,
        "evenings": evenings,
        "open": others,
        "friends": friends,
        "invited": invited,
        "known": known,
        "games": names_of_games(),
        "other_games": queries.games_after_the_first(player),
        "usual": usual,
        "usual_name": usual_name,
        "summary": game_summary(usual),
        "code_form": CodeForm(),
    }
    return render(request, "home.html", page | (_own(player, now) if player else {}))


def _own(player: Player, now: datetime) -> dict[str, object]:
    """The further context of the page for a signed-in player."""
    memberships = Membership.objects.filter(player=player).select_related("club")
    finished = queries.finished_tables(player)
    clubs = sorted((each.club for each in memberships), key=lambda club: sort_key(club.name))
    return {
        "lines": (*lines_of_the_day(player, now), *card_lines(player)),
        "clubs": clubs,
        "regulars": list(regulars_of(player)),
        "has_friends": friends_of(player).exists,  # a query, where no friend is here
        "finished": finished,
        **duels.duels_of(finished)._asdict(),
        "played_enough": player.install_hint and _has_played_enough(player, now, in_a_club=bool(clubs)),
        "sheet": newest_sheet(player),
    }


def _has_played_enough(player: Player, now: datetime, *, in_a_club: bool) -> bool:
    """Whether the hint to install the club is of use: after two evenings, without a club after matches on two days."""
    if in_a_club:
        return is_regular(player, now)
    return has_played_on_two_days(player)


def has_played_on_two_days(player: Player) -> bool:
    """Whether the player has played matches to the end on two days, on a screen or on paper."""
    ended = Match.objects.filter(seats__player=player, status=Match.Status.FINISHED)
    times = ended.aggregate(first=Min("finished_at"), last=Max("finished_at"))
    return times["first"] is not None and club_day(times["first"]) != club_day(times["last"])


def newest_sheet(player: Player) -> str | None:
    """The code of the player's newest match with a closed round, None without one."""
    played = Match.objects.filter(seats__player=player, on_paper=False, rounds__status=Round.Status.CLOSED)
    return played.order_by("-created_at").values_list("code", flat=True).first()


def lines_of_the_day(player: Player, now: datetime) -> tuple[Line, ...]:
    """The line of today's deal, after that of a match of yesterday which can still be finished."""
    late = None if player.is_guest else daily.unfinished_match_of_yesterday(player, now)
    lines = [_line_of_today(player, now)]
    if late is not None:
        lines.insert(0, _line_to_go_on(gettext("Deal of yesterday"), late))
    return tuple(lines)


def _line_of_today(player: Player, now: datetime) -> Line:
    title, day = gettext("Deal of the day"), days.day_at(now)
    play = None if player.is_guest else daily.own_play(player, day)
    if play is None:
        return Line(title, gettext("four rounds, about 10 minutes"), reverse("daily:today"))
    own = daily.own_match(play, now)
    if not own.finished:
        return _line_to_go_on(title, own)
    words, place = gettext("played"), daily.place_of(player, play.daily_deal)
    if own.points is not None and place is not None:
        words = ngettext(
            "{points} point, place {place} of {many}",
            "{points} points, place {place} of {many}",
            abs(own.points),
        ).format(points=with_sign(own.points), place=place[0], many=place[1])
    return Line(title, words, reverse("daily:day", args=[day]), gettext("played") if place else "")


def _line_to_go_on(title: str, own: daily.Own) -> Line:
    words = gettext("round {round} of {rounds}").format(round=own.round, rounds=own.rounds)
    return Line(title, words, reverse("table:table", args=[own.code]), gettext("go on"), waits=True)


def card_lines(player: Player) -> tuple[Line, ...]:
    """A line for each card for conduct on record."""
    return tuple(
        Line(
            title=f"{each.card.get_colour_display()} · {each.card.club.name}",
            words=each.carries,
            url=reverse("disputes:my_conduct"),
        )
        for each in counting_cards_of(player)
    )
