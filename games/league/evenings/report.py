"""The evening as a list and in a few lines, ready to paste into the club's paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.engine_words import points_text, with_sign
from games.league.models import Evening
from games.league.queries import EveningLine, SeasonTable, tables_to_play
from games.league.queries.lines import PartInWords, helped_word, notes_of, parts_in_words, why_word
from games.league.standings.places import deals_had
from games.league.standings.points import Points, divide_exactly
from games.league.standings.scores import MarkKind

BEST_OF_SEASON: Final = 5
"""Rows of the season's table that the report shows."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A row of the evening list; `beside` says what it is worth beside its tables, `why` what took their place, `notes`
    what is under review or deducted. `half` names the half of an evening with two winners that the place is in, "" with
    one."""

    line: EveningLine
    half: str
    beside: str
    why: str
    notes: str


def report_line(line: EveningLine) -> ReportLine:
    """A row of the evening list in words."""
    beside = [*_beside(line)]
    beside += [
        ngettext("{number} deal", "{number} deals", part.rounds).format(number=part.rounds)
        for part in line.result.parts
        if part.kind == "deals"
    ]
    if deals_had(line.result) is not None:
        beside += [
            gettext("{word}, counts 0").format(word=each.word) if each.kind == MarkKind.MISSED else each.word
            for each in line.missed
        ]
    return ReportLine(
        line=line,
        half=half_word(line.half),
        beside=", ".join(beside),
        why="" if line.result.why == "played" else _why(line),
        notes=", ".join(_notes(line)),
    )


def _beside(line: EveningLine) -> tuple[str, ...]:
    """What an evening is worth beside its tables, each with its points, and the rounds missed that count nothing."""
    return tuple(
        f"{part.word} {with_sign(part.points) if part.points else 0}"
        for part in parts_in_words(line.result, line.rules, line.missed)
        if part.kind not in ("table", "deals", line.result.why)
    )


def half_word(half: int) -> str:
    """The half of an evening with two winners that a place is in; "" with one winner."""
    return {1: gettext("Who stayed at their table"), 2: gettext("Who moved on")}.get(half, "")


def _why(line: EveningLine) -> str:
    return (
        helped_word(line.helped)
        if line.helped
        else why_word(line.result, line.rules, has_average=line.has_average)
    )


def _notes(line: EveningLine) -> tuple[str, ...]:
    too_few = [gettext("too few deals for a place")] if line.lacks_deals else []
    return (*too_few, *notes_of(provisional=line.result.provisional, deducted=line.deducted))


@dataclass(frozen=True, slots=True)
class Breakdown:
    """An evening of one entrant line by line: `parts` add up to `points`; `deducted` is taken from the season's total
    beside that."""

    parts: tuple[PartInWords, ...]
    points: Points
    deducted: Points


def breakdown_of(evening: Evening, lines: Sequence[EveningLine], entrant: int) -> Breakdown | None:
    """An entrant's points of the evening in parts; None where the evening has no worth for them and nothing
    was deducted.
    """
    line = next((line for line in lines if line.entrant == entrant), None)
    own = line.result if line else None
    deductions = evening.marks.filter(entrant=entrant, kind=MarkKind.DEDUCTION)
    deducted = line.deducted if line else sum(map(Fraction, deductions.values_list("points", flat=True)))
    if own is None and not deducted:
        return None
    parts: tuple[PartInWords, ...] = ()
    if line is not None:
        instead = () if line.result.parts else (PartInWords(_why(line), 0),)
        parts = (*instead, *parts_in_words(line.result, line.rules, line.missed))
    return Breakdown(parts=parts, points=own.points if own else 0, deducted=deducted)


def _to_play(evening: Evening) -> list[str]:
    """A sentence for each table that plays on another day, and an empty line after them."""
    sentences = [
        gettext("Still to play: round {round}, table {number}, on {date} ({names}).").format(
            round=each.round,
            number=each.number,
            date=date_format(localtime(each.starts_at), "l j F"),
            names=", ".join(each.names),
        )
        for each in tables_to_play(evening.competition, evening)
    ]
    return [*sentences, ""] if sentences else []


def report_of(evening: Evening, lines: Sequence[EveningLine], then: SeasonTable) -> str:
    """Winner, average, best and worst table, tallies, the evening, the top of the season as it was `then`."""
    competition = evening.competition
    paragraphs = [
        f"{competition.season.club.name} · {competition.season.name} · {competition.name}",
        gettext("Evening {number}, {date}").format(
            number=evening.number, date=date_format(localtime(evening.starts_at), "DATE_FORMAT")
        ),
        "",
    ]
    paragraphs += _to_play(evening)
    placed = [line for line in lines if line.place is not None]
    most = max((len(line.tables) for line in placed), default=0)
    if not placed:
        return "\n".join([*paragraphs, gettext("Nothing was played.")])
    in_per_cent = competition.the_rules.in_per_cent
    for half, together in groupby(placed, key=lambda line: line.half):
        winners = [line for line in together if line.place == 1]
        if half:
            paragraphs.append(half_word(half))
        won = (
            gettext("Winner: {names} with {points} per cent")
            if in_per_cent
            else gettext("Winner: {names} with {points} points")
        )
        names = ", ".join(line.name_with_substitutes for line in winners)
        winner = won.format(names=names, points=points_text(winners[0].points))
        paragraphs.append(_with_notes(winner, _explanations_of(winners, most)))
    average = gettext("Average: {points} per cent") if in_per_cent else gettext("Average: {points} points")
    paragraphs.append(
        average.format(points=points_text(divide_exactly(sum(line.points for line in placed), len(placed))))
    )
    if tables := [points for line in placed for points in line.tables]:
        paragraphs.append(
            gettext("Most at one table: {highest}; least: {lowest}").format(
                highest=points_text(max(tables)), lowest=points_text(min(tables))
            )
        )
    paragraphs += _tallies(placed, then)
    paragraphs += ["", gettext("The evening")]
    for half, together in groupby(lines, key=lambda line: line.half):
        paragraphs += [half_word(half)] if half else []
        paragraphs += [_line_text(line, most, in_per_cent=in_per_cent) for line in together]
    held = len(then.evenings)
    paragraphs += [
        "",
        ngettext("The season after {count} evening", "The season after {count} evenings", held).format(
            count=held
        ),
    ]
    paragraphs += [
        _with_notes(
            f"{row.place or '–'}. {then.name(row.entrant)} {_worth_text(row.worth, in_per_cent=in_per_cent)}",
            notes_of(provisional=row.provisional, deducted=row.deducted),
        )
        for row in then.rows[:BEST_OF_SEASON]
    ]
    if left := len(then.rows[BEST_OF_SEASON:]):
        paragraphs.append(ngettext("and {count} other", "and {count} others", left).format(count=left))
    return "\n".join(paragraphs)


def _explanations(line: EveningLine, most: int) -> tuple[str, ...]:
    """Why the points are not the sum of as many tables as the others had, `most`: how many there were, and what came
    beside them."""
    many = len(line.tables)
    instead = [_why(line)] if line.result.why != "played" else []
    fewer = gettext("{played} of {most} tables").format(played=many, most=most)
    return (*instead, *((fewer,) if 0 < many < most else ()), *_beside(line))


def _explanations_of(winners: Sequence[EveningLine], most: int) -> tuple[str, ...]:
    """The explanation of the winner's points; of several in one, each with the name."""
    if len(winners) == 1:
        return _explanations(winners[0], most)
    each = [(line.name, ", ".join(_explanations(line, most))) for line in winners]
    why = "; ".join(f"{name}: {explanation}" for name, explanation in each if explanation)
    return (why,) if why else ()


def _line_text(line: EveningLine, most: int, *, in_per_cent: bool) -> str:
    """A line of the evening: place, name, points, notes; of somebody absent why there is no place."""
    notes, worth = _notes(line), _worth_text(line.points, in_per_cent=in_per_cent)
    if line.lacks_deals:
        return _with_notes(f"–  {line.name_with_substitutes} {worth}", (*_explanations(line, most), *notes))
    if line.place is None:
        return _with_notes(f"–  {line.name} {worth}", (_why(line), *_beside(line), *notes))
    explained = _explanations(line, most)
    return _with_notes(f"{line.place}. {line.name_with_substitutes} {worth}", (*explained, *notes))


def _with_notes(sentence: str, notes: Sequence[str]) -> str:
    return f"{sentence} ({', '.join(notes)})" if notes else sentence


def _tallies(placed: Sequence[EveningLine], table: SeasonTable) -> list[str]:
    """The leaders of each tally of the game, as sentences; tallies of 0 are left out."""
    sentences = []
    for place, tally in enumerate(table.tallies):
        most = max(line.tallies[place] for line in placed)
        if most:
            names = ", ".join(line.name for line in placed if line.tallies[place] == most)
            sentences.append(f"{gettext(tally.label)}: {names} ({most})")
    return sentences


def _worth_text(worth: Points, *, in_per_cent: bool) -> str:
    """What a season or an evening is worth, with its sign where that is per cent."""
    text = points_text(worth)
    return gettext("{number} %").format(number=text) if in_per_cent else text
