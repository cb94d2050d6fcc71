"""The seats of an evening held by a substitute, for the pages of the replaced player; what that player reads at the
table; and who ever sat at a table."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.league.models import Evening, LeagueTable, SeatChange, TableSeat
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import PlayedBy
from games.table.signals import LostSeat


def seats_held_for(evening: Evening, player: int | None) -> tuple[TableSeat, ...]:
    """The seats of `player`'s entrant that others hold in rounds in which `player` has none; None has no seats."""
    if player is None:
        return ()
    seats = TableSeat.objects.filter(table__evening=evening, entrant__members__player=player)
    sits = set(TableSeat.objects.filter(table__evening=evening, player=player).values_list("table__round"))
    held = seats.exclude(played_by=PlayedBy.SELF).select_related("player", "table")
    return tuple(seat for seat in held.order_by("table__round", "number") if (seat.table.round,) not in sits)


def has_sat_at(table: LeagueTable, player: int) -> bool:
    """Whether `player` has a seat at the table, had one until somebody took it, or is an entrant's player there."""
    return has_sat_in(table.seats.all(), player)


def has_sat_in(seats: QuerySet[TableSeat], player: int) -> bool:
    """As `has_sat_at`, of any of these seats."""
    about = Q(player=player) | Q(changes__player=player) | Q(entrant__members__player=player)
    return seats.filter(about).exists()


# What a player reads who opens a table at which somebody else took the seat: who, from which round on, and for whom the
# rounds count by the rules of the competition.


def lost_seat_in_words(*, match_id: int, player: Player, **_sent: Any) -> LostSeat | None:
    """The words for a player whose seat of this match another took over, None where nobody did. Receiver of
    `lost_seat_asked`."""
    changes = list(
        SeatChange.objects.filter(seat__table__match=match_id)
        .select_related("seat__player", "seat__entrant", "seat__table__evening__competition", "player")
        .order_by("pk")
    )
    own = next((each for each in reversed(changes) if each.player_id == player.pk), None)
    if own is None:
        return None
    after = next((each for each in changes if each.seat_id == own.seat_id and each.pk > own.pk), own.seat)
    until, follower = own.until_round, after.player
    sentences = [
        gettext("{name} plays your seat from round {round} on.").format(
            name=follower.nickname, round=until + 1
        )
    ]
    if until >= _first_round(own, changes):
        sentences.append(_whose_rounds(own))
    if own.played_by == PlayedBy.SELF:
        sentences.append(_whose_from_now(own, after.played_by, follower))
    url = reverse("league:evening", args=[own.seat.table.evening_id])
    return LostSeat(tuple(filter(None, sentences)), url, gettext("To the evening"))


def _first_round(own: SeatChange, changes: list[SeatChange]) -> int:
    """The round with which they had begun."""
    before = [each.until_round for each in changes if each.seat_id == own.seat_id and each.pk < own.pk]
    return before[-1] + 1 if before else 1


def _whose_rounds(own: SeatChange) -> str:
    """The entrant for whom the player's own rounds count, as a sentence."""
    rule = _rules(own).substitute
    alone = own.seat.table.evening.competition.size == 1
    if rule == "substitute" if own.played_by == PlayedBy.SUBSTITUTE else alone:
        return gettext("Your rounds until then count for you.")
    sentence = gettext("Your rounds until then count for {name}.")
    if rule == "both" and own.played_by == PlayedBy.SUBSTITUTE:
        sentence = gettext("Your rounds until then count for you and for {name}.")
    return sentence.format(name=_member(own))


def _whose_from_now(own: SeatChange, played_by: str, follower: Player) -> str:
    """The entrant for whom the later rounds count, as a sentence to the replaced member."""
    rules, name = _rules(own), follower.nickname
    if played_by == PlayedBy.BOT:
        return {
            "full": gettext("What {name} plays counts for you in full."),
            "half": gettext("What {name} plays counts half for you."),
            "nothing": gettext("What {name} plays counts nothing for you."),
        }.get(rules.bots, "").format(name=name)
    if played_by == PlayedBy.SELF:
        return ""
    return {
        "absent": gettext("What {name} plays counts for you."),
        "substitute": gettext("What {name} plays counts for {name}."),
        "both": gettext("What {name} plays counts for you and for {name}."),
    }[rules.substitute].format(name=name)


def _rules(own: SeatChange) -> CompetitionRules:
    return own.seat.table.evening.competition.the_rules


def _member(own: SeatChange) -> str:
    """The entrant by name: a pair's or team's own, else the players'."""
    names = own.seat.entrant.members.order_by("place").values_list("player__nickname", flat=True)
    return own.seat.entrant.name or " – ".join(names)
