"""Conduct: the grid of offences, yellow and red cards, and what a card carries over to the next evenings.

A card stays on record over the next `EVENINGS_ON_RECORD` evenings at which its player plays. Another one in that time
is red. Who has a red card does not play at the club's next evening; the card stays on record after that. The evenings
are those of the club's competitions, each by the moment it starts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, TextChoices
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from games.club_clock import club_clock
from games.disputes.models import Colour, ConductCard, Offence
from games.league.models import (
    Evening,
    SeatChange,
    TableSeat,
)

EVENINGS_ON_RECORD: Final = 4
"""Evenings over which a card stays on record."""
MAX_CARDS_SHOWN: Final = 200


class Penalty(TextChoices):
    """What the grid says of an offence."""

    WORD = "word", _("a word, then yellow")
    YELLOW = "yellow", _("yellow")
    EITHER = "either", _("yellow, or red where it was meant to hurt")
    RED = "red", _("red")
    WORD_AGAIN = "again", _("a word, then red")


GRID: Final[Mapping[Offence, tuple[Penalty, Penalty]]] = {
    Offence.SLOW: (Penalty.WORD, Penalty.WORD_AGAIN),
    Offence.TALK: (Penalty.WORD, Penalty.WORD_AGAIN),
    Offence.LEFT: (Penalty.YELLOW, Penalty.RED),
    Offence.RUDE: (Penalty.YELLOW, Penalty.RED),
    Offence.ACCUSED: (Penalty.YELLOW, Penalty.RED),
    Offence.REFUSED: (Penalty.YELLOW, Penalty.RED),
    Offence.THREAT: (Penalty.EITHER, Penalty.RED),
    Offence.CHEATED: (Penalty.RED, Penalty.RED),
}
"""The penalty of each offence: the first time, and while a card is on record."""


@dataclass(frozen=True, slots=True)
class OnRecord:
    """A card and what it carries over: `left` evenings over which it stays on record; `sits_out` while the evening that
    its player misses is still to come. That one starts at `misses`, None while none is planned and for a yellow card.
    """

    card: ConductCard
    left: int
    sits_out: bool
    misses: datetime | None = None

    @property
    def counts(self) -> bool:
        """Whether another card would be red."""
        return self.card.withdrawn_at is None and self.left > 0

    @property
    def carries(self) -> str:
        """What it carries over, in a sentence of the reader's language."""
        if self.card.withdrawn_at is not None:
            return gettext("Taken back.")
        if not self.left:
            return gettext("No longer on record.")
        on_record = ngettext(
            "On record over {number} more evening: another card is red.",
            "On record over {number} more evenings: another card is red.",
            self.left,
        ).format(number=self.left)
        if not self.sits_out:
            return on_record
        missed = gettext("Does not play at the next evening.")
        return f"{missed} {on_record}"


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """An evening of a `club` (key) that is still to come, or was `held`: its tables were opened. `played` are those of
    the players asked for (keys) who sat at one of its tables."""

    club: int
    starts_at: datetime
    held: bool
    played: frozenset[int]


def club_evenings(
    *, clubs: Collection[int], players: Collection[int], since: datetime
) -> tuple[ClubEvening, ...]:
    """The evenings of these clubs (keys) that start after `since`: held, or to come in a season that is not archived.

    An evening is held once a round of it is open, or it was closed with results from a list. Those of `players` played
    who hold a seat at a table of it that was started, or held one for a round. Three queries.
    """
    held = Q(round__gt=0) | Q(status=Evening.Status.CLOSED)
    evenings = Evening.objects.filter(
        held | Q(competition__season__archived_at=None),
        competition__season__club__in=clubs,
        starts_at__gt=since,
    ).exclude(status=Evening.Status.CANCELLED)
    started = {"table__evening__in": evenings, "table__match__started_at__isnull": False}
    seats = TableSeat.objects.filter(player__in=players, **started).order_by()
    before = SeatChange.objects.filter(
        player__in=players,
        until_round__gt=0,
        **{f"seat__{name}": value for name, value in started.items()},
    )
    played: dict[int, set[int]] = defaultdict(set)
    for evening, player in seats.values_list("table__evening", "player"):
        played[evening].add(player)
    for evening, player in before.values_list("seat__table__evening", "player"):
        played[evening].add(player)
    rows = evenings.values_list("pk", "competition__season__club", "starts_at", "round", "status")
    return tuple(
        ClubEvening(
            club=club,
            starts_at=starts_at,
            held=round_ > 0 or status == Evening.Status.CLOSED,
            played=frozenset(played[pk]),
        )
        for pk, club, starts_at, round_, status in rows
    )


def on_record(cards: Iterable[ConductCard]) -> list[OnRecord]:
    """What each card carries over now, in the same order. Three queries, none without cards.

    Evenings that start after the card was given are counted, so not the one at which it was given; and none that was
    neither held nor cancelled by the day after it.
    """
    rows = list(cards)
    if not rows:
        return []
    evenings = club_evenings(
        clubs={card.club_id for card in rows},
        players={card.player_id for card in rows},
        since=min(card.given_at for card in rows),
    )
    passed = club_clock.now() - timedelta(days=1)
    open_or_held = [each for each in evenings if each.held or each.starts_at > passed]
    return [_carry(card, [each for each in open_or_held if each.club == card.club_id]) for card in rows]


def _carry(card: ConductCard, evenings: Collection[ClubEvening]) -> OnRecord:
    after = [each for each in evenings if each.starts_at > card.given_at]
    held = [each for each in after if each.held]
    since, sits_out, misses = card.given_at, False, None
    if card.colour == Colour.RED and card.withdrawn_at is None:
        # An evening that was passed over without being held costs nothing: the first one held did.
        misses = min((each.starts_at for each in held or after), default=None)
        since, sits_out = misses or since, not held
    played = {each.starts_at for each in held if card.player_id in each.played}
    left = max(0, EVENINGS_ON_RECORD - sum(start > since for start in played))
    return OnRecord(card, left, sits_out, misses)


def cards_of_club(club: Club) -> list[OnRecord]:
    """The newest cards of a club with what they carry over, newest first."""
    found = ConductCard.objects.filter(club=club).select_related(
        "player", "given_by", "withdrawn_by", "club", "case__round", "case__club"
    )
    return on_record(found[:MAX_CARDS_SHOWN])


def cards_of_player(player: Player) -> list[OnRecord]:
    """A player's own cards in every club, newest first."""
    found = ConductCard.objects.filter(player=player).select_related("club", "player", "withdrawn_by")
    return on_record(found[:MAX_CARDS_SHOWN])


def counting_cards_of(player: Player) -> list[OnRecord]:
    """A player's own cards that are on record, in every club."""
    found = ConductCard.objects.filter(player=player, withdrawn_at=None).select_related("club")
    return [each for each in on_record(found) if each.counts]


def counting_cards(*, club: int | None, players: Iterable[int]) -> list[OnRecord]:
    """The cards of these players (keys) that are on record in a club."""
    found = ConductCard.objects.filter(club=club, player__in=players, withdrawn_at=None)
    return [each for each in on_record(found.select_related("player")) if each.counts]


def sitting_out_by_card(*, club: int, starts_at: datetime, **_sent: Any) -> frozenset[int]:
    """The players (keys) whose red card costs the evening of the club that starts then. Receiver of
    `sitting_out_asked`."""
    red = ConductCard.objects.filter(club=club, colour=Colour.RED, withdrawn_at=None, given_at__lt=starts_at)
    return frozenset(each.card.player_id for each in on_record(red) if each.misses == starts_at)
