"""What breaking off a table, or closing the evening before its last round, costs: shown before the tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, ngettext

from games.engine_words import points_text
from games.league.evenings.cockpit import Step
from games.league.evenings.cockpit_tables import CockpitRound, CockpitState, CockpitTable
from games.league.models import Competition, Evening
from games.league.standings.rules import TableRules

NEVER_PLAYED: Final = (CockpitState.BROKEN, CockpitState.WALKOVER, CockpitState.NOBODY)
"""States of tables that play no more deals."""


def break_off_costs(
    table: CockpitTable, its_round: CockpitRound, competition: Competition
) -> tuple[str, ...]:
    """In sentences what is played of a table and counts, what is lost, and what the rest is worth."""
    rules = competition.table_rules
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


def _words_played(table: CockpitTable, rules: TableRules) -> str:
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
    table: CockpitTable, its_round: CockpitRound, rules: TableRules, rest: int
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


def _rest(rules: TableRules, rest: int, *, low: bool) -> list[str]:
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
    if not evening.competition.table_rules.same_cards:
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
