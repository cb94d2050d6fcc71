"""Log entries folded into states, and what is read from the log of a match: its closed rounds, who held the seats, the
proofs of its deals, its record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import models

from accounts.models import Player
from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.record import write_record
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import VERSION
from games.table.log import paper_entries, rulings, states
from games.table.log.models import Action, Match
from games.table.log.seeds import SeedLost
from games.table.log.states import (
    RECENT_ENTRIES,
    Data,
    DirectorCall,
    ReplacedPlayer,
    Seal,
    TableState,
    UnaskedDeal,
    Wish,
    after_entry,
    after_moves,
    after_start,
)

# The fold of a match's log: game entries go through the engine, table entries (pause, stand-in, ruling) change the
# table's own state.

GAME: Final = "game"
TABLE: Final = "table"
"""The values of `Action.Kind`, for entries that are no rows."""


class LogBroken(Exception):  # noqa: N818  it says what is so
    """A log that cannot be folded: it has a gap or an unknown table entry."""


UNREADABLE: Final = (LogBroken, Refused, SeedLost, LookupError, TypeError, ValueError, AssertionError)
"""Errors of folding an invalid log: entries missing, unknown or not allowed by the rules."""


class LogRow(NamedTuple):
    """One log entry as stored. `seat` is None for the house; `kind` is GAME or TABLE; `at` an aware time."""

    seq: int
    seat: Seat | None
    kind: str
    data: Data
    at: datetime
    automatic: bool = False


def fold(
    game: Game[Any], state: TableState, rows: Sequence[LogRow], *, options: Any, players: int, pace: str
) -> TableState:
    """The state after more rows, which follow on `state.seq` without a gap. Draws no random number.

    Raises LogBroken, and what the engine raises where an entry is not allowed.
    """
    watched = rows[-1].seq - RECENT_ENTRIES if rows else 0
    for row in rows:
        if row.seq != state.seq + 1:
            raise LogBroken(f"entry {row.seq} follows {state.seq}")
        if row.kind == TABLE:
            if row.data.get("do") == "start":
                opening = game.start(options, players)
                state = after_start(game, state, opening, pace=pace, at=row.at)
            else:
                state = _after_table_entry(game, state, row)
            continue
        actor = HOUSE if row.seat is None else row.seat
        window = None
        if row.seat is not None and row.seq > watched:
            window = game.pending(state.game_state)[row.seat].window
        game_state = game.apply(state.game_state, actor, game.parse(row.data))
        state = after_moves(
            game,
            state,
            game_state=game_state,
            entries=(Entry(actor, row.data),),
            window=window,
            at=row.at,
            automatic=row.automatic,
        )
    return state


def _after_table_entry(game: Game[Any], state: TableState, row: LogRow) -> TableState:
    data, seat = row.data, row.seat
    match data.get("do"):
        case "ready" if seat is not None:
            return states.after_ready(game, state, seat)
        case "outage":
            return states.after_outage(state, timedelta(seconds=float(data["seconds"])), row.at)
        case "wish" if seat is not None:
            return states.after_wish(state, Wish(seat, data["what"], data.get("about", "")), row.at)
        case "decline" if seat is not None:
            return states.after_refusal(state, data["what"])
        case "seal":
            return states.after_commitment(state, Seal(int(data["deal"]), data["commitment"]), row.at)
        case "cut" if seat is not None and state.seal is not None and not state.seal.has_cut(seat):
            return states.after_cut(state, state.seal, seat, data["word"])
        case "never_cut" if seat is not None:
            return after_entry(state, never_cut=state.never_cut | {seat})
        case "unasked" if seat is not None:
            return after_entry(state, unasked=UnaskedDeal(seat, int(data["about"])))
        case "asked" if seat is not None:
            return after_entry(state, unasked=None)
        case "pause":
            return states.after_pause(state, row.at)
        case "resume" if state.paused_at is not None and not state.stopped:
            return states.after_resumption(state, row.at)
        case "call_director" if seat is not None and not _open_call(state):
            call = DirectorCall(
                seat,
                data["why"],
                row.at,
                stopped="stops" in data,
                round=int(data.get("round", "0")),
                about=data.get("about", ""),
                seq=row.seq,
            )
            return states.after_call(state, call)
        case "director_answer" if (call := _open_call(state)) is not None:
            answer, number = data["text"], int(data["round"])
            left = "arbiter" in data
            return states.after_call_ended(state, call, row.at, answer=answer, until=number, arbiter=left)
        case "withdraw_call" | "call_filed" if (call := _open_call(state)) is not None:
            return states.after_call_ended(state, call, row.at)
        case "stand_in":
            return states.after_stand_in(game, state, int(data["seat"]), data.get("level", ""))
        case "return" if state.stand_in(seat) is not None and seat is not None:
            return states.after_return(state, seat, row.at)
        case "stop":
            absent = int(data["absent"]) if "absent" in data else None
            return states.after_stop(state, row.at, ended=data.get("why", ""), absent=absent)
        case "replaced":
            return states.after_replacement(
                state, ReplacedPlayer(int(data["seat"]), int(data["player"])), row.at
            )
        case "take_up" if state.stopped and not state.ended:
            return states.after_taking_up(state, row.at)
        case "rematch" if seat is not None:
            return states.after_rematch(state, seat)
        case "written" if not state.confirmed:
            return paper_entries.after_typed_round(state, seat, data)
        case "totals" if not state.confirmed:
            return paper_entries.after_totals(state, paper_entries.totals_of(seat, data))
        case "objected" if seat is not None and paper_entries.is_typed(state) and not state.confirmed:
            return paper_entries.after_objection(state, seat)
        case "confirmed" if data["rounds"] == str(paper_entries.rounds_typed(state)):
            return paper_entries.after_confirmation(state)
        case "review" if seat is None and _is_closed(game, state, int(data["round"])):
            return rulings.after_case_entry(state, data)
        case "reviewed" | "ruled" if rulings.reviews_of(state.reviews, int(data["round"])).cases:
            return rulings.after_case_entry(state, data)
        case "undo" if state.last is not None:
            return states.after_undo(game, state, state.last, row.at)
    raise LogBroken(f"entry {row.seq} is not one of the table's")


def _open_call(state: TableState) -> DirectorCall | None:
    call = state.director_call
    return call if call is not None and call.is_open else None


def _is_closed(game: Game[Any], state: TableState, number: int) -> bool:
    """Whether that round is closed; only closed rounds can have cases and rulings."""
    if paper_entries.is_typed(state):
        return number in paper_entries.row_numbers(state)
    return state.game_state is not None and any(
        result.number == number for result in game.results(state.game_state)
    )


# The closed rounds of a match, read from its log, for reviews and records. Running rounds are left out.


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One entry of the log with its circumstances. `automatic`: the clock or a stand-in did it. `player` (key) is who
    held the seat then, None for the house."""

    entry: Entry
    at: datetime
    automatic: bool
    player: int | None


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """One closed round: the state before its deal, its entries from the deal on, the state after them."""

    number: int
    before: Any
    entries: tuple[HistoryEntry, ...]
    after: Any


def game_and_start(match: Match) -> tuple[Game[Any], Any]:
    """The game of a match and its state before the first deal."""
    game = match.the_game
    players = match.seats.count()
    return game, game.start(match.house_options, players)


def closed_rounds(match: Match) -> Iterator[ClosedRound]:
    """The closed rounds in order of play. Entries after the last closed round are never given out."""
    game, state = game_and_start(match)
    before, entries = state, []
    for line in history_entries(match):
        closed = len(game.results(state))
        state = game.apply(state, line.entry.by, game.parse(line.entry.data))
        entries.append(line)
        if len(game.results(state)) > closed:
            yield ClosedRound(game.results(state)[-1].number, before, tuple(entries), state)
            before, entries = state, []


def history_entries(match: Match) -> Iterator[HistoryEntry]:
    """The entries of the game, without those that were taken back; those of a running round too."""
    rows = Action.objects.filter(models.Q(kind=GAME) | models.Q(data__do="undo"), match=match).order_by("seq")
    held: HistoryEntry | None = None
    fields = ("kind", "seat", "data", "at", "automatic", "player_id")
    for kind, seat, data, at, automatic, player in rows.values_list(*fields):
        if kind != GAME:
            held = None
            continue
        if held is not None:
            yield held
        held = HistoryEntry(Entry(HOUSE if seat is None else seat, data), at, automatic, player)
    if held is not None:
        yield held


def names_of(match: Match) -> tuple[str, ...]:
    """The names at the table, by seat."""
    return tuple(match.seats.order_by("number").values_list("player__nickname", flat=True))


def players_in_round(match: Match, number: int) -> dict[int, Player]:
    """Those who held the cards when a round was closed, by seat, whoever took a seat over later."""
    return players_in_rounds(match, [number])[number]


def players_in_rounds(match: Match, numbers: Collection[int]) -> dict[int, dict[int, Player]]:
    """As `players_in_round`, for each of these rounds; as many queries for any number of them."""
    seats = match.seats.select_related("player").order_by("number")
    sitting = {seat.number: seat.player for seat in seats}
    entries = Action.objects.filter(match=match, kind=TABLE, data__do="replaced").order_by("-seq")
    replaced = [data for data in entries.values_list("data", flat=True) if "before" in data]
    people = Player.objects.in_bulk({int(data["before"]) for data in replaced}) if replaced else {}
    found = {}
    for number in numbers:
        holders = dict(sitting)
        for data in replaced:
            seat = int(data["seat"])
            if int(data["round"]) > number:
                holders[seat] = people.get(int(data["before"]), holders[seat])
        found[number] = holders
    return found


def levels_said(row: LogRow) -> dict[Seat, str]:
    """The levels of the bots that an entry seats, by seat, "" for a person who comes: at the start and where the club
    gives a seat to another. Logs of older releases say none."""
    word = row.data.get("do") if row.kind == TABLE else None
    if word == "start":
        levels = [each.split(":") for each in row.data.get("levels", "").split()]
        return {int(number): level for number, level in levels}
    return {int(row.data["seat"]): row.data.get("level", "")} if word == "replaced" else {}


def stand_ins_of(matches: Collection[int]) -> dict[tuple[int, Seat], list[tuple[int, int | None]]]:
    """The rounds that bots played for absent people, by match and seat: (first, last), last None to the end.

    A round belongs to the one who holds the cards when it is closed. One query.
    """
    words = ("stand_in", "return", "replaced")
    entries = Action.objects.filter(match__in=matches, kind=TABLE, data__do__in=words).order_by(
        "match", "seq"
    )
    found: dict[tuple[int, Seat], list[tuple[int, int | None]]] = {}
    for match, seat, data in entries.values_list("match", "seat", "data"):
        if "round" not in data:
            continue
        number, begins = int(data["seat"]) if "seat" in data else seat, int(data["round"])
        rounds = found.setdefault((match, number), [])
        if data["do"] == "stand_in":
            rounds.append((begins, None))
        elif rounds and rounds[-1][1] is None:
            rounds[-1] = (rounds[-1][0], begins - 1)
    return {
        place: kept
        for place, rounds in found.items()
        if (kept := [each for each in rounds if each[1] is None or each[0] <= each[1]])
    }


def seals_of(match: Match) -> dict[int, list[Seal]]:
    """The seals that were shown for each deal, by its number, in order, with the cuts that followed on each. The deal
    follows from the last one. Those of a running round too."""
    entries = Action.objects.filter(match=match, kind=TABLE, data__do__in=("seal", "cut")).order_by("seq")
    seals: dict[int, list[Seal]] = {}
    deal = 0
    for seat, data in entries.values_list("seat", "data"):
        if data["do"] == "seal":
            deal = int(data["deal"])
            seals.setdefault(deal, []).append(Seal(deal, data["commitment"]))
        elif seat is not None:
            newest = seals[deal][-1]
            seals[deal][-1] = newest._replace(cuts=tuple(sorted([*newest.cuts, (seat, data["word"])])))
    return seals


def proofs_of(match: Match, **only: object) -> list[Mapping[str, object]]:
    """The proofs of the deals of closed rounds as a record holds them, in order; `only` narrows the deals down."""
    opened = match.deals.exclude(seed="").filter(**only).order_by("number")
    shown = seals_of(match) if match.deck_cut else {}
    return [
        {
            "round": round_number,
            "deal": deal,
            "shuffle": VERSION,
            "context": context,
            "commitment": commitment,
            "seed": seed,
            **_proof_of_seals(shown.get(deal, ())),
        }
        for round_number, deal, context, commitment, seed in opened.values_list(
            "round__number", "number", "context", "commitment", "seed"
        )
    ]


def _proof_of_seals(shown: Sequence[Seal]) -> dict[str, object]:
    """What a proof says of the seals shown for its deal: the cuts, and the seals that another took the place of."""
    proof: dict[str, object] = {}
    if shown and shown[-1].cuts:
        proof["cuts"] = [{"seat": seat, "word": word} for seat, word in shown[-1].cuts]
    if len(shown) > 1:
        proof["earlier_seals"] = [seal.commitment for seal in shown[:-1]]
    return proof


def record_of(match: Match) -> dict[str, object]:
    """The record of a match (`games.engine.record`): its closed rounds, with times, names and proofs."""
    game, _start = game_and_start(match)
    entries = [(line.entry, _notes(line)) for closed in closed_rounds(match) for line in closed.entries]
    about: dict[str, object] = {"match": match.code}
    if match.started_at:
        about["started"] = match.started_at.isoformat()
    if match.finished_at:
        about["finished"] = match.finished_at.isoformat()
    levels = match.seats.exclude(level="").values_list("number", "level")
    if levels:
        about["levels"] = {str(number): level for number, level in levels}
    return write_record(
        game,
        match.house_options,
        players=names_of(match),
        entries=entries,
        proofs=proofs_of(match),
        about=about,
    )


def _notes(line: HistoryEntry) -> dict[str, object]:
    notes: dict[str, object] = {"at": line.at.isoformat()}
    return {**notes, "automatic": True} if line.automatic else notes
