"""The HTML sent to a screen: the whole table, the zones changed since, or the answer to a post."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString, mark_safe

from games.engine.seats import Seat
from games.table.events import LostSeat
from games.table.log.loading import Table
from games.table.screen.rendering.drawing import draw_whole, notice_zone
from games.table.screen.rendering.seat_zones import zones_of
from games.table.screen.translations import labels
from games.table.screen.zones import whole
from games.table.services.talking import TalkEntry


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
    unasked: int = 0,
) -> SafeString:
    """The whole table as one seat or a spectator sees it; `talk` is the talk they hear, oldest first."""
    zones = zones_of(
        table, seat=seat, talk=talk, language=language, advised=advised, taught=taught, unasked=unasked
    )
    return whole_of(table, zones, seat=seat, language=language, notice=notice, lost_seat=lost_seat)


def whole_of(
    table: Table,
    zones: Mapping[str, SafeString],
    *,
    seat: Seat | None,
    language: str,
    notice: str = "",
    lost_seat: LostSeat | None = None,
) -> SafeString:
    """The whole table around zones already drawn for that seat; `lost_seat` is for a player whose seat another has."""
    name = str(labels(language)(table.game.name))
    frame = whole.whole_of(table, language, name, seat, lost_seat)
    return draw_whole(frame, {**zones, "notice": notice_zone(notice, language)})


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


def word_to_post(sentence: str, language: str) -> SafeString:
    """The notice alone, as an answer to an htmx POST."""
    return mark_safe(_swapped_by_id(notice_zone(sentence, language)))  # noqa: S308  drawn here, escaped


def _swapped_by_id(html: str) -> str:
    root, name, rest = html.partition(' id="')
    return f'{root} hx-swap-oob="true"{name}{rest}'
