"""Template tags about members of a club."""

from __future__ import annotations

from django import template

from accounts.models import Role

register = template.Library()


@register.filter
def role_word(role: str) -> str:
    """A role in words."""
    return str(Role(role).label)
