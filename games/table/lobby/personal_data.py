"""One player's data at tables: export, erasure with the account, and the merging of two accounts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from accounts.errors import AccountRefusal, AccountRefused
from accounts.models import Player, PlayerKind
from games.table import services
from games.table.log import loading
from games.table.log.errors import TableRefused
from games.table.log.folding import TABLE
from games.table.log.models import Action, Disconnection, Match, Round, Seat
from games.table.models import HandCount, Mute, TableInvitation, TalkLine
from games.table.signals import seats_are_drawn


def export_data(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """Matches with the player's seat and the points of closed rounds, what is counted of their hands, when they were
    away from a running table, tables they were invited to, what they said, and matches outside the clubs at which they
    looked on. Receiver of `data_wanted`.

    `record` is where the record of the closed rounds is; cards stand there only.
    """
    seats = Seat.objects.filter(player=player).select_related("match").prefetch_related("match__rounds")
    talk = TalkLine.objects.filter(player=player).select_related("match").order_by("at", "pk")
    mutes = Mute.objects.filter(player=player).select_related("match", "muted")
    return {
        "matches": [_match(seat, player) for seat in seats.order_by("match__created_at", "match")],
        "hands": [
            {"game": each.game, "figure": each.figure, "hands": each.hands, "total": each.total}
            for each in HandCount.objects.filter(player=player).order_by("game", "figure")
        ],
        "absences": _absences(player),
        "invited_to_tables": [
            {"match": each.match.code, "by": each.by.nickname, "at": each.at}
            for each in TableInvitation.objects.filter(player=player).select_related("match", "by")
        ],
        "talk": [
            {"match": line.match.code, "at": line.at, "phrase": line.phrase, "text": line.text}
            for line in talk
        ],
        "muted": [{"match": mute.match.code, "name": mute.muted.nickname} for mute in mutes],
        "matches_seen": [
            {"match": each.match.code} for each in player.matches_seen.select_related("match").order_by("pk")
        ],
    }


def _absences(player: Player) -> list[dict[str, Any]]:
    """Periods in which the player's seats had no open screen; those before the player took over the seat are
    left out.
    """
    sat = Q(match__seats__player=player, seat=F("match__seats__number"))
    taken = Action.objects.filter(kind=TABLE, data__do="replaced", data__player=str(player.pk))
    since = dict(taken.filter(match__seats__player=player).order_by("seq").values_list("match", "at"))
    return [
        {"match": each.match.code, "gone_at": each.gone_at, "back_at": each.back_at}
        for each in Disconnection.objects.filter(sat).select_related("match").order_by("gone_at", "pk")
        if each.match_id not in since or each.gone_at >= since[each.match_id]
    ]


def _match(seat: Seat, player: Player) -> dict[str, Any]:
    match = seat.match
    closed = [each for each in match.rounds.all() if each.status != Round.Status.RUNNING]
    return {
        "code": match.code,
        "game": match.game,
        "status": match.status,
        "seat": seat.number,
        "opened_by_me": match.created_by_id == player.pk,
        "opened": match.created_at,
        "started": match.started_at,
        "finished": match.finished_at,
        "rounds": [{"round": each.number, "status": each.status, "points": each.points} for each in closed],
        "record": reverse("table:record", args=[match.code]) if closed and not match.on_paper else None,
    }


def erase_data(*, player: Player, now: datetime, **_sent: Any) -> None:
    """Delete what the player wrote at tables, mutes, hand counts, invitations to tables, and which deals they saw of
    others; their seats stay. Receiver of `account_erasing`. Refuses still_playing.

    A table of a club counts on its players from the draw on; from any other that has not started they get up, and
    matches against bots only are left.
    """
    sits = Match.objects.filter(seats__player=player).order_by("pk")
    others = Seat.objects.filter(match=OuterRef("pk")).exclude(player=player)
    people = others.exclude(player__kind=PlayerKind.BOT)
    for match in sits.filter(~Exists(people), status=Match.Status.RUNNING, club=None, on_paper=False):
        with _refused_as_playing(match):
            services.leave_match(match_id=match.pk, player=player, now=now)
    kept = Q(status=Match.Status.RUNNING) | Q(status=Match.Status.OPEN, club__isnull=False)
    if (held := sits.filter(kept).first()) is not None:
        raise AccountRefused(AccountRefusal.STILL_PLAYING, table=held.code)
    for match in sits.filter(status=Match.Status.OPEN):
        with _refused_as_playing(match):
            services.leave_seat(match_id=match.pk, player=player)
    TalkLine.objects.filter(player=player).exclude(text="").delete()
    Mute.objects.filter(Q(player=player) | Q(muted=player)).delete()
    HandCount.objects.filter(player=player).delete()
    player.deals_seen.all().delete()
    player.matches_seen.all().delete()
    TableInvitation.objects.filter(Q(player=player) | Q(by=player)).delete()


def leave_waiting_tables(*, player: Player, **_sent: Any) -> None:
    """Get up from tables that have not begun, where others would wait for an account that is blocked; the seats that a
    club drew are the club's. Receiver of `account_blocked`."""
    for match in Match.objects.filter(seats__player=player, status=Match.Status.OPEN, replays=None):
        if not seats_are_drawn(match.pk):
            with suppress(TableRefused):  # it has begun since it was read
                services.leave_seat(match_id=match.pk, player=player)


@contextmanager
def _refused_as_playing(match: Match) -> Iterator[None]:
    """Refuse still_playing where a match began or ended since it was read."""
    try:
        yield
    except TableRefused as refused:
        raise AccountRefused(AccountRefusal.STILL_PLAYING, table=match.code) from refused


# Merging two accounts of one person.

STATUSES_AT_TABLE: Final[tuple[str, ...]] = (Match.Status.OPEN, Match.Status.RUNNING)


def settle_tables(*, kept: Player, double: Player, **_sent: Any) -> None:
    """Refuse the merge while either account is at a table, because its screens identify players by key.

    Receiver of `member_merging`. Refuses at_a_table, both_at_one_table.
    """
    if Seat.objects.filter(player__in=(kept, double), match__status__in=STATUSES_AT_TABLE).exists():
        raise AccountRefused(AccountRefusal.AT_A_TABLE)
    if Match.objects.filter(seats__player=kept).filter(seats__player=double).exists():
        raise AccountRefused(AccountRefusal.BOTH_AT_ONE_TABLE)
    Mute.objects.filter(Q(player=kept, muted=double) | Q(player=double, muted=kept)).delete()
    _add_hands(kept, double)
    transaction.on_commit(loading.forget_all)


def _add_hands(kept: Player, double: Player) -> None:
    """Add up the hand counts where both accounts have some. Rows of only one account are moved elsewhere."""
    for own in HandCount.objects.filter(player=double):
        theirs = HandCount.objects.filter(player=kept, game=own.game, figure=own.figure)
        if theirs.update(**{name: F(name) + getattr(own, name) for name in HandCount.ADDED}):
            own.delete()
