"""Template filter of the deal of the day."""

from django import template

register = template.Library()


@register.filter
def plus_or_minus(points: int) -> str:
    """Points with their sign: "+24", "−8", "0"."""
    return f"{points:+d}".replace("-", "−") if points else "0"
