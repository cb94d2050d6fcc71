"""Closing and reopening an evening, and tables that are broken off or not come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.models import Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Correction,
    Entrant,
    Evening,
    EveningMark,
    LeagueTable,
    SeatChange,
    SignUp,
    TableSeat,
)
from games.league.services.competition_standing import standing_of
from games.league.services.corrections import add_correction, add_entry
from games.league.services.evenings.matches import (
    delete_unopened,
    get_table,
    open_table_of,
    require_not_started,
)
from games.league.services.evenings.missed_rounds import (
    mark_missed_on_closing,
    require_all_answered,
    require_known_answers,
)
from games.league.services.evenings.movements import places_of
from games.league.services.evenings.seats import (
    NOT_PLAYED,
    entrants_of,
    note_waiting,
    sides_of,
)
from games.league.services.evenings.signups import sign
from games.league.services.evenings.table_scores import count_matches
from games.league.services.locking import lock_closed_evening, lock_drawn_evening, save_and_announce
from games.league.services.substitutes import free_bot, replace_in_seat
from games.league.standings.rules import TableRules
from games.league.standings.scores import (
    ABSENT,
    BY_HAND,
    Key,
    MarkKind,
)
from games.table import services as table_services
from games.table.log.models import Match

# Tables that go wrong: broken off, not come to, begun late with who is there.


def break_off(*, table_id: int, version: int, actor: Player, reason: str, now: datetime) -> LeagueTable:
    """The table stops here, its match too: closed rounds count, the rest is compensated by the rules.

    Everybody's screen says why, and nobody takes the match up again. A sheet on paper counts as it is written, whether
    confirmed or not. A table that has not started is taken away. Breaking off twice changes nothing.
    Refuses reason_missing, changed_meanwhile, not_drawn, table_over.
    """
    with transaction.atomic():
        table = get_table(table_id)
        evening = lock_drawn_evening(table.evening_id, version=version)
        if table.broken_off_at is None:
            if table.match is not None and table.match.status == Match.Status.FINISHED:
                raise LeagueRefused(LeagueRefusal.TABLE_OVER)
            add_correction(
                competition=evening.competition,
                evening=evening,
                actor=actor,
                what="broken_off",
                reason=reason,
                after=f"{table.round}/{table.number}",
                now=now,
            )
            _stop(table, actor=actor, reason=reason.strip(), now=now)
            save_and_announce(evening)
    return table


def walkover(
    *,
    table_id: int,
    version: int,
    missing: Collection[int],
    actor: Player,
    reason: str,
    now: datetime,
) -> LeagueTable:
    """A table that is not played because `missing` (players, ids) have not come: a walkover for every entrant all of
    whose players are there, an absence without a word for the others; for everybody where nobody came.

    Refuses reason_missing, table_started, changed_meanwhile, not_seated (a player of another table), not_one_pair or
    not_one_side (nobody is missing).
    """
    with transaction.atomic():
        table = get_table(table_id)
        evening = lock_drawn_evening(table.evening_id, version=version)
        require_not_started(table)
        _walk_over(table, evening, away=_seats_of(table, missing), actor=actor, reason=reason, now=now)
        save_and_announce(evening)
    return table


def stay_away(
    *, evening_id: int, entrant: Entrant, signed_off: bool, player: Player, reason: str, now: datetime
) -> Evening:
    """Note of an entrant with a seat, or who waited, in a round that is open that it did not come at all: signed off,
    or without a word. Its tables that are open are a walkover for those who came, with the `reason`; the rounds to come
    are drawn without it. Where two of a table stay away, one after the other, neither keeps a walkover.

    The evening's row is locked. Refuses table_started once a table of it was played at: it did come. And not_drawn,
    reason_missing.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id)
        seats = TableSeat.objects.filter(table__evening=evening, table__round__lte=evening.round)
        own = seats.filter(entrant=entrant)
        if own.exclude(NOT_PLAYED).exists():
            raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
        sign(
            evening_id=evening.pk,
            entrant=entrant,
            comes=False,
            player=player,
            now=now,
            for_club=True,
            signed_off=signed_off,
        )
        kind = MarkKind.ANNOUNCED if signed_off else MarkKind.UNANNOUNCED
        marks = EveningMark.objects.filter(evening=evening, entrant=entrant)
        marks.filter(kind__in=[MarkKind.WAITED, MarkKind.WALKOVER, *ABSENT]).delete()
        for key in sorted(set(own.filter(table__broken_off_at=None).values_list("table", flat=True))):
            table = get_table(key)
            away = list(
                table.seats.select_related("player", "table__match", "entrant").filter(entrant=entrant)
            )
            _walk_over(table, evening, away=away, actor=player, reason=reason, now=now)
        marks.filter(kind__in=ABSENT).delete()
        EveningMark.objects.create(evening=evening, entrant=entrant, kind=kind)
        return save_and_announce(evening)


def take_back_walkover(
    *, table_id: int, version: int, actor: Player, reason: str, now: datetime
) -> LeagueTable:
    """A table that nobody played at, because somebody had not come, is played after all: everybody of it is there. Its
    walkovers and absences go, and it opens anew if its round is open. Of another round that was drawn without those
    who came after all nothing changes.

    The evening's row is locked. Refuses reason_missing, changed_meanwhile, not_drawn, no_walkover.
    """
    with transaction.atomic():
        table = get_table(table_id)
        evening = lock_drawn_evening(table.evening_id, version=version)
        if not table.is_unplayed:
            raise LeagueRefused(LeagueRefusal.NO_WALKOVER)
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="walkover_taken_back",
            reason=reason,
            after=f"{table.round}/{table.number}",
            now=now,
        )
        marks = EveningMark.objects.filter(evening=evening, entrant__in=set(entrants_of(table).values()))
        walkovers = marks.filter(kind=MarkKind.WALKOVER, round__in=(0, table.round))
        came_late = Entrant.objects.filter(seats__table=table).exclude(pk__in=walkovers.values("entrant"))
        late = list(came_late.distinct())
        walkovers.delete()
        not_played = evening.tables.filter(broken_off_at__isnull=False, match=None).exclude(pk=table.pk)
        marks.filter(kind__in=ABSENT).exclude(entrant__in=not_played.values("seats__entrant")).delete()
        for entrant in late:
            sign(evening_id=evening.pk, entrant=entrant, comes=True, player=actor, now=now, for_club=True)
        table.broken_off_at = None
        table.save(update_fields=["broken_off_at"])
        if table.round <= evening.round:
            open_table_of(table, evening, actor, now)
        note_waiting(evening)
        save_and_announce(evening)
    return table


def start_late(
    *, table_id: int, version: int, missing: Collection[int], actor: Player, now: datetime
) -> LeagueTable:
    """Start a waiting table with who is there; `missing` are the players (ids) who are not.

    Once the grace time since it was opened is over, bots sit in for those missing where the rules allow bots; else
    whole sides that are missing lose by walkover, and for a part of a side a substitute is needed. With nobody missing
    it just starts. Refuses changed_meanwhile, table_started, not_seated, grace_time, no_bots, seats_empty (nobody
    came).
    """
    with transaction.atomic():
        table = get_table(table_id)
        evening = lock_drawn_evening(table.evening_id, version=version)
        require_not_started(table)
        away = _seats_of(table, missing)
        if table.match is None or table.on_paper:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        rules = evening.competition.table_rules
        if away and now < grace_until(table.match, rules):
            raise LeagueRefused(LeagueRefusal.GRACE_TIME)
        if away and rules.bots == "none":
            if not _are_whole_sides(away, table):
                raise LeagueRefused(LeagueRefusal.NO_BOTS)
            _walk_over(table, evening, away=away, actor=actor, reason=gettext("Not come in time"), now=now)
        else:
            _start(table, evening, away, actor, now)
        save_and_announce(evening)
    return table


def grace_until(match: Match, rules: TableRules) -> datetime:
    """Until when a table that waits may still be waited for."""
    return match.created_at + timedelta(minutes=rules.grace_minutes)


def may_go_on(table: LeagueTable) -> bool:
    """Whether a table was stopped by its players, or by itself after a day without a card, and any of them can take it
    up again; never one that was broken off."""
    return table.match is not None and table.broken_off_at is None and table_services.may_go_on(table.match)


def _start(
    table: LeagueTable, evening: Evening, away: Collection[TableSeat], actor: Player, now: datetime
) -> None:
    for seat in away:
        before = seat.player
        replace_in_seat(seat, free_bot(table), actor=actor, now=now)
        add_correction(
            competition=evening.competition,
            evening=evening,
            entrant=seat.entrant,
            actor=actor,
            what="substitute",
            before=before,
            after="bot",
            now=now,
        )
    first = table.seats.taken().select_related("player").earliest("number")
    table_services.start_match(match_id=table.match_id, player=first.player, now=now)


def _walk_over(
    table: LeagueTable,
    evening: Evening,
    *,
    away: Collection[TableSeat],
    actor: Player,
    reason: str,
    now: datetime,
) -> None:
    entrants = dict.fromkeys(entrants_of(table).values())
    absent = {seat.entrant_id for seat in away}
    if not absent:
        of_pairs = evening.competition.size == 2
        raise LeagueRefused(LeagueRefusal.NOT_ONE_PAIR if of_pairs else LeagueRefusal.NOT_ONE_SIDE)
    sides = len(sides_of(table, entrants_of(table)))
    add_correction(
        competition=evening.competition,
        evening=evening,
        actor=actor,
        what="nobody_came" if absent == set(entrants) else "walkover",
        reason=reason,
        after=f"{table.round}/{table.number}",
        now=now,
    )
    EveningMark.objects.bulk_create(
        EveningMark(
            evening=evening,
            entrant_id=entrant,
            kind=MarkKind.UNANNOUNCED if entrant in absent else MarkKind.WALKOVER,
            points=0 if entrant in absent else sides,
            round=0 if entrant in absent else table.round,
        )
        for entrant in entrants
    )
    _stop(table, actor=actor, reason=reason, now=now)


def _seats_of(table: LeagueTable, players: Collection[int]) -> list[TableSeat]:
    """The seats of these players (ids). Refuses not_seated for one without a seat there."""
    seats = table.seats.select_related("player", "table__match", "entrant")
    found = [seat for seat in seats if seat.player_id in players]
    if len(found) != len(set(players)):
        raise LeagueRefused(LeagueRefusal.NOT_SEATED)
    return found


def _are_whole_sides(away: Collection[TableSeat], table: LeagueTable) -> bool:
    """Whether nobody of a side is missing, or all of it, and one side at least is there."""
    missing = {seat.number for seat in away}
    sides = [set(side.seats) for side in sides_of(table, entrants_of(table))]
    return all(side <= missing or not side & missing for side in sides) and missing != set().union(*sides)


def _stop(table: LeagueTable, *, actor: Player, reason: str, now: datetime) -> None:
    match = table.match
    table.broken_off_at, table.counted_at_seq = now, 0
    if match is not None and match.status == Match.Status.OPEN:
        table.match = None
    table.save(update_fields=["broken_off_at", "counted_at_seq", "match"])
    if match is not None and table.match is None:
        table_services.remove_table(match_id=match.pk)
    elif match is not None:
        table_services.end_match(match_id=match.pk, by=actor, reason=reason, now=now)


# Closing an evening: its tables are counted and made final, and absences are marked.

ABSENCES: Final[Mapping[str, MarkKind | None]] = {
    "yes": None,
    "no": MarkKind.ANNOUNCED,
    "absent": MarkKind.UNANNOUNCED,
}
"""The words about an entrant without a seat, as forms send them, and their marks."""


def close_evening(
    *, evening_id: int, version: int, actor: Player, now: datetime, missed: Mapping[int, str] | None = None
) -> Evening:
    """Close a drawn evening: count its tables a last time, mark who was absent.

    `missed` says by entrant what the rounds count that somebody came too late for or left before ("waited" or
    "nothing"), unless the rules of the competition say it (`rules.missed`). An earlier answer stands where there is no
    new one; with neither they count nothing, which is refused where a round of waiting would count something.

    Each table opened is over, confirmed or broken off, and one with a date of its own is played first. A table that
    its players stopped and can still go on with is theirs to play on another day: closing does not end it, the director
    breaks it off. Rounds never opened are not played. The evening's row is locked and `version` compared. Refuses
    changed_meanwhile, not_drawn, unreadable (another word), tables_running, tables_to_play (those with a date of their
    own), table_stopped (the first such table), missed_rounds_unsaid.
    """
    missed = missed or {}
    require_known_answers(missed)
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        opened = evening.tables.filter(round__lte=evening.round, broken_off_at=None)
        playing = opened.exclude(match__status__in=[Match.Status.FINISHED, Match.Status.STOPPED])
        dated = evening.tables.filter(round__gt=evening.round, broken_off_at=None).exclude(starts_at=None)
        later = opened.filter(match=None).exclude(starts_at=None) | dated
        if evening.round == 0:
            playing = evening.tables.filter(round=1, broken_off_at=None)
        elif later.exists():
            playing = playing.exclude(pk__in=later.values("pk"))
        if playing.exists():
            raise LeagueRefused(LeagueRefusal.TABLES_RUNNING, tables=tables_in_words(playing))
        if later.exists():
            raise LeagueRefused(LeagueRefusal.TABLES_TO_PLAY, tables=tables_in_words(later))
        for table in opened.filter(match__status=Match.Status.STOPPED).order_by("round", "number"):
            if may_go_on(table):
                raise LeagueRefused(LeagueRefusal.TABLE_STOPPED, table=table.number, round=table.round)
        count_matches(competition_id=evening.competition_id)
        delete_unopened(evening)
        note_waiting(evening)
        require_all_answered(evening, missed)
        mark_missed_on_closing(evening, missed)
        _mark_absent(evening)
        add_entry(
            competition=evening.competition,
            actor=actor,
            what="evening_closed",
            now=now,
            detail=f"{evening.number}",
        )
        closed = save_and_announce(evening, status=Evening.Status.CLOSED, closed_at=now)
        reopened = Correction.objects.filter(evening=evening, what="reopened")
        if evening.competition.table_rules.same_cards and not reopened.exists():
            _notify_places(closed, now=now)
        return closed


def tables_in_words(tables: Iterable[LeagueTable]) -> str:
    """Tables by round and number, with their own date where they have one."""
    words = []
    for table in sorted(tables, key=lambda each: (each.round, each.number)):
        place = gettext("round {round}, table {number}").format(round=table.round, number=table.number)
        day = f" ({date_format(localtime(table.starts_at), 'j F H:i')})" if table.starts_at else ""
        words.append(f"{place}{day}")
    return "; ".join(words)


def _notify_places(evening: Evening, *, now: datetime) -> None:
    """Notify everybody who played of their place on an evening with the same cards, closed for the first time."""
    standing = standing_of(evening.competition)
    places = places_of(evening, standing.season, better=standing.better)
    notices.notify_places(evening, places, evening.competition.table_rules, now=now)


def reopen_evening(*, evening_id: int, version: int, actor: Player, now: datetime) -> Evening:
    """Reopen an evening that was closed too early: the way back from `close_evening`.

    Absences are marked again at the next closing, as was said of them by hand (`absences_said`); rounds that were never
    opened can be drawn again. Stopped tables stay stopped. Reopening is an entry among the corrections. The evening's
    row is locked and `version` compared. Refuses changed_meanwhile, season_archived, not_drawn (nothing was played
    here: results from a list).
    """
    with transaction.atomic():
        evening = lock_closed_evening(evening_id, version=version)
        if evening.round == 0:
            raise LeagueRefused(LeagueRefusal.NOT_DRAWN)
        seated = evening.tables.values("seats__entrant")
        absences = EveningMark.objects.filter(evening=evening, kind__in=ABSENT)
        absences.exclude(entrant__in=seated).delete()  # those of a walkover have a seat, and stay
        add_correction(
            competition=evening.competition, evening=evening, actor=actor, what="reopened", now=now
        )
        return save_and_announce(evening, status=Evening.Status.DRAWN, closed_at=None)


def change_absence(
    *, evening_id: int, version: int, entrant: Entrant, word: str, actor: Player, now: datetime
) -> Evening:
    """Say afterwards of an entrant without a seat: came ("yes", nothing is marked), signed off ("no"), or did not come
    ("absent"). A correction says so. The evening's row is locked and `version` compared.

    Refuses changed_meanwhile (also an evening that is not closed), not_entered, seated_already (or points from a list),
    unreadable (another word), season_archived.
    """
    with transaction.atomic():
        evening = lock_closed_evening(evening_id, version=version)
        if entrant.competition_id != evening.competition_id:
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        if word not in ABSENCES:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        if entrant.pk not in could_be_absent(evening):
            raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
        EveningMark.objects.filter(evening=evening, entrant=entrant, kind__in=ABSENT).delete()
        kind = ABSENCES[word]
        if kind is not None:
            EveningMark.objects.create(evening=evening, entrant=entrant, kind=kind)
        add_correction(
            competition=evening.competition,
            evening=evening,
            entrant=entrant,
            actor=actor,
            what=f"absence_{word}",
            now=now,
        )
        return save_and_announce(evening)


def absences_said(evenings: Iterable[Evening]) -> dict[Key, MarkKind | None]:
    """What was last said by hand (`change_absence`) of the absence of entrants, None for one who came. It holds however
    often the evening is closed again, unless the entrant signed up or off since. Two queries."""
    kinds = {f"absence_{word}": kind for word, kind in ABSENCES.items()}
    signed = {
        (entrant, evening): at
        for entrant, evening, at in SignUp.objects.filter(evening__in=evenings).values_list(
            "entrant", "evening", "at"
        )
    }
    words = Correction.objects.filter(evening__in=evenings, what__in=list(kinds), entrant__isnull=False)
    return {
        (entrant, evening): kinds[what]
        for entrant, evening, what, at in words.order_by("at", "pk").values_list(
            "entrant", "evening", "what", "at"
        )
        if signed.get((entrant, evening), at) <= at
    }


def could_be_absent(evening: Evening) -> dict[int, str]:
    """The entrants of a closed evening who had no seat, did not wait and have no points from a list, with the word that
    stands of each."""
    marks = EveningMark.objects.filter(evening=evening)
    words = {kind: word for word, kind in ABSENCES.items() if kind is not None}
    by_hand = Q(kind__in=BY_HAND, batch=None)
    present = set(evening.tables.values_list("seats__entrant", flat=True))
    present |= set(marks.exclude(by_hand).exclude(kind__in=list(words)).values_list("entrant", flat=True))
    found = {
        entrant: "yes"
        for entrant in evening.competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True)
        if entrant not in present
    }
    for entrant, kind in marks.filter(kind__in=list(words)).values_list("entrant", "kind"):
        if entrant in found:
            found[entrant] = words[MarkKind(kind)]
    return found


def _mark_absent(evening: Evening) -> None:
    """Mark entrants without a seat who did not wait: as was said by hand after an earlier closing, else signed off in
    time, or absent without word where attendance is expected. A substitute was there, also one who played until the
    absent player came.

    Corrections and deductions do not count as presence.
    """
    expected = evening.competition.table_rules.attendance == "expected"
    present = set(evening.tables.values_list("seats__entrant", flat=True))
    settled = EveningMark.objects.filter(evening=evening).exclude(kind__in=BY_HAND)
    present |= set(settled.values_list("entrant", flat=True))
    helped = set(evening.tables.values_list("seats__player__entered__entrant", flat=True))
    before = SeatChange.objects.filter(seat__table__evening=evening, until_round__gt=0)
    helped |= set(before.values_list("player__entered__entrant", flat=True))
    signed_off = set(
        SignUp.objects.filter(evening=evening, comes=False, in_time=True).values_list("entrant", flat=True)
    )
    everybody = set(evening.competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True))
    absent: dict[int, MarkKind | None] = {
        entrant: MarkKind.ANNOUNCED if entrant in signed_off else MarkKind.UNANNOUNCED
        for entrant in everybody - present
        if entrant in signed_off or (expected and entrant not in helped)
    }
    kinds = {entrant: kind for (entrant, _evening), kind in absences_said([evening]).items()}
    absent |= {entrant: kinds[entrant] for entrant in kinds.keys() & (everybody - present)}
    EveningMark.objects.bulk_create(
        EveningMark(evening=evening, entrant_id=entrant, kind=kind)
        for entrant, kind in sorted(absent.items())
        if kind is not None
    )
