"""The seed of each deal, from the operating system's random bytes (promise P5)."""

from __future__ import annotations

import secrets

from games.engine.shuffle import SEED_BYTES


def fresh_seed(context: str) -> bytes:
    """32 unpredictable bytes; `context` says for which match and deal."""
    return secrets.token_bytes(SEED_BYTES)
