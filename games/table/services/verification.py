"""Verification of a match: the log replayed from its first entry and compared with the rows of every round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.migrations.recorder import MigrationRecorder

from games.engine import actions
from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness, commitment
from games.table.log import loading, paper_entries, rulings
from games.table.log.folding import GAME, LogBroken, LogRow, fold, levels_said
from games.table.log.models import Action, Deal, Match, Round, digest_of_entry
from games.table.log.seeds import SeedLost, open_seed
from games.table.log.states import TableState
from games.table.shared_deals import stay_sealed

DIGEST_MIGRATION: Final = {"app": "games", "name": "0012_log_digest"}
"""The migration that gave entries a digest."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """Everything stored of a match, as it was at one moment. `rounds` and `deals` are by number, `levels` by seat."""

    match: Match
    log: list[LogRow]
    rounds: dict[int, Round]
    deals: dict[int, Deal]
    levels: dict[int, str]


def verify_log(match: Match) -> tuple[str, ...]:
    """Everything that is wrong with a match, as sentences without any card; empty when all is well. Reads only."""
    stored = stored_match(match.pk)
    return *_broken_links(stored.match), *differences(stored)


def _broken_links(match: Match) -> Iterator[str]:
    """The entries that are not as they were written. Entries without a digest are those of older releases, so they
    stand only before the first with one, and are older than the column. Every entry is compared with the stored digest
    of the one before, so that one changed entry is named and not all that follow."""
    columns = ("seq", "seat", "player", "kind", "data", "automatic", "at")
    before: str | None = None
    entries = Action.objects.filter(match=match, seq__lte=match.seq).order_by("seq")
    for digest, *entry in entries.values_list("digest", *columns).iterator():
        named = dict(zip(columns, entry, strict=True))
        if digest is not None:
            if digest != digest_of_entry(before or match.code, **named):
                yield f"entry {named['seq']} is not as it was written, or does not follow on the one before"
        elif before is not None:
            yield f"entry {named['seq']} has no digest, an entry before it has one"
        elif named["at"] > chained_since():
            yield f"entry {named['seq']} has no digest, it was written after entries had one"
        before = digest or before


def chained_since() -> datetime:
    """When this database got the column of the digests: entries written since have one."""
    [since] = MigrationRecorder.Migration.objects.filter(**DIGEST_MIGRATION).values_list("applied", flat=True)
    return since


def differences(stored: StoredMatch) -> tuple[str, ...]:
    """As `verify_log`, of rows that were read already or are not stored yet."""
    game = stored.match.the_game
    options = stored.match.house_options
    try:
        state, faults = _replay_log(game, options, stored)
    except (LogBroken, Refused) as broken:
        return (f"the log cannot be replayed: {broken}",)
    return (
        *faults,
        *_differences(game, stored, state),
        *_differences_of_levels(stored),
        *_differences_of_deals(game, stored.match, state, stored.deals),
    )


def stored_match(match_id: int) -> StoredMatch:
    """Read the match again until nobody has moved meanwhile: half a move would look like a fault."""
    while True:
        match = Match.objects.get(pk=match_id)
        stored = StoredMatch(
            match,
            loading.log_rows(match_id),
            {row.number: row for row in Round.objects.filter(match=match_id)},
            {row.number: row for row in Deal.objects.filter(match=match_id).select_related("round")},
            dict(match.seats.order_by("number").values_list("number", "level")),
        )
        if Match.objects.filter(pk=match_id, seq=match.seq).exists():
            return stored


def _replay_log(game: Game[Any], options: Any, stored: StoredMatch) -> tuple[TableState, list[str]]:
    """The state after the whole log, and every chance in it that does not follow from the seed of its deal."""
    state, faults = TableState(), []
    players, pace = len(stored.levels), stored.match.pace
    for row in stored.log:
        before, state = state, fold(game, state, [row], options=options, players=players, pace=pace)
        if row.kind != GAME or row.seat is not None:
            continue
        if isinstance(game.parse(row.data), actions.BY_CHANCE):
            number = game.progress(state.game_state).deal
            is_dealt = number != game.progress(before.game_state).deal
            if is_dealt and before.seal is not None and before.seal.renewed:
                faults.append(f"the seal of deal {number} was renewed")
            if is_dealt and before.seal is None and stored.match.deck_cut:
                faults.append(f"deal {number} was dealt without a seal")
            kept = stored.deals.get(number)
            seed = None if kept is None else _seed_of(kept)
            if kept is None:
                faults.append(f"deal {number} has no row")
            elif kept.round.number != game.progress(state.game_state).round:
                faults.append(f"deal {number} belongs to another round")
            elif seed is not None:
                drawn = game.house_action(before.game_state, Randomness(seed, state.cuts))
                if before.seal is not None and before.seal[:2] != (number, kept.commitment):
                    faults.append(f"the seal of deal {number} is not the one that was shown before it")
                if game.apply(before.game_state, HOUSE, drawn) != state.game_state:
                    faults.append(f"deal {number} does not follow from its seed")
    return state, faults


def _seed_of(kept: Deal) -> bytes | None:
    """The seed of a deal, sealed or open; None where no key opens it."""
    if kept.seed:
        return bytes.fromhex(kept.seed)
    try:
        return open_seed(kept.sealed)
    except SeedLost:
        return None


def lost_seed(number: int) -> str:
    """The sentence about a deal whose seed no key opens."""
    return f"no key opens the seed of deal {number}"


def _differences_of_deals(
    game: Game[Any], match: Match, state: TableState, deals: dict[int, Deal]
) -> Iterator[str]:
    """Differences between the rows of deals and the log: their number, voids, open seeds, proofs."""
    progress = None if state.game_state is None else game.progress(state.game_state)
    dealt = 0 if progress is None else progress.deal
    if set(deals) != set(range(1, dealt + 1)):
        yield f"it has deals {sorted(deals)}, the log has {dealt}"
    for number, kept in sorted(deals.items()):
        seed = _seed_of(kept)
        if seed is None:
            yield lost_seed(number)
        elif kept.commitment != commitment(seed=seed, context=kept.context):
            yield f"the proof of deal {number} does not hold"
        if kept.context != f"{match.proof_code or match.code}/{number}":
            yield f"the proof of deal {number} is bound to something else"
        secret = kept.round.status == Round.Status.RUNNING or (
            match.shared_deals_id is not None and stay_sealed(match.shared_deals_id, number=kept.round.number)
        )
        if seed is not None and (bool(kept.seed) == secret or bool(kept.seed) == bool(kept.sealed)):
            yield f"the seed of deal {number} is open while its round runs, or sealed after it"
        if progress is not None and kept.void != (number in progress.void_deals):
            yield f"deal {number} is {'' if kept.void else 'not '}void, its log says otherwise"


def _differences(game: Game[Any], stored: StoredMatch, state: TableState) -> Iterator[str]:
    match = stored.match
    if state.seq != match.seq:
        yield f"the match says {match.seq} entries, the log has {state.seq}"
    if match.on_paper:
        yield from _differences_on_paper(game, stored, state)
        return
    if state.game_state is None:
        if match.status in (Match.Status.RUNNING, Match.Status.FINISHED):
            yield "it is played without having started"
        return
    progress = game.progress(state.game_state)
    if progress.over != (match.status == Match.Status.FINISHED):
        yield f"its status is {match.status}, its log says otherwise"
    if state.stopped != (match.status == Match.Status.STOPPED):
        yield f"its status is {match.status}, its log says it was {'' if state.stopped else 'not '}stopped"
    closed = {result.number: result for result in game.results(state.game_state)}
    for number, kept in sorted(stored.rounds.items()):
        expected = closed.pop(number, None)
        if (kept.status == Round.Status.RUNNING) != (expected is None):
            yield f"round {number} is {kept.status}, its log says otherwise"
        elif expected is not None:
            yield from _differences_of(
                kept, rulings.row_of(expected, rulings.reviews_of(state.reviews, number))
            )
    for number in closed:
        yield f"round {number} has no row"


def _differences_of_levels(stored: StoredMatch) -> Iterator[str]:
    """Differences between the levels of the bots on the seats and those the log says. Logs of older releases say none,
    nor at which level a bot came that replaced somebody; such seats are not compared."""
    logged_levels: dict[int, str] = {}
    for row in stored.log:
        logged_levels |= levels_said(row)
        if row.data.get("do") == "replaced" and "level" not in row.data:
            del logged_levels[int(row.data["seat"])]
    for number, level in stored.levels.items():
        if number in logged_levels and level != logged_levels[number]:
            yield f"the bot of seat {number} has level {level or 'none'}, its log says {logged_levels[number]}"


def _differences_on_paper(game: Game[Any], stored: StoredMatch, state: TableState) -> Iterator[str]:
    """Differences between the rows of a paper sheet and its log. Such rounds have no deal."""
    match, rounds = stored.match, stored.rounds
    should_be = Match.Status.RUNNING if paper_entries.is_typed(state) else Match.Status.OPEN
    if state.confirmed or state.stopped:
        should_be = Match.Status.FINISHED if state.confirmed else Match.Status.STOPPED
    if match.status != should_be:
        yield f"its status is {match.status}, its log says otherwise"
    options = match.house_options
    typed = paper_entries.results_on_paper(game, options, state, players=len(stored.levels))
    written = {each.number: each for each in typed}
    for number in sorted(written.keys() ^ rounds.keys()):
        yield f"round {number} is written in one place only"
    for number in sorted(written.keys() & rounds.keys()):
        kept = rounds[number]
        row = rulings.row_of(written[number], rulings.reviews_of(state.reviews, number))
        if should_be == Match.Status.RUNNING:
            row["status"] = Round.Status.RUNNING
        yield from _differences_of(kept, row)


def _differences_of(kept: Round, row: dict[str, Any]) -> Iterator[str]:
    if kept.status != row["status"]:
        yield f"round {kept.number} is {kept.status}, its log says otherwise"
    if any(getattr(kept, name) != value for name, value in row.items() if name != "status"):
        yield f"the result of round {kept.number} is not what its log says"
