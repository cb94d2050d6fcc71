"""Closing an evening: its tables are counted and made final, and absences are marked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, Evening, EveningMark, SignUp
from games.league.services.corrections import add_correction, add_entry
from games.league.services.evenings.counting import count_matches
from games.league.services.evenings.sit_outs import note_waiting, rounds_missed
from games.league.services.evenings.stopping import may_go_on
from games.league.services.locking import closed_evening, drawn_evening, touched
from games.league.standings.scores import MarkKind
from games.table.log.models import Match

ABSENCES: Final[Mapping[str, MarkKind | None]] = {
    "yes": None,
    "no": MarkKind.ANNOUNCED,
    "absent": MarkKind.UNANNOUNCED,
}
"""The words about an entrant without a seat, as forms send them, and their marks."""
MISSED_ROUNDS: Final[Mapping[str, MarkKind]] = {"waited": MarkKind.EXCUSED, "nothing": MarkKind.MISSED}
"""The words about the rounds that a latecomer or leaver missed, as forms send them, and their marks."""


def close_evening(
    *, evening_id: int, version: int, actor: Player, now: datetime, missed: Mapping[int, str] | None = None
) -> Evening:
    """Close a drawn evening: count its tables a last time, mark who was absent.

    `missed` says by entrant what the rounds count that somebody came too late for or left before ("waited" or
    "nothing", which is meant where nothing is said).

    Each table opened is over, confirmed or broken off, and one with a date of its own is played first. A table that
    its players stopped and can still go on with is theirs to play on another day: closing does not end it, the director
    breaks it off. Rounds never opened are not played. The evening's row is locked and `version` compared. Refuses
    changed_meanwhile, not_drawn, unreadable (another word), tables_running, table_stopped (the first such table).
    """
    missed = missed or {}
    if not set(missed.values()) <= MISSED_ROUNDS.keys():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        opened = evening.tables.filter(round__lte=evening.round, broken_off_at=None)
        playing = opened.exclude(match__status__in=[Match.Status.FINISHED, Match.Status.STOPPED])
        dated = evening.tables.filter(round__gt=evening.round, broken_off_at=None).exclude(starts_at=None)
        if evening.round == 0 or playing.exists() or dated.exists():
            raise LeagueRefused(LeagueRefusal.TABLES_RUNNING)
        for table in opened.filter(match__status=Match.Status.STOPPED).order_by("round", "number"):
            if may_go_on(table):
                raise LeagueRefused(LeagueRefusal.TABLE_STOPPED, table=table.number, round=table.round)
        count_matches(competition_id=evening.competition_id)
        unopened = evening.tables.filter(round__gt=evening.round)
        unopened.delete()
        note_waiting(evening)
        _mark_missed(evening, missed)
        _mark_absent(evening)
        add_entry(
            competition=evening.competition,
            actor=actor,
            what="evening_closed",
            now=now,
            told=f"{evening.number}",
        )
        return touched(evening, status=Evening.Status.CLOSED, closed_at=now)


def reopen_evening(*, evening_id: int, version: int, actor: Player, now: datetime) -> Evening:
    """Reopen an evening that was closed too early: the way back from `close_evening`.

    Absences are marked again at the next closing; rounds that were never opened can be drawn again. Stopped
    tables stay stopped. Reopening is an entry among the corrections. The evening's row is locked and
    `version` compared. Refuses changed_meanwhile, season_archived, not_drawn (nothing was played here:
    results from a list).
    """
    with transaction.atomic():
        evening = closed_evening(evening_id, version=version)
        if evening.round == 0:
            raise LeagueRefused(LeagueRefusal.NOT_DRAWN)
        seated = evening.tables.values("seats__entrant")
        EveningMark.objects.filter(
            evening=evening, kind__in=[MarkKind.ANNOUNCED, MarkKind.UNANNOUNCED]
        ).exclude(entrant__in=seated).delete()  # those of a walkover have a seat, and stay
        add_correction(
            competition=evening.competition, evening=evening, actor=actor, what="reopened", now=now
        )
        return touched(evening, status=Evening.Status.DRAWN, closed_at=None)


def change_absence(
    *, evening_id: int, version: int, entrant: Entrant, word: str, actor: Player, now: datetime
) -> Evening:
    """Say afterwards of an entrant without a seat: came ("yes", nothing is marked), signed off ("no"), or did not come
    ("absent"). A correction says so. The evening's row is locked and `version` compared.

    Refuses changed_meanwhile (also an evening that is not closed), not_entered, seated_already, unreadable (another
    word), season_archived.
    """
    with transaction.atomic():
        evening = closed_evening(evening_id, version=version)
        if entrant.competition_id != evening.competition_id:
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        if word not in ABSENCES:
            raise LeagueRefused(LeagueRefusal.UNREADABLE)
        if entrant.pk not in could_be_absent(evening):
            raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
        absences = [each for each in ABSENCES.values() if each is not None]
        EveningMark.objects.filter(evening=evening, entrant=entrant, kind__in=absences).delete()
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
        return touched(evening)


def could_be_absent(evening: Evening) -> dict[int, str]:
    """The entrants of a closed evening who had no seat and did not wait, with the word that stands of each."""
    marks = EveningMark.objects.filter(evening=evening)
    words = {kind: word for word, kind in ABSENCES.items() if kind is not None}
    by_hand = (MarkKind.CORRECTION, MarkKind.DEDUCTION)
    here = set(evening.tables.values_list("seats__entrant", flat=True))
    here |= set(marks.exclude(kind__in=[*words, *by_hand]).values_list("entrant", flat=True))
    found = {
        entrant: "yes"
        for entrant in evening.competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True)
        if entrant not in here
    }
    for entrant, kind in marks.filter(kind__in=list(words)).values_list("entrant", "kind"):
        if entrant in found:
            found[entrant] = words[MarkKind(kind)]
    return found


def _mark_missed(evening: Evening, missed: Mapping[int, str]) -> None:
    """Mark the rounds that latecomers and leavers missed, as it was said of each; those of an earlier closing go."""
    EveningMark.objects.filter(evening=evening, kind__in=MISSED_ROUNDS.values()).delete()
    EveningMark.objects.bulk_create(
        EveningMark(
            evening=evening,
            entrant_id=entrant,
            kind=MISSED_ROUNDS[missed.get(entrant, "nothing")],
            points=1,
            round=number,
        )
        for entrant, numbers in rounds_missed(evening).items()
        for number in numbers
    )


def _mark_absent(evening: Evening) -> None:
    """Mark entrants without a seat who did not wait: signed off in time, or absent without word where
    attendance is expected. A substitute was there.

    Corrections and deductions do not count as presence.
    """
    expected = evening.competition.table_rules.attendance == "expected"
    here = set(evening.tables.values_list("seats__entrant", flat=True))
    by_hand = (MarkKind.CORRECTION, MarkKind.DEDUCTION)
    settled = EveningMark.objects.filter(evening=evening).exclude(kind__in=by_hand)
    here |= set(settled.values_list("entrant", flat=True))
    helped = set(evening.tables.values_list("seats__player__entered__entrant", flat=True))
    signed_off = set(
        SignUp.objects.filter(evening=evening, comes=False, in_time=True).values_list("entrant", flat=True)
    )
    everybody = set(evening.competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True))
    EveningMark.objects.bulk_create(
        EveningMark(
            evening=evening,
            entrant_id=entrant,
            kind=MarkKind.ANNOUNCED if entrant in signed_off else MarkKind.UNANNOUNCED,
        )
        for entrant in sorted(everybody - here)
        if entrant in signed_off or (expected and entrant not in helped)
    )
