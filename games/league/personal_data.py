"""Export and erasure of one player's data in leagues."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext

from accounts.mentions import replace_names_in_rows
from accounts.models import Player
from games.league import notices
from games.league.models import (
    Contribution,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningDirector,
    PlaceMark,
    PlayerSignUp,
    Rating,
    SignUp,
    StakePaid,
    StandBy,
    SubstituteRequest,
    TableScore,
)
from games.league.services.entrants import withdraw
from games.league.services.substitutes import give_seats_back
from games.table.log.models import Match


def export_data(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """Ratings, contributions, entries with their results, and what was said about evenings.

    Receiver of `data_wanted`.
    """
    entries = EntrantPlayer.objects.filter(player=player).select_related(
        "entrant", "competition__season__club"
    )
    mine = Entrant.objects.filter(members__player=player)
    words = SignUp.objects.filter(entrant__in=mine).select_related("evening__competition")
    scores = TableScore.objects.filter(entrant__in=mine).select_related("evening__competition")
    return {
        "ratings": list(
            Rating.objects.filter(player=player).values("kind", "game", "mean", "deviation", "matches")
        ),
        "league_entries": [
            {
                "club": each.competition.season.club.name,
                "season": each.competition.season.name,
                "competition": each.competition.name,
                "pair_or_team": each.entrant.name,
                "signals": each.entrant.signals,
                "withdrawn_at": each.entrant.withdrawn_at,
            }
            for each in entries
        ],
        "league_results": [
            {**_evening(each.evening), "points": each.points, "against": each.against, "rounds": each.rounds}
            for each in scores.order_by("evening__starts_at", "pk")
        ],
        "sign_ups": [
            {**_evening(each.evening), "comes": each.comes, "from_round": each.from_round, "at": each.at}
            for each in words.order_by("evening__starts_at", "pk")
        ],
        "own_sign_ups": [
            {**_evening(each.evening), "comes": each.comes, "at": each.at}
            for each in _own(PlayerSignUp, player)
        ],
        "contributions": [
            {"club": each.season.club.name, "season": each.season.name, "at": each.at}
            for each in Contribution.objects.filter(player=player).select_related("season__club")
        ],
        "stakes": [
            {**_evening(each.evening), "cents": each.cents, "at": each.at} for each in _own(StakePaid, player)
        ],
        "stand_bys": [{**_evening(each.evening), "at": each.at} for each in _own(StandBy, player)],
        "marks_of_places": [
            {**_evening(each.evening), "network": each.network, "device": each.device, "at": each.at}
            for each in _own(PlaceMark, player)
        ],
        "substitutes_wanted": [
            {
                **_evening(each.evening),
                "only_round": each.only_round,
                "at": each.at,
                "closed_at": each.closed_at,
            }
            for each in _own(SubstituteRequest, player, "absent")
        ],
        "evenings_played_for_others": [
            {**_evening(each.evening), "only_round": each.only_round, "at": each.closed_at}
            for each in _own(SubstituteRequest, player, "taken_by")
        ],
        "evenings_led": [{**_evening(each.evening), "at": each.at} for each in _own(EveningDirector, player)],
    }


def _own(model: type[Model], player: Player, name: str = "player") -> QuerySet[Any]:
    """The rows about evenings whose field `name` is the player, in the order of the evenings."""
    rows = model._base_manager.filter(**{name: player}).select_related("evening__competition")
    return rows.order_by("evening__starts_at", "pk")


def _evening(evening: Evening) -> dict[str, Any]:
    return {
        "competition": evening.competition.name,
        "evening": evening.number,
        "starts_at": evening.starts_at,
    }


def erase_data(
    *, player: Player, known_as: Collection[str], instead: str, now: datetime, **_sent: Any
) -> None:
    """Withdraw the player, or their pair or team, from the competitions of running seasons. Ratings and contributions
    go, seats to come that the player holds for others, the word that a single player comes to an evening not drawn yet,
    a partner's words, places on stand-by lists, the lead of evenings and marks of where they sat; results stay.

    Receiver of `account_erasing`.
    """
    Rating.objects.filter(player=player).delete()
    Contribution.objects.filter(player=player).delete()
    _withdraw_everywhere(player, now)
    give_seats_back(player, actor=player, reason=gettext("The account was deleted"), now=now)
    alone = Entrant.objects.filter(members__player=player, competition__size=1)
    SignUp.objects.filter(entrant__in=alone, evening__status=Evening.Status.PLANNED).delete()
    for own in (PlayerSignUp, StandBy, EveningDirector, PlaceMark):
        own.objects.filter(player=player).delete()
    names = {"known_as": known_as, "instead": instead}
    replace_names_in_rows(Entrant.objects.all(), ["name", "signals"], **names)
    replace_names_in_rows(Evening.objects.exclude(place=""), ["place"], **names)
    replace_names_in_rows(Match.objects.exclude(signals=""), ["signals"], **names)


def _withdraw_everywhere(player: Player, now: datetime) -> None:
    """Results stay; seats at tables that have not started are free, and partners read why they play no more."""
    running = Entrant.objects.filter(
        members__player=player, withdrawn_at=None, competition__season__archived_at=None
    )
    for entrant in running.select_related("competition__season__club").order_by("pk"):
        withdraw(entrant=entrant, actor=player, reason=gettext("The account was deleted"), now=now)
        partners = entrant.members.exclude(player=player).values_list("player", flat=True)
        notices.notify_partner_gone(entrant.competition, players=partners, now=now)
