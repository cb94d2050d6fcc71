"""A café club with real cards in the middle of an evening.

`python -m tests.browser.clubs.paper_club`, beside the server, writes it through the services. Everybody who can sign
in has PASSWORD: Riet reads Dutch and Rita English, both lead the evening; Karel is a member. With `--guide` it is the
club of the guide's pictures: eight tables, three rounds, and a further evening between two rounds.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from django.utils import timezone

PASSWORD: Final = "tulip-harbour-9"
LEADERS: Final = {"Riet": "nl", "Rita": "en"}
WITHOUT_LOGIN: Final = (
    "Ans",
    "Bep",
    "Cor",
    "Dirk",
    "Els",
    "Frits",
    "Greet",
    "Henk",
    "Ina",
    "Jaap",
    "Kees",
    "Loes",
    "Mien",
)


@dataclass(frozen=True)
class Cafe:
    """How large the club is: its members `without_login`, rounds an evening, and whether a further evening stands
    between its first two rounds; then they are held on Tuesdays at eight."""

    without_login: tuple[str, ...]
    rounds: int
    between: bool


FOUR_TABLES: Final = Cafe(WITHOUT_LOGIN, rounds=2, between=False)
EIGHT_TABLES: Final = Cafe(
    (
        *WITHOUT_LOGIN,
        "Nel",
        "Otto",
        "Piet",
        "Riek",
        "Sjaan",
        "Teun",
        "Toos",
        "Truus",
        "Wim",
        "Wout",
        "Yvon",
        "Zeger",
        "Annie",
        "Bas",
        "Corrie",
        "Dora",
    ),
    rounds=3,
    between=True,
)
"""With Riet, Rita and Karel they are 32."""
TUESDAY: Final = 1


def main() -> None:
    """Furnish the club: an evening that is over, one whose first round is being typed, perhaps one between two rounds,
    and one to come."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    _furnish(EIGHT_TABLES if "--guide" in sys.argv[1:] else FOUR_TABLES)


def _furnish(cafe: Cafe) -> None:
    from accounts.member_imports import import_members
    from accounts.models import Player, Role
    from accounts.services import add_member, create_club
    from games.league import services
    from games.league.models import Competition

    now = _two_hours_before_the_first(cafe)

    def person(name: str, language: str) -> Player:
        player = Player.objects.create_user(username=name.lower(), password=PASSWORD, nickname=name)
        Player.objects.filter(pk=player.pk).update(language=language)
        return player

    riet, rita = (person(name, language) for name, language in LEADERS.items())
    karel = person("Karel", "nl")
    club = create_club(name="Café De Klaver", slug="klaver", owner=riet, at=now)
    add_member(club=club, player=rita, role=Role.SECRETARY, at=now)
    add_member(club=club, player=karel, role=Role.MEMBER, at=now)
    import_members(club=club, text="\n".join(cafe.without_login), now=now)
    competition: Competition = services.add_competition(
        season=services.create_season(club=club, name="2026", now=now),
        name="Klaverjassen",
        game="kraken",
        rules={"cards": "paper", "coming": "unless"},
        rounds=cafe.rounds,
    )
    for player in Player.objects.filter(memberships__club=club).order_by("nickname"):
        services.enter(competition=competition, players=[player])
    over, running, *others = services.plan_evenings(
        competition=competition,
        starts_at=now + timedelta(hours=2),
        deadline=now + timedelta(hours=1),
        actor=riet,
        now=now,
        place="De Klaver",
        times=3 + cafe.between,
    )
    _play(over, riet, now, rounds=cafe.rounds)
    _close(over, riet, now)
    later = now + timedelta(days=7)
    _play(running, riet, later, rounds=1, leave_open=True)
    _object(running, karel, later)
    if cafe.between:
        _play(others[0], riet, later, rounds=1)


def _two_hours_before_the_first(cafe: Cafe) -> datetime:
    """Two hours before the first evening: a week ago; of Tuesdays, three weeks before the next one."""
    if not cafe.between:
        return timezone.now() - timedelta(days=7)
    today = timezone.localtime().replace(hour=18, minute=0, second=0, microsecond=0)
    return today + timedelta(days=(TUESDAY - today.weekday()) % 7 - 21)


def _play(evening: Any, secretary: Any, now: Any, *, rounds: int, leave_open: bool = False) -> None:
    """Draw and type rounds as totals; all are confirmed, or the last round is left open with one sheet confirmed and
    one empty."""
    from games.league import services

    services.draw(
        evening_id=evening.pk, version=_version(evening), chance=Random(4), actor=secretary, now=now
    )
    about = {"player": secretary, "now": now, "for_club": True}
    for number in range(1, rounds + 1):
        services.open_round(evening_id=evening.pk, version=_version(evening), actor=secretary, now=now)
        tables = list(evening.tables.filter(round=number).order_by("number"))
        for table in tables[: -1 if leave_open else None]:
            ours = 1290 + 83 * table.number + 40 * number
            values = {"points_0": f"{ours}", "points_1": f"{2900 - ours}"}
            services.type_totals(table_id=table.pk, values=values, **about)
            if not leave_open or table == tables[0]:
                services.confirm_sheet(table_id=table.pk, seen=table.planned, **about)


def _close(evening: Any, secretary: Any, now: Any) -> None:
    """Close the evening."""
    from games.league import services

    services.close_evening(evening_id=evening.pk, version=_version(evening), actor=secretary, now=now)


def _version(evening: Any) -> int:
    evening.refresh_from_db()
    number: int = evening.version
    return number


def _object(evening: Any, player: Any, now: Any) -> None:
    """The player says that the sheet of their table is not right; another seat at a typed table first, if theirs is not
    typed."""
    from games.league import services

    typed = evening.tables.filter(round=1, match__status="running").order_by("number")
    seat = next(iter(typed[0].seats.filter(player=player)), None) or typed[0].seats.get(number=1)
    services.object_to_sheet(table_id=seat.table_id, player=seat.player, now=now)


if __name__ == "__main__":
    main()
