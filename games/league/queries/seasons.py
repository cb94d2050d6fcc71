"""What is read of a season: entrants, standings, fixtures, availability."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import combinations, product
from typing import Final

from django.db.models import F
from django.utils.translation import gettext

from accounts.friends import friend_keys, may_see
from accounts.models import Club, Membership, Player, PlayerKind, Role
from accounts.models.players import Audience, Privacy
from accounts.names import family_name_first, look_alike_key, sort_key
from games.analysis.queries import ENOUGH_ROUNDS, WithoutLuck, without_luck_of
from games.bots import ANALYSERS
from games.engine import registry
from games.engine.club import Better, Tally
from games.league.draw import (
    MIN_ENTRANTS,
    PLAYERS_IN_PAIRS,
    FixtureRound,
    columns_of,
    least_played_rounds,
    plays_in_pairs,
    round_robin,
)
from games.league.models import (
    Competition,
    Contribution,
    Entrant,
    EntrantPlayer,
    Evening,
    LeagueTable,
    PlayerSignUp,
    Rating,
    Seating,
    SignUp,
    TableSeat,
)
from games.league.models import Season as SeasonRow
from games.league.queries.evenings import TableToPlay, tables_to_play
from games.league.services.competition_standing import standing_of
from games.league.services.evenings.compared_results import AverageRound, RuledRound
from games.league.services.evenings.seat_plans import games_of
from games.league.standings.rules import TableRules
from games.league.standings.scores import Score, Season
from games.league.standings.table import Row
from games.table.log.models import Round
from games.table.log.paper_entries import TOGETHER
from games.trail import AuditEntry
from games.trail_words import RULING_ACTIONS, ruled_points_in_words

# The entrants of a competition by name, and the ratings of players.


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
    if table is None or not table.evening.competition.table_rules.same_cards:
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


# The table of a season as it stands this moment: tables that have moved on are counted first. A constant number of
# queries.


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table of a competition as it stands this moment. `evenings` are those held, oldest first; `season` is what
    each of them is worth, also to entrants withdrawn since. `better` is which end of a total is first, `tallies` are
    those of the game. `to_play` are the tables that play on another day."""

    rows: tuple[Row, ...]
    entered: dict[int, NamedEntrant]
    evenings: tuple[Evening, ...]
    rules: TableRules
    better: Better
    tallies: tuple[Tally, ...]
    season: Season
    to_play: tuple[TableToPlay, ...] = ()

    def name(self, entrant: int) -> str:
        """The name of an entrant."""
        return self.entered[entrant].name


def season_table(
    competition: Competition,
    *,
    other_scores: Mapping[int, Sequence[Score]] | None = None,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound] | None = None,
    until: Evening | None = None,
) -> SeasonTable:
    """The table now, with whatever tables have moved on since it was asked for last.

    `other_scores` gives tables (by key) other scores than they have, and `other_rounds` rounds other results: the
    season as it would be. `until` is the last evening that is looked at: the season as it was then, with what was
    corrected since.
    """
    standing = standing_of(competition, other_scores=other_scores, other_rounds=other_rounds, until=until)
    # Names are read last: another request may enter somebody meanwhile. Who is removed meanwhile had no results.
    entered = entrants_by_key(competition)
    game, rules = competition.the_game, competition.table_rules
    return SeasonTable(
        rows=tuple(row for row in standing.rows if row.entrant in entered),
        entered=entered,
        evenings=standing.evenings,
        rules=rules,
        better=standing.better,
        tallies=tuple(game.tallies),
        season=standing.season,
        to_play=tables_to_play(competition) if until is None else (),
    )


# The members of a club and their contributions of a season.


@dataclass(frozen=True, slots=True)
class MemberDue:
    """A member of the club, and who ticked the contribution off and when; None while it is open."""

    player: int
    nickname: str
    real_name: str
    by: str | None
    at: datetime | None


def dues_of(season: SeasonRow) -> tuple[MemberDue, ...]:
    """All members of the season's club by name, without its guests. Two queries."""
    ticked = {
        each.player_id: each for each in Contribution.objects.filter(season=season).select_related("by")
    }
    members = season.club.memberships.filter(player__is_active=True).exclude(role=Role.GUEST)
    return tuple(
        MemberDue(
            player=each.player_id,
            nickname=each.player.nickname,
            real_name=each.real_name,
            by=one.by.nickname if (one := ticked.get(each.player_id)) else None,
            at=one.at if one else None,
        )
        for each in members.select_related("player").order_by("player__nickname_sort")
    )


# The fixtures of a round robin for the whole season: rounds as they were drawn, and those to come.


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """Round `number` of the season: who is at home against whom, and who is free, by name. `evening` is None while no
    evening is planned for it; `is_drawn` says that it is not expected only."""

    number: int
    evening: Evening | None
    is_drawn: bool
    fixtures: tuple[tuple[str, str], ...]
    free: tuple[str, ...]


def fixture_list(competition: Competition) -> tuple[SeasonRound, ...]:
    """All rounds of the season in order; none where the seating is no round robin, or too few take part.

    An evening that is not drawn has the rounds its draw would choose today. Rounds for which no evening is planned
    follow: those of the half in which everybody meets everybody once that is not complete.
    """
    drawn, games = _drawn_rounds(competition), games_of(competition)
    entered = entrants_by_key(competition)  # after the rounds: who is drawn has a name
    taking_part = sorted(pk for pk, each in entered.items() if not each.withdrawn)
    if competition.seating != Seating.ROUND_ROBIN or len(taking_part) < MIN_ENTRANTS:
        return ()
    whole = round_robin(taking_part, double=True)
    found: list[tuple[Evening | None, bool, Sequence[tuple[int, int]]]] = []
    held = competition.evenings.exclude(status=Evening.Status.CANCELLED)
    for evening in held.order_by("starts_at", "number"):
        if evening.status != Evening.Status.PLANNED:
            found += [(evening, True, pairs) for pairs in drawn[evening.pk]]
            continue
        for each in least_played_rounds(whole, games=games, rounds=competition.rounds):
            games.update(dict.fromkeys(_fixture_pairs(each), competition.size // 2))
            found.append((evening, False, _fixture_pairs(each)))
    found += [(None, False, _fixture_pairs(each)) for each in _without_evening(whole, games)]

    def names_of(entrants: Iterable[int]) -> tuple[str, ...]:
        return tuple(entered[entrant].name for entrant in entrants)

    rounds = []
    for number, (planned_for, is_drawn, pairs) in enumerate(found, 1):
        seated = {entrant for pair in pairs for entrant in pair}
        free = names_of(entrant for entrant in taking_part if entrant not in seated)
        fixtures = tuple((entered[home].name, entered[away].name) for home, away in pairs)
        rounds.append(SeasonRound(number, planned_for, is_drawn, fixtures, free))
    return tuple(rounds)


def _fixture_pairs(one: FixtureRound) -> list[tuple[int, int]]:
    return [(game.home, game.away) for game in one.fixtures]


def _drawn_rounds(competition: Competition) -> Mapping[int, list[list[tuple[int, int]]]]:
    """The fixtures of each round that was drawn, by evening: home sits at seat 0, away at seat 1."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    sides: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for evening, number, fixture, entrant in seats.order_by(
        "table__round", "table__fixture", "table__number", "number"
    ).values_list("table__evening", "table__round", "table__fixture", "entrant"):
        sides[evening, number, fixture].append(entrant)
    rounds: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for (evening, number, _fixture), (home, away, *_other_table) in sides.items():
        rounds[evening, number].append((home, away))
    found: dict[int, list[list[tuple[int, int]]]] = defaultdict(list)
    for (evening, _number), pairs in rounds.items():
        found[evening].append(pairs)
    return found


def _without_evening(
    whole: Sequence[FixtureRound], games: Counter[tuple[int, int]]
) -> Sequence[FixtureRound]:
    """The rounds still to be played of the first half, else of the second one if that has begun."""
    half = len(whole) // 2
    first, second = (
        [each for each in part if not any(games[pair] for pair in _fixture_pairs(each))]
        for part in (whole[:half], whole[half:])
    )
    return first or (second if len(second) < half else [])


# Players whom an exchange of seats brings together once more on the same evening.


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two entrants who are `partners`, or opponents, in a round, and in these other `rounds` of the evening too."""

    entrants: tuple[int, int]
    partners: bool
    rounds: tuple[int, ...]


def repeats_of(evening: Evening, round_number: int, entrants: Collection[int]) -> tuple[Repeat, ...]:
    """The partners and opponents of `entrants` in this round whom they have in another one of the evening too; partners
    first. One query."""
    at_table: dict[tuple[int, int], dict[int, int]] = {}
    seats = TableSeat.objects.filter(table__evening=evening).order_by("table__round", "table", "number")
    for number, table, seat, entrant in seats.values_list("table__round", "table", "number", "entrant"):
        at_table.setdefault((number, table), {})[seat] = entrant
    couples = _couples(evening)
    met: dict[tuple[frozenset[int], bool], set[int]] = {}
    for (number, _table), by_seat in at_table.items():
        for pair, partners in _pairs(by_seat, couples):
            met.setdefault((pair, partners), set()).add(number)
    found = [
        Repeat((min(pair), max(pair)), partners, tuple(sorted(rounds - {round_number})))
        for (pair, partners), rounds in met.items()
        if round_number in rounds and len(rounds) > 1 and pair & set(entrants)
    ]
    return tuple(sorted(found, key=lambda repeat: (not repeat.partners, repeat.entrants)))


def _couples(evening: Evening) -> Collection[frozenset[int]]:
    """The seats of partners; none in a game without partners."""
    game, options = evening.competition.the_game, evening.competition.house_options
    return (
        [frozenset(column) for column in columns_of(game, options, PLAYERS_IN_PAIRS)]
        if plays_in_pairs(game, options)
        else ()
    )


def _pairs(
    by_seat: Mapping[int, int], couples: Collection[frozenset[int]]
) -> list[tuple[frozenset[int], bool]]:
    """Every two at a table, and whether they are partners."""
    return [
        (frozenset((by_seat[one], by_seat[other])), frozenset((one, other)) in couples)
        for one, other in combinations(by_seat, 2)
    ]


# Who comes to the evenings of a whole season: the form of one player, and the overview of everybody.

BEGUN: Final = timedelta(hours=12)
"""Time after its start for which an evening is still shown."""


WORDS: Final[Mapping[bool | None, str]] = {True: "yes", False: "no", None: ""}
"""Whether somebody comes, None for nothing said yet, as a form sends it."""


@dataclass(frozen=True, slots=True)
class AskedEvening:
    """An evening to come that one entrant is asked about. `word` is "yes" or "no" as they said, "" for nothing said;
    `expected`: the rules count them as coming then. `together` is what the words of a pair or team come to, where that
    is not the word of the one who is asked. `is_open`: the word can still be changed in the form of the season."""

    evening: Evening
    entrant: int
    word: str
    expected: bool
    together: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class AvailabilityRow:
    """An entrant, and for each evening whether it comes (None: nothing said); `expected` counts as coming there."""

    entrant: NamedEntrant
    words: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class Availability:
    """The evenings of a competition still to come, everybody who takes part, and how many come to each evening."""

    competition: Competition
    evenings: tuple[Evening, ...]
    rows: tuple[AvailabilityRow, ...]
    coming: tuple[int, ...]
    expected: bool


def asked_evenings(
    season: SeasonRow, *, entrants: Sequence[Entrant], player: Player | None, now: datetime
) -> tuple[AskedEvening, ...]:
    """The evenings to come of these entrants, soonest first. `player` is who answers for themselves in a pair or team,
    None where the secretary answers for all of it. Four queries.
    """
    by_competition = {entrant.competition_id: entrant for entrant in entrants}
    evenings = list(
        Evening.objects.filter(
            competition__in=by_competition,
            competition__season=season,
            competition__season__archived_at=None,
            status__in=Evening.TO_PLAY,
            starts_at__gt=now - BEGUN,
        )
        .select_related("competition")
        .order_by("starts_at", "pk")
    )
    together = dict(
        SignUp.objects.filter(evening__in=evenings, entrant__in=entrants).values_list("evening", "comes")
    )
    answers = together if player is None else _own_words(evenings, entrants, player, together)
    evenings_asked = []
    for evening in evenings:
        entrant = by_competition[evening.competition_id]
        word = WORDS[answers.get(evening.pk)]
        of_all = WORDS[together.get(evening.pk)]
        evenings_asked.append(
            AskedEvening(
                evening=evening,
                entrant=entrant.pk,
                word=word,
                expected=evening.competition.table_rules.coming == "unless",
                together="" if of_all == word else of_all,
                is_open=evening.status == Evening.Status.PLANNED and now < evening.deadline,
            )
        )
    return tuple(evenings_asked)


def _own_words(
    evenings: Sequence[Evening], entrants: Sequence[Entrant], player: Player, together: Mapping[int, bool]
) -> Mapping[int, bool]:
    """By evening, the player's own word in a pair or team, and that of all of it (`together`) where no player of it
    gave one: then the secretary did."""
    given = PlayerSignUp.objects.filter(evening__in=evenings, entrant__in=entrants)
    words = list(given.values_list("evening", "player", "comes"))
    by_players = {evening for evening, _player, _comes in words}
    own = {evening: comes for evening, speaker, comes in words if speaker == player.pk}
    return {evening: comes for evening, comes in together.items() if evening not in by_players} | own


def availability_of(season: SeasonRow, now: datetime) -> tuple[Availability, ...]:
    """Every competition of the season that has evenings to come. Four queries a competition."""
    found = (_availability(competition, now) for competition in season.competitions.all())
    return tuple(each for each in found if each.evenings)


def _availability(competition: Competition, now: datetime) -> Availability:
    evenings = tuple(
        competition.evenings.filter(
            status__in=Evening.TO_PLAY, starts_at__gt=now - BEGUN, competition__season__archived_at=None
        ).order_by("starts_at", "pk")
    )
    words = {
        (evening, entrant): comes
        for evening, entrant, comes in SignUp.objects.filter(evening__in=evenings).values_list(
            "evening", "entrant", "comes"
        )
    }
    rows = tuple(
        AvailabilityRow(each, tuple(words.get((evening.pk, each.pk)) for evening in evenings))
        for each in sorted(entrants_by_key(competition).values(), key=lambda each: sort_key(each.name))
        if not each.withdrawn
    )
    expected = competition.table_rules.coming == "unless"
    coming = tuple(
        sum(expected if row.words[place] is None else bool(row.words[place]) for row in rows)
        for place in range(len(evenings))
    )
    return Availability(competition, evenings, rows, coming, expected)


# The list of a club's members without the luck of the cards.


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


@dataclass(frozen=True, slots=True)
class ChangedByRuling:
    """A ruling that changed what a round of the competition counts: when, by whom ("" for the clock) and what was done
    (a code of the trail), on which evening (its number), where, who sits in each column of the sheet, and the points
    before and after as the trail has them."""

    at: datetime
    by: str
    what: str
    evening: int
    place: str
    columns: str
    before: str
    after: str

    @property
    def values(self) -> tuple[str, str]:
        """The points before and after in words, without the name of a player who got or lost some: a list of them may
        be public."""
        before, after = (
            ruled_points_in_words(value, of_one=_points_of_one) for value in (self.before, self.after)
        )
        return before, after

    @property
    def change(self) -> str:
        """The points before and after in one text."""
        return " → ".join(self.values)


def _points_of_one(found: re.Match[str]) -> str:
    return gettext("one player: {points}").format(points=found[2])


def ruled_rounds(competition: Competition) -> tuple[ChangedByRuling, ...]:
    """The rulings that changed what a round of the competition counts, from the trail, the newest first."""
    lines = AuditEntry.objects.filter(
        what__in=RULING_ACTIONS, match__league_table__evening__competition=competition
    ).exclude(before=F("after"))
    found = list(lines.select_related("actor", "match__league_table__evening__competition"))
    matches = {line.match_id for line in found}
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in (
        TableSeat.objects.filter(table__match__in=matches).select_related("player").order_by("number")
    ):
        seats[seat.table_id].append(seat)
    rounds = Round.objects.filter(match__in=matches).values_list("match", "number", "result")
    by_totals = {(match, number) for match, number, result in rounds if TOGETHER in result.get("facts", {})}
    return tuple(
        ChangedByRuling(
            at=line.at,
            by=line.actor.known_as if line.actor else "",
            what=line.what,
            evening=table.evening.number,
            place=_place_of(table, None if (line.match_id, line.round) in by_totals else line.round),
            columns=_columns_in_words(table, seats[table.pk]),
            before=line.before,
            after=line.after,
        )
        for line in found
        for table in (line.match.league_table,)
    )


def _place_of(table: LeagueTable, number: int | None) -> str:
    where = {"evening": table.evening.number, "round": table.round, "table": table.number}
    place = gettext("Evening %(evening)s, round %(round)s, table %(table)s") % where
    if number is None:
        return place
    if table.evening.competition.table_rules.same_cards:
        return gettext("%(place)s: deal %(number)s") % {"place": place, "number": table.deals_before + number}
    return gettext("%(place)s: game %(number)s") % {"place": place, "number": number}


def _columns_in_words(table: LeagueTable, seats: Sequence[TableSeat]) -> str:
    names = {seat.number: seat.player.known_as for seat in seats}
    competition = table.evening.competition
    columns = columns_of(competition.the_game, competition.house_options, len(names))
    return " : ".join(" – ".join(names[number] for number in column) for column in columns)
