"""Template filters that every room uses: a role in words, a name set apart, the value of a key."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from accounts.models import Role
from accounts.names import isolated_name

register = template.Library()


@register.filter
def role_word(role: str) -> str:
    """A role in words."""
    return str(Role(role).label)


@register.filter
def isolate(name: object) -> str:
    """A name for the middle of a translated sentence, so that one written from right to left pulls no number along."""
    return isolated_name(str(name))


@register.filter
def of_key(found: Mapping[int, object], key: int) -> object | None:
    """The value of that key, None where there is none: a friend who is not here, a table that is not over."""
    return found.get(key)
