"""The maker of table HTML, with `pieces`: zone by zone, the same path for a first load and for a push.

Every partial is `templates/table/_<zone>.html` (Jinja2) and has one root element whose FIRST attribute is its id,
so that ``<div id="trick"`` begins it. Zones and their ids:

| zone | id | drawn | variables beside the common ones |
| --- | --- | --- | --- |
| strip | strip | once for everybody | laid (last trick, ready HTML) |
| seat | seat-0, seat-1 ... | once for everybody | seat (SeatZone), sitter (SeatFacts) |
| trick | trick | once for everybody | laid (cards of the trick, ready HTML) |
| sheet | sheet | once for everybody | rounds() (their rows, ready HTML, each by `_round.html`) |
| talk | talk | once for everybody | |
| hand | hand | for one seat; spectators have none | cards() (ready HTML, each by `_card.html` once a language) |
| prompt | prompt | for one seat or a spectator | turn (Turn) |
| around | around | for one seat or a spectator | |
| notice | notice | for one screen | notice (a sentence or "") |
| table | table | the whole, root class `seen-from-N`, `data-seq` | zones (id -> ready HTML), parting (Parting, None) |

Common variables: `view` (engine View, for zones of everybody that of a spectator), `names` (tuple by seat),
`you` (seat or None; always None in zones of everybody), `match` (MatchFacts), `say(Text)`, `card_name(card)`,
`suit_name(suit)`, `side_name(side)`, and `_` of the environment. `_table.html` places ``{{ zones["strip"] }}``
and so on (ready, escaped HTML), it does not include the partials. Over the socket a zone travels as it is (hx-ws
swaps by id); in the answer to a POST its root gets ``hx-swap-oob="true"`` here.
Partials must be deterministic: same variables, same bytes. What a partial may look at is its basis (`_BASES`):
a zone whose basis has not changed is not drawn again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe

from games.engine.seats import Seat
from games.engine.view import View
from games.table import attendance, pieces, rulings
from games.table.facts import MatchFacts, SeatFacts, TalkShown, facts_of, talk_shown
from games.table.loading import Heard, Table
from games.table.parting import Parting
from games.table.pieces import LaidCards, partial_of
from games.table.speech import Speech, address
from games.table.surroundings import NOTHING
from games.table.turns import turn_of

__all__ = ["MatchFacts", "SeatFacts", "TalkShown"]

KEPT: Final = 500
"""Tables whose newest drawing is kept, a language each."""

Basis = Callable[[View, MatchFacts, Seat | None], tuple[Any, ...]]
_BASES: Final[Mapping[str, Basis]] = {
    "strip": lambda view, match, you: (
        (view.round, view.rounds, view.label, view.totals),
        view.contract,
    ),
    "trick": lambda view, match, you: (
        (view.trick and view.trick.complete, view.rows, view.running, view.shown, view.contract),
        (view.round, view.label, view.over, match.commitment),
    ),
    "sheet": lambda view, match, you: (
        (view.results, view.totals, view.over, view.winners),
        (match.ready_for == "deal", match.reviews),
    ),
    "prompt": lambda view, match, you: (
        view.prompt,
        (match.ready_for, match.ready_window, match.status),
        (you is None, you in match.waits_for, you is not None and match.seats[you].ready),
    ),
    "around": lambda view, match, you: (match.around, match.around == NOTHING or you),
}
"""By zone: everything its partial may look at, beside names, words and the variables of its own. Equal bases are drawn
alike, whoever looks."""
ALIKE: Final = 16
"""Drawings kept of a zone: those who only wait share one, and it comes back with every trick."""


@dataclass(slots=True)
class Sketch:
    """What is kept of one table in one language: its words, the cards that lay on it, and by zone its newest drawings
    with their bases."""

    speech: Speech
    laid: LaidCards
    zones: dict[str, list[tuple[Any, str]]] = field(default_factory=dict)
    newest: Drawing | None = None


@dataclass(slots=True)
class Drawing:
    """One table at one moment in one language: the zones of everybody, and those of each seat as they are asked for."""

    table: Table
    present: frozenset[Seat]
    away: Mapping[Seat, datetime]
    facts: MatchFacts
    view: View
    zones: Mapping[str, str]
    private: dict[Seat | None, Mapping[str, str]] = field(default_factory=dict)


_kept: OrderedDict[tuple[int, str], Sketch] = OrderedDict()
_lock = threading.Lock()


def whole_table(
    table: Table,
    *,
    seat: Seat | None,
    heard: Sequence[Heard],
    language: str,
    notice: str = "",
    parting: Parting | None = None,
) -> SafeString:
    """The whole table as one seat or a spectator sees it; `heard` is the talk they hear, oldest first."""
    zones = zones_of(table, seat=seat, heard=heard, language=language)
    return whole_of(table, zones, seat=seat, language=language, notice=notice, parting=parting)


def whole_of(
    table: Table,
    zones: Mapping[str, str],
    *,
    seat: Seat | None,
    language: str,
    notice: str = "",
    parting: Parting | None = None,
) -> SafeString:
    """The whole table around zones already drawn for that seat; `parting` is for who had a seat here."""
    sketch = _sketch(table, language)
    drawing = _drawing(sketch, table)
    view = table.game.view(table.state.game_state, seat, drawing.view)
    ready = {name: mark_safe(html) for name, html in zones.items()}  # noqa: S308  drawn here, escaped
    ready["notice"] = notice_zone(notice, language)
    variables = _common(sketch.speech, drawing.facts, view, you=seat)
    return mark_safe(partial_of("table").render(variables, zones=ready, parting=parting))  # noqa: S308  drawn here, escaped


def zones_of(table: Table, *, seat: Seat | None, heard: Sequence[Heard], language: str) -> dict[str, str]:
    """Every zone of a screen by id, as one seat or a spectator sees it; the whole and the notice are not among them."""
    sketch = _sketch(table, language)
    drawing = _drawing(sketch, table)
    private = drawing.private.get(seat)
    if private is None:
        private = drawing.private[seat] = _private_zones(sketch, drawing, seat)
    return {**drawing.zones, **private, "talk": _talk(sketch, table, drawing.facts, heard)}


def changed_zones(shown: Mapping[str, str], zones: Mapping[str, str], seq: int) -> str:
    """What a screen that shows `shown` must be sent to show `zones`: the number of the log entry, then what differs."""
    return seq_mark(seq) + "".join([html for name, html in zones.items() if shown.get(name) != html])


def seq_mark(seq: int) -> str:
    """The element that tells a screen up to which log entry it is right."""
    return f'<i id="seq" data-seq="{seq}" hidden></i>'


def laid_zone(view: View, speech: Speech) -> SafeString:
    """What lies on the table of a view where it is no trick: its rows or its running total; "" where it is one."""
    laid = "rows" if view.rows else "running" if view.running else ""
    if not laid:
        return SafeString("")
    drawn = partial_of(laid).render(
        view=view,
        names=speech.names,
        card_name=speech.card_name,
        suit_name=speech.suit_name,
        _=speech.translated,
    )
    return mark_safe(drawn)  # noqa: S308  drawn here, escaped


def notice_zone(sentence: str, language: str) -> SafeString:
    """The zone that tells one screen why something was refused; "" empties it."""
    speech = Speech(language=language, names=(), sides=(), words={})
    drawn = partial_of("notice").render(notice=sentence, _=speech.translated)
    return mark_safe(drawn)  # noqa: S308  drawn here, escaped


def answer_to_post(
    table: Table, *, seat: Seat | None, heard: Sequence[Heard], language: str, notice: str = ""
) -> SafeString:
    """Every zone and the notice, marked to be swapped by id from the answer to an ordinary htmx POST."""
    zones = zones_of(table, seat=seat, heard=heard, language=language)
    parts = [seq_mark(table.state.seq), *zones.values(), notice_zone(notice, language)]
    return mark_safe("".join(map(_swapped_by_id, parts)))  # noqa: S308  drawn here, escaped


def word_to_post(sentence: str, language: str) -> SafeString:
    """The notice alone, as an answer to an htmx POST."""
    return mark_safe(_swapped_by_id(notice_zone(sentence, language)))  # noqa: S308  drawn here, escaped


def forget_all() -> None:
    """Keep no drawing."""
    with _lock:
        _kept.clear()
        pieces.forget_all()


def _swapped_by_id(html: str) -> str:
    root, name, rest = html.partition(' id="')
    return f'{root} hx-swap-oob="true"{name}{rest}'


def _sketch(table: Table, language: str) -> Sketch:
    key = (table.match_id, language)
    with _lock:
        sketch = _kept.get(key)
        if sketch is None:
            sketch = _kept[key] = Sketch(speech := _speech(table, language), LaidCards(speech))
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        return sketch


def _speech(table: Table, language: str) -> Speech:
    return Speech(
        language=language,
        names=[sitter.name for sitter in table.sitters],
        sides=table.game.progress(table.state.game_state).sides,
        words=table.game.words,
    )


def _drawing(sketch: Sketch, table: Table) -> Drawing:
    """The newest drawing of the table, made anew when the log, the status or who is here has changed."""
    present, away = attendance.present(table), attendance.away(table.match_id)
    newest = sketch.newest
    if newest is not None and newest.table is table and newest.present == present and newest.away == away:
        return newest
    names = tuple(sitter.name for sitter in table.sitters)
    progress = rulings.progress_of(table.game, table.state)
    if progress.sides != sketch.speech.sides or names != sketch.speech.names:
        sketch.speech = _speech(table, sketch.speech.language)
        sketch.laid = LaidCards(sketch.speech)
        sketch.zones.clear()
    facts = facts_of(table, progress, present, away, sketch.speech)
    view = rulings.with_rulings(table.game, table.state, table.game.view(table.state.game_state, None))
    drawing = Drawing(table, present, away, facts, view, _public_zones(sketch, view, facts))
    sketch.newest = drawing
    return drawing


def _public_zones(sketch: Sketch, view: View, facts: MatchFacts) -> dict[str, str]:
    variables = _common(sketch.speech, facts, view, you=None)
    spoken = view.contract.spoken if view.contract else ()
    zones = {"strip": _zone(sketch, "strip", view, facts, variables, laid=sketch.laid.of(view.last_trick))}
    for zone, sitter in zip(view.seats, facts.seats, strict=True):
        name = f"seat-{zone.seat}"
        drawn = (zone.dealer, zone.word, zone.taken, zone.cards if view.rows else None)
        basis = (drawn, sitter, spoken)
        zones[name] = _reused(sketch, name, basis, "seat", variables, seat=zone, sitter=sitter)
    zones["trick"] = _zone(sketch, "trick", view, facts, variables, laid=sketch.laid.of(view.trick))
    rounds = partial(_rounds, sketch, view, facts, variables)
    zones["sheet"] = _reused(
        sketch, "sheet", _BASES["sheet"](view, facts, None), "sheet", variables, rounds=rounds
    )
    return zones


def _rounds(sketch: Sketch, view: View, facts: MatchFacts, variables: Mapping[str, Any]) -> SafeString:
    """The closed rounds as rows of the sheet: only the new one is drawn, and those about which something was said."""
    drawn, together = [], (0,) * len(view.totals)
    for result in view.results:
        together = rulings.added_up([together, result.score])
        row = {
            "result": result,
            "together": together,
            "said": facts.reviewed(result.number),
            "newest": result is view.results[-1],
        }
        drawn.append(_reused(sketch, f"round-{result.number}", (*row.values(),), "round", variables, **row))
    return mark_safe("\n".join(drawn))  # noqa: S308  drawn here, escaped


def _private_zones(sketch: Sketch, drawing: Drawing, seat: Seat | None) -> dict[str, str]:
    view = drawing.table.game.view(drawing.table.state.game_state, seat, drawing.view)
    facts = drawing.facts
    variables = _common(sketch.speech, facts, view, you=seat)
    turn = turn_of(view)
    zones = {
        "prompt": _zone(sketch, "prompt", view, facts, variables, turn=turn),
        "around": _zone(sketch, "around", view, facts, variables),
    }
    if seat is not None:
        cards = tuple([held.card for held in view.hand])
        trump = view.contract.trump if view.contract else None
        drawn = partial(pieces.hand, cards, trump, sketch.speech.language)
        zones["hand"] = _reused(
            sketch, "hand", (view.hand_word, cards, trump), "hand", variables, cards=drawn
        )
    return zones


def _talk(sketch: Sketch, table: Table, facts: MatchFacts, heard: Sequence[Heard]) -> str:
    variables = {"_": sketch.speech.translated}
    if not heard:
        return _reused(sketch, "talk", (), "talk", variables, match=facts)
    lines = tuple(talk_shown(table, line, sketch.speech) for line in heard)
    return _reused(sketch, "talk", lines, "talk", variables, match=replace(facts, talk=lines))


def _zone(
    sketch: Sketch, name: str, view: View, facts: MatchFacts, variables: dict[str, Any], **own: object
) -> str:
    basis = (*own.values(), _BASES[name](view, facts, variables["you"]))
    return _reused(sketch, name, basis, name, variables, **own)


def _reused(
    sketch: Sketch, name: str, basis: Any, template: str, variables: Mapping[str, Any], **more: Any
) -> str:
    """The zone as it was drawn lately for the same basis, else drawn now."""
    lately = sketch.zones.get(name, [])
    for place, (known, html) in enumerate(lately):
        if known == basis:
            if place:
                sketch.zones[name] = [lately[place], *lately[:place], *lately[place + 1 :]]
            return html
    html = partial_of(template).render(variables, **more)
    sketch.zones[name] = [(basis, html), *lately[: ALIKE - 1]]
    return html


def _common(speech: Speech, facts: MatchFacts, view: View, *, you: Seat | None) -> dict[str, Any]:
    return {
        "view": view,
        "names": speech.names,
        "you": you,
        "match": facts,
        "say": speech.say,
        "card_name": speech.card_name,
        "suit_name": speech.suit_name,
        "side_name": speech.side_name,
        "url": address,
        "_": speech.translated,
    }
