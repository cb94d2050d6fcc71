"""Texts for kinds of ruling, their effects, the rules a ruling can name and values of the audit trail."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import TextChoices
from django.utils.translation import gettext, gettext_noop

from games.disputes.effects import Part, RulingKind
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, CaseKind, Colour, Ruling, State
from games.engine import registry
from games.engine.cards import SUITS
from games.engine.club import SheetField, fields_asked
from games.engine.game import progress_at_start
from games.engine.words import Text
from games.engine_words import minus, sentence, suit_name, with_sign
from games.table.log import loading
from games.table.log.models import Match, Round
from games.table.log.paper_entries import TOGETHER
from games.table.review import rulebook
from games.table.screen.narration import People
from games.trail import AuditEntry
from games.trail_values import change_in_words, local_decimals, ruled_points_in_words, value_in_words

KINDS: Final[Mapping[RulingKind, tuple[str, str]]] = {
    RulingKind.STANDS: (gettext_noop("The result stands"), gettext_noop("Nothing changes.")),
    RulingKind.UPHELD: (gettext_noop("The first ruling stands"), gettext_noop("The appeal changes nothing.")),
    RulingKind.BONUS: (
        gettext_noop("Points that were not counted"),
        gettext_noop("Points are added to a side and the round is scored again."),
    ),
    RulingKind.DECLARATION: (
        gettext_noop("A declaration counts"),
        gettext_noop("Points are added to a side and the round is scored again."),
    ),
    RulingKind.MULTIPLIER: (
        gettext_noop("Another multiplier"),
        gettext_noop("The round is scored again as ×1, ×2, ×4 or ×8."),
    ),
    RulingKind.COUNT: (
        gettext_noop("The cards are counted again"),
        gettext_noop("Card points of both sides; scored again."),
    ),
    RulingKind.REVOKE: (
        gettext_noop("A suit was not followed"),
        gettext_noop("The round is scored as the rules say for a revoke."),
    ),
    RulingKind.FACTS: (
        gettext_noop("Written down wrongly"),
        gettext_noop("You say how the round went; it is scored again by the rules."),
    ),
    RulingKind.ASSIGNED: (gettext_noop("Another result"), gettext_noop("You say what each side gets.")),
    RulingKind.AVERAGE: (
        gettext_noop("Average"),
        gettext_noop("Each side gets the mean of its other rounds, and a margin if you wish."),
    ),
    RulingKind.FORFEIT: (
        gettext_noop("Forfeit"),
        gettext_noop("One side gets nothing, the other what you say."),
    ),
    RulingKind.VOID: (gettext_noop("Void"), gettext_noop("The round is left out.")),
    RulingKind.REPLAY: (
        gettext_noop("Played again"),
        gettext_noop("The round is left out, and the same people play it once more at a table of its own."),
    ),
    RulingKind.PENALTY: (
        gettext_noop("Penalty or credit"),
        gettext_noop("For one player; the round itself stands."),
    ),
    RulingKind.SPLIT: (gettext_noop("Split"), gettext_noop("The two sides get different things.")),
}
"""Name and description of each kind of ruling."""
RESTORED_LABEL: Final = (
    gettext_noop("The result before the first ruling is restored"),
    gettext_noop("The first ruling is undone; the round counts as it was played."),
)
"""Name and description of STANDS on appeal."""
PARTS: Final[Mapping[Part, str]] = {
    Part.STANDS: gettext_noop("its result stands"),
    Part.ASSIGNED: gettext_noop("the points named below"),
    Part.AVERAGE: gettext_noop("its average, with the margin named below"),
    Part.NOTHING: gettext_noop("nothing"),
}

BELOW_ZERO: Final = re.compile(r"(?<!\S)-(?=\d)")
"""The minus sign of points in such a line."""
FILED: Final = "filed"
CODES: Final[Mapping[str, type[TextChoices]]] = {
    FILED: CaseKind,
    **dict.fromkeys((State.WITHDRAWN, State.REJECTED, State.SETTLED), State),
    **dict.fromkeys(("conduct_card", "conduct_card_back"), Colour),
}
"""Whose codes stand before and after in a line of disputes; in other lines such a word is a name."""


def trail_value(value: str, what: str = "") -> str:
    """The before or after of a trail line for display: as `value_in_words` says it, what disputes wrote by name."""
    value = value_in_words(value, what)
    names = CODES.get(what)
    if names is not None and value in names.values:
        return str(names(value).label)
    return BELOW_ZERO.sub("−", ruled_points_in_words(value, of_one=_seat_and_points))


def trail_change(row: AuditEntry) -> str:
    """The change that a line of the trail tells of, for display."""
    return change_in_words(*trail_values(row), row.what)


def trail_values(row: AuditEntry) -> tuple[str, str]:
    """The before and after of a line for display; the subject of a case under the name that its game has for it."""
    if row.what == FILED and row.match is not None:
        return "", subject_label(row.after, row.match.game)
    return trail_value(row.before, row.what), trail_value(row.after, row.what)


def _seat_and_points(found: re.Match[str]) -> str:
    return gettext("seat {number}: {points}").format(number=found[1], points=local_decimals(found[2]))


def kind_name(kind: str, game: str, *, on_appeal: bool) -> str:
    """The name of a kind of ruling: that of the game where it has one (`Game.corrections`).

    On appeal the result that stands is the one before the first ruling.
    """
    if on_appeal and kind == RulingKind.STANDS:
        return gettext(RESTORED_LABEL[0])
    corrections = registry.game(game).corrections
    own = next((each.label for each in corrections if each.key == kind), "")
    return gettext(own or KINDS[RulingKind(kind)][0])


def ruling_name(ruling: Ruling, game: str) -> str:
    """The name of what was ruled in this game."""
    return kind_name(ruling.kind, game, on_appeal=ruling.instance == Ruling.Instance.APPEAL)


def subject_name(case: Case) -> str:
    """The name of what a case is about: that of its game where it has one (`Game.subjects`)."""
    return subject_label(case.kind, case.round.match.game)


def table_place(match: Match) -> str:
    """Where a match is played: evening, round and table in a competition, else the code of the table."""
    if not hasattr(match, "league_table"):
        return gettext("Table %(code)s") % {"code": match.code}
    table = match.league_table
    where = {"evening": table.evening.number, "round": table.round, "table": table.number}
    return gettext("Evening %(evening)s, round %(round)s, table %(table)s") % where


def place_of(played: Round) -> str:
    """Where a round was played: at which table, and as which of its games; where all tables have the same cards, as
    which deal of the evening.

    A sheet of totals is one line, so the number of its last round is left out. Lists select `queries.PLACE` with the
    round.
    """
    match, place = played.match, {"place": table_place(played.match), "number": played.number}
    if TOGETHER in (played.result or {}).get("facts", {}):
        return place["place"]
    if not hasattr(match, "league_table"):
        return gettext("%(place)s, round %(number)s") % place
    table = match.league_table
    if table.evening.competition.the_rules.same_cards:
        return gettext("%(place)s: deal %(number)s") % (
            place | {"number": table.deals_before + played.number}
        )
    return gettext("%(place)s: game %(number)s") % place


def subject_label(kind: str, game: str) -> str:
    """The name of a subject in a game."""
    own = next((each.label for each in registry.game(game).subjects if each.key == kind), "")
    return gettext(own) if own else str(CaseKind(kind).label)


def kind_help(kind: str, *, on_appeal: bool) -> str:
    """The description of a kind of ruling."""
    if on_appeal and kind == RulingKind.STANDS:
        return gettext(RESTORED_LABEL[1])
    return gettext(KINDS[RulingKind(kind)][1])


def facts_asked(match: Match) -> tuple[SheetField, ...]:
    """The fields in which the facts of a round are corrected: with real cards those of the sheet, else those that the
    game names; () for a game without."""
    game = match.the_game
    named = next((each.fields for each in game.corrections if each.key == RulingKind.FACTS), ())
    columns = progress_at_start(game, match.house_options, match.seats.count()).columns
    return tuple(fields_asked(game.sheet if match.on_paper else named, match.house_options, len(columns)))


def facts_written(round_: Round) -> Mapping[str, str]:
    """The facts of a closed round as it is on the sheet, by the keys of their fields."""
    match = round_.match
    if match.on_paper:
        written = loading.newest_table(match.pk).state.written
        return next((dict(one.typed) for one in written if one.number == round_.number), {})
    corrections = match.the_game.corrections
    found = next((each for each in corrections if each.key == RulingKind.FACTS), None)
    return dict(found.written(round_.result["facts"])) if found else {}


def fact_label(fact: SheetField, columns: Sequence[str]) -> str:
    """The name of a fact, with the side it is about; `columns` are the names above the columns of the sheet."""
    return gettext(fact.label) if fact.of_side is None else f"{gettext(fact.label)}, {columns[fact.of_side]}"


def fact_choices(fact: SheetField, columns: Sequence[str]) -> list[tuple[str, str]]:
    """The values of a fact with their names; `columns` are the names above the columns of the sheet."""
    if fact.kind in ("side", "own_side"):
        return [(str(number), name) for number, name in enumerate(columns)]
    if fact.kind == "suit":
        return [(suit, suit_name(suit)) for suit in SUITS]
    if fact.kind == "check":
        return [("", gettext("no")), ("on", gettext("yes"))]
    if fact.kind != "choice":
        return []
    return [(value, gettext(name)) for value, name in fact.values.items()]


def facts_in_words(round_: Round, corrected: Mapping[str, str], columns: Sequence[str]) -> tuple[str, ...]:
    """The facts that a ruling changes, a line each: its name, before → after."""
    written, lines = facts_written(round_), []
    for fact in facts_asked(round_.match):
        before, after = written.get(fact.key, ""), corrected.get(fact.key, "")
        if before != after:
            names = dict(fact_choices(fact, columns))
            label = fact_label(fact, columns)
            lines.append(f"{label}: {names.get(before, before) or '–'} → {names.get(after, after) or '–'}")
    return tuple(lines)


def effect_in_words(effect: Mapping[str, Any], people: People, game: str) -> tuple[str, ...]:
    """The effect of a ruling, one line per side or player, and per tally of the game; `effect` as stored in `Ruling`,
    `people` with the sides of that round."""
    lines: list[str] = []
    if effect.get("void") is True:
        lines.append(gettext("The round is left out."))
    if effect.get("void") is False:
        lines.append(gettext("The round counts again."))
    for words, points in (
        *_of_sides(effect.get("points") or (), people),
        *zip(people.names, effect.get("seats") or (), strict=False),
    ):
        if points:
            lines.append(f"{words}: {with_sign(points)}")
    lines = lines or [gettext("No points change.")]
    labels = {tally.key: tally.label for tally in registry.game(game).tallies}
    for key, amounts in effect.get("tallies", {}).items():
        changes = [f"{words} {with_sign(amount)}" for words, amount in _of_sides(amounts, people) if amount]
        named = {"tally": gettext(labels[key]), "changes": ", ".join(changes)}
        lines.append(gettext("In the list “%(tally)s” too: %(changes)s") % named)
    return tuple(lines)


class LineInWords(NamedTuple):
    """A line of the score by column; a cancelled one adds nothing."""

    words: str
    points: tuple[int, ...]
    is_cancelled: bool


def lines_in_words(
    effect: Mapping[str, Any], after: Sequence[int], people: People, game: str
) -> tuple[LineInWords, ...]:
    """Where the points of a round come from that a ruling scored again; together they are `after`, per seat. () where a
    ruling did not score it again, or was given by an older release."""
    stored = effect.get("lines", ())
    lines = [
        LineInWords(
            sentence(
                Text(line["code"], tuple(line["facts"].items())),
                words=registry.game(game).words,
                names=people.names,
                sides=people.seat_sides,
            ),
            people.by_column(line.get("cancelled") or line["points"]),
            "cancelled" in line,
        )
        for line in stored
    ]
    added = [sum(seat) for seat in zip(*(line["points"] for line in stored), strict=True)]
    others = [points - own for points, own in zip(after, added, strict=True)] if stored else []
    if any(others):
        lines.append(LineInWords(gettext("Other rulings on this round"), people.by_column(others), False))
    return tuple(lines)


def granted_in_words(wanted: Mapping[str, Any], effect: Mapping[str, Any], people: People) -> tuple[str, ...]:
    """The granted points of a side as a sum with the multiplier of the round, "Ann and Cor: 40 × 2 = 80"; () where the
    sheet has them as they were granted, or otherwise than multiplied."""
    if wanted.get("kind") not in (RulingKind.BONUS, RulingKind.DECLARATION):
        return ()
    granted, added = tuple(wanted.get("points", ())), effect.get("points") or ()
    columns = [
        {each for seat, each in enumerate(added) if people.seat_sides[seat] == side}
        for side in range(len(granted))
    ]
    totals = [each.pop() if len(each) == 1 else 0 for each in columns]
    times = next((total // points for points, total in zip(granted, totals, strict=True) if points), 1)
    if times < 2 or totals != [points * times for points in granted]:
        return ()
    return tuple(
        f"{people.sides[side]}: {minus(points)} × {times} = {minus(totals[side])}"
        for side, points in enumerate(granted)
        if points
    )


def _of_sides(points: Sequence[int], people: People) -> list[tuple[str, int]]:
    """Points per seat under the names of whole sides; under single names where a side's seats differ."""
    lines = []
    for side, name in enumerate(people.sides):
        seats = [seat for seat, of_seat in enumerate(people.seat_sides) if of_seat == side]
        its_points = [points[seat] for seat in seats if seat < len(points)]
        if len(set(its_points)) == 1:
            lines.append((name, its_points[0]))
        else:
            lines += [(people.names[seat], each) for seat, each in zip(seats, its_points, strict=False)]
    return lines


# The rules of a game that a ruling can name, and those that fit the case.


def citation(game: str, anchor: str) -> str:
    """The citation of a rule of the game. Refuses no_such_rule."""
    rule = rulebook.rule_at(game, anchor)
    if rule is None:
        raise DisputeRefused(DisputeRefusal.NO_SUCH_RULE)
    return rulebook.cite_rule(game, rule)


def renewed_citation(game: str, anchor: str, *, stored: str) -> str:
    """The citation of a rule in the language of the reader, while it has the number it had; else as it is stored."""
    rule = rulebook.rule_at(game, anchor)
    if rule is None or f" {rule.number} " not in stored:
        return stored
    return rulebook.cite_rule(game, rule)


def offered_rules(
    game: str, *, about: str, ruling: str
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The rules of the game as (anchor, number and title): those that fit the case and the ruling, and the others in
    order."""
    found = registry.game(game)
    wanted = [
        anchor
        for named, key in ((found.corrections, ruling), (found.subjects, about))
        for each in named
        if each.key == key
        for anchor in each.rules
    ]
    book = [(rule.anchor, rulebook.heading(rule)) for rule in rulebook.book_of(game)]
    fitting = [each for anchor in dict.fromkeys(wanted) for each in book if each[0] == anchor]
    return fitting, [each for each in book if each not in fitting]
