"""The director's next step on an evening, the context of the cockpit's page, and what breaking off or closing early
costs; its tables are in `cockpit_tables`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypedDict

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext, ngettext

from accounts.names import sort_key
from games.engine_words import points_text
from games.league import queries, services
from games.league.evenings.attendance import attendance_context
from games.league.evenings.cockpit_tables import (
    CockpitRound,
    CockpitState,
    CockpitTable,
    TableClock,
    clocks_of,
    rounds_of,
)
from games.league.evenings.movement_choices import (
    MovementChoice,
    draw_without_movement,
    movement_choices,
    movement_in_words,
    one_table,
)
from games.league.models import Competition, Evening, Seating, TableSeat
from games.league.queries import MissedRounds, NamedEntrant
from games.league.services.evenings.same_cards import may_be_on_paper
from games.league.services.evenings.seats import (
    entrants_coming,
    entrants_coming_later,
    late_rounds,
    waiting_by_round,
)
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import MarkKind
from games.league.words import Worths, worths_of

FORMS: Final = (
    "all-come",
    "all-paper",
    "next",
    "answering",
    "not-wanted",
    "unnaming",
    "at-the-door",
    "moving",
    "cancelling",
    "naming",
    "substitute",
    "substitute-paper",
    "exchange",
    "late-table",
    "saying-missed",
    "one-table",
    "otherwise",
    "reopening",
)
"""The forms of the cockpit's page by id. The version they send stands in the part that is exchanged when the evening
changes, so a director who sees a change is not refused because of it."""

TABLE_FORMS: Final = (
    "answering",
    "substitute",
    "substitute-paper",
    "one-table",
    "play-later",
    "play-now",
    "break-off",
)
"""The forms of a table's own page by id, beside that for who is missing."""

UNFINISHED_STATES: Final = (
    CockpitState.PLAYING,
    CockpitState.STOPPED,
    CockpitState.PAPER,
    CockpitState.DATED,
)
"""States of tables that are not over."""


class Step(StrEnum):
    """The director's next step; the values of the first five are the actions of `cockpit_do`."""

    DRAW = "draw"
    START = "start"
    OPEN = "open"
    REST = "rest"
    CLOSE = "close"
    WAIT = "wait"
    OVER = "over"


def next_step(evening: Evening, rounds: Sequence[CockpitRound]) -> Step:
    """Draw, open a round, start its tables, wait while they play, and again, until the evening can be closed.

    A Swiss evening draws each round when the one before is over. A table with another date, or one that was
    stopped and can go on, keeps the evening open, but holds up no round.
    """
    if evening.status != Evening.Status.DRAWN:
        return Step.DRAW if evening.status == Evening.Status.PLANNED else Step.OVER
    states = {table.state for each in rounds if each.is_open for table in each.tables}
    if CockpitState.OPEN in states:
        return Step.START
    if states & {CockpitState.PLAYING, CockpitState.PAPER}:
        return Step.WAIT
    if any(not each.is_open for each in rounds):
        return Step.OPEN
    if evening.competition.seating == Seating.SWISS and evening.round < evening.rounds:
        return Step.REST
    return Step.WAIT if states & {CockpitState.DATED, CockpitState.STOPPED} else Step.CLOSE


# The context of the page.


class CockpitContext(TypedDict):
    """The context of `league/evenings/_cockpit.html`. `movements` are those to choose from at the draw, `no_movement`
    says how it is drawn where all have the same cards and there is none; `movement` is the name of the one that was
    drawn. `one_table` warns that nothing can be compared. Of the next round: who waits, whether it is on phones and
    need not be, or on paper, and whether its packs are laid out by dealing sheets (`laid_out_by_hand`). Of all
    rounds to come up to `last_round`: who does not come and has a seat (`signed_off`), and who comes and has none
    (`unseated`).
    `come_later` are those who come, but not to the next round yet; `blocked` those who get no seat, because an account
    of theirs is blocked on this site.
    `at_play`: how many opened tables are not over; `to_play`: those that play on another day;
    `under_review`: the tables with rounds that an arbiter has still to decide;
    `to_type`: the first opened round with a table on paper that is not over, 0 without; `is_typed`: all of them wait
    only for somebody who finds them right. `clocks` by key of the table;
    `forms` by id, those of tables too.
    """

    evening: Evening
    rounds: tuple[CockpitRound, ...]
    step: Step
    worths: Worths
    next_round: int
    next_waiting: tuple[str, ...]
    last_round: int
    unseated: tuple[str, ...]
    next_on_phones: bool
    next_on_paper: bool
    laid_out_by_hand: bool
    signed_off: tuple[str, ...]
    come_later: tuple[str, ...]
    blocked: tuple[str, ...]
    at_play: int
    to_play: tuple[queries.TableToPlay, ...]
    to_type: int
    is_typed: bool
    under_review: tuple[CockpitTable, ...]
    missed: tuple[MissedRounds, ...]
    unanswered: tuple[MissedRounds, ...]
    calls: tuple[CockpitTable, ...]
    clocks: dict[int, TableClock]
    forms: tuple[str, ...]
    movements: tuple[MovementChoice, ...]
    no_movement: str
    movement: str
    one_table: str


def _is_on_phones(evening: Evening, rounds: Sequence[CockpitRound]) -> bool:
    """Whether the next round is played on phones, and might be with real cards."""
    drawn = [table for each in rounds if each.number == evening.round + 1 for table in each.tables]
    return may_be_on_paper(evening.competition) and any(table.state == CockpitState.DRAWN for table in drawn)


def _is_on_paper(evening: Evening, rounds: Sequence[CockpitRound]) -> bool:
    """Whether all tables of the next round are played with real cards."""
    drawn = [table for each in rounds if each.number == evening.round + 1 for table in each.tables]
    return bool(drawn) and all(table.on_paper for table in drawn)


def _is_laid_out_by_hand(evening: Evening, rounds: Sequence[CockpitRound]) -> bool:
    """Whether the packs of the next round are to be dealt by dealing sheets: all have the same cards, and a table of it
    plays with real ones."""
    drawn = [table for each in rounds if each.number == evening.round + 1 for table in each.tables]
    return evening.competition.the_rules.same_cards and any(table.on_paper for table in drawn)


def _names_signed_off(evening: Evening, entered: Mapping[int, NamedEntrant]) -> tuple[str, ...]:
    """Those by name who said that they do not come, or not yet, or take no further part, and hold a seat of their own
    in such a round to come."""
    seats = TableSeat.objects.filter(table__evening=evening, table__round__gt=evening.round)
    said_no = set(evening.sign_ups.filter(comes=False).values_list("entrant", flat=True))
    later = entrants_coming_later(evening)
    held = {
        entrant
        for entrant, player, number in seats.values_list("entrant", "player", "table__round")
        if entrant in entered
        and (
            entrant in said_no
            or entered[entrant].withdrawn
            or entered[entrant].is_gone
            or number < later.get(entrant, 0)
        )
        and player in entered[entrant].players
    }
    return tuple(_name_with_round(entrant, entered, later) for entrant in _by_name(held, entered))


def _by_name(entrants: Iterable[int], entered: Mapping[int, NamedEntrant]) -> list[int]:
    """These entrants by name, without those entered by another request since `entered` was read: the change that it
    announces loads the page again."""
    return sorted(
        (each for each in entrants if each in entered), key=lambda each: sort_key(entered[each].name)
    )


def _name_with_round(entrant: int, entered: Mapping[int, NamedEntrant], later: Mapping[int, int]) -> str:
    """The name of an entrant, with the round to which it comes later."""
    name = entered[entrant].name
    if entrant not in later:
        return name
    return gettext("{name} (from round {number})").format(name=name, number=later[entrant])


def _names_coming_later(evening: Evening, entered: Mapping[int, NamedEntrant]) -> tuple[str, ...]:
    """Those by name who come, but not to the next round yet, with the round to which they come."""
    coming, later = set(entrants_coming(evening)), entrants_coming_later(evening)
    missing = [each for each, number in later.items() if number > evening.round + 1 and each in coming]
    return tuple(_name_with_round(entrant, entered, later) for entrant in _by_name(missing, entered))


def _names_unseated(evening: Evening, entered: Mapping[int, NamedEntrant]) -> tuple[str, ...]:
    """Those by name who come, but said so after the draw: they have no seat in the rounds to come, and do not wait
    there by the draw either; or they come earlier than they said. A round robin has the fixtures of everybody."""
    if evening.competition.seating == Seating.ROUND_ROBIN:
        return ()
    seats = TableSeat.objects.filter(table__evening=evening)
    to_come = set(seats.filter(table__round__gt=evening.round).values_list("entrant", flat=True))
    ever = set(seats.values_list("entrant", flat=True))
    marked = set(
        evening.marks.filter(kind=MarkKind.WAITED, round__gt=evening.round).values_list("entrant", "round")
    )
    waits = {entrant for entrant, _number in marked}
    first = entrants_coming_later(evening)
    came_late = {entrant for entrant, rounds in late_rounds(evening).items() if rounds} - ever
    playing = set(seats.filter(table__round__gt=evening.round).values_list("player", flat=True))
    missing = {
        entrant
        for entrant in set(entrants_coming(evening)) - to_come - (waits - came_late)
        if entrant in entered and not playing.issuperset(entered[entrant].players)
    }
    for number, entrants in waiting_by_round(evening).items():
        if number > evening.round:
            due = {entrant for entrant in entrants if first.get(entrant, 1) <= number}
            missing |= {entrant for entrant in due if (entrant, number) not in marked}
    later = {each: number for each, number in first.items() if number > evening.round + 1}
    return tuple(_name_with_round(entrant, entered, later) for entrant in _by_name(missing, entered))


def cockpit_context(evening: Evening, entered: Mapping[int, NamedEntrant]) -> CockpitContext:
    """The rounds counted up to this moment, and the next step."""
    rounds = rounds_of(evening, entered)
    step = next_step(evening, rounds)
    opened = [table for each in rounds if each.is_open for table in each.tables]
    dated = any(table.starts_at is not None for table in opened)
    on_paper = [table for table in opened if table.state == CockpitState.PAPER]
    to_type = min((table.round for table in on_paper), default=0)
    draws_anew = evening.status == Evening.Status.DRAWN and any(not each.is_open for each in rounds)
    absent = services.could_be_absent(evening) if evening.status == Evening.Status.CLOSED else ()
    worths = worths_of(evening.competition)
    missed = queries.worths_to_choose(evening, entered) if evening.status == Evening.Status.DRAWN else ()
    asked_now = step != Step.CLOSE and not worths.missed
    return {
        "evening": evening,
        "rounds": rounds,
        "clocks": clocks_of(list(evening.tables.filter(round__lte=evening.round).select_related("match"))),
        "step": step,
        "worths": worths,
        "next_round": evening.round + 1,
        "next_waiting": next((each.waiting for each in rounds if not each.is_open), ()),
        "next_on_phones": step == Step.OPEN and _is_on_phones(evening, rounds),
        "laid_out_by_hand": step == Step.OPEN and _is_laid_out_by_hand(evening, rounds),
        "next_on_paper": step == Step.OPEN and _is_on_paper(evening, rounds),
        "last_round": max((each.number for each in rounds), default=0),
        "signed_off": _names_signed_off(evening, entered) if draws_anew else (),
        "unseated": _names_unseated(evening, entered) if draws_anew else (),
        "come_later": _names_coming_later(evening, entered)
        if step in (Step.DRAW, Step.OPEN, Step.REST)
        else (),
        "blocked": tuple(
            sorted(
                (each.name for each in entered.values() if each.is_gone and not each.withdrawn), key=sort_key
            )
        )
        if step in (Step.DRAW, Step.OPEN, Step.REST)
        else (),
        "forms": (
            *FORMS,
            *(f"missing-{table.pk}" for each in rounds for table in each.tables),
            *(f"absence-{entrant}" for entrant in absent),
        ),
        "movements": movement_choices(evening),
        "no_movement": draw_without_movement(evening),
        "movement": movement_in_words(evening),
        "one_table": one_table(evening),
        "missed": missed,
        "unanswered": tuple(line for line in missed if asked_now and not line.answer),
        "calls": tuple(table for table in opened if table.call),
        "under_review": tuple(table for table in opened if table.notes),
        "to_play": queries.tables_to_play(evening.competition, evening) if dated else (),
        "at_play": sum(table.state in UNFINISHED_STATES for table in opened),
        "to_type": to_type,
        "is_typed": all(table.is_typed for table in on_paper if table.round == to_type),
    }


def cockpit_html(evening_id: int, language: str) -> str:
    """The tables and sign-ups of an evening as they are this moment, as the cockpit is sent them."""
    evening = Evening.objects.select_related("competition").get(pk=evening_id)
    entered = queries.entrants_by_key(evening.competition)
    with translation.override(language):
        shown = attendance_context(evening, entered)
        parts = [render_to_string("league/evenings/_cockpit.html", cockpit_context(evening, entered))]
        # The page of a closed or cancelled evening has no place for it, which htmx reports as an error.
        if evening.status in Evening.TO_PLAY:
            parts.append(render_to_string("league/evenings/_attendance.html", shown))
        parts.append(render_to_string("league/evenings/_coming.html", shown))
        return "".join(parts)


# What breaking off a table, or closing the evening before its last round, costs: shown before the tap.

NEVER_PLAYED: Final = (CockpitState.BROKEN, CockpitState.WALKOVER, CockpitState.NOBODY)
"""States of tables that play no more deals."""


def break_off_costs(
    table: CockpitTable, its_round: CockpitRound, competition: Competition
) -> tuple[str, ...]:
    """In sentences what is played of a table and counts, what is lost, and what the rest is worth."""
    rules = competition.the_rules
    if not table.played and table.state not in (CockpitState.PLAYING, CockpitState.STOPPED):
        sentences = [gettext("Nothing was played at this table, so nothing of it counts.")]
    else:
        sentences = [_words_played(table, rules)]
    if table.state == CockpitState.PLAYING:
        sentences.append(gettext("What is on the table now is lost."))
    rest = max(table.planned - table.played, 0)
    if rules.same_cards:
        sentences += _rest_with_the_same_cards(table, its_round, rules, rest)
    elif table.played:
        sentences += _rest(rules, rest, low=competition.the_game.better == "low")
    return tuple(sentences)


def _words_played(table: CockpitTable, rules: CompetitionRules) -> str:
    if rules.same_cards:
        sentence = gettext("Played: {played} of {planned} deals. What is played counts.")
    elif rules.broken_off == "void":
        sentence = gettext("Rounds played: {played}.")
    elif table.planned:
        sentence = gettext("Played: {played} of {planned} rounds. What is played counts.")
    else:
        sentence = gettext("Rounds played: {played}. What is played counts.")
    return sentence.format(played=table.played, planned=table.planned)


def _rest_with_the_same_cards(
    table: CockpitTable, its_round: CockpitRound, rules: CompetitionRules, rest: int
) -> list[str]:
    if not rest:
        return []
    if rules.by_scale:
        worth = ngettext(
            "{number} deal not played counts for neither team.",
            "{number} deals not played count for neither team.",
            rest,
        )
        return [worth.format(number=rest)]
    worth = ngettext(
        "{number} deal not played counts for nobody at this table: everybody there has the mean of their other deals.",
        "{number} deals not played count for nobody at this table: everybody there has the mean of their other deals.",
        rest,
    )
    others = sum(each.pk != table.pk and each.state not in NEVER_PLAYED for each in its_round.tables)
    at_others = (
        ngettext(
            "The other table plays on, but nobody is left to compare these deals with.",
            "The {others} other tables play on, and are compared with one another.",
            others,
        ).format(others=others)
        if others
        else ""
    )
    average = gettext(
        "When all tables have played a deal, you can still give both sides an average for it: “A deal that cannot "
        "stand”, above."
    )
    return [worth.format(number=rest), *([at_others] if at_others else []), average]


def _rest(rules: CompetitionRules, rest: int, *, low: bool) -> list[str]:
    if rules.broken_off == "void" and low and rules.counting == "points":
        # To have no points would be a gain (`evening_scores.rounds_spared`).
        return [gettext("By the rules here a table broken off does not count: it is as a round of waiting.")]
    if rules.broken_off == "void":
        return [gettext("By the rules here a table broken off does not count.")]
    if not rest or rules.counting != "points":
        return []
    if not rules.compensation:
        sentence = ngettext(
            "{number} round not played is worth nothing.",
            "{number} rounds not played are worth nothing.",
            rest,
        )
        return [sentence.format(number=rest)]
    sentence = ngettext(
        "{number} round not played is worth {points} points to everybody there.",
        "{number} rounds not played are worth {points} points each to everybody there.",
        rest,
    )
    return [sentence.format(number=rest, points=points_text(rules.compensation))]


def early_close_costs(evening: Evening, rounds: Sequence[CockpitRound], step: Step) -> tuple[str, ...]:
    """In sentences what closing the evening now leaves unplayed; empty where all rounds are open, or none."""
    to_come = [each.number for each in rounds if not each.is_open]
    if evening.status != Evening.Status.DRAWN or not evening.round or not to_come or step == Step.CLOSE:
        return ()
    unplayed = ngettext(
        "Round {rounds} is not played.", "Rounds {rounds} are not played.", len(to_come)
    ).format(rounds=", ".join(map(str, to_come)))
    if not evening.competition.the_rules.same_cards:
        return (unplayed,)
    deals = len(to_come) * evening.deals_a_round
    lost = ngettext(
        "{number} deal counts for nobody: the evening is the mean of the deals played.",
        "{number} deals count for nobody: the evening is the mean of the deals played.",
        deals,
    ).format(number=deals)
    played = Counter[int]()
    for each in rounds:
        for table in each.tables:
            for entrant in {sitter.entrant for sitter in table.sitters}:
                played[entrant] += table.played
    least, most = min(played.values(), default=0), max(played.values(), default=0)
    if least == most:
        so_far = ngettext("Everybody has played {number} deal.", "Everybody has played {number} deals.", most)
        return unplayed, lost, so_far.format(number=most)
    so_far = gettext("So far somebody has played {least} deals, and others up to {most}.")
    return unplayed, lost, so_far.format(least=least, most=most)
