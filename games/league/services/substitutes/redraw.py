"""Substitutes for all rounds to come, when those rounds are drawn anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from games.league.models import Entrant, EntrantPlayer, Evening, Seating, TableSeat
from games.league.services.evenings.signups import sign
from games.league.services.evenings.sit_outs import coming_to
from games.league.services.substitutes.seats import free_bot, seat_instead


@dataclass(frozen=True, slots=True)
class Replacement:
    """`substitute` plays for `absent`, a player of `entrant`, in all rounds to come."""

    entrant: int
    absent: int
    substitute: Player


@dataclass(frozen=True, slots=True)
class AfterRedraw:
    """The entrants that a new draw leaves out, as their substitute is drawn too, and the substitutes who play on."""

    left_out: tuple[int, ...]
    play_on: tuple[Replacement, ...]


def after_redraw(evening: Evening) -> AfterRedraw:
    """Those replaced for all rounds to come as a new draw of these takes them: left out, or with their substitute.

    A substitute who takes part for themselves is drawn, and nobody sits at two tables: the entrant replaced has gone.
    Anybody else plays on in the same place. The fixtures of a round robin leave nobody out.
    """
    replaced = _replacements(evening)
    if not replaced:
        return AfterRedraw((), ())
    coming = set(coming_to(evening))
    drawn = set(EntrantPlayer.objects.filter(entrant__in=coming).values_list("player", flat=True))
    left_out: list[int] = []
    play_on: list[Replacement] = []
    for one in replaced:
        if one.entrant not in coming:
            continue
        if one.substitute.is_bot or one.substitute.pk not in drawn:
            play_on.append(one)
            drawn.add(one.substitute.pk)
        elif evening.competition.seating != Seating.ROUND_ROBIN:
            left_out.append(one.entrant)
    kept = [one for one in play_on if one.entrant not in left_out]
    return AfterRedraw(tuple(dict.fromkeys(left_out)), tuple(kept))


def sign_off(evening: Evening, entrants: Sequence[int], *, actor: Player, now: datetime) -> None:
    """Sign these entrants off, who were replaced to the end; signed up again they are drawn as everybody is."""
    for entrant in Entrant.objects.filter(pk__in=entrants):
        sign(evening_id=evening.pk, entrant=entrant, comes=False, player=actor, now=now, for_club=True)
    TableSeat.objects.filter(table__evening=evening, entrant__in=entrants).update(for_the_rest=False)


def seat_again(
    evening: Evening, replacements: Sequence[Replacement], *, actor: Player, now: datetime
) -> None:
    """Let the substitutes play on at the tables of the rounds that are not open; a bot holds no real cards."""
    absent = {(one.entrant, one.absent): one.substitute for one in replacements}
    seats = TableSeat.objects.select_related("table__match").filter(
        table__evening=evening,
        table__round__gt=evening.round,
        entrant__in={one.entrant for one in replacements},
    )
    for seat in seats:
        instead = absent.get((seat.entrant_id, seat.player_id))
        if instead is None or (instead.is_bot and seat.table.on_paper):
            continue
        player = free_bot(seat.table) if instead.is_bot else instead
        seat_instead(seat, player, actor=actor, now=now, for_the_rest=True)


def _replacements(evening: Evening) -> list[Replacement]:
    """Those who hold a seat for all rounds to come, by the last round in which their entrant has a table."""
    if not TableSeat.objects.filter(table__evening=evening, for_the_rest=True).exists():
        return []
    last: dict[int, list[TableSeat]] = defaultdict(list)
    seats = TableSeat.objects.filter(table__evening=evening).select_related("table", "player")
    for seat in seats.order_by("-table__round", "table__number", "number"):
        own = last[seat.entrant_id]
        if not own or own[0].table.round == seat.table.round:
            own.append(seat)
    members: dict[int, list[int]] = defaultdict(list)
    rows = EntrantPlayer.objects.filter(entrant__in=last).order_by("place")
    for entrant, player in rows.values_list("entrant", "player"):
        members[entrant].append(player)
    found = []
    for entrant, own in sorted(last.items()):
        away = [player for player in members[entrant] if player not in {seat.player_id for seat in own}]
        held = [seat.player for seat in own if seat.for_the_rest]
        found += [Replacement(entrant, absent, player) for absent, player in zip(away, held, strict=False)]
    return found
