"""The match around a view, as the partials get it: who sits there, what the house waits for, what may be said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from games.engine.game import Progress
from games.engine.seats import HOUSE, Seat
from games.table.log import due_times, rulings
from games.table.log.loading import Heard, Sitter, Table
from games.table.log.models import Match
from games.table.log.states import Reviewed
from games.table.screen.interruptions import Around, around_of, milliseconds
from games.table.screen.translations import Speech
from games.table.services.moves import advising
from games.table.services.talking import PHRASES, may_chat


class SeatFacts(NamedTuple):
    """What is known of a seat beside the game. `ready` has pressed on; `present` has the table open now.

    `automatic`: a bot plays for the one who sits there; `by_clock`: the clock gave the last answer. While a clock
    runs for the seat, its bank runs from `free_until` to `due` (ms since 1970, else 0); full it holds
    `bank` seconds.
    """

    number: int
    name: str
    kind: str
    present: bool
    ready: bool
    automatic: bool
    by_clock: bool
    free_until: int
    due: int
    bank: int


@dataclass(frozen=True, slots=True)
class TalkShown:
    """One line of talk: `words` is what was said, `phrase` its code when it was a fixed phrase."""

    seat: int
    name: str
    words: str
    phrase: str
    at: datetime


class MatchFacts(NamedTuple):
    """The match around the view. `seats` by number, `talk` oldest first (filled for the zone talk only).

    `ready_for` is what the house waits to do: "deal" while the sheet is open, "close" while the last roem can be
    claimed, else ""; `ready_window` is the window a "ready" answers, `waits_for` the people who have not pressed it.
    `better` is whether the "high" or the "low" total wins, `places` the place of each side once the match is over.
    `may_chat` says that free text is taken now; `phrases` are (code, words) of the fixed phrases; `reviews` are the
    closed rounds somebody has asked about; `practice` says that who plays can ask for advice.
    """

    code: str
    game: str
    game_name: str
    seq: int
    status: str
    round: int
    seats: tuple[SeatFacts, ...]
    ready_for: str
    ready_window: str
    waits_for: frozenset[Seat]
    phrases_on: bool
    chat_on: bool
    may_chat: bool
    phrases: tuple[tuple[str, str], ...]
    talk: tuple[TalkShown, ...]
    commitment: str
    signals: str
    better: str
    places: tuple[int, ...]
    around: Around
    undo_allowed: bool
    reviews: tuple[Reviewed, ...] = ()
    practice: bool = False

    def reviewed(self, number: int) -> Reviewed:
        """What was said about a round since it was closed."""
        return rulings.reviewed(self.reviews, number)


def facts_of(
    table: Table,
    progress: Progress,
    present: frozenset[Seat],
    away: Mapping[Seat, datetime],
    speech: Speech,
) -> MatchFacts:
    """What is so at a table now, without its talk; `present` are the seats with a screen, `away` those without.

    `progress` is how far it is, rulings counted.
    """
    state = table.state
    waiting = table.game.pending(state.game_state).get(HOUSE) if table.running else None
    return MatchFacts(
        code=table.code,
        game=table.game.key,
        game_name=speech.translated(table.game.name),
        seq=state.seq,
        status=str(Match.Status(table.status)),
        round=progress.round,
        seats=tuple(_seat_facts(table, sitter, sitter.number in present) for sitter in table.sitters),
        ready_for=waiting.kind if waiting is not None else "",
        ready_window=waiting.window if waiting is not None else "",
        waits_for=due_times.undecided(table) if waiting is not None else frozenset(),
        phrases_on=table.phrases_on,
        chat_on=table.chat_on,
        may_chat=may_chat(table),
        phrases=speech.phrases,
        talk=(),
        commitment=table.commitment,
        signals=table.signals,
        better=table.game.better,
        places=progress.places,
        around=around_of(table, away),
        undo_allowed=table.undo_allowed,
        reviews=state.reviews,
        practice=advising.is_practice(table),
    )


def _seat_facts(table: Table, sitter: Sitter, present: bool) -> SeatFacts:
    state, seat = table.state, sitter.number
    name, kind, ready = sitter.name, sitter.kind, seat in state.ready
    if sitter.is_bot:
        return SeatFacts(seat, name, kind, True, ready, False, False, 0, 0, 0)
    automatic = bool(state.stand_ins) and state.stand_in(seat) is not None
    by_clock = seat in state.by_clock and not automatic
    clocks = state.clocks if table.running and state.paused_at is None else None
    starts = None if clocks is None or automatic else clocks.free_until(seat)
    if clocks is None or starts is None:
        return SeatFacts(seat, name, kind, present, ready, automatic, by_clock, 0, 0, 0)
    asked = clocks.asked[seat]
    return SeatFacts(
        seat,
        name,
        kind,
        present,
        ready,
        automatic,
        by_clock,
        free_until=milliseconds(starts),
        due=milliseconds(clocks.deadline_of(asked, seat)),
        bank=int(clocks.pace.bank.total_seconds()),
    )


def talk_shown(table: Table, line: Heard, speech: Speech) -> TalkShown:
    """A line of talk as it is shown."""
    words = speech.translated(PHRASES.get(line.phrase, line.phrase)) if line.phrase else line.text
    return TalkShown(line.seat, table.sitters[line.seat].name, words, line.phrase, line.at)
