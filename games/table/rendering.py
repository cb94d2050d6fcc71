"""The only maker of table HTML: one place, zone by zone, the same path for a first load and for a push.

Every partial is `templates/table/_<zone>.html` (Jinja2) and has one root element whose FIRST attribute is its id,
so that ``<div id="trick"`` begins it. Zones and their ids:

| zone | id | drawn | variables beside the common ones |
| --- | --- | --- | --- |
| strip | strip | once for everybody | |
| seat | seat-0, seat-1 ... | once for everybody | seat (SeatZone), sitter (SeatFacts) |
| trick | trick | once for everybody | |
| sheet | sheet | once for everybody | |
| talk | talk | once for everybody | |
| hand | hand | for one seat; spectators have none | |
| prompt | prompt | for one seat or a spectator | |
| notice | notice | for one screen | notice (a sentence or "") |
| table | table | the whole, root class `seen-from-N`, `data-seq` | zones (id -> ready HTML) |

Common variables: `view` (engine View, for zones of everybody that of a spectator), `names` (tuple by seat),
`you` (seat or None; always None in zones of everybody), `match` (MatchFacts), `say(Text)`, `card_name(card)`,
`suit_name(suit)`, `side_name(side)`, and `_` of the environment. `_table.html` places ``{{ zones["strip"] }}``
and so on (ready, escaped HTML), it does not include the partials. Over the socket a zone travels as it is (hx-ws
swaps by id); in the answer to a POST its root gets ``hx-swap-oob="true"`` here.
Partials must be deterministic: same variables, same bytes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from django.template import engines
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.engine.errors import SENTENCES
from games.engine.seats import HOUSE, Seat
from games.engine.words import Text
from games.table import clock, live, wording
from games.table.loading import Heard, Table
from games.table.models import Match
from games.table.services.talking import PHRASES, may_chat

KEPT: Final = 500
"""Tables whose newest drawing is kept."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What is known of a seat beside the game. `ready` has pressed on; `present` has the table open now.

    `automatic`: somebody else plays for the one who sits there.
    """

    number: int
    name: str
    kind: str
    present: bool
    ready: bool
    automatic: bool


@dataclass(frozen=True, slots=True)
class TalkShown:
    """One line of talk: `words` is what was said, `phrase` its code when it was a fixed phrase."""

    seat: int
    name: str
    words: str
    phrase: str
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The match around the view. `seats` by number, `talk` oldest first (filled for the zone talk only).

    `ready_for` is what the house waits to do: "deal" while the sheet is open, "close" while the last roem can be
    claimed, else ""; `ready_window` is the window a "ready" answers, `waits_for` the seats it waits for.
    `may_chat` says that free text is taken now; `phrases` are (code, words) of the fixed phrases.
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


@dataclass(slots=True)
class Drawing:
    """One table at one moment in one language: the zones of everybody, and those of each seat as they are asked for."""

    table: Table
    present: frozenset[Seat]
    language: str
    facts: MatchFacts
    zones: Mapping[str, str]
    private: dict[Seat | None, Mapping[str, str]] = field(default_factory=dict)


_kept: OrderedDict[tuple[int, str], Drawing] = OrderedDict()
_lock = threading.Lock()


def whole_table(
    table: Table, *, seat: Seat | None, heard: Sequence[Heard], language: str, notice: str = ""
) -> SafeString:
    """The whole table as one seat or a spectator sees it; `heard` is the talk they hear, oldest first."""
    zones = zones_of(table, seat=seat, heard=heard, language=language)
    return whole_of(table, zones, seat=seat, language=language, notice=notice)


def whole_of(
    table: Table, zones: Mapping[str, str], *, seat: Seat | None, language: str, notice: str = ""
) -> SafeString:
    """The whole table around zones already drawn for that seat."""
    drawing = _drawing(table, language)
    with translation.override(language):
        ready = {name: mark_safe(html) for name, html in zones.items()}
        ready["notice"] = mark_safe(_notice(notice))
        view = _view(table, seat)
        return mark_safe(_draw("table", _common(table, drawing.facts, view, you=seat) | {"zones": ready}))


def zones_of(table: Table, *, seat: Seat | None, heard: Sequence[Heard], language: str) -> dict[str, str]:
    """Every zone of a screen by id, as one seat or a spectator sees it; the whole and the notice are not among them."""
    drawing = _drawing(table, language)
    private = drawing.private.get(seat)
    with translation.override(language):
        if private is None:
            private = drawing.private[seat] = _private_zones(table, drawing.facts, seat)
        facts = replace(drawing.facts, talk=tuple(_shown(table, line) for line in heard))
        talk = _draw("talk", {"match": facts})
    return {**drawing.zones, **private, "talk": talk}


def changed_zones(shown: Mapping[str, str], zones: Mapping[str, str], seq: int) -> str:
    """What a screen that shows `shown` must be sent to show `zones`: the number of the log entry, then what differs."""
    return seq_mark(seq) + "".join(html for name, html in zones.items() if shown.get(name) != html)


def seq_mark(seq: int) -> str:
    """The element that tells a screen up to which log entry it is right."""
    return f'<i id="seq" data-seq="{seq}" hidden></i>'


def notice_zone(sentence: str, language: str) -> str:
    """The zone that tells one screen why something was refused; "" empties it."""
    with translation.override(language):
        return _notice(sentence)


def answer_to_post(
    table: Table, *, seat: Seat | None, heard: Sequence[Heard], language: str, notice: str = ""
) -> SafeString:
    """Every zone and the notice, marked to be swapped by id from the answer to an ordinary htmx POST."""
    zones = zones_of(table, seat=seat, heard=heard, language=language)
    parts = [seq_mark(table.state.seq), *zones.values(), notice_zone(notice, language)]
    return mark_safe("".join(map(_swapped_by_id, parts)))


def forget_all() -> None:
    """Keep no drawing."""
    with _lock:
        _kept.clear()


def _swapped_by_id(html: str) -> str:
    root, name, rest = html.partition(' id="')
    return f'{root} hx-swap-oob="true"{name}{rest}'


def _drawing(table: Table, language: str) -> Drawing:
    """The newest drawing of the table, made anew when the log, the status or who is here has changed."""
    present = live.present(table.match_id)
    key = (table.match_id, language)
    with _lock:
        drawing = _kept.get(key)
    if drawing is not None and drawing.table is table and drawing.present == present:
        return drawing
    with translation.override(language):
        facts = _facts(table, present)
        drawing = Drawing(table, present, language, facts, _public_zones(table, facts))
    with _lock:
        _kept[key] = drawing
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return drawing


def _public_zones(table: Table, facts: MatchFacts) -> dict[str, str]:
    view = _view(table, None)
    common = _common(table, facts, view, you=None)
    zones = {"strip": _draw("strip", common)}
    for zone, sitter in zip(view.seats, facts.seats, strict=True):
        zones[f"seat-{zone.seat}"] = _draw("seat", common | {"seat": zone, "sitter": sitter})
    zones["trick"] = _draw("trick", common)
    zones["sheet"] = _draw("sheet", common)
    return zones


def _private_zones(table: Table, facts: MatchFacts, seat: Seat | None) -> dict[str, str]:
    common = _common(table, facts, _view(table, seat), you=seat)
    zones = {"prompt": _draw("prompt", common)}
    if seat is not None:
        zones["hand"] = _draw("hand", common)
    return zones


def _notice(sentence: str) -> str:
    return _draw("notice", {"notice": sentence})


def _draw(zone: str, variables: Mapping[str, Any]) -> str:
    return engines["jinja2"].env.get_template(f"table/_{zone}.html").render(variables)


def _view(table: Table, seat: Seat | None) -> Any:
    return table.game.view(table.state.game_state, seat)


def _common(table: Table, facts: MatchFacts, view: Any, *, you: Seat | None) -> dict[str, Any]:
    names = tuple(sitter.name for sitter in table.sitters)
    sides = tuple(seat.side for seat in view.seats)
    words = {**SENTENCES, **table.game.words}

    def say(text: Text) -> str:
        return wording.sentence(text, words=words, names=names, sides=sides)

    def side_name(side: int) -> str:
        return wording.side_name(side, names, sides)

    return {
        "view": view,
        "names": names,
        "you": you,
        "match": facts,
        "say": say,
        "card_name": wording.card_name,
        "suit_name": wording.suit_name,
        "side_name": side_name,
    }


def _facts(table: Table, present: frozenset[Seat]) -> MatchFacts:
    state = table.state
    waiting = table.game.pending(state.game_state).get(HOUSE) if table.running else None
    return MatchFacts(
        code=table.code,
        game=table.game.key,
        game_name=gettext(table.game.name),
        seq=state.seq,
        status=str(Match.Status(table.status)),
        round=table.game.progress(state.game_state).round,
        seats=tuple(
            SeatFacts(
                number=sitter.number,
                name=sitter.name,
                kind=sitter.kind,
                present=sitter.is_bot or sitter.number in present,
                ready=sitter.number in state.ready,
                automatic=False,
            )
            for sitter in table.sitters
        ),
        ready_for=waiting.kind if waiting is not None else "",
        ready_window=waiting.window if waiting is not None else "",
        waits_for=clock.waited_for(table) if waiting is not None else frozenset(),
        phrases_on=table.phrases_on,
        chat_on=table.chat_on,
        may_chat=may_chat(table),
        phrases=tuple((code, gettext(words)) for code, words in PHRASES.items()),
        talk=(),
        commitment=table.commitment,
        signals=table.signals,
    )


def _shown(table: Table, line: Heard) -> TalkShown:
    words = gettext(PHRASES.get(line.phrase, line.phrase)) if line.phrase else line.text
    return TalkShown(
        line.seat, wording.seat_name(line.seat, [s.name for s in table.sitters]), words, line.phrase, line.at
    )
