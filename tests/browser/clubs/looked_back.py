"""A round of four people that has a look back: `python -m tests.browser.clubs.looked_back`, beside the server.

Played through the services and analysed by a process of its own; prints the code of the table as JSON. The deal and
the cards are always the same. Everybody's password is PASSWORD.
"""

from __future__ import annotations

import json
import os
from datetime import timedelta
from random import Random
from typing import Final

from django.utils import timezone

from tests.browser.clubs.disputed import FORTY, PASSWORD, play_without_a_claim

SEATED: Final = ("Ilse", "Joop", "Klaas", "Loes")


def main() -> None:
    """Play it, analyse it and tell."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    print(json.dumps({"code": _play()}))


def _play() -> str:
    from accounts.models import Player
    from games.analysis.services import analyse_round
    from games.table.log import due_times, seeds
    from tests.table.tables import start_table

    now = timezone.now() - timedelta(minutes=30)
    people = [
        Player.objects.create_user(username=name.lower(), password=PASSWORD, nickname=name) for name in SEATED
    ]
    seeds.random_seed = lambda purpose: FORTY
    due_times.wake_at = lambda table: None  # nothing is due for the steward beside this
    match = start_table(people, now, {"rounds": 1})
    play_without_a_claim(match, now, Random(1))
    analyse_round(round_=match.rounds.select_related("match").get(number=1), now=timezone.now())
    return match.code


if __name__ == "__main__":
    main()
