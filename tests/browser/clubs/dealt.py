"""An old club's counts of hands, the widest there are: `python -m tests.browser.clubs.dealt`, beside the server.

One figure of each page is odd, and every player has hands of their own.
"""

from __future__ import annotations

import os
from typing import Final

DEALS: Final = 150_000


def main() -> None:
    """Write the counts of every game."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kraken_site.settings")
    import django

    django.setup()
    from accounts.models import Player
    from games.engine import registry
    from games.table.models import BOTS, PEOPLE, DealCount, HandCount

    DealCount.objects.all().delete()
    HandCount.objects.all().delete()
    players = list(Player.objects.exclude(kind="bot"))
    deals, hands = [], []
    for game in registry.GAMES:
        for number, figure in enumerate(game.figures):
            mean = 0.234 if figure.share else 17.05
            for place, whose in enumerate(("0", "1", "2", "3", BOTS, PEOPLE)):
                sums = {"hands": DEALS, "total": mean * DEALS, "expected": mean * DEALS, "variance": DEALS}
                if (number, place) == (1, 2):
                    sums["total"] += 2000
                deals.append(DealCount(game=game.key, figure=figure.key, whose=whose, **sums))
            for player in players:
                sums = {"hands": 1600, "total": mean * 1600, "expected": mean * 1600, "variance": 1600}
                hands.append(HandCount(game=game.key, figure=figure.key, player=player, **sums))
    DealCount.objects.bulk_create(deals)
    HandCount.objects.bulk_create(hands)


if __name__ == "__main__":
    main()
