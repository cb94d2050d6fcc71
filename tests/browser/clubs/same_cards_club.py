"""A club with an evening on which all tables have the same cards, of six pairs and two rounds of one deal.

`python -m tests.browser.clubs.same_cards_club`, beside the server, writes it through the services and prints the keys
of the evening and its competition. Everybody has PASSWORD; the first of NAMES is the secretary and plays too. With
`played EVENING` it prints how every table was played instead: its round, code, who sat where, the hands as they were
dealt, the cards as they were played, each with its seat, and what was said otherwise.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

PASSWORD: Final = "tulip-harbour-9"
NAMES: Final = (
    "Anke",
    "Bram",
    "Cato",
    "Dries",
    "Esra",
    "Fons",
    "Guus",
    "Hedy",
    "Ilja",
    "Jelle",
    "Kornelis",
    "Lotte",
)


def main() -> None:
    """Furnish the club, or tell what was played there."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    told = _matches_of(int(sys.argv[2])) if sys.argv[1:2] == ["played"] else _furnish()
    print(json.dumps(told))


def _furnish() -> dict[str, int]:
    from accounts.models import Player, Role
    from accounts.services import add_member, create_club
    from games.league import services

    now = timezone.now()
    people = [
        Player.objects.create_user(username=name.lower(), password=PASSWORD, nickname=name) for name in NAMES
    ]
    club = create_club(name="De Twaalf", slug="twaalf", owner=people[0], at=now)
    for player in people[1:]:
        add_member(club=club, player=player, role=Role.MEMBER, at=now)
    competition = services.add_competition(
        season=services.create_season(club=club, name="Winter", now=now),
        name="Duplicate",
        game="kraken",
        options={"rounds": 1},
        rules={"counting": "matchpoints"},
        seating="pairs",
        size=2,
        rounds=2,
    )
    pairs = [
        services.enter(competition=competition, players=people[at : at + 2])
        for at in range(0, len(people), 2)
    ]
    evening = services.plan_evening(
        competition=competition,
        starts_at=now + timedelta(days=1),
        deadline=now + timedelta(hours=23),
    )
    for pair in pairs:
        services.sign(
            evening_id=evening.pk, entrant=pair, comes=True, player=people[0], now=now, for_club=True
        )
    return {"evening": evening.pk, "competition": competition.pk}


def _matches_of(evening: int) -> list[dict[str, Any]]:
    from games.league.models import LeagueTable
    from games.table.log.folding import closed_rounds
    from games.table.log.loading import log_rows

    tables = LeagueTable.objects.filter(evening=evening, match__isnull=False).select_related("match")
    return [
        {
            "round": table.round,
            "code": table.match.code,
            "names": [seat.player.nickname for seat in table.match.seats.order_by("number")],
            "hands": [
                list(hand) for closed in closed_rounds(table.match) for hand in closed.after.round.dealt
            ],
            "plays": [
                [row.seat, row.data["card"]]
                for row in log_rows(table.match_id)
                if row.data.get("do") == "play"
            ],
            "said": [
                json.dumps(row.data)
                for row in log_rows(table.match_id)
                if row.seat is not None and row.data.get("do") != "play"
            ],
        }
        for table in tables.order_by("round", "number")
    ]


if __name__ == "__main__":
    main()
