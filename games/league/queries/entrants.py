"""The entrants of a competition: by name, by player and by match, and how strong their players are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from accounts.models import Club, Membership, Player
from accounts.names import family_name_first, look_alike_key
from games.league.models import Competition, Entrant, EntrantPlayer, Evening, LeagueTable, Rating, TableSeat

NO_ROW: Final = 0
"""Stands for everybody who held cards and has no row in the table: no entrant has this key."""


@dataclass(frozen=True, slots=True)
class NamedEntrant:
    """An entrant as lists have it: a pair or team that has given itself a name with its players behind it, "Octopus:
    Anna, Bert". `own_name` is without them; `withdrawn`: takes no further part; `is_gone`: one of its players deleted
    the account or is blocked on this site, so it cannot take part."""

    pk: int
    name: str
    own_name: str
    players: tuple[int, ...]
    withdrawn: bool
    is_gone: bool


def entrants_by_key(competition: Competition) -> dict[int, NamedEntrant]:
    """Everybody in the competition by number; pairs without a name go by their players."""
    names: dict[int, list[str]] = defaultdict(list)
    players: dict[int, list[int]] = defaultdict(list)
    members = EntrantPlayer.objects.filter(competition=competition).order_by("entrant", "place")
    inactive: set[int] = set()
    fields = ("entrant", "player", "player__nickname", "player__is_active")
    for entrant, player, nickname, is_active in members.values_list(*fields):
        names[entrant].append(nickname)
        players[entrant].append(player)
        if not is_active:
            inactive.add(entrant)
    found = Entrant.objects.filter(competition=competition).values_list("pk", "name", "withdrawn_at")
    return {
        pk: NamedEntrant(
            pk,
            _name_in_lists(name, names[pk]),
            name or " – ".join(names[pk]),
            tuple(players[pk]),
            withdrawn_at is not None,
            pk in inactive,
        )
        for pk, name, withdrawn_at in found
    }


def parts_at_tables(
    evening: Evening, names: Mapping[int, NamedEntrant]
) -> dict[tuple[int, int], dict[int, NamedEntrant]]:
    """Teams of which only some sit at a table, named by those: by round and number of the table, and by entrant."""
    sitting: dict[tuple[int, int], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    own: dict[int, str] = {}
    seats = TableSeat.objects.filter(table__evening=evening).order_by("table", "number")
    fields = ("table__round", "table__number", "entrant", "entrant__name", "player__nickname")
    for number, table, entrant, name, nickname in seats.values_list(*fields):
        own[entrant] = name
        sitting[number, table][entrant].append(nickname)
    return {
        key: {
            entrant: replace(names[entrant], name=_name_in_lists(own[entrant], players))
            for entrant, players in by_entrant.items()
            if entrant in names and len(players) < len(names[entrant].players)
        }
        for key, by_entrant in sitting.items()
    }


def names_at(
    names: Mapping[int, NamedEntrant],
    parts: Mapping[tuple[int, int], Mapping[int, NamedEntrant]],
    *,
    number: int,
    table: int,
) -> Mapping[int, NamedEntrant]:
    """`names` as a table of round `number` has them: with those of `parts_at_tables` for the teams that part."""
    return {**names, **parts.get((number, table), {})}


def _name_in_lists(name: str, nicknames: Sequence[str]) -> str:
    """The name of an entrant, with its players where they do not stand in it."""
    if not name:
        return " – ".join(nicknames)
    is_all_said = all(each.casefold() in name.casefold() for each in nicknames)
    return name if is_all_said else f"{name}: {', '.join(nicknames)}"


def names_for_lists(competition: Competition) -> tuple[tuple[str, int], ...]:
    """Every name by which a list may mean an entrant, with its key: its own, and its players by their names at the
    table or in the club's list. A single player also stands there with the family name first. What is the own name of
    one is no other name of somebody else. Three queries."""
    own = Membership.objects.filter(club=competition.season.club_id).select_related("player")
    listed = {each.player_id: each.real_name for each in own}
    nicknames = dict(
        EntrantPlayer.objects.filter(competition=competition).values_list("player", "player__nickname")
    )
    entrants = entrants_by_key(competition).values()
    found = [(entered.own_name, entered.pk) for entered in entrants]
    own_names = {look_alike_key(name) for name, _entrant in found}
    found += [(entered.name, entered.pk) for entered in entrants if entered.name != entered.own_name]
    for entered in entrants:
        known = [[name for name in (nicknames[one], listed.get(one)) if name] for one in entered.players]
        called = set(map(" – ".join, product(*known)))
        if len(entered.players) == 1:
            called |= {turned for name in known[0] for turned in family_name_first(name)}
        found += [(name, entered.pk) for name in called if look_alike_key(name) not in own_names]
    return tuple(found)


def names_of_members(competition: Competition) -> tuple[str, ...]:
    """The names at the table and in the members' list of everybody in the club of the competition."""
    members = Membership.objects.filter(club=competition.season.club_id).select_related("player")
    return tuple(name for each in members for name in (each.player.nickname, each.real_name) if name)


def entrant_of(competition: Competition, player: Player) -> Entrant | None:
    """The entrant a player belongs to in a competition."""
    return Entrant.objects.filter(members__player=player, competition=competition, withdrawn_at=None).first()


def running_entries(club: Club, player: Player) -> tuple[Entrant, ...]:
    """The entrants with this player that take part in competitions of the club's running seasons, by season and name,
    each with its members. Two queries."""
    found = Entrant.objects.filter(
        members__player=player, withdrawn_at=None, competition__season__club=club,
        competition__season__archived_at=None,
    )  # fmt: skip
    related = found.select_related("competition__season").prefetch_related("members__player")
    return tuple(related.order_by("competition__season__created_at", "competition__name", "pk"))


def competitors(match_id: int) -> frozenset[int]:
    """The players (keys) of the competition to which the match belongs; nobody where it is none of a league."""
    competitions = Competition.objects.filter(evenings__tables__match=match_id)
    found = EntrantPlayer.objects.filter(competition__in=competitions)
    return frozenset(found.values_list("player", flat=True))


def matches_ranked_for(player: int, matches: Collection[int]) -> frozenset[int]:
    """Those of these matches (keys) that count for an entrant of the player (a key), also where somebody else or a bot
    sat there for it."""
    seats = TableSeat.objects.filter(entrant__members__player=player, table__match__in=matches)
    return frozenset(seats.values_list("table__match", flat=True))


def players_ranked_at(match_id: int) -> frozenset[int]:
    """The players (keys) of the entrants for whom a match counts, also those for whom somebody else or a bot sat."""
    entrants = TableSeat.objects.filter(table__match=match_id).values("entrant")
    return frozenset(EntrantPlayer.objects.filter(entrant__in=entrants).values_list("player", flat=True))


def players_compared_with(match_id: int) -> frozenset[int]:
    """The players (keys) of the entrants at the other tables of its round, where a match is compared with these because
    all have the same cards; nobody's elsewhere."""
    table = LeagueTable.objects.filter(match=match_id).select_related("evening__competition").first()
    if table is None or not table.evening.competition.the_rules.same_cards:
        return frozenset()
    others = TableSeat.objects.filter(table__evening=table.evening_id, table__round=table.round)
    entrants = others.exclude(table=table).values("entrant")
    players = EntrantPlayer.objects.filter(entrant__in=entrants).values_list("player", flat=True)
    return frozenset(players) - players_ranked_at(match_id)


def count_not_entered(competition: Competition) -> int:
    """How many members of the club were never entered in the competition."""
    entered = EntrantPlayer.objects.filter(competition=competition).values("player")
    return Membership.objects.filter(club=competition.season.club_id).exclude(player__in=entered).count()


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's strength of one kind; `give` is how far off it may be (95 of 100 times)."""

    name: str
    kind: str
    strength: float
    give: float
    matches: int


def ratings_of(players: tuple[int, ...], game: str) -> tuple[PlayerRating, ...]:
    """The ratings of these players in a game, league first, as the steward wrote them last."""
    rows = Rating.objects.filter(player__in=players, game=game).select_related("player")
    return tuple(
        PlayerRating(
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
