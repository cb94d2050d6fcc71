"""The headings of a game's rules page, by which rulings name a rule; and what a table's page of rules shows beside its
rule card."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import Player
from games.engine import registry
from games.engine.club import Heading
from games.engine.errors import MalformedAction
from games.table.log import due_times, loading
from games.table.log.models import Deal, Match, Round
from games.table.models import Mute
from games.table.screen.rule_card import game_name

# The numbered headings of a game's rules page, by which the page and rulings name a rule.


def book_of(game: str) -> tuple[Heading, ...]:
    """The headings of a game's page, in order; none for a game that is not known."""
    try:
        return tuple(registry.game(game).rulebook)
    except MalformedAction:
        return ()


def rule_at(game: str, anchor: str) -> Heading | None:
    """The rule with that anchor; None where the game's page has none."""
    return next((rule for rule in book_of(game) if rule.anchor == anchor), None)


def heading(rule: Heading) -> str:
    """Number and title, as the page shows them: "4.2 In a trick"."""
    return f"{rule.number} {gettext(rule.title)}"


def cite_rule(game: str, rule: Heading) -> str:
    """A rule as a ruling names it: name of the game, number and title."""
    return f"{game_name(game)} {heading(rule)}"


def address(game: str, anchor: str) -> str:
    """The address of the rule; "" where its page no longer has it."""
    return "" if rule_at(game, anchor) is None else f"{reverse('table:rules', args=[game])}#{anchor}"


# What was agreed at a table, the commitment of its running deal and the people to mute, shown beside its rules.

HABITS: Final = (
    "pace",
    "undo_allowed",
    "look_back",
    "phrases_on",
    "chat_on",
    "spectators",
    "bots_stand_in",
)
"""The fields of a match that say how people play there, whatever the game."""


def habits_of(match: Match) -> tuple[tuple[str, str], ...]:
    """What was agreed beside the rules of the game when the table was made: label and value of each of `HABITS`, in the
    reader's language."""
    yes, no = gettext("yes"), gettext("no")
    values = {
        name: match.get_pace_display() if name == "pace" else yes if getattr(match, name) else no
        for name in HABITS
    }
    return tuple(
        (capfirst(str(Match._meta.get_field(name).verbose_name)), value) for name, value in values.items()
    )


def running_deal(match: Match) -> Deal | None:
    """The deal being played, for its round and commitment; the seed is not read."""
    running = match.deals.filter(round__status=Round.Status.RUNNING).select_related("round")
    return running.defer("seed", "sealed").order_by("-number").first()


def cuts_at(match: Match, player: Player | None) -> tuple[tuple[str, str], ...]:
    """Who cut the deck of the deal being played, and with which word, without those this player muted. Those of a deal
    to come are told afterwards."""
    if not match.deck_cut or match.status == Match.Status.OPEN:
        return ()
    table = loading.table_of(match)
    muted = {other.key for other in others_at(match, player) if other.muted}
    cuts = [(table.sitters[seat], word) for seat, word in table.state.cuts]
    return tuple((sitter.name, word) for sitter, word in cuts if sitter.player not in muted)


def awaited_names(match: Match) -> tuple[tuple[str, datetime], ...]:
    """The names of those a table by the day waits for, and until when; nobody elsewhere."""
    if not match.is_by_the_day or match.status != Match.Status.RUNNING:
        return ()
    table = loading.table_of(match)
    return tuple((table.sitters[one.seat].name, one.until) for one in due_times.awaited_seats(table))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody else at the table (`key` of the player), and whether this player has muted them."""

    seat: int
    key: int
    name: str
    muted: bool


def others_at(match: Match, player: Player | None) -> tuple[Neighbour, ...]:
    """The people a seated player may mute; nobody for a spectator."""
    seats = tuple(match.seats.select_related("player"))
    if player is None or all(seat.player_id != player.pk for seat in seats):
        return ()
    muted = set(Mute.objects.filter(match=match, player=player).values_list("muted_id", flat=True))
    return tuple(
        Neighbour(seat.number, seat.player_id, seat.player.nickname, seat.player_id in muted)
        for seat in seats
        if seat.player_id != player.pk and not seat.player.is_bot
    )
