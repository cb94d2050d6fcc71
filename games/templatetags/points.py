"""Template filters for points."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def minus(points: object) -> str:
    """Points, or several of them joined, with a true minus sign for those below zero."""
    return str(points).replace("-", "−")
