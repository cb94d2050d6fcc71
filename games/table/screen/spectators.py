"""Checks that a player may look at a table that has started."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Q

from accounts.members import Right, may
from accounts.models import Club, Player
from games.club_clock import club_clock
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import players_in_rounds
from games.table.log.models import Action, Match, Round, Seat
from games.table.shared_deals import are_open, deals_still_played

LEADER_RIGHTS: Final = (Right.RUN_EVENING, Right.DECIDE_DISPUTES)


def require_may_look(match: Match, player: Player | None) -> None:
    """Check that the player sits or sat at the match, leads the club's play, or that others may look on: everybody, at
    a table of a club for members only its members.

    Refuses no_spectators, for_members, played_alone.
    """
    if not may_look(match, player):
        if match.shared_deals_id is not None:
            raise TableRefused(TableRefusal.PLAYED_ALONE)
        if match.spectators:
            raise TableRefused(TableRefusal.FOR_MEMBERS)
        raise TableRefused(TableRefusal.NO_SPECTATORS)


def require_may_look_back(match: Match, number: int | None = None) -> None:
    """Check that the closed rounds of a match, or that of this `number`, may be looked at by those who played them:
    where others play the same deals, when all rounds are played or those are open to everybody. Refuses
    all_rounds_first, others_play_it."""
    if not may_look_back(match, number):
        if match.shared_deals.public_from is None and not match.shared_deals.of_duel:
            raise TableRefused(TableRefusal.OTHERS_PLAY_IT)
        raise TableRefused(TableRefusal.ALL_ROUNDS_FIRST)


def may_look_back(match: Match, number: int | None = None) -> bool:
    """Whether `require_may_look_back` passes. The tables of an evening look back at a round when all of them have
    played it: a phone with the hands of all four would be shown to the next table. Those of a duel and of a day sit
    elsewhere, each on its own."""
    now = club_clock.now()
    if are_open(match, now) or (number is not None and match.shared_deals.is_round_open(number, now)):
        return True
    if match.status != Match.Status.FINISHED:
        return False
    return match.shared_deals.public_from is not None or match.shared_deals.of_duel


def own_rounds(match: Match, player: Player | None) -> dict[int, int]:
    """The rounds that the player may look at as they saw them, while other tables are still to play their deals: closed
    ones that are not open to everybody, in which they held cards to the end, each with their seat in it, where the club
    allows it or it is a duel; none with real cards, which nobody saw here.
    They play those deals at no other table any more (`shared_deals.require_new_to_the_deals`).

    As many queries for any number of rounds.
    """
    shared = match.shared_deals
    if player is None or match.on_paper or shared is None or shared.public_from is not None:
        return {}
    if not shared.own_rounds:
        return {}
    closed = match.rounds.exclude(status=Round.Status.RUNNING).filter(number__gt=shared.rounds_open)
    closed = closed.order_by("number")
    held = players_in_rounds(match, closed.values_list("number", flat=True))
    return {
        number: seat
        for number, holders in held.items()
        for seat, holder in holders.items()
        if holder == player
    }


def may_look_at(matches: Iterable[Match], player: Player | None) -> frozenset[int]:
    """The keys of those of `matches` (of one club) at which `may_look` and `may_look_back` let the player look.

    As many queries for any number of matches, whose `shared_deals` are loaded.
    """
    now = club_clock.now()
    matches = tuple(match for match in matches if are_open(match, now))
    open_to_all = open_to_others((match.pk for match in matches), player, now)
    others = frozenset(match.pk for match in matches) - open_to_all
    if player is None or not others:
        return open_to_all
    club = matches[0].club
    if player.is_staff or _leads(player, club):
        return open_to_all | others
    seated = Seat.objects.filter(match__in=others, player=player).values_list("match", flat=True)
    acted = Action.objects.filter(match__in=others, player=player, seat__isnull=False)
    return open_to_all.union(seated, acted.values_list("match", flat=True))


def open_to_others(matches: Iterable[int], player: Player | None, now: datetime) -> frozenset[int]:
    """The keys of those of `matches` (keys, of any clubs) at which the player may look without a seat or a role there:
    others may look on, nobody is still to play their deals, and of a club for members only the player is one.

    One query.
    """
    found = Match.objects.filter(pk__in=set(matches), spectators=True)
    found = found.exclude(deals_still_played("shared_deals", now))
    return frozenset(found.filter(of_clubs_open_to(player)).values_list("pk", flat=True))


def of_clubs_open_to(player: Player | None) -> Q:
    """Filter for matches of no club, of clubs whose pages are open, and of the player's own clubs."""
    seen = Q(club=None) | Q(club__is_public=True)
    return seen if player is None else seen | Q(club__in=player.memberships.values("club"))


def may_look(match: Match, player: Player | None) -> bool:
    """Whether `require_may_look` passes. Where others play the same deals, only those who sit at the match look; the
    tables of an evening are as others once all have played, those of a duel once its link is closed."""
    if match.shared_deals is not None:
        of_a_day = match.club_id is None and not match.shared_deals.of_duel
        if of_a_day or not are_open(match, club_clock.now()):
            return player is not None and match.seats.filter(player=player).exists()
    if match.spectators and _sees(player, match):
        return True
    return player is not None and _belongs(match, player)


def _belongs(match: Match, player: Player) -> bool:
    if match.seats.filter(player=player).exists() or player.is_staff:
        return True
    if _leads(player, match.club):
        return True
    return Action.objects.filter(match=match, player=player, seat__isnull=False).exists()


def _sees(player: Player | None, match: Match) -> bool:
    """Whether the player sees what the match's club plays: of a club for members only its members."""
    if match.club is None or match.club.is_public:
        return True
    return player is not None and may(player=player, club=match.club, right=Right.SEE)


def _leads(player: Player, club: Club | None) -> bool:
    return club is not None and any(may(player=player, club=club, right=right) for right in LEADER_RIGHTS)
