"""The zones of a table as one seat or a spectator sees them. What everybody sees is worked out once for each moment and
shared by the screens of the table."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.safestring import SafeString

from games.engine.actions import Data
from games.engine.game import Pending
from games.engine.seats import HOUSE, Seat
from games.table.log import due_times, rulings
from games.table.log.loading import Heard, Table
from games.table.screen import attendance
from games.table.screen.rendering import drawing
from games.table.screen.rendering.drawing import draw
from games.table.screen.translations import Speech
from games.table.screen.zones.around import around_of
from games.table.screen.zones.hand import hand_of, rows_of
from games.table.screen.zones.middle import middle_of
from games.table.screen.zones.notes import talk_of, tip_of
from games.table.screen.zones.question import Going, question_of
from games.table.screen.zones.scene import Scene, scene_of
from games.table.screen.zones.seats import seat_places
from games.table.screen.zones.sheet import Rounds, sheet_of
from games.table.screen.zones.strip import strip_of
from games.table.services.moves import advising

KEPT: Final = 1_000
"""Tables whose newest moment is kept, a language each."""
NOTHING: Final[Data] = {}


@dataclass(frozen=True, slots=True)
class Moment:
    """What everybody sees of a table at its newest moment, in one language. The sheet is kept with what it is made
    from: it has up to a hundred rows, and changes once in thirty moves."""

    table: Table
    present: frozenset[Seat]
    away: Mapping[Seat, datetime]
    scene: Scene
    house: Pending | None
    rounds: Rounds
    zones: Mapping[str, SafeString]


_newest: OrderedDict[tuple[int, str], Moment] = OrderedDict()
_lock = threading.Lock()


def zones_of(
    table: Table,
    *,
    seat: Seat | None,
    heard: Sequence[Heard],
    language: str,
    advised: str = "",
    taught: bool = False,
) -> dict[str, SafeString]:
    """Every zone of a screen by id, as one seat or a spectator sees it; the whole and the notice are not among them.

    `advised` is the window this screen has asked advice for; the advice is shown while that window is open. A screen
    that is `taught` is advised in the first round without asking.
    """
    moment = moment_of(table, language)
    scene = moment.scene
    tips = advising.is_practice(table)
    advice = None
    if tips and seat is not None:
        advice = advising.advice_on(table, seat, advised=advised, taught=taught)
    does = (advice.data if advice else None) or NOTHING
    view = table.game.view(table.state.game_state, seat, scene.view)
    zones = {
        **moment.zones,
        "prompt": draw(
            question_of(
                scene,
                view,
                code=table.code,
                going=_going(moment, seat),
                ready=seat is not None and seat in table.state.ready,
                tips=tips and table.running,
                advice=does,
            )
        ),
        "around": draw(around_of(table, scene.speech, moment.away, seat)),
        "talk": draw(talk_of(scene, table, heard)),
    }
    if seat is not None:
        zones["hand"] = draw(hand_of(view, scene.speech, table.code, does))
        if tips:
            zones["advice"] = draw(tip_of(scene, advice))
    return zones


def moment_of(table: Table, language: str) -> Moment:
    """The newest moment of the table, made anew when the log, the status or who is here has changed."""
    key = (table.match_id, language)
    present, away = attendance.present(table), attendance.away(table.match_id)
    with _lock:
        before = _newest.get(key)
    if before is not None and before.table is table and before.present == present and before.away == away:
        return before
    moment = _made(table, language, present, away, before)
    with _lock:
        _newest[key] = moment
        _newest.move_to_end(key)
        while len(_newest) > KEPT:
            _newest.popitem(last=False)
    return moment


def forget_all() -> None:
    """Keep no moment, no hand and no drawing."""
    with _lock:
        _newest.clear()
    rows_of.cache_clear()
    drawing.draw.cache_clear()


def _made(
    table: Table,
    language: str,
    present: frozenset[Seat],
    away: Mapping[Seat, datetime],
    before: Moment | None,
) -> Moment:
    state = table.state
    names = tuple([sitter.name for sitter in table.sitters])
    if before is not None and before.scene.speech.names == names and before.table.game is table.game:
        speech = before.scene.speech
    else:
        speech = Speech(language=language, names=names, words=table.game.words)
    view = rulings.with_rulings(table.game, state, table.game.view(state.game_state, None))
    scene = scene_of(view, speech, tuple([sitter.short_name for sitter in table.sitters]), table.commitment)
    house = table.game.pending(state.game_state).get(HOUSE) if table.running else None
    rounds = Rounds(
        speech,
        table.code,
        scene.columns,
        view.columns,
        view.results,
        state.reviews,
        view.totals,
        view.places,
        view.over,
        house is not None and house.kind == "deal",
        table.game.better == "low",
    )
    zones = {"strip": draw(strip_of(scene))}
    for place in seat_places(scene, table, present):
        zones[f"seat-{place.seat}"] = draw(place)
    zones["trick"] = draw(middle_of(scene))
    same_sheet = before is not None and before.rounds == rounds
    zones["sheet"] = before.zones["sheet"] if same_sheet else draw(sheet_of(rounds))
    return Moment(table, present, away, scene, house, rounds, zones)


def _going(moment: Moment, seat: Seat | None) -> Going | None:
    """The button to press on, for a player the house waits for."""
    if moment.house is None or seat not in due_times.undecided(moment.table):
        return None
    return Going(moment.house.window, moment.house.kind == "deal")
