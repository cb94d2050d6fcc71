"""Template tags about members of a club."""

from __future__ import annotations

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
