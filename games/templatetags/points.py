"""Template filters for points."""

from __future__ import annotations

from django import template

from games.kit import engine_words

register = template.Library()
minus = register.filter(engine_words.minus)


@register.filter
def signed(points: float) -> str:
    """Points as a whole number with its sign: "+24", "−8", "0"."""
    return engine_words.signed(round(points))
