"""Entrants of a competition: entered, changed, withdrawn, back again and removed, two of one person made one, and the
signals of a pair."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext

from accounts.errors import AccountRefusal, AccountRefused
from accounts.invitations import remove_member
from accounts.member_imports import import_members
from accounts.members import Right, may
from accounts.merging import reassign_rows
from accounts.models import Club, Membership, Player, Role
from accounts.names import in_one_line, look_alike_key
from accounts.personal_data import neutral_name
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Competition,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningMark,
    LeagueTable,
    SignUp,
    TableScore,
    TableSeat,
)
from games.league.models.seasons import MAX_SIGNALS_LENGTH
from games.league.result_lists import BETWEEN_NAMES
from games.league.services.corrections import add_correction, add_entry, with_commas
from games.league.services.evenings.matches import has_started, reseat
from games.league.services.evenings.same_cards import require_cards_unseen
from games.league.services.evenings.seats import note_waiting, require_one_seat
from games.league.services.evenings.signups import sign
from games.league.services.locking import announce_entrants, lock_evening, require_open, save_and_announce
from games.league.standings.scores import ABSENT

# Players who take part as one, take no further part, or do so again.


def require_can_enter(competition: Competition, players: Sequence[Player]) -> None:
    """Refuse unless these players can take part as one: wrong_size, not_a_member, season_archived."""
    require_open(competition.season_id)
    if len({player.pk for player in players}) != competition.size:
        raise LeagueRefused(LeagueRefusal.WRONG_SIZE)
    members = Membership.objects.filter(club=competition.season.club_id, player__in=players).count()
    if members != len(players):
        raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)


def enter(*, competition: Competition, players: Sequence[Player], name: str = "") -> Entrant:
    """`players` take part as one; `enter_players` writes it in the trail too.

    Refuses wrong_size, not_a_member, already_entered or plays_with_others, season_archived.
    """
    try:
        with transaction.atomic():
            require_can_enter(competition, players)
            entrant = Entrant.objects.create(competition=competition, name=name)
            EntrantPlayer.objects.bulk_create(
                EntrantPlayer(competition=competition, entrant=entrant, player=player, place=place)
                for place, player in enumerate(players)
            )
    except IntegrityError as error:
        raise entered_refusal(competition, players) from error
    return entrant


def entered_refusal(competition: Competition, players: Sequence[Player]) -> LeagueRefused:
    """The refusal that names the first of these players who takes part: already_entered, plays_with_others where they
    play with somebody, or is_withdrawn, with the key of the `entrant`. Two queries."""
    rows = EntrantPlayer.objects.filter(competition=competition, player__in=players).select_related("entrant")
    entered = {row.player_id: row.entrant for row in rows}
    found = next(player for player in players if player.pk in entered)
    entrant = entered[found.pk]
    if entrant.withdrawn_at is not None:
        return withdrawn_refusal(entrant)
    others = Player.objects.filter(entered__entrant=entrant).exclude(pk=found.pk)
    names = ", ".join(other.nickname for other in others.order_by("entered__place"))
    code = LeagueRefusal.PLAYS_WITH_OTHERS if names else LeagueRefusal.ALREADY_ENTERED
    return LeagueRefused(code, name=found.nickname, others=names)


def withdrawn_refusal(entrant: Entrant) -> LeagueRefused:
    """The refusal that says so by name; `entrant` is its key, for the button that lets them take part again."""
    names = entrant.members.order_by("place").values_list("player__nickname", flat=True)
    return LeagueRefused(
        LeagueRefusal.IS_WITHDRAWN, name=entrant.name or " – ".join(names), entrant=entrant.pk
    )


def withdraw(*, entrant: Entrant, actor: Player, reason: str, now: datetime) -> None:
    """`entrant` takes no further part and leaves the table; what was played against it stays with the others. Its seats
    at tables that have not started are free, and those who lead these evenings are notified.

    Refuses reason_missing, season_archived.
    """
    with transaction.atomic():
        require_open(entrant.competition.season_id)
        if Entrant.objects.filter(pk=entrant.pk, withdrawn_at=None).update(withdrawn_at=now):
            add_correction(
                competition=entrant.competition,
                entrant=entrant,
                actor=actor,
                what="entrant_withdrawn",
                reason=reason,
                now=now,
            )
            players = [member.player for member in entrant.members.select_related("player").order_by("place")]
            for evening in _reseat(entrant):
                notices.notify_freed_seats(evening, players=players, by=actor.pk, now=now)
            announce_entrants(entrant.competition)


def leave_club(
    *, club: Club, player: Player, actor: Player, withdraw_from: Collection[Entrant], now: datetime
) -> None:
    """End a membership, and withdraw these entrants of the player, in one transaction; the others take part on.

    Refuses what `withdraw` refuses, and raises what `remove_member` raises.
    """
    with transaction.atomic():
        for entrant in withdraw_from:
            withdraw(entrant=entrant, actor=actor, reason=gettext("No longer a member of the club"), now=now)
        remove_member(club=club, player=player, actor=actor, now=now)


def enter_again(*, entrant: Entrant, actor: Player, now: datetime) -> None:
    """`entrant` takes part after all, with everything played before: the way back from `withdraw`.

    Refuses season_archived, and not_a_member where one of its players has left the club or deleted the account.
    """
    with transaction.atomic():
        require_open(entrant.competition.season_id)
        players = list(entrant.members.values_list("player", flat=True))
        members = Membership.objects.filter(club=entrant.competition.season.club_id, player__in=players)
        if members.count() < len(players):
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        if Entrant.objects.filter(pk=entrant.pk).exclude(withdrawn_at=None).update(withdrawn_at=None):
            add_correction(
                competition=entrant.competition,
                entrant=entrant,
                actor=actor,
                what="entered_again",
                now=now,
            )
            _reseat(entrant)
            announce_entrants(entrant.competition)


def _reseat(entrant: Entrant) -> list[Evening]:
    """Let the open tables of an entrant that left or came back follow, and who waits; the evenings that changed, in
    the order of their keys, in which they are locked."""
    seats = TableSeat.objects.filter(entrant=entrant, table__evening__status=Evening.Status.DRAWN)
    changed = []
    for key in sorted(set(seats.values_list("table__evening", flat=True))):
        evening = lock_evening(key)
        own = seats.filter(table__evening=evening).select_related("table__match")
        waiting = [seat.table for seat in own if not has_started(seat.table)]
        if waiting:
            for table in waiting:
                reseat(table)
            note_waiting(evening)
            changed.append(save_and_announce(evening))
    return changed


# Entrants from a list of names, somebody at the door, another partner, and entrants entered by mistake.

NUMBERING: Final = re.compile(r"^\d{1,3}[.)]\s*(?=\S)")
"""The number before the names of a line of a list, as in "1. Jan de Boer"."""
MAX_LINES: Final = 200
OTHER_NUMBER: Final = {
    1: LeagueRefusal.PLAYS_ALONE,
    2: LeagueRefusal.PAIR_OF_TWO,
    4: LeagueRefusal.TEAM_OF_FOUR,
}
"""The refusal of a line with another number of names than play as one, by that number."""


@dataclass(frozen=True, slots=True)
class NameFault:
    """The reason why a line (counted from 1, empty ones too) is refused."""

    line: int
    sentence: str
    withdrawn: int | None = None
    """The key of the entrant where the fault is that it is withdrawn."""


@dataclass(frozen=True, slots=True)
class EnteredNames:
    """The entrants of a list of names, those who became members by it, and its faults; with a fault nobody entered."""

    entrants: tuple[Entrant, ...]
    new_members: tuple[Player, ...]
    faults: tuple[NameFault, ...]


def enter_players(
    *,
    competition: Competition,
    groups: Sequence[Sequence[Player]],
    actor: Player,
    now: datetime,
    name: str = "",
) -> tuple[Entrant, ...]:
    """The members of each group take part as one, all groups or none, with a line each in the audit trail. They are
    notified of the evenings planned before.

    Refuses what `enter` refuses.
    """
    with transaction.atomic():
        entrants = tuple(_enter(competition, players, actor, now, name) for players in groups)
        _notify_of_evenings(competition, entrants, now)
        announce_entrants(competition)
    return entrants


def enter_by_name(
    *, competition: Competition, text: str, new_members: bool, actor: Player, now: datetime
) -> EnteredNames:
    """Enter every line as one: a name, or as many names as play together, with a comma, a dash or "and" between. A
    number before them, as lists have, is left out. They are notified of the evenings planned before.

    A fault enters nobody, and more than `MAX_LINES` are one. Names are those at the table or in the members' list.
    With `new_members` a name that nobody has becomes a member without a login. Refuses season_archived.
    """
    lines = [
        (number, BETWEEN_NAMES.split(NUMBERING.sub("", line.strip())))
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]
    if len(lines) > MAX_LINES:
        sentence = gettext("At most %(most)s lines at once.") % {"most": MAX_LINES}
        return EnteredNames((), (), (NameFault(lines[MAX_LINES][0], sentence),))
    entrants: list[Entrant] = []
    faults: list[NameFault] = []
    with transaction.atomic():
        known = _members_of(competition)
        before = {player.pk for player in known.values()}
        for number, names in lines:
            try:
                with transaction.atomic():
                    _require_size(competition, names)
                    players = [_player(name, competition, known, new_members, now) for name in names]
                    entrants.append(_enter(competition, players, actor, now))
            except LeagueRefused as refused:
                if refused.code == LeagueRefusal.SEASON_ARCHIVED:
                    raise
                withdrawn = refused.code == LeagueRefusal.IS_WITHDRAWN
                key = int(str(refused.facts["entrant"])) if withdrawn else None
                faults.append(NameFault(number, refused.sentence, key))
                known = _members_of(competition)
        if faults:
            transaction.set_rollback(True)
            return EnteredNames((), (), tuple(faults))
        _notify_of_evenings(competition, entrants, now)
        announce_entrants(competition)
        players = Player.objects.filter(entered__entrant__in=entrants).exclude(pk__in=before)
        new = tuple(players.order_by("nickname_sort"))
    return EnteredNames(tuple(entrants), new, ())


def walk_in(
    *,
    evening_id: int,
    competition: Competition,
    text: str,
    actor: Player,
    now: datetime,
    again: bool = False,
) -> Entrant:
    """Somebody, or a pair, stands at the door: entered if they are not, guests of the club if they were not in it, and
    they come. `again`: who was withdrawn takes part again; without it they are refused as is_withdrawn.

    Refuses plays_alone, pair_of_two, team_of_four, name_refused, plays_with_others (one of a pair or team is named
    alone, or plays with somebody else), season_archived and what `sign` refuses.
    """
    with transaction.atomic():
        known = _members_of(competition)
        names = BETWEEN_NAMES.split(text.strip())
        players = [_player(name, competition, known, True, now, role=Role.GUEST) for name in names]
        if competition.size == 1:
            _require_size(competition, names)
        entrant = _entrant_of(competition, players)
        if entrant is None:
            _require_size(competition, names)
            entrant = _enter(competition, players, actor, now)
        elif entrant.withdrawn_at is not None:
            if not again:
                raise withdrawn_refusal(entrant)
            enter_again(entrant=entrant, actor=actor, now=now)
            entrant.refresh_from_db()
        sign(evening_id=evening_id, entrant=entrant, comes=True, player=actor, now=now, for_club=True)
    return entrant


def _enter(
    competition: Competition, players: Sequence[Player], actor: Player, now: datetime, name: str = ""
) -> Entrant:
    entrant = enter(competition=competition, players=players, name=name)
    add_entry(competition=competition, actor=actor, what="entered", now=now, detail=name, players=players)
    return entrant


def _notify_of_evenings(competition: Competition, entrants: Sequence[Entrant], now: datetime) -> None:
    """Notify new entrants of the evenings to come, as `plan_evenings` notified the others."""
    planned = competition.evenings.filter(status=Evening.Status.PLANNED, starts_at__gt=now)
    evenings = tuple(planned.order_by("starts_at"))
    if evenings and entrants:
        members = EntrantPlayer.objects.filter(entrant__in=entrants)
        notices.notify_planned_evenings(evenings, players=members.values_list("player", flat=True), now=now)


def change_entrant(
    *, entrant: Entrant, players: Sequence[Player], name: str, actor: Player, now: datetime
) -> Entrant:
    """Another name or another partner from now on; tables that have not started follow, what was played stays.

    Other players are written down as a correction; another name has a line in the audit trail, and hinders nobody from
    taking the entrant away. The entrant's row is locked. Refuses wrong_size, not_a_member, already_entered or
    plays_with_others, season_archived.
    """
    competition = entrant.competition
    with transaction.atomic():
        former = Entrant.objects.select_for_update().get(pk=entrant.pk).name
        require_can_enter(competition, players)
        before = [member.player for member in entrant.members.select_related("player").order_by("place")]
        after = [player for player in before if player in players]
        after += [player for player in players if player not in before]
        entrant.name = name
        entrant.save(update_fields=["name"])
        if set(before) != set(after):
            _set_players(entrant, after)
            _seat_newcomers(entrant, before, after)
            add_correction(
                competition=competition,
                entrant=entrant,
                actor=actor,
                what="entrant_changed",
                before=with_commas(before),
                after=with_commas(after),
                now=now,
            )
        if name != former:
            add_entry(
                competition=competition,
                actor=actor,
                what="entrant_renamed",
                now=now,
                before=former,
                detail=name,
                players=after,
            )
        announce_entrants(competition)
    return entrant


def remove_entrant(*, entrant: Entrant, actor: Player, now: datetime) -> None:
    """Take away an entrant entered by mistake; a line in the audit trail says so. Refuses has_results once they have
    sat at a table, have a mark, or are named by a correction; season_archived."""
    with transaction.atomic():
        require_open(entrant.competition.season_id)
        if entrant.seats.exists() or entrant.marks.exists() or entrant.corrections.exists():
            raise LeagueRefused(LeagueRefusal.HAS_RESULTS)
        players = [member.player for member in entrant.members.select_related("player").order_by("place")]
        add_entry(
            competition=entrant.competition,
            actor=actor,
            what="entrant_removed",
            now=now,
            detail=entrant.name,
            players=players,
        )
        announce_entrants(entrant.competition)
        entrant.delete()


def member_called(*, competition: Competition, name: str, now: datetime) -> Player:
    """The club's member of that name, or a new guest. Refuses unknown_name (none said), name_refused."""
    return _player(name.strip(), competition, _members_of(competition), True, now, role=Role.GUEST)


def _members_of(competition: Competition) -> dict[str, Player]:
    """The members of the club by the key of their name at the table, and of their name in the list."""
    rows = Membership.objects.filter(club=competition.season.club_id).select_related("player")
    members = list(rows)
    listed = {look_alike_key(row.listed_name): row.player for row in members if row.listed_name}
    return listed | {look_alike_key(row.player.nickname): row.player for row in members}


def _player(
    name: str,
    competition: Competition,
    known: Mapping[str, Player],
    new_members: bool,
    now: datetime,
    *,
    role: Role = Role.MEMBER,
) -> Player:
    """The member of that name, or a new one with that role. Refuses name_refused."""
    found = known.get(look_alike_key(name)) if name else None
    if found is not None:
        return found
    if not new_members or not name:
        raise LeagueRefused(LeagueRefusal.UNKNOWN_NAME, name=name[:40])
    quoted = name.replace('"', "")
    _many, faults = import_members(club=competition.season.club, text=f'"{quoted}"', now=now)
    if faults:
        raise LeagueRefused(LeagueRefusal.NAME_REFUSED, name=name[:40], fault=faults[0].sentence)
    made = Player.objects.get(nickname_key=look_alike_key(quoted))
    Membership.objects.filter(club=competition.season.club_id, player=made).update(role=role)
    return made


def _entrant_of(competition: Competition, players: Sequence[Player]) -> Entrant | None:
    """The entrant that these players are together; None where none of them is entered."""
    entered = EntrantPlayer.objects.filter(competition=competition, player__in=players).select_related(
        "entrant"
    )
    found = {row.entrant for row in entered}
    if not found:
        return None
    if len(found) > 1 or entered.count() != competition.size or len(players) != competition.size:
        raise entered_refusal(competition, players)
    return found.pop()


def _require_size(competition: Competition, names: Sequence[str]) -> None:
    """Refuse plays_alone, pair_of_two or team_of_four where another number of players takes part as one."""
    if len(names) != competition.size:
        shown_names = ", ".join(name[:40] for name in names[:8])
        raise LeagueRefused(OTHER_NUMBER[competition.size], names=shown_names)


def _set_players(entrant: Entrant, players: Sequence[Player]) -> None:
    entrant.members.all().delete()
    try:
        with transaction.atomic():
            EntrantPlayer.objects.bulk_create(
                EntrantPlayer(competition=entrant.competition, entrant=entrant, player=player, place=place)
                for place, player in enumerate(players)
            )
    except IntegrityError as error:
        raise entered_refusal(entrant.competition, players) from error


def _seat_newcomers(entrant: Entrant, before: Sequence[Player], after: Sequence[Player]) -> None:
    """At tables that have not started the newcomers sit where those sat who left. Their evenings are locked in the
    order of their keys. Refuses seated_already, saw_the_cards."""
    left = [player for player in before if player not in after]
    newcomer_of = dict(
        zip([player.pk for player in left], [one for one in after if one not in before], strict=True)
    )
    held = TableSeat.objects.filter(
        entrant=entrant, player__in=left, table__evening__status=Evening.Status.DRAWN
    )
    for key in sorted(set(held.values_list("table__evening", flat=True))):
        evening = lock_evening(key)
        seats = held.filter(table__evening=evening).select_related("table__match")
        waiting = [seat for seat in seats if not has_started(seat.table)]
        for seat in waiting:
            seat.player = newcomer_of[seat.player_id]
            seat.save(update_fields=["player"])
        if waiting:
            require_one_seat(evening, {seat.table.round for seat in waiting})
            require_cards_unseen(evening)
            for seat in waiting:
                reseat(seat.table)
            note_waiting(evening)
            save_and_announce(evening)


# Two rows of one person become one: their results stand in one row of the table.


def settle_entrants(*, kept: Player, double: Player, actor: Player, now: datetime, **_sent: Any) -> None:
    """In every competition both play in alone, the double's evenings become those of the one who stays. The double's
    evenings to come are locked, in the order of their keys.

    Receiver of `member_merging`, the first, so that nobody opens a table meanwhile; works inside its transaction.
    Refuses both_at_one_table, both_entered, both_on_one_evening.
    """
    evenings = _lock_evenings_to_come(double)
    if LeagueTable.objects.filter(seats__player=kept).filter(seats__player=double).exists():
        raise AccountRefused(AccountRefusal.BOTH_AT_ONE_TABLE)
    rounds = [
        set(TableSeat.objects.filter(player=each).values_list("table__evening", "table__round"))
        for each in (kept, double)
    ]
    if rounds[0] & rounds[1]:
        raise AccountRefused(AccountRefusal.BOTH_ON_ONE_EVENING)
    shared = EntrantPlayer.objects.filter(player=kept).values("competition")
    for entry in EntrantPlayer.objects.filter(player=double, competition__in=shared).select_related(
        "competition", "entrant"
    ):
        if entry.competition.size != 1:
            raise AccountRefused(AccountRefusal.BOTH_ENTERED)
        row = Entrant.objects.get(competition=entry.competition, members__player=kept)
        _join(entry.entrant, row)
        entry.delete()
        _close(entry.entrant, double, now=now)
        add_correction(
            competition=entry.competition,
            entrant=row,
            actor=actor,
            what="merged",
            reason=gettext("one person, entered twice"),
            before=double,
            after=kept,
            now=now,
        )
    for evening in evenings:
        TableSeat.objects.filter(player=double, table__evening=evening).update(player=kept)
        if evening.status == Evening.Status.DRAWN:
            note_waiting(evening)
        save_and_announce(evening)


def _lock_evenings_to_come(player: Player) -> list[Evening]:
    """The evenings not closed yet of which the player is an entrant, or at which the player has a seat."""
    theirs = Q(competition__entrants__members__player=player) | Q(tables__seats__player=player)
    to_come = Evening.objects.filter(
        theirs,
        status__in=(Evening.Status.PLANNED, Evening.Status.DRAWN),
        competition__season__archived_at=None,
    )
    locked = []
    for key in sorted(set(to_come.values_list("pk", flat=True))):
        with suppress(LeagueRefused):  # closed, cancelled or archived since it was found
            locked.append(lock_evening(key))
    return locked


def _join(old: Entrant, row: Entrant) -> None:
    evenings = [
        set(TableSeat.objects.filter(entrant=each).values_list("table__evening", flat=True))
        for each in (old, row)
    ]
    if evenings[0] & evenings[1]:
        raise AccountRefused(AccountRefusal.BOTH_ON_ONE_EVENING)
    _keep_one_sign_up(old, row)
    # An absence stays only where neither of the two played, and once.
    away = EveningMark.objects.filter(kind__in=ABSENT)
    away.filter(entrant=row, evening__in=evenings[0]).delete()
    spoken_for = evenings[1] | set(away.filter(entrant=row).values_list("evening", flat=True))
    away.filter(entrant=old, evening__in=spoken_for).delete()
    TableScore.objects.filter(substitute=old.pk).update(substitute=row.pk)
    reassign_rows(old, row)
    if row.withdrawn_at is not None and old.withdrawn_at is None:
        row.withdrawn_at = None
        row.save(update_fields=["withdrawn_at"])


def _keep_one_sign_up(old: Entrant, row: Entrant) -> None:
    """Where both signed up or off, who comes is right; the other word goes."""
    sign_ups = {each.evening_id: each for each in SignUp.objects.filter(entrant=row)}
    for other in SignUp.objects.filter(entrant=old, evening__in=sign_ups):
        mine = sign_ups[other.evening_id]
        (mine if other.comes and not mine.comes else other).delete()


def _close(old: Entrant, double: Player, *, now: datetime) -> None:
    """The emptied row stays for the corrections that name it, out of the table."""
    old.withdrawn_at = old.withdrawn_at or now
    old.name = neutral_name(double)
    old.save(update_fields=["withdrawn_at", "name"])


# Signals of a pair: written down for their opponents, and shown at every table opened afterwards.


def write_signals(*, entrant: Entrant, text: str, player: Player) -> Entrant:
    """Write down the signals an entrant plays, at most `MAX_SIGNALS_LENGTH` characters; "" for none.

    Tables that are open already keep what was written when they were opened, so nobody learns of a signal in
    mid-match. The entrant's row is locked. Refuses not_allowed to all but its players and those who run the club's
    evenings; season_archived, no_signals, signals_too_long.
    """
    signals = in_one_line(text)
    with transaction.atomic():
        found = (
            Entrant.objects.select_for_update(of=("self",))
            .select_related("competition__season__club")
            .get(pk=entrant.pk)
        )
        season = found.competition.season
        its_own = found.members.filter(player=player).exists()
        if not its_own and not may(player=player, club=season.club, right=Right.RUN_EVENING):
            raise LeagueRefused(LeagueRefusal.NOT_ALLOWED)
        require_open(season.pk)
        if not found.competition.allows_signals:
            raise LeagueRefused(LeagueRefusal.NO_SIGNALS)
        if len(signals) > MAX_SIGNALS_LENGTH:
            raise LeagueRefused(LeagueRefusal.SIGNALS_TOO_LONG, most=MAX_SIGNALS_LENGTH)
        found.signals = signals
        found.save(update_fields=["signals"])
    return found
