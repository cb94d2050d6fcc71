"""The seed of each deal, from the operating system's random bytes (promise P5), or from deals that matches share."""

from __future__ import annotations

import secrets

from games.engine.shuffle import SEED_BYTES
from games.table import shared_deals
from games.table.log.loading import Table


def next_seed(table: Table, number: int) -> bytes:
    """The seed of deal `number` of the table's match."""
    if table.shared_deals is not None:
        return shared_deals.seed_of_deal(table.shared_deals, number)
    return fresh_seed(f"{table.code}/{number}")


def fresh_seed(context: str) -> bytes:
    """32 unpredictable bytes; `context` says for which match and deal."""
    return secrets.token_bytes(SEED_BYTES)
