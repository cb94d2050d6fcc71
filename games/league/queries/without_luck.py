"""The list of a club's members without the luck of the cards."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.friends import friend_keys, may_see
from accounts.models import Club, Player, PlayerKind
from accounts.models.players import Audience, Privacy
from games.analysis.queries import ENOUGH_ROUNDS, WithoutLuck, without_luck_of
from games.bots import ANALYSERS
from games.engine import registry


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A member of the list with the figure."""

    player: Player
    found: WithoutLuck


@dataclass(frozen=True, slots=True)
class ListWithoutLuck:
    """The list for one game, by its name; the best mean first."""

    game: str
    members: tuple[ListedMember, ...]


def lists_without_luck(club: Club, reader: Player) -> tuple[ListWithoutLuck, ...]:
    """The list of each game whose rounds strong players play too: members with enough rounds who show their figures to
    the reader, who is a member too. Three queries and one for each game."""
    people = Player.objects.filter(memberships__club=club, is_active=True).exclude(kind=PlayerKind.BOT)
    chosen = dict(Privacy.objects.filter(player__in=people).values_list("player", "figures"))
    friends, default = friend_keys(reader), Privacy().figures
    shown = {
        player.pk: player
        for player in people
        if chosen.get(player.pk, default) == Audience.CLUBS
        or may_see(chosen.get(player.pk, default), viewer=reader, other=player, friends=player.pk in friends)
    }
    lists = []
    for game, analyser in ANALYSERS.items():
        if analyser.finish is None:
            continue
        found = without_luck_of(shown, game)
        enough = [
            ListedMember(shown[key], each) for key, each in found.items() if each.rounds >= ENOUGH_ROUNDS
        ]
        enough.sort(key=lambda listed: (-listed.found.mean, listed.player.nickname_sort))
        lists.append(ListWithoutLuck(gettext(registry.game(game).name), tuple(enough)))
    return tuple(lists)
