"""What leagues hold of one player: told to them, and taken away with their account."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from accounts.models import Player
from accounts.people.mentions import replace_names_in_rows
from games.league.models import Entrant, EntrantPlayer, Evening, Rating, SignUp, TableScore


def exported(*, player: Player, **_sent: Any) -> dict[str, Any]:
    """Ratings, entries with their results, and what was said about evenings. Receiver of `data_wanted`."""
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
                "withdrawn_at": each.entrant.withdrawn_at,
            }
            for each in entries
        ],
        "league_results": [
            {**_evening(each.evening), "points": each.points, "against": each.against, "rounds": each.rounds}
            for each in scores.order_by("evening__starts_at", "pk")
        ],
        "sign_ups": [
            {**_evening(each.evening), "comes": each.comes, "at": each.at}
            for each in words.order_by("evening__starts_at", "pk")
        ],
    }


def _evening(evening: Evening) -> dict[str, Any]:
    return {
        "competition": evening.competition.name,
        "evening": evening.number,
        "starts_at": evening.starts_at,
    }


def erased(*, player: Player, known_as: Collection[str], instead: str, **_sent: Any) -> None:
    """Ratings go, and the word that a single player comes to an evening not drawn yet; results stay.

    Receiver of `account_erasing`.
    """
    Rating.objects.filter(player=player).delete()
    alone = Entrant.objects.filter(members__player=player, competition__size=1)
    SignUp.objects.filter(entrant__in=alone, evening__status=Evening.Status.PLANNED).delete()
    replace_names_in_rows(Entrant.objects.all(), ["name"], known_as=known_as, instead=instead)
