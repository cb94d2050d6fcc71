"""A club that plays Kalooki with real cards, six at a table.

`python -m tests.browser.clubs.kalooki_paper`, beside the server: written through the services by a process of its
own, it prints the address of the sheet. Roelie leads the evening, her password is PASSWORD.
"""

from __future__ import annotations

import os
from datetime import timedelta
from random import Random
from typing import Final

from django.utils import timezone

PASSWORD: Final = "tulip-harbour-9"
GUESTS: Final = ("Annelies", "Bartholomea", "Corrie", "Dirkje", "Elsbeth")


def main() -> None:
    """Furnish the club: one evening, drawn and open, with nothing typed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    print(_sheet())


def _sheet() -> str:
    from accounts.member_imports import import_members
    from accounts.models import Player
    from accounts.services import create_club
    from games.league import services

    now = timezone.now()
    roelie = Player.objects.create_user(username="roelie", password=PASSWORD, nickname="Roelie")
    club = create_club(name="Café De Joker", slug="joker", owner=roelie, at=now)
    import_members(club=club, text="\n".join(GUESTS), now=now)
    competition = services.add_competition(
        season=services.create_season(club=club, name="2026", now=now),
        name="Kalooki",
        game="kalooki",
        rules={"cards": "paper", "coming": "unless"},
        rounds=1,
    )
    competition.at_table = 6
    competition.save()
    for player in Player.objects.filter(memberships__club=club).order_by("nickname"):
        services.enter(competition=competition, players=[player])
    [evening] = services.plan_evenings(
        competition=competition,
        starts_at=now + timedelta(hours=2),
        deadline=now + timedelta(hours=1),
        actor=roelie,
        now=now,
        place="De Joker",
        times=1,
    )
    services.draw(evening_id=evening.pk, version=evening.version, chance=Random(4), actor=roelie, now=now)
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=roelie, now=now)
    table = evening.tables.get()
    return f"/e/{evening.pk}/sheet/{table.pk}/"


if __name__ == "__main__":
    main()
