"""Results of evenings that were played before the club came here, from a list that was read (`result_lists`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from accounts.notices import redirect_notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, EveningMark, ResultsImport
from games.league.result_lists import ReadResults
from games.league.services.corrections import add_correction
from games.league.services.evenings.absences import absences_said
from games.league.services.locking import require_open, save_and_announce
from games.league.standings.scores import ABSENT, MarkKind


def entrants_not_listed(*, competition: Competition, read: ReadResults) -> dict[int, tuple[int, ...]]:
    """Who takes part and has no result of an evening that the list closes, in the list or written down by hand, and of
    whom nobody said by hand whether they were there: entrants by the number of the evening. Four queries."""
    closing = [plan.evening for plan in read.plans if plan.closes]
    closes = [evening for evening in closing if evening.pk is not None]
    numbers = {evening.pk: evening.number for evening in closes}
    settled = {(entrant, numbers[evening]) for entrant, evening in absences_said(closes)}
    by_hand = EveningMark.objects.filter(evening__in=closes, kind=MarkKind.CORRECTION)
    settled |= {(entrant, numbers[evening]) for entrant, evening in by_hand.values_list("entrant", "evening")}
    settled |= {(mark.entrant_id, mark.evening.number) for mark in read.marks}
    taking_part = tuple(competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True))
    found = {
        evening.number: tuple(one for one in taking_part if (one, evening.number) not in settled)
        for evening in closing
    }
    return {evening: entrants for evening, entrants in found.items() if entrants}


def import_results(
    *,
    competition: Competition,
    read: ReadResults,
    actor: Player,
    now: datetime,
    others: MarkKind | None = None,
) -> int:
    """Write a checked list as points entered afterwards, make the evenings that were missing, and close all; returns
    the number of results.

    `others` is what those have who are not in it (`entrants_not_listed`): signed off in time, or absent without a word;
    None: no evening.

    The evenings' rows are locked. Refuses season_archived, and changed_meanwhile for an evening that changed or
    went since the list was checked, whose number another has now, or on which somebody of the list was given points
    since.
    """
    with transaction.atomic():
        require_open(competition.season_id)
        new_evenings = _make_evenings(competition, [plan.evening for plan in read.plans if plan.is_new])
        for mark in read.marks:
            mark.evening = new_evenings.get(mark.evening.number, mark.evening)
        seen = {mark.evening_id: mark.evening.version for mark in read.marks}
        evenings = list(Evening.objects.select_for_update().filter(pk__in=seen).order_by("pk"))
        if {evening.pk: evening.version for evening in evenings} != seen:
            raise LeagueRefused(LeagueRefusal.CHANGED_MEANWHILE)
        older = EveningMark.objects.filter(evening__in=evenings, kind=MarkKind.CORRECTION)
        listed = {(mark.evening_id, mark.entrant_id) for mark in read.marks}
        if not listed.isdisjoint(older.values_list("evening", "entrant")):
            raise LeagueRefused(LeagueRefusal.CHANGED_MEANWHILE)
        closed = [evening for evening in evenings if evening.status != Evening.Status.CLOSED]
        batch = ResultsImport.objects.create(
            competition=competition,
            actor=actor,
            at=now,
            closed=[evening.pk for evening in closed],
            made=[evening.pk for evening in new_evenings.values()],
        )
        for mark in read.marks:
            mark.batch = batch
        by_number = {evening.number: evening for evening in evenings}
        missing = entrants_not_listed(competition=competition, read=read) if others is not None else {}
        EveningMark.objects.bulk_create(read.marks)
        if others is not None:
            EveningMark.objects.bulk_create(
                EveningMark(evening=by_number[number], entrant_id=entrant, kind=others, points=0, batch=batch)
                for number, entrants in missing.items()
                for entrant in entrants
            )
        EveningMark.objects.bulk_create(
            EveningMark(evening_id=evening, entrant_id=entrant, kind=kind)
            for (entrant, evening), kind in absences_said(closed).items()
            if kind is not None
        )
        for evening in evenings:
            save_and_announce(
                evening, **({"status": Evening.Status.CLOSED, "closed_at": now} if evening in closed else {})
            )
        count = f"{len(read.marks)}"
        reason = gettext("Results from a list")
        add_correction(
            competition=competition, actor=actor, what="imported", reason=reason, after=count, now=now
        )
    return len(read.marks)


def take_results_back(*, batch: ResultsImport, actor: Player, now: datetime) -> None:
    """Remove what an import wrote; once only. An evening that was not played here opens again with the last of its
    lists, whichever of them closed it; one that a list made goes then, unless something else was said of it.

    Corrections and deductions stay, and so does what was said by hand of absences: it holds again when the evening is
    closed again (`absences_said`). Refuses season_archived.
    """
    with transaction.atomic():
        batch = ResultsImport.objects.select_for_update(of=("self",)).get(pk=batch.pk)
        require_open(batch.competition.season_id)
        if batch.taken_back_at is not None:
            return
        concerned = set(batch.marks.values_list("evening", flat=True)) | set(batch.closed)
        evenings = list(Evening.objects.select_for_update().filter(pk__in=concerned).order_by("pk"))
        many = batch.marks.filter(kind=MarkKind.CORRECTION).count()
        batch.marks.all().delete()
        lists = ResultsImport.objects.filter(competition=batch.competition_id).values_list("made", flat=True)
        made_by_lists = {key for made in lists for key in made}
        for evening in evenings:
            opens = evening.is_from_lists and not evening.marks.exclude(batch=None).exists()
            if opens:
                evening.marks.filter(kind__in=ABSENT).delete()
            if opens and evening.pk in made_by_lists and not _is_spoken_of(evening):
                league = reverse("league:league", args=[evening.competition_id])
                redirect_notices(pages=[reverse("league:evening", args=[evening.pk])], url=league)
                evening.delete()
                continue
            save_and_announce(
                evening, **({"status": Evening.Status.PLANNED, "closed_at": None} if opens else {})
            )
        batch.taken_back_at = now
        batch.save(update_fields=["taken_back_at"])
        add_correction(
            competition=batch.competition,
            actor=actor,
            what="import_back",
            reason=gettext("Results from a list"),
            before=f"{many}",
            now=now,
        )


def _make_evenings(competition: Competition, new: Sequence[Evening]) -> dict[int, Evening]:
    """Store new evenings, by their numbers; the competition's row is locked. Refuses changed_meanwhile where a number
    was given to another meanwhile."""
    if new:
        Competition.objects.select_for_update().get(pk=competition.pk)
        numbers = [evening.number for evening in new]
        if Evening.objects.filter(competition=competition, number__in=numbers).exists():
            raise LeagueRefused(LeagueRefusal.CHANGED_MEANWHILE)
        for evening in new:
            evening.save(force_insert=True)
    return {evening.number: evening for evening in new}


def _is_spoken_of(evening: Evening) -> bool:
    """Whether anything was said of an evening that was never drawn: points by hand, a sign-up, a stake, a director, a
    correction."""
    about = (evening.marks, evening.sign_ups, evening.stakes, evening.directors, evening.corrections)
    return any(each.exists() for each in about)
