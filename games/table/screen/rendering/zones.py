"""The zones of a table, each drawn from its basis: those of everybody, those of one seat, and the talk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe

from games.engine.seats import Seat
from games.engine.view import View
from games.table.log import rulings
from games.table.log.loading import Heard, Table
from games.table.screen import attendance
from games.table.screen.facts import MatchFacts, facts_of, talk_shown
from games.table.screen.interruptions import NOTHING
from games.table.screen.rendering import pieces
from games.table.screen.rendering.pieces import LaidCards, partial_of
from games.table.screen.rendering.sketches import Drawing, Sketch, sketch_of, speech_of
from games.table.screen.translations import Speech, address
from games.table.screen.turns import turn_of
from games.table.services.moves.advising import Advice, advice_on

Basis = Callable[[View, MatchFacts, Seat | None], tuple[Any, ...]]
_BASES: Final[Mapping[str, Basis]] = {
    "strip": lambda view, match, you: (
        (view.last_trick, view.round, view.rounds, view.label, view.totals),
        view.contract,
    ),
    "trick": lambda view, match, you: (
        (view.trick, view.rows, view.running, view.shown, view.contract),
        (view.round, view.label, view.over, match.commitment),
    ),
    "sheet": lambda view, match, you: (
        (view.results, view.totals, view.over, view.places),
        (match.ready_for == "deal", match.reviews),
    ),
    "prompt": lambda view, match, you: (
        view.prompt,
        (match.ready_for, match.ready_window, match.status, match.practice),
        (you is None, you in match.waits_for, you is not None and match.seats[you].ready),
    ),
    "around": lambda view, match, you: (match.around, match.around == NOTHING or you),
}
"""By zone: everything its partial may look at, beside names, words and the variables of its own. Equal bases are drawn
alike, whoever looks."""


def zones_of(
    table: Table,
    *,
    seat: Seat | None,
    heard: Sequence[Heard],
    language: str,
    advised: str = "",
    taught: bool = False,
) -> dict[str, str]:
    """Every zone of a screen by id, as one seat or a spectator sees it; the whole and the notice are not among them.

    `advised` is the window this screen has asked advice for; the advice is shown while that window is open. A screen
    that is `taught` is advised in the first round without asking.
    """
    sketch = sketch_of(table, language)
    drawing = drawing_of(sketch, table)
    private = drawing.private.get(seat)
    if private is None:
        private = drawing.private[seat] = _private_zones(sketch, drawing, seat)
    zones = {**drawing.zones, **private, "talk": _talk(sketch, table, drawing.facts, heard)}
    if seat is not None and drawing.facts.practice:
        zones["advice"] = _advice(sketch, advice_on(table, seat, advised=advised, taught=taught), seat)
    return zones


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


def drawing_of(sketch: Sketch, table: Table) -> Drawing:
    """The newest drawing of the table, made anew when the log, the status or who is here has changed."""
    present, away = attendance.present(table), attendance.away(table.match_id)
    newest = sketch.newest
    if newest is not None and newest.table is table and newest.present == present and newest.away == away:
        return newest
    names = tuple(sitter.name for sitter in table.sitters)
    progress = rulings.progress_of(table.game, table.state)
    if progress.sides != sketch.speech.sides or names != sketch.speech.names:
        sketch.speech = speech_of(table, sketch.speech.language)
        sketch.laid = LaidCards(sketch.speech)
        sketch.zones.clear()
    facts = facts_of(table, progress, present, away, sketch.speech)
    view = rulings.with_rulings(table.game, table.state, table.game.view(table.state.game_state, None))
    drawing = Drawing(table, present, away, facts, view, _public_zones(sketch, view, facts))
    sketch.newest = drawing
    return drawing


def _public_zones(sketch: Sketch, view: View, facts: MatchFacts) -> dict[str, str]:
    variables = common(sketch.speech, facts, view, you=None)
    spoken = view.contract.spoken if view.contract else ()
    laid = partial(sketch.laid.of, view.last_trick)
    zones = {"strip": _zone(sketch, "strip", view, facts, variables, laid=laid)}
    for zone, sitter in zip(view.seats, facts.seats, strict=True):
        name = f"seat-{zone.seat}"
        drawn = (zone.dealer, zone.word, zone.taken, zone.cards if view.rows else None)
        basis = (drawn, sitter, spoken)
        zones[name] = sketch.reused(name, basis, "seat", variables, seat=zone, sitter=sitter)
    laid = partial(sketch.laid.of, view.trick)
    zones["trick"] = _zone(sketch, "trick", view, facts, variables, laid=laid)
    rounds = partial(_rounds, sketch, view, facts, variables)
    zones["sheet"] = _zone(sketch, "sheet", view, facts, variables, rounds=rounds)
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
        drawn.append(sketch.reused(f"round-{result.number}", (*row.values(),), "round", variables, **row))
    return mark_safe("\n".join(drawn))  # noqa: S308  drawn here, escaped


def _private_zones(sketch: Sketch, drawing: Drawing, seat: Seat | None) -> dict[str, str]:
    view = drawing.table.game.view(drawing.table.state.game_state, seat, drawing.view)
    facts = drawing.facts
    variables = common(sketch.speech, facts, view, you=seat)
    turn = turn_of(view)
    # What has a window is asked once and of one seat; those who only wait share what they read.
    asked = f"prompt-{seat}" if view.prompt.window else "prompt"
    basis = (turn, _BASES["prompt"](view, facts, seat))
    zones = {
        "prompt": sketch.reused(asked, basis, "prompt", variables, turn=turn),
        "around": _zone(sketch, "around", view, facts, variables),
    }
    if seat is not None:
        cards = tuple([held.card for held in view.hand])
        trump = view.contract.trump if view.contract else None
        drawn = partial(pieces.hand, cards, trump, sketch.speech.language)
        basis = (view.hand_word, cards, trump)
        zones["hand"] = sketch.reused(f"hand-{seat}", basis, "hand", variables, cards=drawn)
    return zones


def _advice(sketch: Sketch, advice: Advice | None, seat: Seat) -> str:
    variables = {"say": sketch.speech.say, "_": sketch.speech.translated}
    return sketch.reused(f"advice-{seat}", advice, "advice", variables, advice=advice)


def _talk(sketch: Sketch, table: Table, facts: MatchFacts, heard: Sequence[Heard]) -> str:
    variables = {"_": sketch.speech.translated}
    if not heard:
        return sketch.reused("talk", (), "talk", variables, match=facts)
    lines = tuple(talk_shown(table, line, sketch.speech) for line in heard)
    return sketch.reused("talk", lines, "talk", variables, match=facts._replace(talk=lines))


def _zone(
    sketch: Sketch, name: str, view: View, facts: MatchFacts, variables: dict[str, Any], **own: object
) -> str:
    return sketch.reused(name, _BASES[name](view, facts, variables["you"]), name, variables, **own)


def common(speech: Speech, facts: MatchFacts, view: View, *, you: Seat | None) -> dict[str, Any]:
    """The variables every partial is given."""
    return {
        "view": view,
        "names": speech.names,
        "you": you,
        "match": facts,
        "say": speech.say,
        "card_name": speech.card_name,
        "suit_name": speech.suit_name,
        "side_name": speech.side_name,
        "column_name": speech.column_name,
        "url": address,
        "_": speech.translated,
    }
