"""The entrants of a competition by name, and the ratings of players."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from accounts.models import Membership, Player
from games.league.models import Competition, Entrant, EntrantPlayer, Rating
from games.league.services.ratings import rate_matches


@dataclass(frozen=True, slots=True)
class Entered:
    """An entrant by name, with its players; `withdrawn`: takes no further part."""

    pk: int
    name: str
    players: tuple[int, ...]
    withdrawn: bool


def entered_in(competition: Competition) -> dict[int, Entered]:
    """Everybody in the competition by number; pairs without a name go by their players."""
    names: dict[int, list[str]] = defaultdict(list)
    players: dict[int, list[int]] = defaultdict(list)
    members = EntrantPlayer.objects.filter(competition=competition).order_by("entrant", "place")
    for entrant, player, nickname in members.values_list("entrant", "player", "player__nickname"):
        names[entrant].append(nickname)
        players[entrant].append(player)
    found = Entrant.objects.filter(competition=competition).values_list("pk", "name", "withdrawn_at")
    return {
        pk: Entered(pk, name or " – ".join(names[pk]), tuple(players[pk]), withdrawn_at is not None)
        for pk, name, withdrawn_at in found
    }


def entrant_of(competition: Competition, player: Player) -> Entrant | None:
    """The entrant a player belongs to in a competition."""
    return Entrant.objects.filter(members__player=player, competition=competition, withdrawn_at=None).first()


def not_entered(competition: Competition) -> int:
    """How many members of the club were never entered in the competition."""
    entered = EntrantPlayer.objects.filter(competition=competition).values("player")
    return Membership.objects.filter(club=competition.season.club_id).exclude(player__in=entered).count()


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A player's strength of one kind; `give` is how far off it may be (95 of 100 times)."""

    name: str
    kind: str
    strength: float
    give: float
    matches: int


def ratings_of(players: tuple[int, ...], game: str) -> tuple[ShownRating, ...]:
    """The ratings of these players in a game, league first, up to the last match that ended."""
    rate_matches()
    rows = Rating.objects.filter(player__in=players, game=game).select_related("player")
    return tuple(
        ShownRating(
            name=row.player.nickname,
            kind=row.get_kind_display(),
            strength=row.mean,
            give=2 * row.deviation,
            matches=row.matches,
        )
        for row in sorted(
            rows, key=lambda row: (players.index(row.player_id), row.kind != Rating.Kind.LEAGUE)
        )
    )
