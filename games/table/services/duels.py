"""A duel outside the clubs: deals that were played at one table, played by others from the other side.

The link to a duel is made at a finished table; whoever opens it founds a table with the same deals in the same order.
Nothing of it counts for a season.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.mentions import mention
from accounts.models import Player, PlayerKind
from accounts.notices import notify
from games.engine import registry
from games.engine.game import Progress
from games.engine.options import read_options
from games.engine.seats import Seat
from games.engine.view import View
from games.table.log import loading, seeds
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.log.seeds import seal
from games.table.services.seats import open_table_like, sit, write_with_new_code
from games.table.shared_deals import Duel, SharedDeals, duel_of, lock_duel

PAIR_SIZE: Final = 2
"""Players of each side in a duel."""


def has_other_side(shown: Progress | View) -> bool:
    """Whether two pairs of partners play so many rounds: then their deals can be played from the other side."""
    pairs = [len(column) for column in shown.columns]
    return pairs == [PAIR_SIZE, PAIR_SIZE] and shown.rounds is not None


def require_may_offer(match: Match) -> None:
    """Check that the deals of a match can be played by others from the other side.

    Refuses not_finished, of_a_club, played_already, no_other_side, deals_lost (a seed is missing, or the game has newer
    rules).
    """
    game = registry.game(match.game, match.game_version)
    players = match.seats.count()
    if not has_other_side(game.progress(game.start(read_options(game.Options, match.options), players))):
        raise TableRefused(TableRefusal.NO_OTHER_SIDE)
    if match.club_id is not None or match.replays_id is not None or match.on_paper:
        raise TableRefused(TableRefusal.OF_A_CLUB)
    if match.shared_deals_id is not None:
        raise TableRefused(TableRefusal.PLAYED_ALREADY)
    if match.status != Match.Status.FINISHED:
        raise TableRefused(TableRefusal.NOT_FINISHED)
    if match.deals.filter(seed="").exists() or game.version != registry.game(match.game).version:
        raise TableRefused(TableRefusal.DEALS_LOST)


def offer_duel(*, match_id: int, player: Player, now: datetime) -> Duel:
    """Make the link to the deals of a finished match, or return the one there is. From now on only those who sat at
    the match see anything of it.

    The match row is locked, so that two players who ask at once get the same link. Refuses not_seated and what
    `require_may_offer` refuses.
    """

    def offer(code: str) -> Duel:
        match = Match.objects.select_for_update().get(pk=match_id)
        seat = match.seats.filter(player=player).values_list("number", flat=True).first()
        if seat is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        known = duel_of(match)
        if known is not None:
            return known
        require_may_offer(match)
        # The seed is for what the first table did not deal: a void deal more, or a round more after a draw.
        shared = SharedDeals.objects.create(
            sealed=seal(seeds.random_seed(f"duel {match.code}")), own_rounds=True
        )
        match.shared_deals = shared
        match.save(update_fields=["shared_deals"])
        duel = Duel.objects.create(shared_deals=shared, first_match=match, seat=seat, code=code, made_at=now)
        transaction.on_commit(lambda: loading.forget(match_id))
        return duel

    return write_with_new_code(offer, is_taken=lambda code: Duel.objects.filter(code=code).exists())


def close_duel(*, duel: Duel, player: Player, now: datetime) -> None:
    """Close the link: its deals are open, the first match is as any other again, and nobody founds a table with them.

    The row of the duel is locked, as where a table with its deals starts. Refuses not_seated for who does not sit at
    the first table, others_play_now.
    """
    with transaction.atomic():
        lock_duel(duel.first_match)
        if not duel.first_match.seats.filter(player=player).exists():
            raise TableRefused(TableRefusal.NOT_SEATED)
        going_on = Q(status=Match.Status.RUNNING) | Q(status=Match.Status.OPEN, seats__isnull=False)
        if duel.shared_deals.matches.filter(going_on).exists():
            raise TableRefused(TableRefusal.OTHERS_PLAY_NOW)
        SharedDeals.objects.filter(pk=duel.shared_deals_id, public_from=None).update(public_from=now)


def other_seat(duel: Duel) -> Seat:
    """The seat that has the cards of the other side: the one after the player who made the link."""
    return (duel.seat + 1) % duel.first_match.seats.count()


def open_duel_table(*, duel: Duel, player: Player, now: datetime) -> Match:
    """Open a table with the deals of a duel and seat the player at the other side: the house rules, pace and talk of
    the first table, nobody looks on, and no card is taken back.

    Refuses link_closed, and what `open_table` refuses.
    """
    first = duel.first_match
    with transaction.atomic():
        lock_duel(first)
        if SharedDeals.objects.filter(pk=duel.shared_deals_id, public_from__isnull=False).exists():
            raise TableRefused(TableRefusal.LINK_CLOSED)
        match = open_table_like(
            first,
            created_by=player,
            options=first.options,
            now=now,
            club=None,
            undo_allowed=False,
            spectators=False,
            deck_cut=False,
            shared_deals=duel.shared_deals,
        )
        sit(match_id=match.pk, player=player, seat=other_seat(duel), now=now)
    return match


def notify_first_table(*, match_id: int, **_sent: Any) -> None:
    """Tell those who sat at the first table of a duel that others have played its deals. Receiver of
    `status_changed`."""
    duels = Duel.objects.filter(
        shared_deals__matches=match_id, shared_deals__matches__status=Match.Status.FINISHED
    ).exclude(first_match=match_id)
    for duel in duels.select_related("first_match"):
        played = Match.objects.get(pk=match_id)
        seats = played.seats.order_by("number")
        here = list(seats.filter(player__kind=PlayerKind.PERSON).values_list("player", flat=True))
        notify(
            players=set(duel.first_match.seats.values_list("player", flat=True)) - set(here),
            subject=_("Your cards were played from the other side"),
            text=format_lazy(
                _("{names}. Who made more of the same cards stands on the page of the duel."),
                names=", ".join(map(mention, here)),
            ),
            url=f"{reverse('table:duel', args=[duel.code])}?table={played.code}",
            mentions=here,
            now=timezone.now(),
        )
