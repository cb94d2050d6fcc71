"""House rules that a second form of the rules has taken into account, as a closed list of values by option.

A player that searches plays many rounds in a compact form of the rules. That form knows nothing of a house rule that
was added to the engine later; with this list it says so, and the easy bot plays instead.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from games.engine.options import Value

Covered: TypeAlias = Mapping[str, Collection[Value]]
"""By option the values that were taken into account."""


def covers(covered: Covered, options: Any) -> bool:
    """Whether the options mean the same in the compact form: each has a value of the list, or its default where it is
    not in the list at all. The default of an option added later means "as before"."""
    return all(
        getattr(options, field.name) in covered.get(field.name, (field.default,))
        for field in dataclasses.fields(options)
    )
