"""Template filters of the pages of people."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from games.table.lobby.company import FriendHere

register = template.Library()


@register.filter
def more_or_less(points: float) -> str:
    """Points as a whole number with its sign, "0" without one."""
    return f"{points:+.0f}".replace("+0", "0").replace("-0", "0").replace("-", "−")


@register.filter
def of_key(here: Mapping[int, FriendHere], key: int) -> FriendHere | None:
    """The friend of that key among those who are here, None for one who is not."""
    return here.get(key)
