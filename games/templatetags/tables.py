"""Template tags of the pages around a table."""

from __future__ import annotations

import segno
from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.models import Player
from games.club_clock import club_clock
from games.engine_words import card_name
from games.table.abandoned_matches import LeftLately, matches_left_lately
from games.table.review import fairness, rulebook

register = template.Library()


@register.simple_tag
def matches_left(player: Player) -> LeftLately:
    """How often a player left a match in the last month, with what was forgiven."""
    return matches_left_lately(player, club_clock.now())


@register.simple_tag
def hands_of(player: Player) -> tuple[fairness.OwnHands, ...]:
    """Statistics of the hands a player was dealt, game by game. Show them to that player only."""
    return fairness.own_hands(player)


@register.simple_tag
def qr_code(link: str) -> SafeString:
    """The link as a QR code: an inline SVG without size, style or script, as the content policy demands."""
    drawn = segno.make(link, micro=False).svg_inline(scale=1, border=4, light="#fff", omitsize=True)
    return mark_safe(drawn)  # noqa: S308  an SVG of squares; nobody's words are in it


@register.simple_tag
def rule_heading(game: str, anchor: str) -> SafeString:
    """A heading of a rules page: with the number by which it is named, at the address where it is found."""
    rule = next(rule for rule in rulebook.book_of(game) if rule.anchor == anchor)
    tag = "h3" if rule.is_part else "h2"
    return format_html('<{0} id="{1}">{2}</{0}>', tag, rule.anchor, rulebook.heading(rule))


@register.simple_tag
def drawn_cards(cards: str) -> SafeString:
    """These cards, between blanks, drawn in a row; each has its name for those who hear the page."""
    drawn = format_html_join(
        "", '<b class="card {}">{}</b>', [(card, card_name(card)) for card in cards.split()]
    )
    return format_html('<span class="cards">{}</span>', drawn)
