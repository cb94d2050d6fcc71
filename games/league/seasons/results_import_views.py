"""Pages that take the results of evenings played elsewhere from a list, and take them back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.members import Right
from accounts.models import Player
from accounts.names import sort_key
from accounts.raw_lists import RawList
from games.league import queries, services
from games.league.access import of_competition
from games.league.list_forms import RESULT_COLUMNS, NotListedForm, ResultsForm, column_previews
from games.league.models import Competition, EntrantPlayer
from games.league.result_lists import Answers, EveningPlan, ReadResults, ResultFault, read_results
from games.league.seasons.season_views import frame_of
from games.league.standings.scores import MarkKind
from games.league.words import sign_off_in_words


@dataclass(frozen=True, slots=True)
class PlanInWords:
    """What a list of results does to one evening: the `results` by name, their `sum`, and who is not in the list."""

    plan: EveningPlan
    results: tuple[tuple[str, Decimal], ...]
    sum: Decimal
    missing: tuple[str, ...]


def _plans_in_words(
    read: ReadResults, names: Mapping[int, str], missing: Mapping[int, Sequence[int]]
) -> list[PlanInWords]:
    """What a checked list does, evening by evening."""
    shown = []
    for plan in read.plans:
        results = [
            (names[mark.entrant_id], Decimal(mark.points))
            for mark in read.marks
            if mark.evening.number == plan.evening.number
        ]
        absent = sorted((names[entrant] for entrant in missing.get(plan.evening.number, ())), key=sort_key)
        total = sum((points for _name, points in results), Decimal(0))
        shown.append(PlanInWords(plan, tuple(results), total, tuple(absent)))
    return shown


MAX_QUESTIONS: Final = 100
"""Rows that a page asks about at once."""
MAX_IMPORTS_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class DoubtfulCell:
    """A cell to correct, as it stands now (`value`), and its heading. `is_name`: it has the names."""

    place: int
    head: str
    value: str
    is_name: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """A row of a list that was not understood, or was left out or corrected: what stands in it, what is wrong, and the
    cells to correct."""

    number: int
    text: str
    faults: tuple[str, ...]
    cells: tuple[DoubtfulCell, ...]
    left_out: bool


def _doubts(raw: RawList, read: ReadResults, answers: Answers) -> list[Doubt]:
    """The rows of a list that want an answer, MAX_QUESTIONS at once, or had one; by number."""
    faults: dict[int, list[ResultFault]] = defaultdict(list)
    for fault in read.faults:
        faults[fault.line].append(fault)
    answered: dict[int, list[int]] = defaultdict(list)
    for number, place in answers.cells:
        answered[number].append(place)
    found, count = [], 0
    for row in raw.rows:
        own = faults.get(row.number, [])
        is_answered = row.number in answers.left_out or row.number in answered
        if (read.head and row.number <= read.head.number) or not (own or is_answered):
            continue
        if not is_answered:
            count += 1
            if count > MAX_QUESTIONS:
                continue
        places = {fault.place for fault in own if fault.place is not None} | {*answered.get(row.number, ())}
        found.append(
            Doubt(
                row.number,
                " · ".join(filter(None, (cell.strip() for cell in row.cells))),
                tuple(fault.sentence for fault in own),
                tuple(
                    DoubtfulCell(
                        place,
                        read.head.cell(place) if read.head else "",
                        answers.cells.get((row.number, place), row.cell(place)),
                        place == read.columns.get("name"),
                    )
                    for place in sorted(places)
                ),
                row.number in answers.left_out,
            )
        )
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@of_competition(Right.RUN_EVENING)
def results_import(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Evenings played elsewhere, from a list. The first post shows what would happen, the second,
    with `confirm`, writes it. With a fault nothing is written, and every fault is named. `enter` lets the members in
    the list who do not take part yet do so, and reads it again."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ResultsForm(*sent, competition=competition)
    page: dict[str, object] = {"form": form, "faults": ()}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        now, cleaned, answers = timezone.now(), form.cleaned_data, form.answers()

        def read_list() -> ReadResults:
            return read_results(
                competition=competition,
                raw=cleaned["raw"],
                names=queries.names_for_lists(competition),
                now=now,
                answers=answers,
                named=cleaned["file"].name if cleaned["file"] else "",
                members=queries.names_of_members(competition),
            )

        read = read_list()
        if "enter" in request.POST and _enter_members(request, competition, read):
            read = read_list()
        names = {each.pk: each.name for each in queries.entrants_by_key(competition).values()}
        if read.marks and not read.faults:
            others = NotListedForm(request.POST if cleaned["confirm"] else None)
            if cleaned["confirm"] and not form.has_other_columns and others.is_valid():
                many = services.import_results(
                    competition=competition,
                    read=read,
                    actor=request.user,
                    now=now,
                    others=MarkKind(missing) if (missing := others.cleaned_data["missing"]) else None,
                )
                taken_in = ngettext("{count} result is taken in.", "{count} results are taken in.", many)
                messages.success(request, taken_in.format(count=many))
                return redirect("league:results_import", competition.pk)
            status = 200
            page["ready"] = others
            not_listed = services.entrants_not_listed(competition=competition, read=read)
            page |= {
                "plans": _plans_in_words(read, names, not_listed),
                "some_missing": bool(not_listed),
                "signed_off": sign_off_in_words(competition),
            }
        doubts = _doubts(cleaned["raw"], read, answers)
        page |= {
            "faults": read.faults,
            "told_faults": [
                fault for fault in read.faults if fault.line not in {each.number for each in doubts}
            ],
            "doubts": doubts,
            "entrants": sorted(names.values(), key=sort_key),
            "other_members": _members_besides(competition) if doubts else (),
            "read": read,
            "seen": form.preview_key(read.columns),
            "choices": RESULT_COLUMNS.items(),
            "columns": [
                column
                for column in column_previews(cleaned["raw"], read.columns, read.head)
                if column[0] not in read.by_evening.values()
            ],
        }
    page |= frame_of(request, competition) | {
        "imports": competition.imports.select_related("actor")
        .annotate(results=Count("marks", filter=Q(marks__kind=MarkKind.CORRECTION)))
        .order_by("-at", "-pk")[:MAX_IMPORTS_SHOWN]
    }
    return render(request, "league/seasons/import.html", page, status=status)


def _members_besides(competition: Competition) -> list[str]:
    """The names at the table of those members of the club who take no part, where players take part one by one."""
    if competition.size > 1:
        return []
    club = competition.season.club_id
    others = Player.objects.filter(memberships__club=club, is_active=True).exclude(
        pk__in=EntrantPlayer.objects.filter(competition=competition).values("player")
    )
    return list(others.order_by("nickname_sort").values_list("nickname", flat=True))


def _enter_members(request: HttpRequest, competition: Competition, read: ReadResults) -> bool:
    """Let the members in a list who do not take part yet do so; whether there were some. A message says how many, or
    why nobody was entered."""
    if not read.not_entered:
        return False
    entered = services.enter_by_name(
        competition=competition,
        text="\n".join(read.not_entered),
        new_members=False,
        actor=request.user,
        now=timezone.now(),
    )
    for fault in entered.faults:
        messages.error(request, fault.sentence)
    if many := len(entered.entrants):
        now_entered = ngettext("{count} takes part now.", "{count} take part now.", many)
        messages.success(request, now_entered.format(count=many))
    return bool(entered.entrants)


@require_POST
@of_competition(Right.RUN_EVENING)
def results_import_back(request: HttpRequest, competition: Competition, batch: int) -> HttpResponse:
    """Take the results of a list back."""
    found = get_object_or_404(competition.imports, pk=batch)
    services.take_results_back(batch=found, actor=request.user, now=timezone.now())
    return redirect("league:results_import", competition.pk)
