"""A closed round as it went: its entries with who moved and for how long, and who was away meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from games.engine.game import Game
from games.engine.seats import Seat
from games.table.log import loading
from games.table.log.folding import GAME, LogRow, fold, levels_said
from games.table.log.models import Action, Disconnection, Match
from games.table.log.models import Seat as SeatRow
from games.table.log.states import Data, RoundRulings, Sitter, TableState

# Absences from the table in a closed round, and how often clock or bot moved meanwhile.
#
# Shown to arbiters. Computed from opened and closed screens only; no card is read.

TOLD_IN_SECONDS: Final = 120
"""An absence of so many seconds and more is told in minutes."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat without an open screen. `back_at` is None where nobody was back when the round was closed.

    `by_clock` and `by_bot` are how often the clock, or a bot in their place, moved for the seat meanwhile.
    """

    seat: Seat
    gone_at: datetime
    back_at: datetime | None
    by_clock: int
    by_bot: int


def absences_of(match: Match, evidence: RoundEvidence) -> tuple[Absence, ...]:
    """Everybody's absences that touch this round, in the order they began."""
    began, closed = evidence.steps[0].at, evidence.steps[-1].at
    kept = Disconnection.objects.filter(match=match, gone_at__lte=closed, back_at__gte=began)
    absences: list[tuple[Seat, datetime, datetime | None]] = []
    for seat, gone_at, back_at in kept.order_by("seat", "gone_at").values_list("seat", "gone_at", "back_at"):
        if absences and (absences[-1][0], absences[-1][2]) == (seat, gone_at):
            absences[-1] = (seat, absences[-1][1], back_at)
        else:
            absences.append((seat, gone_at, back_at))
    gone = SeatRow.objects.filter(match=match, away_since__lte=closed).values_list("number", "away_since")
    for seat, since in gone:
        joined = [one for one in absences if (one[0], one[2]) == (seat, since)]
        absences = [one for one in absences if one not in joined]
        absences.append((seat, joined[0][1] if joined else since, None))
    return tuple(
        sorted(
            (_absence(evidence, *one, closed=closed) for one in absences),
            key=lambda absence: (absence.gone_at, absence.seat),
        )
    )


def _absence(
    evidence: RoundEvidence, seat: Seat, gone_at: datetime, back_at: datetime | None, *, closed: datetime
) -> Absence:
    back = back_at if back_at is not None and back_at <= closed else None
    moved = [
        step.by
        for step in evidence.steps
        if step.seat == seat and gone_at <= step.at and (back is None or step.at <= back)
    ]
    return Absence(seat, gone_at, back, moved.count("clock"), moved.count("stand_in"))


def absence_sentence(absence: Absence, name: str) -> str:
    """An absence in a sentence or two."""
    gone = _moment(absence.gone_at)
    if absence.back_at is None:
        template = gettext("{name} was away from {gone} on, and not back when the round was closed.")
        sentences = [template.format(name=name, gone=gone)]
    else:
        lasted = round((absence.back_at - absence.gone_at).total_seconds())
        template = gettext("{name} was away {gone} – {back} ({lasted}).")
        sentences = [
            template.format(name=name, gone=gone, back=_moment(absence.back_at), lasted=_duration(lasted))
        ]
    if absence.by_clock:
        sentences.append(gettext("Meanwhile the clock played for {name}.").format(name=name))
    if absence.by_bot:
        sentences.append(gettext("Meanwhile a bot played for {name}.").format(name=name))
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class AbsencesOfOne:
    """How often somebody was away in a round and how long together, in a line, and each time in a sentence."""

    words: str
    each: tuple[str, ...]


def absences_by_player(
    absences: Sequence[Absence], names: Sequence[str], *, closed: datetime
) -> tuple[AbsencesOfOne, ...]:
    """The absences of each player together, in the order in which each first left; one alone is its own line, or that
    of all who were away for the same time. Who was not back is counted until `closed`, the time when the round was
    closed."""
    found: dict[Seat, list[Absence]] = {}
    for absence in absences:
        found.setdefault(absence.seat, []).append(absence)
    alike: dict[tuple[str, str], list[Absence]] = {}
    for own in found.values():
        if len(own) == 1 and not (own[0].by_clock or own[0].by_bot):
            alike.setdefault(_span(own[0]), []).append(own[0])
    lines = []
    for seat, own in found.items():
        each = tuple(absence_sentence(absence, names[seat]) for absence in own)
        if len(own) == 1:
            together = alike.get(_span(own[0]), [])
            if own[0] not in together or len(together) == 1:
                lines.append(AbsencesOfOne(each[0], ()))
            elif own[0] is together[0]:
                lines.append(AbsencesOfOne(_together_sentence(together, names), ()))
            continue
        lasted = sum(((one.back_at or closed) - one.gone_at).total_seconds() for one in own)
        told = gettext("{name} was away {count} times, {lasted} together.")
        if own[-1].back_at is None:
            told = gettext("{name} was away {count} times, {lasted} together, and not back at the end.")
        words = [told.format(name=names[seat], count=len(own), lasted=_duration(round(lasted)))]
        if any(one.by_clock for one in own):
            words.append(gettext("Meanwhile the clock played for {name}.").format(name=names[seat]))
        if any(one.by_bot for one in own):
            words.append(gettext("Meanwhile a bot played for {name}.").format(name=names[seat]))
        lines.append(AbsencesOfOne(" ".join(words), each))
    return tuple(lines)


def _span(absence: Absence) -> tuple[str, str]:
    """Begin and end of an absence to the second, as they are told."""
    return _moment(absence.gone_at), "" if absence.back_at is None else _moment(absence.back_at)


def _together_sentence(absences: Sequence[Absence], names: Sequence[str]) -> str:
    """Absences of several players for the same time in a sentence."""
    gone, back = _span(absences[0])
    who = ", ".join(names[absence.seat] for absence in absences)
    if absences[0].back_at is None:
        told = gettext("{names} were away from {gone} on, and not back when the round was closed.")
        return told.format(names=who, gone=gone)
    lasted = round((absences[0].back_at - absences[0].gone_at).total_seconds())
    told = gettext("{names} were away {gone} – {back} ({lasted}).")
    return told.format(names=who, gone=gone, back=back, lasted=_duration(lasted))


def _moment(at: datetime) -> str:
    return time_format(timezone.localtime(at), "H:i:s")


def _duration(seconds: int) -> str:
    if seconds < TOLD_IN_SECONDS:
        return gettext("{seconds} s").format(seconds=seconds)
    minutes, left = divmod(seconds, 60)
    return gettext("{minutes} min {seconds} s").format(minutes=minutes, seconds=left)


# The entries of a closed round with their circumstances: mover, seconds taken, game before and after.
#
# Computed from the log through the table's own fold; nothing is stored, and running rounds are left out.

By: TypeAlias = Literal["person", "bot", "clock", "stand_in"]
"""The mover of a seat: its person, its bot, a bot because time was out, or the stand-in of an absent player."""
WATCH: Final = "normal"
"""Any pace with a clock: it notes since when a seat was asked, pauses and outages taken off."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round. `seat` and `by` are None for the house.

    `before` and `after` are the game around it; they are the same for an entry of the table. `seconds` is how long the
    seat was asked, or for a claim how long it could be made; None where nobody was asked. `taken_back` says that a
    later entry undid it. `level` is that of the bot that moved, "" for people and games with one level.
    """

    seq: int
    seat: Seat | None
    kind: str
    data: Data
    at: datetime
    by: By | None
    seconds: float | None
    before: Any
    after: Any
    taken_back: bool = False
    level: str = ""

    @property
    def of_game(self) -> bool:
        """Whether it is an entry of the game that stands."""
        return self.kind == GAME and not self.taken_back


@dataclass(frozen=True, slots=True)
class RoundEvidence:
    """A closed round of a match as it went. `rounds` are the numbers of all closed rounds, `reviews` those that were
    asked about since."""

    game: Game[Any]
    options: Any
    sitters: tuple[Sitter, ...]
    number: int
    steps: tuple[Step, ...]
    rounds: tuple[int, ...]
    reviews: tuple[RoundRulings, ...]

    @property
    def after(self) -> Any:
        """The game when the round was closed."""
        return [step.after for step in self.steps if step.of_game][-1]


def lays_card(game: Game[Any], step: Step) -> bool:
    """Whether a seat laid a card open: a step of the look back. A card given under cover is told with the words."""
    return step.kind == GAME and "card" in step.data and game.is_open(game.parse(step.data))


def cards_before(match: Match, *, number: int, seq: int) -> int:
    """How many cards of a closed round lay before that entry of the log: the position at which its review shows it."""
    evidence = round_evidence(match, number)
    if evidence is None:
        return 0
    return sum(step.of_game and lays_card(evidence.game, step) for step in evidence.steps if step.seq < seq)


def trick_and_cards_at(match: Match, seq: int) -> tuple[int, int]:
    """Where an entry of the log stands in the round that is being played: the trick on the table, and how many cards of
    the round lay then; 0 where there is none."""
    game = match.the_game
    options, sitters = match.house_options, loading.sitters_of(match.pk)
    state, steps = TableState(), []
    closed = 0
    for row in loading.log_rows(match.pk):
        if row.seq >= seq:
            break
        before = state
        state = fold(game, before, [row], options=options, players=len(sitters), pace=WATCH)
        if row.data.get("do") == "undo" and before.last is not None:
            steps = [step for step in steps if step.seq != before.last.seq]
        if before.game_state is not None and row.kind == GAME:
            steps.append(_step(sitters, {}, before, state, row))
        if state.game_state is not None and len(game.results(state.game_state)) > closed:
            closed, steps = closed + 1, []
    lying = None if state.game_state is None else game.view(state.game_state, None).trick
    return lying.number if lying else 0, sum(lays_card(game, step) for step in steps)


def round_evidence(match: Match, number: int) -> RoundEvidence | None:
    """The round of that number; None while it is not closed."""
    game = match.the_game
    options, sitters = match.house_options, loading.sitters_of(match.pk)
    state, steps, rounds = TableState(), [], []
    steps_of_round: tuple[Step, ...] | None = None
    rows = loading.log_rows(match.pk)
    replaced = any(row.data.get("do") == "replaced" for row in rows)
    movers = _movers(match, rows) if replaced else {}
    for row in rows:
        before = state
        state = fold(game, before, [row], options=options, players=len(sitters), pace=WATCH)
        if before.game_state is None or (row.kind != GAME and not steps):
            continue
        if row.data.get("do") == "undo" and before.last is not None:
            steps = [
                replace(step, taken_back=True) if step.seq == before.last.seq else step for step in steps
            ]
        steps.append(_step(sitters, movers, before, state, row))
        results = game.results(state.game_state)
        if len(results) > len(rounds):
            rounds.append(results[-1].number)
            if results[-1].number == number:
                steps_of_round = tuple(steps)
            steps = []
    if steps_of_round is None:
        return None
    then = {movers[step.seq].number: movers[step.seq] for step in steps_of_round if step.seq in movers}
    sitters = tuple(then.get(sitter.number, sitter) for sitter in sitters)
    return RoundEvidence(game, options, sitters, number, steps_of_round, tuple(rounds), state.reviews)


def _movers(match: Match, rows: Sequence[LogRow]) -> dict[int, Sitter]:
    """Who held the seat at each entry of a seat, by the number of the entry, with the level of its bot."""
    moved = Action.objects.filter(match=match, kind=GAME).exclude(seat=None)
    people = ("player_id", "player__nickname", "player__kind", "player__animal")
    held = {seq: who for seq, *who in moved.values_list("seq", *people)}
    levels: dict[Seat, str] = {}
    movers = {}
    for row in rows:
        levels |= levels_said(row)
        if row.seq in held:
            player, name, kind, animal = held[row.seq]
            movers[row.seq] = Sitter(row.seat, player, name, kind, levels.get(row.seat, ""), animal)
    return movers


def _step(
    sitters: tuple[Sitter, ...],
    movers: Mapping[int, Sitter],
    before: TableState,
    after: TableState,
    row: LogRow,
) -> Step:
    by: By | None = None
    seconds, level = None, ""
    if row.kind == GAME and row.seat is not None:
        mover = movers.get(row.seq, sitters[row.seat])
        by = _mover(mover, before, row)
        level = _level(mover, before, by)
        asked = before.clocks.asked.get(row.seat) if before.clocks else None
        since = asked.since if asked else before.moved_at
        seconds = max((row.at - since).total_seconds(), 0.0) if since else None
    states = before.game_state, after.game_state
    return Step(row.seq, row.seat, row.kind, row.data, row.at, by, seconds, *states, level=level)


def _mover(sitter: Sitter, before: TableState, row: LogRow) -> By:
    if sitter.is_bot:
        return "bot"
    if before.stand_in(sitter.number) is not None:
        return "stand_in"
    return "clock" if row.automatic else "person"


def _level(sitter: Sitter, before: TableState, by: By) -> str:
    """The level of the bot that moved the seat, "" where none did or the game has one level."""
    stand_in = before.stand_in(sitter.number)
    if by == "stand_in" and stand_in is not None:
        return stand_in.level
    return sitter.level if by == "bot" else ""
