"""The zones of a table drawn for a seat, cached by value."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache, partial
from typing import Final, TypeAlias

from django.template import engines
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Template

from games.club_clock import milliseconds
from games.engine.actions import Data
from games.engine.game import Pending, replace_fields
from games.engine.seats import HOUSE, Seat
from games.engine.view import View
from games.table.log import awaited, due_times, rulings
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.screen import attendance
from games.table.screen.speech import Speech, labels, name_markup, with_soft_hyphens, written_points
from games.table.screen.zones.agreements import (
    Agreements,
    agreements_of,
    days_left,
    is_quiet,
    may_take_back,
)
from games.table.screen.zones.hand import Hand, OpenHand, hand_of, rows_of
from games.table.screen.zones.middle import Middle, middle_of
from games.table.screen.zones.question import (
    Accusing,
    DuelLink,
    OutOfTurnButton,
    Question,
    ReadyButton,
    accusing_of,
    cutting_of,
    question_of,
)
from games.table.screen.zones.scene import Frame, Scene, frame_of, scene_of
from games.table.screen.zones.scores import RoundRow, Rounds, Sheet, gains_of, sheet_of
from games.table.screen.zones.seats import Closing, SeatPlace, Strip, seat_places, strip_of
from games.table.screen.zones.talk import Calls, MissedLine, Notice, Talk, Tip, talk_of, tip_of
from games.table.services.duels import has_other_side
from games.table.services.moves.advice import advice_on, is_practice
from games.table.services.moves.own_deal import may_decline
from games.table.services.talking import TalkEntry
from games.table.signals import LostSeat, OpenCall

# HTML of a zone from its value.

Zone: TypeAlias = (
    Strip
    | SeatPlace
    | Middle
    | Sheet
    | RoundRow
    | Talk
    | Hand
    | Question
    | Agreements
    | Tip
    | Notice
    | MissedLine
    | Calls
    | OpenHand
    | Accusing
)
PARTIALS: Final[Mapping[type, str]] = {
    Strip: "strip",
    SeatPlace: "seat",
    Middle: "middle",
    Sheet: "sheet",
    RoundRow: "round",
    Talk: "talk",
    Hand: "hand",
    Question: "question",
    Agreements: "agreements",
    Tip: "tip",
    Notice: "notice",
    MissedLine: "missed",
    Calls: "calls",
    OpenHand: "open_hand",
    Accusing: "accuse",
    Frame: "frame",
}
ROOT_CLASSES: Final = re.compile(r'<[^>]*? class="([^"]*)"')
MAX_DRAWINGS_KEPT: Final = 8_000
"""Drawings kept: some sixteen a running table. Of the zones of a move three in four are found here."""


@lru_cache(maxsize=5000)
def page_path(name: str, *positions: object) -> str:
    """Return the path of a page by its name: the partials' ``url``."""
    return reverse(name, args=positions or None)


@lru_cache(maxsize=MAX_DRAWINGS_KEPT, typed=True)
def draw(zone: Zone) -> SafeString:
    """The HTML of a zone, cached by its value."""
    return _render_zone(zone, {})


def draw_frame(zone: Frame, zones: Mapping[str, str]) -> SafeString:
    """The whole table: the frame around its zones, which are ready HTML by id."""
    return _render_zone(zone, {"zones": zones, "of_zones": contents_of(zones.values())})


def contents_of(zones: Iterable[str]) -> str:
    """The classes that say on the roots of drawn zones which parts lie there: " with-melds with-open-sheet".

    The table has those of all its zones, here in its first drawing and later by static/js/table/contents.js: a style
    sheet that searched for the parts itself (`:has`) would do so again at every change of the page.
    """
    roots = [ROOT_CLASSES.match(html) for html in zones]
    found = {name for root in roots if root for name in root[1].split() if name.startswith("with-")}
    return "".join([f" {name}" for name in sorted(found)])


def notice_zone(sentence: str, language: str) -> SafeString:
    """The zone that tells one screen why something was refused; "" empties it."""
    return draw(Notice(language, sentence))


def calls_zone(calls: tuple[OpenCall, ...], language: str) -> SafeString:
    """The zone above the table of a director who plays: the open calls; empty without any."""
    return draw(Calls(language, calls))


def missed_zone(line: str, language: str) -> SafeString:
    """The zone that tells one screen what went by while it was away."""
    return draw(MissedLine(language, line))


def _render_zone(zone: Zone | Frame, more: Mapping[str, object]) -> SafeString:
    template = partial_of(PARTIALS[type(zone)])
    html = template.render(
        zone=zone,
        _=labels(zone.language),
        url=page_path,
        draw=draw,
        minus=partial(written_points, zone.language),
        named=partial(name_markup, zone.language),
        with_soft_hyphens=with_soft_hyphens,
        **more,
    )
    return SafeString(html)


@cache
def partial_of(name: str) -> Template:
    """The compiled partial of that name."""
    template: Template = engines["jinja2"].env.get_template(f"table/zones/_{name}.html")
    return template


# The zones of a table for one seat or a spectator. The public part is computed once per state and shared by all
# screens of the table.

KEPT_ZONES: Final = 1_000
"""Size of the cache of public parts: one entry per table and language."""
NOTHING: Final[Data] = {}
NO_HTML: Final = SafeString("")


@dataclass(frozen=True)
class PublicPart:
    """The public part of a table's newest state, in one language. The drawn sheet is cached with its input,
    because it has up to a hundred rows and changes once in thirty moves. `tips`: advice is given at this table.
    Without slots, because every move copies it (`replace_fields`).

    `waiting` is the prompt of everybody who is asked nothing, and `quiet` the zone around the game while nothing is
    said there, the same for all; "" where somebody has to be told something. `takes_back` may take the last card back.
    """

    table: Table
    present: frozenset[Seat]
    away: Mapping[Seat, datetime]
    scene: Scene
    house: Pending | None
    rounds: Rounds
    zones: Mapping[str, SafeString]
    tips: bool
    waiting: SafeString
    quiet: SafeString
    takes_back: Seat | None


_public_parts: OrderedDict[tuple[int, str], PublicPart] = OrderedDict()
_lock = threading.Lock()


def zones_of(
    table: Table,
    *,
    seat: Seat | None,
    talk: Sequence[TalkEntry],
    language: str,
    advised: str = "",
    taught: bool = False,
    note: str = "",
    unasked: int = 0,
) -> dict[str, SafeString]:
    """Every zone of a screen by id, as one seat or a spectator sees it; the frame and the notice are not among them.

    `advised` is the window this screen has asked advice for; the advice is shown while that window is open. A screen
    that is `taught` is advised in the first round without asking, and reads the `note` on its question in place of the
    words of the tip (`note_on`). `unasked` is the deal in which this seat is not asked
    out of turn, 0 for none.
    """
    public = public_part(table, language)
    scene = public.scene
    out_of_turn = _out_of_turn(table, seat, unasked)
    tips = public.tips and (out_of_turn is None or out_of_turn.on)
    advice = None
    if tips and seat is not None:
        advice = advice_on(table, seat, advised=advised, taught=taught)
    does = (advice.data if advice else None) or NOTHING
    view = table.game.view(table.state.game_state, seat, scene.view)
    if out_of_turn is None and _waits(public, view, seat):
        prompt = public.waiting
    else:
        prompt = draw(_question(public, view, seat, does, out_of_turn))
    zones = {
        **public.zones,
        "prompt": prompt,
        "agreements": (public.quiet if seat is None or seat != public.takes_back else NO_HTML)
        or draw(agreements_of(table, scene.speech, public.away, seat)),
        "talk": draw(talk_of(scene, table, talk)),
    }
    if seat is not None:
        zones["hand"] = draw(hand_of(view, scene.speech, table.code, does))
        if not table.game.enforces_rules(table.options):
            zones["accuse"] = draw(accusing_of(scene, view, table.code))
        if public.tips:
            zones["advice"] = draw(tip_of(scene, advice, note))
    return zones


def note_on(table: Table, seat: Seat) -> tuple[str, str]:
    """The note that explains what the seat is asked now, by its code, and the window it belongs to; "" for none.

    A game has a word `note_...` for each question `prompt_...` that a first game explains.
    """
    if not table.running or not is_practice(table):
        return "", ""
    prompt = table.game.view(table.state.game_state, seat).prompt
    code = prompt.text.code.replace("prompt_", "note_", 1)
    return (code, prompt.window) if prompt.window and code in table.game.words else ("", "")


def _out_of_turn(table: Table, seat: Seat | None, unasked: int) -> OutOfTurnButton | None:
    """Whether the seat is asked in its open window; None where no window is open that it may decline for the deal."""
    if not may_decline(table, seat):
        return None
    deal = table.game.progress(table.state.game_state).deal
    return OutOfTurnButton(deal, on=deal != unasked)


def _waits(public: PublicPart, view: View, seat: Seat | None) -> bool:
    """Whether the viewer of a running match is asked nothing: three of four, between two cards."""
    if public.house is not None or not public.waiting:
        return False
    return view.prompt is public.scene.view.prompt and seat not in public.table.state.ready


def _question(
    public: PublicPart, view: View, seat: Seat | None, advice: Data, out_of_turn: OutOfTurnButton | None
) -> Question:
    table, evening = public.table, public.table.director != Match.Director.NONE
    if not view.over and (not table.running or table.state.paused_at is not None):
        return Question(
            public.scene.speech.language, table.code, evening=evening and not table.running, still=True
        )
    question = question_of(
        public.scene,
        view,
        code=table.code,
        ready_button=_ready_button(public, seat),
        claims_to_end=due_times.claims_to_end(table, seat),
        has_ended_claims=awaited.has_ended_claims(table, seat),
        out_of_turn=out_of_turn,
        closing=_closing(public)
        if out_of_turn is not None and out_of_turn.on
        else _claims_close(public, seat),
        ready=seat in table.state.ready and bool(awaited.people_waited_for(table)),
        tips=public.tips and table.running,
        advice=advice,
        evening=evening and view.over,
        shared=table.shared_deals is not None and not table.duel and view.over,
        duel=_duel_at_the_end(table, view) if view.over else "",
    )
    if view.over and table.evening_table is not None:
        question = question._replace(deals_url=table.evening_table.deals_url)
    cutting = cutting_of(table, public.scene.speech, seat)
    if cutting is not None:
        question = question._replace(cutting=cutting)
    until = days_left(table, public.scene.speech)
    return question._replace(aside=f"{question.aside} {until}".strip()) if until else question


def _duel_at_the_end(table: Table, view: View) -> DuelLink:
    """The link to a duel at the end of a match."""
    if table.duel:
        return table.duel
    return "challenge" if table.casual and has_other_side(view) else ""


def public_part(table: Table, language: str) -> PublicPart:
    """The public part of the newest state, computed again when the log, the status or the presence has
    changed.
    """
    key = (table.match_id, language)
    present, away = attendance.present(table), attendance.seats_away(table)
    with _lock:
        before = _public_parts.get(key)
    if before is not None and before.table is table and before.present == present and before.away == away:
        return before
    public = _make_public_part(table, language, present, away, before)
    with _lock:
        _public_parts[key] = public
        _public_parts.move_to_end(key)
        while len(_public_parts) > KEPT_ZONES:
            _public_parts.popitem(last=False)
    return public


def forget_all() -> None:
    """Empty the caches of public parts, hands and drawings."""
    with _lock:
        _public_parts.clear()
    rows_of.cache_clear()
    draw.cache_clear()


def _make_public_part(
    table: Table,
    language: str,
    present: frozenset[Seat],
    away: Mapping[Seat, datetime],
    before: PublicPart | None,
) -> PublicPart:
    state = table.state
    short = tuple([sitter.short_name for sitter in table.sitters])
    if before is not None and before.scene.speech.names == short and before.table.game is table.game:
        speech = before.scene.speech
    else:
        speech = Speech(
            language=language,
            names=short,
            words=table.game.words,
            deals_before=None if table.evening_table is None else table.evening_table.deals_before,
        )
    view = rulings.with_rulings(table.game, state, table.game.view(state.game_state, None))
    scene = scene_of(view, speech, short, table.commitment, table.evening_table)
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
        _waits_for_next(view, house),
        table.game.better == "low",
        table.shared_deals is not None,
        table.evening_table is not None,
        view.so_far or view.earlier,
        tuple([sitter.face for sitter in table.sitters]),
        table.evening_table.deals_before if table.evening_table is not None else 0,
        table.evening_table.deals_url if table.evening_table is not None else "",
        table.duel == "friends",
        tuple(table.game.card_values),
    )
    alone = sum(not sitter.is_bot for sitter in table.sitters) == 1
    strip = strip_of(scene, gains_of(rounds), look_back=table.look_back, alone=alone)
    zones = {"strip": draw(strip)}
    for place in seat_places(scene, table, present):
        zones[f"seat-{place.seat}"] = draw(place)
    zones["trick"] = draw(middle_of(scene))
    same_sheet = before is not None and before.rounds == rounds
    zones["sheet"] = before.zones["sheet"] if same_sheet else draw(sheet_of(rounds))
    quiet = draw(agreements_of(table, speech, away, None)) if is_quiet(table, away) else NO_HTML
    practice, owner = is_practice(table), may_take_back(table)
    public = PublicPart(table, present, away, scene, house, rounds, zones, practice, NO_HTML, quiet, owner)
    if view.over or house is not None:
        return public
    return replace_fields(public, waiting=draw(_question(public, view, None, NOTHING, None)))


def _closing(public: PublicPart) -> Closing | None:
    """How long those who are asked out of turn may still answer; None where no time runs."""
    at, house = due_times.closes_at(public.table), public.house
    if at is None or house is None or house.seconds is None:
        return None
    return Closing(milliseconds(at), house.seconds)


def _claims_close(public: PublicPart, seat: Seat | None) -> Closing | None:
    """How long the viewer may still claim before a bot leads on; None where no time runs."""
    own = public.table.game.pending(public.table.state.game_state).get(seat)
    at = None if own is None or own.kind != "claim" else due_times.claims_until(public.table)
    if at is None:
        return None
    return Closing(milliseconds(at), int(due_times.CLAIM_WINDOW_SECONDS), next_trick=True)


def _ready_button(public: PublicPart, seat: Seat | None) -> ReadyButton | None:
    """The "ready" button, for a player the house waits for; not beside a question that is answered with a word."""
    if public.house is None or seat not in awaited.people_not_ready(public.table):
        return None
    if seat in awaited.seats_asked_to_cut(public.table) and not public.scene.view.deal:
        return None  # the first deal waits for the cut alone
    own = public.table.game.pending(public.table.state.game_state).get(seat)
    if (own is not None and own.kind not in awaited.CLAIMS) or awaited.is_answered_in_words(public.table):
        return None
    if public.house.kind == "close" and seat not in awaited.people_waited_for(public.table):
        return None  # the house closes without them: a button would go away by itself
    if public.house.kind != "deal":
        return ReadyButton(public.house.window, "")
    view = public.scene.view
    next_is_round = not view.deal or _is_written_down(view)
    # What is a round elsewhere is a deal on an evening with the same cards.
    is_round = next_is_round and public.table.evening_table is None
    return ReadyButton(public.house.window, "round" if is_round else "deal")


def _waits_for_next(view: View, house: Pending | None) -> bool:
    """Whether the next deal, or the last word on a round that is counted, waits for the players."""
    if house is None or house.kind not in ("deal", "close"):
        return False
    return view.so_far is not None or (house.kind == "deal" and _is_written_down(view))


def _is_written_down(view: View) -> bool:
    """Whether the newest deal belongs to the last round of the sheet, and not to a running or a void one."""
    deals = view.results[-1].deals if view.results else (0,)
    return not deals or view.deal in deals


# The HTML sent to a screen: the whole table, the zones changed since, or the answer to a post.


def whole_table(
    table: Table,
    *,
    seat: Seat | None,
    talk: Sequence[TalkEntry],
    language: str,
    notice: str = "",
    lost_seat: LostSeat | None = None,
    advised: str = "",
    taught: bool = False,
    note: str = "",
    unasked: int = 0,
) -> SafeString:
    """The whole table as one seat or a spectator sees it; `talk` is the talk they hear, oldest first."""
    zones = zones_of(
        table,
        seat=seat,
        talk=talk,
        language=language,
        advised=advised,
        taught=taught,
        note=note,
        unasked=unasked,
    )
    return frame_zones(table, zones, seat=seat, language=language, notice=notice, lost_seat=lost_seat)


def frame_zones(
    table: Table,
    zones: Mapping[str, SafeString],
    *,
    seat: Seat | None,
    language: str,
    lost_seat: LostSeat | None,
    notice: str = "",
) -> SafeString:
    """The whole table around zones already drawn for that seat; `lost_seat` is for a player whose seat another has."""
    name = str(labels(language)(table.game.name))
    zone = frame_of(table, language, name, seat, lost_seat)
    return draw_frame(zone, {**zones, "notice": notice_zone(notice, language)})


def changed_zones(shown: Mapping[str, str], zones: Mapping[str, str], seq: int) -> str:
    """The HTML that turns a screen showing `shown` into one showing `zones`: the log number, then each
    changed zone.
    """
    return seq_mark(seq) + "".join([html for name, html in zones.items() if shown.get(name) != html])


def seq_mark(seq: int) -> str:
    """The element that tells a screen up to which log entry it is right."""
    return f'<i id="seq" data-seq="{seq}" hidden></i>'


def answer_to_post(
    table: Table,
    *,
    seat: Seat | None,
    talk: Sequence[TalkEntry],
    language: str,
    notice: str = "",
    advised: str = "",
    unasked: int = 0,
) -> SafeString:
    """Every zone and the notice, marked to be swapped by id from the answer to an ordinary htmx POST."""
    zones = zones_of(table, seat=seat, talk=talk, language=language, advised=advised, unasked=unasked)
    parts = [seq_mark(table.state.seq), *zones.values(), notice_zone(notice, language)]
    return mark_safe("".join(map(_swapped_by_id, parts)))  # noqa: S308  drawn here, escaped


def _swapped_by_id(html: str) -> str:
    root, name, rest = html.partition(' id="')
    return f'{root} hx-swap-oob="true"{name}{rest}'
