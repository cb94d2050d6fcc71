"""The entries of a closed round with their circumstances: mover, seconds taken, game before and after.

Computed from the log through the table's own fold; nothing is stored, and running rounds are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from games.engine import registry
from games.engine.actions import BY_CHANCE, Deal
from games.engine.cards import Card
from games.engine.game import Game
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import Randomness, commitment
from games.table.log import loading
from games.table.log.folding import GAME, LogRow, fold
from games.table.log.models import Action, Match
from games.table.log.states import Data, Reviewed, Sitter, TableState

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
    reviews: tuple[Reviewed, ...]

    @property
    def after(self) -> Any:
        """The game when the round was closed."""
        return [step.after for step in self.steps if step.of_game][-1]


def lays_card(game: Game[Any], step: Step) -> bool:
    """Whether a seat laid a card open: a step of the look back. A card given under cover is told with the words."""
    return step.kind == GAME and "card" in step.data and game.is_open(game.parse(step.data))


def round_evidence(match: Match, number: int) -> RoundEvidence | None:
    """The round of that number; None while it is not closed."""
    game = registry.game(match.game, match.game_version)
    options, sitters = read_options(game.Options, match.options), loading.sitters_of(match.pk)
    state, steps, rounds = TableState(), [], []
    found: tuple[Step, ...] | None = None
    for row in loading.log_rows(match.pk):
        before = state
        state = fold(game, before, [row], options=options, players=len(sitters), pace=WATCH)
        if before.game_state is None or (row.kind != GAME and not steps):
            continue
        if row.data.get("do") == "undo" and before.last is not None:
            steps = [
                replace(step, taken_back=True) if step.seq == before.last.seq else step for step in steps
            ]
        steps.append(_step(sitters, before, state, row))
        results = game.results(state.game_state)
        if len(results) > len(rounds):
            rounds.append(results[-1].number)
            if results[-1].number == number:
                found = tuple(steps)
            steps = []
    if found is None:
        return None
    if state.replaced:
        sitters = _sitters_then(match, sitters, found)
    return RoundEvidence(game, options, sitters, number, found, tuple(rounds), state.reviews)


def _sitters_then(match: Match, sitters: tuple[Sitter, ...], steps: tuple[Step, ...]) -> tuple[Sitter, ...]:
    """The players at the seats in that round. Where the club replaced one later, the last mover of that
    round.
    """
    moved = Action.objects.filter(
        match=match, kind=GAME, seq__gte=steps[0].seq, seq__lte=steps[-1].seq, automatic=False
    )
    people = moved.exclude(seat=None).order_by("seq").values_list("seat", "player_id", "player__nickname")
    then = {seat: (player, name) for seat, player, name in people}
    return tuple(
        replace(sitter, player=then[sitter.number][0], name=then[sitter.number][1])
        if sitter.number in then
        else sitter
        for sitter in sitters
    )


def _step(sitters: tuple[Sitter, ...], before: TableState, after: TableState, row: LogRow) -> Step:
    by: By | None = None
    seconds, level = None, ""
    if row.kind == GAME and row.seat is not None:
        by = _mover(sitters[row.seat], before, row)
        level = _level(sitters[row.seat], before, by)
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


@dataclass(frozen=True, slots=True)
class DealCheck:
    """Whether the published commitments fit their seeds, and every random action of the round follows from
    them.
    """

    sealed: bool
    follows: bool


Proof: TypeAlias = Mapping[str, object]
"""The proof of a deal as a record holds it."""


def deal_check(evidence: RoundEvidence, proofs: Sequence[Proof]) -> DealCheck | None:
    """Verify the proofs of a round's deals; None for deals that were given, not shuffled."""
    game = evidence.game
    by_chance = [
        step
        for step in evidence.steps
        if step.of_game and step.seat is None and isinstance(game.parse(step.data), BY_CHANCE)
    ]
    if not proofs or not any(step.data.get("deck") for step in by_chance):
        return None
    seeds = {proof["deal"]: bytes.fromhex(str(proof["seed"])) for proof in proofs}
    sealed = all(
        commitment(seed=bytes.fromhex(str(proof["seed"])), context=str(proof["context"]))
        == proof["commitment"]
        for proof in proofs
    )
    follows = all(
        (seed := seeds.get(game.progress(step.after).deal)) is not None
        and game.apply(step.before, HOUSE, game.house_action(step.before, Randomness(seed))) == step.after
        for step in by_chance
    )
    return DealCheck(sealed, follows)


def decks(evidence: RoundEvidence) -> Mapping[int, tuple[Card, ...]]:
    """The deck of each deal of the round in dealing order, by the deal's number."""
    dealt = {}
    for step in evidence.steps:
        if step.of_game and step.seat is None:
            action = evidence.game.parse(step.data)
            if isinstance(action, Deal):
                dealt[evidence.game.progress(step.after).deal] = action.deck
    return dealt
