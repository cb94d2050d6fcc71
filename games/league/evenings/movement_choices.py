"""The choice of a movement: each in the sentences from which a secretary chooses, and the one that was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.league.draw import NoSuchMovement
from games.league.duplicate.movements import (
    MAX_TABLES,
    MIN_PAIRS,
    PLAYERS_AT_A_TABLE,
    TWO_TABLES,
    Choice,
    Facts,
    Kind,
    facts_for,
    most_rounds,
)
from games.league.models import Competition, Evening, TableSeat
from games.league.services.evenings.movements import form_of, offered_movements
from games.league.services.evenings.seat_plans import seats_for
from games.league.services.evenings.seats import entrants_coming_in
from games.table.log.models import Round

NAMES: Final[Mapping[Kind, str]] = {
    Kind.MITCHELL: "Mitchell",
    Kind.ARROW_SWITCH: _("Mitchell with arrow switch"),
    Kind.HOWELL: "Howell",
    Kind.TEAMS: _("teams of four"),
    Kind.INDIVIDUAL: _("individual"),
}
"""The movements as bridge directors call them."""


@dataclass(frozen=True, slots=True)
class MovementChoice:
    """A movement to choose from: what the form sends, for how many `entrants`, whether these are single players, its
    rounds and deals, who meets whom, and its `name` among bridge directors."""

    value: str
    entrants: int
    single: bool
    length: str
    sentence: str
    name: str
    chosen: bool


def movement_choices(evening: Evening) -> tuple[MovementChoice, ...]:
    """The movements that can be chosen for those who come, until the first round is open: as drawn, or the first, is
    the one that is ticked."""
    if evening.status not in Evening.TO_PLAY or evening.round or not form_of(evening.competition):
        return ()
    offered = offered_movements(evening, len(entrants_coming_in(evening, 1)))
    ticked = [str(facts.choice) == evening.movement for facts in offered]
    if ticked and not any(ticked):
        ticked[0] = True
    return tuple(
        MovementChoice(
            str(facts.choice),
            facts.entrants,
            facts.kind == Kind.INDIVIDUAL,
            length_of(facts),
            meetings_of(facts),
            str(NAMES[facts.kind]),
            chosen,
        )
        for facts, chosen in zip(offered, ticked, strict=True)
    )


def movement_name(evening: Evening) -> str:
    """The movement that was drawn, as bridge directors call it: "Mitchell"; "" before the draw, and where seats were
    drawn as on other evenings."""
    if evening.status == Evening.Status.PLANNED:
        return ""
    if evening.competition.the_rules.by_scale:
        return str(NAMES[Kind.TEAMS])
    return str(NAMES[Choice.parse(evening.movement).kind]) if evening.movement else ""


def movement_in_words(evening: Evening, *, short: bool = False) -> str:
    """The movement that was drawn, in the words of the choice and with its name in brackets; `short`: only how long it
    is. The name alone for teams, and where others sit than were there when it was drawn."""
    name = movement_name(evening)
    if not name or evening.competition.the_rules.by_scale:
        return name
    coming = set(entrants_coming_in(evening, 1))
    seated = set(TableSeat.objects.filter(table__evening=evening).values_list("entrant", flat=True))
    choice = Choice.parse(evening.movement)
    if seated != coming or choice.rounds != evening.rounds:
        return name
    try:
        facts = facts_for(choice, len(coming))
    except NoSuchMovement:
        return name
    length = length_of(facts)
    return f"{length} ({name})" if short else f"{length}, {meetings_of(facts)} ({name})"


def draw_without_movement(evening: Evening) -> str:
    """How the seats are drawn where all have the same cards and no movement fits those who come, and how many tables
    are then compared; "" on other evenings, once a round is open, and where `one_table` says that there is one."""
    form = form_of(evening.competition)
    if evening.status not in Evening.TO_PLAY or evening.round or not form:
        return ""
    coming = len(entrants_coming_in(evening, 1))
    tables = coming // (PLAYERS_AT_A_TABLE if form == "individual" else 2)
    if tables < TWO_TABLES or offered_movements(evening, coming):
        return ""
    if form == "pairs":
        sentence = gettext(
            "The pairs move as on other evenings: the plans for the same cards need 4 to 32 pairs."
        )
    elif tables <= MAX_TABLES:
        sentence = gettext(
            "Seats are drawn as on other evenings: in more than {rounds} rounds somebody may get a partner again."
        ).format(rounds=most_rounds(Kind.INDIVIDUAL, coming))
    else:
        sentence = gettext(
            "Seats are drawn as on other evenings, every round with another partner as far as that goes: the plan in "
            "which nobody has a partner twice needs 8 to 67 players."
        )
    compared = gettext("Every deal is compared at {tables} tables.").format(tables=tables)
    return f"{sentence} {compared}"


def one_table(evening: Evening) -> str:
    """What it means, and what to do, that so few come that there is one table, or that rounds were drawn with one:
    nobody else has the same cards. "" on other evenings and once the evening is closed."""
    competition = evening.competition
    if not competition.the_rules.same_cards or evening.status not in Evening.TO_PLAY:
        return ""
    worth = (
        gettext("{number} %").format(number=50) if competition.the_rules.in_per_cent else gettext("0 points")
    )
    means = gettext(
        "Nobody else has the same cards there, so nothing can be compared: every deal is worth {worth} to everybody."
    ).format(worth=worth)
    sentence = gettext("There is one table.")
    coming, needed = len(entrants_coming_in(evening, 1)), _needed_for_two_tables(competition)
    if evening.status == Evening.Status.DRAWN:
        rounds = _rounds_of_one_table(evening)
        if not rounds:
            return ""
        sentence = ngettext("One table in round {rounds}.", "One table in rounds {rounds}.", len(rounds))
        sentence = sentence.format(rounds=", ".join(map(str, rounds)))
    elif not 0 < coming < needed:
        return ""
    if evening.round or coming >= needed:
        return f"{sentence} {means}"
    if competition.size == 1:
        more = gettext("With {number} players there are two tables.").format(number=needed)
    else:
        more = gettext("With {number} pairs there are two tables.").format(number=needed)
    otherwise = gettext("If no more come, cancel the evening, and play at a table of the club.")
    return f"{sentence} {means} {more} {otherwise}"


def _needed_for_two_tables(competition: Competition) -> int:
    """How many entrants make two tables; 0 for teams, of whom two have both tables of their match."""
    if competition.the_rules.by_scale:
        return 0
    if competition.has_fixtures:
        return MIN_PAIRS
    return TWO_TABLES * min(seats_for(competition))


def _rounds_of_one_table(evening: Evening) -> list[int]:
    """The rounds with one table, those not counted that were broken off before their first deal was over."""
    played = Round.objects.filter(match=OuterRef("match")).exclude(status=Round.Status.RUNNING)
    tables = evening.tables.filter(Q(broken_off_at=None) | Exists(played)).order_by().values("round")
    return sorted(tables.annotate(many=Count("pk")).filter(many=1).values_list("round", flat=True))


def length_of(facts: Facts) -> str:
    """How long a movement is: "3 rounds of 8 deals"."""
    rounds = ngettext("{number} round", "{number} rounds", facts.rounds).format(number=facts.rounds)
    deals = facts.deals_per_round
    sentence = ngettext("{rounds} of {number} deal", "{rounds} of {number} deals", deals)
    return sentence.format(rounds=rounds, number=deals)


def meetings_of(facts: Facts) -> str:
    """Who meets whom, who waits, who moves and who wins: "everybody meets 3 others, nobody waits, 6 pairs keep their
    table, one winner"."""
    if facts.kind == Kind.INDIVIDUAL:
        return ", ".join([_partners_of(facts), *_waits_of(facts), *_results_of(facts)])
    least, most = facts.meets
    if least == most == facts.entrants - 1:
        meets = gettext("everybody meets everybody")
    elif least == most:
        meets = ngettext("everybody meets {number} other", "everybody meets {number} others", most)
    elif most - least == 1:
        meets = gettext("everybody meets {least} or {number} others")
    else:
        meets = gettext("everybody meets {least} to {number} others")
    parts = [meets.format(least=least, number=most), *_waits_of(facts), *_results_of(facts)]
    if facts.rounds > 1:
        stays = ngettext("{number} pair keeps its table", "{number} pairs keep their table", facts.seated)
        parts.append(stays.format(number=facts.seated) if facts.seated else gettext("all change tables"))
    parts.append(gettext("one winner") if facts.winners == 1 else gettext("two winners, one of each half"))
    return ", ".join(parts)


def _partners_of(facts: Facts) -> str:
    """With how many others a single player sits: "everybody sits with 3 different partners"."""
    least, most = facts.partners
    if least == most:
        sentence = ngettext(
            "everybody sits with {number} partner", "everybody sits with {number} different partners", most
        )
    else:
        sentence = gettext("everybody sits with {least} or {number} different partners")
    return sentence.format(least=least, number=most)


def _results_of(facts: Facts) -> list[str]:
    """That a deal has no more than two results, which tells less than many: there one is better or worse than one."""
    return [gettext("every deal at two tables")] if max(facts.results) == TWO_TABLES else []


def _waits_of(facts: Facts) -> list[str]:
    """How many wait how often."""
    if not facts.waits:
        return [gettext("nobody waits")]
    parts = []
    for times, many in facts.waits.items():
        if facts.kind == Kind.INDIVIDUAL:
            if times == 1:
                waits = ngettext("{number} player waits once", "{number} players wait once", many)
            else:
                waits = ngettext(
                    "{number} player waits {times} times", "{number} players wait {times} times", many
                )
        elif times == 1:
            waits = ngettext("{number} pair waits once", "{number} pairs wait once", many)
        else:
            waits = ngettext("{number} pair waits {times} times", "{number} pairs wait {times} times", many)
        parts.append(waits.format(number=many, times=times))
    return parts
