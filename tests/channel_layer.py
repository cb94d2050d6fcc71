"""The channel layer between services and open pages, where tests listen or lose events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.table import live


class LayerBetween:
    """Sends on to the channel layer those events that `passes` lets through."""

    def __init__(self, passes: Callable[[str, dict[str, Any]], bool]) -> None:
        self.passes = passes

    async def group_send(self, group: str, event: dict[str, Any]) -> None:
        if self.passes(group, event):
            await get_channel_layer().group_send(group, event)


def stand_between(patch: pytest.MonkeyPatch, passes: Callable[[str, dict[str, Any]], bool]) -> None:
    """Call `passes` with the group and the event of everything that is sent; one that it answers False for is lost."""
    patch.setattr(live, "get_channel_layer", lambda: LayerBetween(passes))
