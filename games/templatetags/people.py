"""Template filters of the pages of people."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def of_key(found: Mapping[int, object], key: int) -> object | None:
    """The value of that key, None where there is none: a friend who is not here, a table that is not over."""
    return found.get(key)
