"""How often a test repeats itself: a share in `make test`, all of it in `make attack` (with `ATTACK_SEEDS` above 1).

The seed of each test is fixed, so a number of repetitions that passed passes again until the code changes.
"""

from __future__ import annotations

import os
from typing import Final

SEEDS: Final = int(os.environ.get("ATTACK_SEEDS", "1"))
"""How many seeds tests that take one are run with."""
SHARE: Final = 5
"""The part of a count that `make test` makes, where a test names no other: one in so many."""


def repetitions(whole: int, one_in: int = SHARE) -> int:
    """Return `whole` in `make attack`, else one in so many of it."""
    return whole if SEEDS > 1 else whole // one_in
