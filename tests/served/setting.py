"""A club of several processes is furnished by a process of its own.

`python -m tests.served.setting TABLES PEOPLE [NAME [LEVEL]]` migrates, starts so many tables with so many people each,
whose names begin with NAME, bots of that level at the other seats, and prints codes and session cookies.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from tests.served import programs

SEATS = 4


@dataclass(frozen=True, slots=True)
class Seated:
    """A table to play at: its code and the session cookies of its people by seat; a bot has none."""

    code: str
    cookies: tuple[str | None, ...]


def furnish(
    environment: Mapping[str, str], tables: int, people: int, name: str = "t", level: str = ""
) -> list[Seated]:
    """Furnish the club of that environment. Raises AssertionError when it cannot be done."""
    words = ["-m", "tests.served.setting", str(tables), str(people), name, level]
    made = programs.run(words, environment)
    assert made.returncode == 0, made.stderr
    return [Seated(table["code"], tuple(table["cookies"])) for table in json.loads(made.stdout)]


def start_table(name: str, *, people: int, level: str) -> Seated:
    """A running match with so many people, bots of that level on the other seats."""
    from django.conf import settings
    from django.utils import timezone

    from accounts.models import Player
    from games.table import services
    from tests.served.sessions import cookie_of

    players = [
        Player.objects.create_user(username=f"{name}-{seat}", nickname=f"{name} {seat}")
        for seat in range(people)
    ]
    now = timezone.now()
    match = services.open_table(created_by=players[0], game="kraken", options={"rounds": 64}, now=now)
    for player in players:
        services.sit(match_id=match.pk, player=player)
    if people < SEATS:
        services.fill_with_bots(match_id=match.pk, player=players[0], level=level)
    services.start_match(match_id=match.pk, player=players[0], now=now)
    return Seated(match.code, tuple(cookie_of(player, settings.SECRET_KEY) for player in players))


def main(tables: int, people: int, name: str = "t", level: str = "") -> None:
    """Furnish the club the environment names."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    started = [start_table(f"{name}{number}", people=people, level=level) for number in range(tables)]
    print(json.dumps([asdict(table) for table in started]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
