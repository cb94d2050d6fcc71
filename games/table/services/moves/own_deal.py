"""Settings of a player for the own seat in one deal: the order of the hand, and not to be asked out of turn.

It is no part of the log, is announced to nobody and shown to this player only, so that neither the numbers of log
entries nor the time a window is open tell the others of it. It ends with the deal.

Where one person plays with bots there are no others: there "not asked" is an entry of the log too, so that the house
need not wait for an answer that does not come (`due_times`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from accounts.models import Player
from games.engine.cards import Card
from games.engine.seats import Seat
from games.table.log import awaited, loading
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import TABLE
from games.table.log.loading import Table
from games.table.log.models import Seat as SeatRow
from games.table.log.states import UnaskedDeal, after_entry
from games.table.services.moves.writing import NewRow, Outcome, append, judge_on_newest

WORDS: Final = frozenset({"order", "unasked", "asked"})
"""The words of a form that set something here."""


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """The settings of a seat for the deal of that number; 0 for none. `order` are cards of the hand, the first first;
    `unasked` says that the seat is not asked in windows it may decline (`Pending.declinable`)."""

    deal: int = 0
    order: tuple[Card, ...] = ()
    unasked: bool = False

    @property
    def unasked_deal(self) -> int:
        """The number of the deal in which the seat is not asked, 0 for none."""
        return self.deal if self.unasked else 0


NOTHING_SET: Final = OwnDeal()


def own_deal_of(match_id: int, seat: Seat) -> OwnDeal:
    """The settings of the seat, for whatever deal; one query."""
    kept = SeatRow.objects.filter(match=match_id, number=seat).values_list("own_deal", flat=True).first()
    return read_own_deal(kept)


def may_decline(table: Table, seat: Seat | None) -> bool:
    """Whether a window of the seat is open that it may decline for the whole deal."""
    if seat is None or not table.running:
        return False
    own = table.game.pending(table.state.game_state).get(seat)
    return own is not None and own.declinable


def set_own_deal(*, match_id: int, player: Player, data: Mapping[str, str], now: datetime) -> OwnDeal:
    """Set what the form says by its word: `order` with `cards`, `unasked`, or `asked` to take that back.

    The form names the `deal` it is about. The seat's row is locked, so that two screens of a player lose nothing; an
    entry of the log is judged as in `submit_action`.
    Refuses not_seated, not_running, unreadable, and stale_window for a deal that is over.
    """
    table = loading.newest_table(match_id)
    seat = table.seat_of(player.pk)
    if seat is None:
        raise TableRefused(TableRefusal.NOT_SEATED)
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    deal = table.game.progress(table.state.game_state).deal
    if data.get("deal") != str(deal):
        raise TableRefused(TableRefusal.STALE_WINDOW)
    with transaction.atomic():
        row = SeatRow.objects.select_for_update().get(match=match_id, number=seat)
        known = read_own_deal(row.own_deal)
        settings = known if known.deal == deal else OwnDeal(deal)
        if data["do"] == "order":
            settings = replace(settings, order=_cards(table, data.get("cards", "")))
        else:
            settings = replace(settings, unasked=data["do"] == "unasked")
        row.own_deal = asdict(settings)
        row.save(update_fields=["own_deal"])
    if data["do"] != "order" and awaited.plays_with_bots_only(table, seat):
        _log_unasked(match_id, seat, player, UnaskedDeal(seat, deal) if settings.unasked else None, now)
    return settings


def _log_unasked(
    match_id: int, seat: Seat, player: Player, unasked: UnaskedDeal | None, now: datetime
) -> Outcome:
    """Write to the log whether the only person at the table is asked in this deal."""

    def judge(table: Table, now: datetime) -> Outcome:
        if not table.running or table.state.unasked == unasked:
            return Outcome(table.state.seq, done_before=True)
        word = {"do": "asked"} if unasked is None else {"do": "unasked", "about": str(unasked.deal)}
        state = after_entry(table.state, unasked=unasked)
        append(table, replace(table, state=state), [NewRow(seat, player.pk, TABLE, word)], now=now)
        return Outcome(state.seq)

    return judge_on_newest(match_id, judge, now=now)


def _cards(table: Table, text: str) -> tuple[Card, ...]:
    """Refuses unreadable for anything but different cards of the pack."""
    cards = tuple(text.split())
    pack = table.game.pack(table.options, len(table.sitters))
    if len(set(cards)) < len(cards) or not set(cards) <= set(pack):
        raise TableRefused(TableRefusal.UNREADABLE)
    return cards


def read_own_deal(kept: Mapping[str, Any] | None) -> OwnDeal:
    """The settings as the database keeps them (`Seat.own_deal`)."""
    if not kept:
        return NOTHING_SET
    return OwnDeal(kept["deal"], tuple(kept["order"]), kept["unasked"])
