"""Three evenings of a round robin of two pairs: `python -m tests.browser.clubs.awry [later]`, beside the server.

Written through the services by a process of its own, as the club would; prints the evenings as JSON. Everybody's
password is PASSWORD. The first evening's table is open and waits; the second is drawn; the third is planned. With
`later`, nothing is written but that the table was opened a quarter of an hour earlier, its time of grace.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from random import Random
from typing import Final

from django.utils import timezone

PASSWORD: Final = "tulip-harbour-9"
NAMES: Final = ("Siem", "Toos", "Udo", "Vita", "Wout")
"""Siem is the secretary and plays with Toos, against Udo and Vita; Wout is at home."""


GRACE: Final = timedelta(minutes=15)


def main() -> None:
    """Write it and tell."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    if sys.argv[1:] == ["later"]:
        _let_grace_pass()
    else:
        print(json.dumps(_evenings()))


def _let_grace_pass() -> None:
    from django.db.models import F

    from games.table.log.models import Match

    Match.objects.update(created_at=F("created_at") - GRACE)


def _evenings() -> list[int]:
    from accounts.models import Player, Role
    from accounts.services import add_member, create_club
    from games.league import services as league
    from tests.league.conftest import plan_evening, sign_up

    now = timezone.now()
    siem, *others = (
        Player.objects.create_user(username=name.lower(), password=PASSWORD, nickname=name) for name in NAMES
    )
    club = create_club(name="De Late Slag", slug="late-slag", owner=siem, at=now)
    for other in others:
        add_member(club=club, player=other, role=Role.MEMBER, at=now)
    season = league.create_season(club=club, name="Spring", now=now)
    competition = league.add_competition(
        season=season,
        name="Pairs",
        game="kraken",
        options={"rounds": 1},
        rules={"bots": "full"},
        rounds=1,
        seating="round_robin",
        size=2,
    )
    pairs = [
        league.enter(competition=competition, players=[siem, others[0]], name="Siem and Toos"),
        league.enter(competition=competition, players=others[1:3], name="Udo and Vita"),
    ]
    evenings = [plan_evening(competition, now) for _evening in range(3)]
    for evening in evenings[:2]:
        sign_up(evening, pairs, siem, now)
        evening.refresh_from_db()
        league.draw(evening_id=evening.pk, version=evening.version, chance=Random(0), actor=siem, now=now)
    evenings[0].refresh_from_db()
    league.open_round(evening_id=evenings[0].pk, version=evenings[0].version, actor=siem, now=now)
    return [evening.pk for evening in evenings]


if __name__ == "__main__":
    main()
