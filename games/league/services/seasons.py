"""Seasons and competitions, with their rules: created, changed, copied, archived and taken away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext

from accounts.models import Club, Membership, Player, Role
from accounts.notices import redirect_notices
from games import trail
from games.engine import registry
from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.options import Value, changed_options, read_options
from games.league.draw import plays_in_pairs
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    SINGLE_PLAYERS,
    Competition,
    Entrant,
    EntrantPlayer,
    Evening,
    HouseRules,
    LeagueTable,
    Season,
    Seating,
    StakePaid,
)
from games.league.services.corrections import add_correction, add_entry
from games.league.services.evenings.plans import notify_deleted
from games.league.services.evenings.same_cards import require_cards_played
from games.league.services.locking import require_open
from games.league.standings.rules import SAME_CARDS, rules_with, usual_points, usual_rules
from games.table.log.models import Round

# A club's house rules: every edit is a new version, and a competition that has begun keeps the one it began with.


def save_rules(
    *,
    club: Club,
    name: str,
    game: str,
    options: Mapping[str, Value],
    actor: Player,
    now: datetime,
    edited: HouseRules | None = None,
) -> HouseRules:
    """The first version of new house rules, or the next one of `edited` (which keeps its name and game).

    Options as they were make no version. The unique number decides between two who edit at once.
    Refuses name_taken, newer_version, unreadable.
    """
    if edited is not None:
        name, game = edited.name, edited.game
    try:
        kept = changed_options(read_options(registry.game(game).Options, options))
    except Refused as refused:
        raise LeagueRefused(LeagueRefusal.UNREADABLE) from refused
    if edited is not None and edited.options == kept:
        return edited
    version = 1 if edited is None else edited.version + 1
    try:
        with transaction.atomic():
            return HouseRules.objects.create(
                club=club, name=name, version=version, game=game, options=kept, by=actor, at=now
            )
    except IntegrityError as taken:
        code = LeagueRefusal.NAME_TAKEN if edited is None else LeagueRefusal.NEWER_VERSION
        raise LeagueRefused(code) from taken


def choose_rules(
    *, competition: Competition, preset: HouseRules, actor: Player, now: datetime
) -> Competition:
    """Let the competition play by this version of house rules, as long as none of its tables was opened. Written down
    as a correction.

    The competition's row is locked. Refuses rules_locked, season_archived, unreadable (another game or club),
    cards_differ, not_comparable.
    """
    with transaction.atomic():
        locked = _lock_competition(competition)
        if (preset.game, preset.club_id) != (locked.game, locked.season.club_id):
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        if locked.preset_id == preset.pk:
            return locked
        if is_begun(locked):
            raise LeagueRefused(LeagueRefusal.RULES_LOCKED)
        house_options = read_options(locked.the_game.Options, preset.options)
        _require_comparable(locked.the_game, house_options, locked.rules.get("counting"), locked.size)
        add_correction(
            competition=locked,
            actor=actor,
            what="house rules",
            reason=preset.label,
            before=locked.preset.label if locked.preset else "",
            after=preset.label,
            now=now,
        )
        locked.preset, locked.options = preset, preset.options
        locked.save(update_fields=["preset", "options"])
    return locked


def is_begun(competition: Competition) -> bool:
    """Whether a table of the competition was ever opened."""
    return LeagueTable.objects.filter(evening__competition=competition, match__isnull=False).exists()


# Seasons and their competitions.

USUAL_TABLE: Final = 4
"""Players at a table where a game is played by so many."""
TEAM_OF_FOUR: Final = 4


def create_season(*, club: Club, name: str, now: datetime) -> Season:
    """A new season of the club. The unique name decides between two secretaries. Refuses name_taken."""
    try:
        with transaction.atomic():
            return Season.objects.create(club=club, name=name, created_at=now)
    except IntegrityError as error:
        raise LeagueRefused(LeagueRefusal.NAME_TAKEN) from error


def archive_season(
    *,
    season: Season,
    actor: Player,
    now: datetime,
    despite_reviews: bool = False,
    require_all_played: bool = False,
) -> None:
    """Archive a season: from now on it is only read. Archiving twice changes nothing.

    Refuses under_review while a complaint or an appeal about one of its rounds is open, unless `despite_reviews`;
    evenings_to_play while some of its evenings are to play, with `require_all_played`; and cards_still_played while
    tables are still to play the cards of others, which would be secret for ever. The rows of its competitions are
    locked.
    """
    with transaction.atomic():
        # Who plans an evening has its competition locked.
        list(Competition.objects.select_for_update(no_key=True).filter(season=season).order_by("pk"))
        if require_all_played and season.archived_at is None:
            _require_all_played(season)
        if season.archived_at is None:
            require_cards_played(season)
        rounds = rounds_under_review([season])[season.pk]
        if rounds and season.archived_at is None and not despite_reviews:
            raise LeagueRefused(LeagueRefusal.UNDER_REVIEW, rounds=rounds)
        if Season.objects.filter(pk=season.pk, archived_at=None).update(archived_at=now):
            trail.add_entry(
                what="season_archived", actor=actor.pk, now=now, after=season.name, club=season.club_id
            )


def _require_all_played(season: Season) -> None:
    found = Evening.objects.filter(competition__season=season, status__in=Evening.TO_PLAY)
    names = [
        f"{evening.competition.name} {evening.number}, {date_format(localdate(evening.starts_at))}"
        for evening in found.select_related("competition").order_by("starts_at", "pk")
    ]
    if names:
        raise LeagueRefused(LeagueRefusal.EVENINGS_TO_PLAY, evenings="; ".join(names))


def rounds_under_review(seasons: Iterable[Season]) -> Counter[int]:
    """The number of rounds about which a complaint or an appeal is open, by season (key). One query."""
    place = "match__league_table__evening__competition__season"
    reviewed = Round.objects.filter(status=Round.Status.REVIEW, **{f"{place}__in": list(seasons)})
    return Counter(reviewed.values_list(place, flat=True))


def add_competition(
    *,
    season: Season,
    name: str,
    game: str,
    options: Mapping[str, Value] | None = None,
    rules: Mapping[str, Value] | None = None,
    preset: HouseRules | None = None,
    seating: str = Seating.ROTATING,
    size: int = 1,
    rounds: int = 3,
    at_table: int | None = None,
    division: int = 1,
) -> Competition:
    """A competition of the season, its house rules and its own rules checked. With `preset`, a version of the
    club's house rules, those are the options. `at_table` is how many sit at a table where that works out.

    Points that `rules` leaves out are those usual for the game, and stay so when the game changes its mind; an evening
    signed off of which it says nothing is worth the own average.
    Refuses name_taken, season_archived, unreadable, no_partners (fixed sides in a game without), not_so_many,
    cards_differ, not_comparable, only_teams.
    """
    try:
        played = registry.game(game)
        house_options = read_options(played.Options, preset.options if preset else options or {})
        own_rules = rules or {}
        usual = usual_rules(played.defaults(house_options), own_rules, tables=rounds)
        kept_rules = _kept_rules(played, {**usual, **own_rules})
    except Refused as refused:
        raise LeagueRefused(LeagueRefusal.UNREADABLE) from refused
    if seating not in SINGLE_PLAYERS and not plays_in_pairs(played, house_options):
        raise LeagueRefused(LeagueRefusal.NO_PARTNERS)
    _require_comparable(played, house_options, kept_rules.get("counting"), size)
    if at_table is None:
        at_table = USUAL_TABLE if USUAL_TABLE in played.seats else played.seats[0]
    if at_table not in played.seats:
        raise LeagueRefused(LeagueRefusal.NOT_SO_MANY)
    try:
        with transaction.atomic():
            require_open(season.pk)
            return Competition.objects.create(
                season=season,
                name=name,
                game=game,
                options=changed_options(house_options),
                preset=preset,
                rules=kept_rules,
                seating=seating,
                size=size,
                rounds=rounds,
                at_table=at_table,
                division=division,
            )
    except IntegrityError as error:
        raise LeagueRefused(LeagueRefusal.NAME_TAKEN) from error


def change_competition(
    *,
    competition: Competition,
    name: str,
    division: int,
    seating: str,
    rounds: int,
    at_table: int,
    actor: Player,
    now: datetime,
) -> Competition:
    """Another name, division, seating or number of tables an evening, from the next draw on. Written down.

    Its row is locked. Refuses name_taken, season_archived, single_players_rotate, no_partners, not_so_many, and
    already_drawn where how evenings are seated would change while one is drawn and not closed.
    """
    changes = {"name": name, "division": division, "seating": seating, "rounds": rounds, "at_table": at_table}
    with transaction.atomic():
        locked = _lock_competition(competition)
        different = {key: value for key, value in changes.items() if getattr(locked, key) != value}
        if not different:
            return locked
        if (locked.size == 1) != (seating in SINGLE_PLAYERS):
            raise LeagueRefused(LeagueRefusal.SINGLE_PLAYERS_ROTATE)
        if seating not in SINGLE_PLAYERS and not plays_in_pairs(locked.the_game, locked.house_options):
            raise LeagueRefused(LeagueRefusal.NO_PARTNERS)
        if at_table not in locked.the_game.seats:
            raise LeagueRefused(LeagueRefusal.NOT_SO_MANY)
        seating_changes = {"seating", "rounds", "at_table"} & set(different)
        if seating_changes and locked.evenings.filter(status=Evening.Status.DRAWN).exists():
            raise LeagueRefused(LeagueRefusal.ALREADY_DRAWN)
        before = ", ".join(f"{key}: {getattr(locked, key)}" for key in different)
        for key, value in different.items():
            setattr(locked, key, value)
        try:
            with transaction.atomic():
                locked.save(update_fields=list(different))
        except IntegrityError as error:
            raise LeagueRefused(LeagueRefusal.NAME_TAKEN) from error
        add_correction(
            competition=locked,
            actor=actor,
            what="competition_changed",
            before=before[:120],
            after=", ".join(f"{key}: {value}" for key, value in different.items())[:120],
            now=now,
        )
    return locked


def delete_competition(*, competition: Competition, actor: Player, now: datetime) -> None:
    """Take away a competition none of whose evenings was played, with its plans and entrants, and tell who counted on
    one of its evenings; earlier notices of it lead to the club. A line in the audit trail says so.

    Its row is locked. Refuses has_results, stakes_paid, season_archived.
    """
    with transaction.atomic():
        locked = _lock_competition(competition)
        played = locked.evenings.filter(Q(round__gt=0) | Q(status=Evening.Status.CLOSED))
        if played.exists() or locked.corrections.exists():
            raise LeagueRefused(LeagueRefusal.HAS_RESULTS)
        if StakePaid.objects.filter(evening__competition=locked).exists():
            raise LeagueRefused(LeagueRefusal.STAKES_PAID)
        url = reverse("league:club", args=[locked.season.club.slug])
        to_play = locked.evenings.filter(status__in=Evening.TO_PLAY).order_by("starts_at")
        evenings = locked.evenings.values_list("pk", flat=True)
        pages = [reverse("league:evening", args=[key]) for key in evenings]
        redirect_notices(pages=[reverse("league:league", args=[locked.pk]), *pages], url=url)
        notify_deleted(locked, to_play, name=locked.name, url=url, now=now)
        add_entry(competition=locked, actor=actor, what="competition_deleted", now=now)
        locked.delete()


def _lock_competition(competition: Competition) -> Competition:
    """The competition, its row locked. Refuses season_archived."""
    locked = (
        Competition.objects.select_for_update(of=("self",)).select_related("season").get(pk=competition.pk)
    )
    require_open(locked.season_id)
    return locked


def _kept_rules(game: Game[Any], rules: Mapping[str, object]) -> dict[str, Value]:
    """The rules of a competition as they are stored: those that differ from the defaults."""
    return changed_options(read_options(rules_with(tuple(game.tallies)), rules))


def _require_comparable(game: Game[Any], house_options: Any, counting: object, size: int) -> None:
    """Check that tables which all have the same cards can be compared, those of two teams of four players by a scale.
    Refuses cards_differ, not_comparable, only_teams."""
    if counting == "scale" and size != TEAM_OF_FOUR:
        raise LeagueRefused(LeagueRefusal.ONLY_TEAMS)
    if counting not in SAME_CARDS:
        return
    if (why := game.not_comparable(house_options)) is not None:
        raise LeagueRefused(LeagueRefusal.CARDS_DIFFER, why=gettext(why))
    if game.planned_rounds(house_options, game.seats[0]) is None:
        raise LeagueRefused(LeagueRefusal.NOT_COMPARABLE)


def change_rules(
    *, competition: Competition, rules: Mapping[str, Value], actor: Player, reason: str, now: datetime
) -> Competition:
    """Other rules of the competition from now on, for the whole season; what they were is written down.

    Points as usual before are as usual by the new rules: an evening signed off is worth another number where places
    count.
    The competition's row is locked. Refuses reason_missing, season_archived, unreadable, cards_differ, not_comparable,
    only_teams, cards_chosen (whether all tables have the same cards, and are compared by teams of four, stays as it is
    once one was opened: the fields of other evenings could not be counted like that).
    """
    with transaction.atomic():
        locked = _lock_competition(competition)
        kept = _changed_rules(locked, rules)
        if _comparison(kept) != _comparison(locked.rules) and is_begun(locked):
            raise LeagueRefused(LeagueRefusal.CARDS_CHOSEN)
        if locked.rules != kept:
            different = [
                name for name in {**locked.rules, **kept} if locked.rules.get(name) != kept.get(name)
            ]
            add_correction(
                competition=competition,
                actor=actor,
                what="rules",
                reason=reason,
                before=_rules_line(locked.rules, different),
                after=_rules_line(kept, different),
                now=now,
            )
            locked.rules = kept
            locked.save(update_fields=["rules"])
    return locked


def _changed_rules(competition: Competition, rules: Mapping[str, Value]) -> dict[str, Value]:
    """The rules of a competition with these changed, as they are stored. Refuses unreadable and what
    `_require_comparable` refuses."""
    game, options, tables = competition.the_game, competition.house_options, competition.rounds
    before = competition.rules.get("counting")
    usual = usual_points(game.defaults(options), tables=tables, counting=before)
    chosen = {name: value for name, value in rules.items() if usual.get(name) != value}
    usual = usual_points(game.defaults(options), tables=tables, counting=chosen.get("counting"))
    try:
        kept = _kept_rules(game, {**usual, **chosen})
    except Refused as refused:
        raise LeagueRefused(LeagueRefusal.UNREADABLE) from refused
    _require_comparable(game, options, kept.get("counting"), competition.size)
    return kept


def _comparison(rules: Mapping[str, Value]) -> tuple[bool, bool]:
    """Whether by these rules all tables have the same cards, and whether those of two teams are compared."""
    counting = rules.get("counting")
    return counting in SAME_CARDS, counting == "scale"


def _rules_line(rules: Mapping[str, Value], names: Sequence[str]) -> str:
    usual = rules_with(())()
    return ", ".join(f"{name}: {rules.get(name, getattr(usual, name))}" for name in sorted(names))


# Copying of a season: competitions, rules, and promotion and relegation between divisions.


@dataclass(frozen=True, slots=True)
class Destination:
    """A competition to which an entrant can go when its season is copied; `step` as in `copy_season`."""

    step: int
    competition: Competition


@dataclass(frozen=True, slots=True)
class CopiedEntrants:
    """Who of a competition comes along into the next season and where each can go, staying included; `left` are the
    keys of those who do not, because somebody of them has left the club. The withdrawn are in neither. `guests` are
    those with a guest of the club among them, and `barred` has the divisions where somebody of them plays already."""

    competition: Competition
    destinations: Mapping[int, tuple[Destination, ...]]
    left: frozenset[int]
    guests: frozenset[int]
    barred: Mapping[int, tuple[Competition, ...]]


def copied_entrants(season: Season) -> tuple[CopiedEntrants, ...]:
    """What `copy_season` does with everybody, by competition. A division in which a player of an entrant takes part
    already is none to go to. Four queries."""
    old = list(season.competitions.prefetch_related("entrants__members"))
    roles = dict(Membership.objects.filter(club=season.club_id).values_list("player", "role"))
    playing = {competition.pk: _players_of(competition) for competition in old}
    found = []
    for competition in old:
        destinations: dict[int, tuple[Destination, ...]] = {}
        barred: dict[int, tuple[Competition, ...]] = {}
        left, guests = set(), set()
        for entrant in competition.entrants.all():
            players = {member.player_id for member in entrant.members.all()}
            if entrant.withdrawn_at is not None:
                continue
            if not players <= roles.keys():
                left.add(entrant.pk)
                continue
            if any(roles[player] == Role.GUEST for player in players):
                guests.add(entrant.pk)
            others = [Destination(step, _division_of(competition, old, step)) for step in (-1, 1)]
            free = [
                each
                for each in others
                if each.competition != competition and not playing[each.competition.pk] & players
            ]
            there = [
                each.competition
                for each in others
                if each.competition != competition and playing[each.competition.pk] & players
            ]
            if there:
                barred[entrant.pk] = tuple(there)
            stays = Destination(0, competition)
            destinations[entrant.pk] = tuple(sorted([*free, stays], key=lambda each: each.step))
        found.append(CopiedEntrants(competition, destinations, frozenset(left), frozenset(guests), barred))
    return tuple(found)


def copy_season(
    *,
    season: Season,
    name: str,
    actor: Player,
    now: datetime,
    moved: Mapping[int, int] | None = None,
    left_out: Collection[int] = (),
) -> Season:
    """The next season made from this one: its competitions, rules and entrants, without evenings, and without those of
    whom somebody has left the club and those `left_out` (keys of entrants).

    `moved` says by how many divisions an entrant goes: -1 up, 1 down. An entrant without a division to go to
    stays, and so does one whose player takes part there already. A line of the audit trail says how many went up and
    down. Refuses name_taken.
    """
    with transaction.atomic():
        copy = create_season(club=season.club, name=name, now=now)
        Season.objects.filter(pk=copy.pk).update(copied_from=season)
        old = list(season.competitions.prefetch_related("entrants__members"))
        new = {competition.pk: _copy_competition(competition, copy) for competition in old}
        members = set(Membership.objects.filter(club=season.club_id).values_list("player", flat=True))
        playing = {competition.pk: _players_of(competition) for competition in old}
        went: Counter[int] = Counter()
        for competition in old:
            for entrant in competition.entrants.all():
                players = {member.player_id for member in entrant.members.all()}
                if entrant.withdrawn_at is not None or not players <= members or entrant.pk in left_out:
                    continue
                step = (moved or {}).get(entrant.pk, 0)
                goes_to = _division_of(competition, old, step)
                if playing[goes_to.pk] & players:
                    goes_to = competition
                if goes_to != competition:
                    playing[goes_to.pk] |= players
                    went[step] += 1
                _copy_entrant(entrant, new[goes_to.pk])
        trail.add_entry(
            what="season_copied",
            actor=actor.pk,
            now=now,
            before=season.name,
            after=f"{copy.name}, ▲ {went[-1]}, ▼ {went[1]}",
            club=season.club_id,
        )
    copy.refresh_from_db()
    return copy


def _players_of(competition: Competition) -> set[int]:
    """Everybody who takes part in a competition, withdrawn or not."""
    return {member.player_id for entrant in competition.entrants.all() for member in entrant.members.all()}


def _division_of(competition: Competition, old: Sequence[Competition], step: int) -> Competition:
    """Where an entrant of `competition` goes that moves `step` divisions; the same competition where there is none.

    Of several like competitions in the other division it is the one of the same name, but for what tells divisions
    apart; else the only one; else one that the zones of promotion and relegation lead to. Others are no ladder.
    """

    def like(division: int) -> list[Competition]:
        same = (competition.game, competition.size, competition.seating)
        return [
            each for each in old if each.division == division and (each.game, each.size, each.seating) == same
        ]

    others = like(competition.division + step)
    if not step or not others:
        return competition
    if named := [each for each in others if _is_namesake(competition, each)]:
        return named[0]
    if len(others) == len(like(competition.division)) == 1:
        return others[0]
    if _has_zone(competition, step):
        return others[0]
    return next((each for each in others if _has_zone(each, -step)), competition)


DIVISION_MARKS: Final = re.compile(r"\d+\w*|\b\w\b|\W+")
"""What tells the names of divisions apart, as in "1st division" or "Tuesday B"."""


def _is_namesake(one: Competition, other: Competition) -> bool:
    """Whether one name is the beginning of the other, or they are the same without number and letter."""
    names = [each.name.casefold().strip() for each in (one, other)]
    stems = [DIVISION_MARKS.sub("", name) for name in names]
    return stems[0] == stems[1] or names[0].startswith(names[1]) or names[1].startswith(names[0])


def _has_zone(competition: Competition, step: int) -> bool:
    """Whether its rules have somebody go that way: -1 up, 1 down."""
    rules = competition.the_rules
    return bool(rules.promotion if step < 0 else rules.relegation)


def _copy_competition(competition: Competition, season: Season) -> Competition:
    kept = (
        "name",
        "division",
        "seating",
        "size",
        "rounds",
        "at_table",
        "game",
        "options",
        "preset",
        "rules",
        "stake",
        "prizes",
    )
    return Competition.objects.create(season=season, **{field: getattr(competition, field) for field in kept})


def _copy_entrant(entrant: Entrant, competition: Competition) -> None:
    copy = Entrant.objects.create(competition=competition, name=entrant.name, signals=entrant.signals)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(competition=competition, entrant=copy, player_id=member.player_id, place=member.place)
        for member in entrant.members.all()
    )
