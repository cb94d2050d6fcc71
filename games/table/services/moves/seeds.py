"""The seed of each deal, from the operating system's random bytes, or from deals that matches share."""

from __future__ import annotations

import secrets

from games.engine.shuffle import SEED_BYTES
from games.table import shared_deals
from games.table.log import seals
from games.table.log.loading import Table
from games.table.log.models import Deal, Match


def next_seed(table: Table) -> bytes:
    """The seed of the next deal of the table's match."""
    before = table.game.progress(table.state.game_state)
    if table.shared_deals is None:
        return random_seed(f"{table.code}/{before.deal + 1}")
    if before.closed == before.round:
        return shared_deals.seed_of_deal(table.shared_deals, number=before.round + 1)
    again = Deal.objects.filter(match=table.match_id, round__number=before.round).count()
    return shared_deals.seed_of_deal(table.shared_deals, number=before.round, again=again)


def sealed_seed(match_id: int) -> bytes:
    """The seed whose commitment the table shows while its deck can be cut. Raises SeedLost."""
    return seals.open_seed(Match.objects.values_list("next_sealed", flat=True).get(pk=match_id))


def random_seed(purpose: str) -> bytes:
    """32 random bytes to shuffle with. `purpose` names what they are for, such as match and deal ("CODE/3"), and has no
    part in them: tests put a function in this place that gives each purpose its known cards."""
    return secrets.token_bytes(SEED_BYTES)
