"""What the pages around a table draw themselves."""

from __future__ import annotations

import segno
from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.models import Player
from games.table.lobby.abandoned_matches import LeftLately, left_lately
from games.table.review import fairness, rulebook

register = template.Library()


@register.simple_tag
def matches_left(player: Player) -> LeftLately:
    """How often a player left a match in the last month, with what was forgiven."""
    return left_lately(player, timezone.now())


@register.simple_tag
def hands_of(player: Player) -> tuple[fairness.OwnHands, ...]:
    """What a player was dealt so far, game by game; for nobody else's eyes."""
    return fairness.own_hands(player)


@register.simple_tag
def qr_code(link: str) -> SafeString:
    """The link as a QR code: an inline SVG of our own making, without size, style or script."""
    drawn = segno.make(link, micro=False).svg_inline(scale=1, border=4, light="#fff", omitsize=True)
    return mark_safe(drawn)  # noqa: S308  an SVG of squares; nobody's words are in it


@register.simple_tag
def rule_heading(game: str, anchor: str) -> SafeString:
    """A heading of a rules page: with the number by which it is named, at the address where it is found."""
    rule = next(rule for rule in rulebook.book_of(game) if rule.anchor == anchor)
    tag = "h3" if rule.is_part else "h2"
    return format_html('<{0} id="{1}">{2}</{0}>', tag, rule.anchor, rulebook.heading(rule))


@register.filter
def signed_points(points: int) -> str:
    """Points of a score line: a minus sign where something is taken away, a quiet dot for nothing."""
    return "·" if points == 0 else str(points).replace("-", "−")
