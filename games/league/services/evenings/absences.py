"""Absences of a closed evening: marked on closing, changed by hand afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Correction, Entrant, Evening, EveningMark, SeatChange, SignUp
from games.league.services.corrections import add_correction
from games.league.services.locking import lock_closed_evening, save_and_announce
from games.league.standings.scores import ABSENT, BY_HAND, Key, MarkKind

ABSENCES: Final[Mapping[str, MarkKind | None]] = {
    "yes": None,
    "no": MarkKind.ANNOUNCED,
    "absent": MarkKind.UNANNOUNCED,
}
"""The words about an entrant without a seat, as forms send them, and their marks."""


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


def mark_absent_on_closing(evening: Evening) -> None:
    """Mark entrants without a seat who did not wait: as was said by hand after an earlier closing, else signed off in
    time, or absent without word where attendance is expected. A substitute was there, also one who played until the
    absent player came.

    Corrections and deductions do not count as presence.
    """
    expected = evening.competition.the_rules.attendance == "expected"
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
