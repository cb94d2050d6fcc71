"""The home page: matters of the player first, then one tap to play, then tables of others."""

from __future__ import annotations

from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.friends.known import friends_of, regulars_of
from accounts.friends.presence import note_here
from accounts.models import Membership, Player
from accounts.names import sort_key
from games.kit.club_clock import club_clock
from games.table.events import has_played_two_evenings, lobby_lines, next_evenings
from games.table.lobby import company, queries
from games.table.lobby.access import player_of
from games.table.lobby.forms import CodeForm
from games.table.screen.rule_card import game_summary, games


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page, in this order: invitations, tables (my turn first), lines of other rooms, next evenings, clubs,
    friends who are here, play now, tables of others.

    It asks again by itself for the lists that change: 204 when the page shows these already.
    """
    player = player_of(request)
    mine, others = queries.my_tables(player) if player else (), queries.open_tables(player)
    now = club_clock.now()
    friends: tuple[company.FriendHere, ...] = ()
    invited: tuple[company.Invited, ...] = ()
    if player is not None and not player.is_guest:
        note_here(player, now=now)
        friends, invited = company.friends_here(player, now), company.invitations_of(player, now)
    practice = queries.stopped_practice(player, now) if player else None
    evenings = next_evenings(player, now) if player else ()
    known = f"{crc32(repr((mine, practice, others, friends, invited, evenings)).encode()):08x}"
    if request.GET.get("known") == known:
        return HttpResponse(status=204)
    usual, usual_name = next(iter(games().items()))
    page = {
        "player": player,
        "mine": mine,
        "practice": practice,
        "evenings": evenings,
        "open": others,
        "friends": friends,
        "invited": invited,
        "known": known,
        "games": games(),
        "other_games": queries.games_after_the_first(player),
        "usual": usual,
        "usual_name": usual_name,
        "summary": game_summary(usual),
        "code_form": CodeForm(),
    }
    return render(request, "home.html", page | (_own(player) if player else {}))


def _own(player: Player) -> dict[str, object]:
    """The further context of the page for a signed-in player."""
    memberships = Membership.objects.filter(player=player).select_related("club")
    clubs = sorted((each.club for each in memberships), key=lambda club: sort_key(club.name))
    return {
        "lines": lobby_lines(player, club_clock.now()),
        "clubs": clubs,
        "regulars": list(regulars_of(player)),
        "has_friends": friends_of(player).exists,  # a query, where no friend is here
        "finished": queries.finished_tables(player),
        "played_enough": player.install_hint and _has_played_enough(player, in_a_club=bool(clubs)),
        "sheet": queries.newest_sheet(player),
    }


def _has_played_enough(player: Player, *, in_a_club: bool) -> bool:
    """Whether the hint to install the club is of use: after two evenings, without a club after matches on two days."""
    if in_a_club:
        return has_played_two_evenings(player, club_clock.now())
    return queries.has_played_on_two_days(player)
