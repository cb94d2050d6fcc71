"""Deals that several matches play: each deal of such a match follows from one sealed seed and its round.

Two kinds: those of a day, which are open at a moment known before, and those of an evening, which are open once nobody
is to play them any more. Until then nobody who has not played them sees anything of them: every page, socket, file and
list asks `are_open` of a match, or leaves `still_played` rows out.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.table.log import deals
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Action, Match, Seat


class SharedDeals(models.Model):
    """The seed of the deals, encrypted for good: the seeds of played deals are opened one by one, match by match.

    `closes_at` is when matches with these deals may be looked at by others. None: nobody knows yet, because some
    tables of an evening are still to play them; then the seeds of played deals stay sealed too
    (`services.open_shared_deals`). `own_rounds`: until then a player may look back at a round they have played, as they
    saw it themselves.
    """

    sealed = models.CharField(_("encrypted seed"), max_length=250, editable=False)
    closes_at = models.DateTimeField(_("closed to others until"), null=True, blank=True, db_index=True)
    own_rounds = models.BooleanField(_("players look back at their own rounds at once"), default=False)

    class Meta:
        verbose_name = _("shared deals")
        verbose_name_plural = _("shared deals")

    def __str__(self) -> str:
        return f"{self.pk}"

    def is_open(self, now: datetime) -> bool:
        """Whether everybody may see them."""
        return self.closes_at is not None and self.closes_at <= now


class DealsSeen(models.Model):
    """Somebody who saw the cards of shared deals before they were played, because they laid them out."""

    shared_deals = models.ForeignKey(
        SharedDeals, models.CASCADE, related_name="seen", verbose_name=_("shared deals")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="deals_seen", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("shared deals seen")
        verbose_name_plural = _("shared deals seen")
        constraints = [
            models.UniqueConstraint(fields=["shared_deals", "player"], name="one_row_a_player_who_saw_deals")
        ]

    def __str__(self) -> str:
        return f"{self.shared_deals_id}: {self.player_id}"


def are_open(match: Match, now: datetime) -> bool:
    """Whether nobody is to play the deals of a match any more, apart from those who sit at it."""
    return match.shared_deals is None or match.shared_deals.is_open(now)


def still_played(way: str, now: datetime) -> Q:
    """Rows whose deals others may still play; `way` is the lookup from a row to its shared deals."""
    is_open = Q(**{f"{way}__closes_at__isnull": False, f"{way}__closes_at__lte": now})
    return Q(**{f"{way}__isnull": False}) & ~is_open


def seed_of_deal(shared_deals: int, *, number: int, again: int = 0) -> bytes:
    """The 32 bytes from which the deal of round `number` of every match with these deals (a key) follows; `again` is
    how often that round was dealt before, so that a void deal at one table moves no later round. Raises SeedLost."""
    sealed = SharedDeals.objects.values_list("sealed", flat=True).get(pk=shared_deals)
    return deal_seed(deals.open_seed(sealed), number=number, again=again)


def deal_seed(seed: bytes, *, number: int, again: int = 0) -> bytes:
    """As `seed_of_deal`, from the opened seed of the shared deals."""
    said = f"deal {number} again {again}" if again else f"deal {number}"
    return hmac.digest(seed, said.encode(), "sha256")


def expect_new_to_the_deals(match: Match, players: Collection[Player]) -> None:
    """Check that none of these people has played the deals of this match at another table, or laid them out, while the
    tables of an evening play them. Bots remember nothing. Refuses knows_the_cards."""
    shared = match.shared_deals
    if shared is None or shared.closes_at is not None:
        return
    people = {player.pk: player for player in players if not player.is_bot}
    elsewhere = shared.matches.exclude(pk=match.pk).exclude(status=Match.Status.OPEN)
    knowing = set(
        Seat.objects.filter(match__in=elsewhere, player__in=people).values_list("player", flat=True)
    )
    entries = Action.objects.filter(match__in=elsewhere)
    knowing.update(entries.filter(player__in=people, seat__isnull=False).values_list("player", flat=True))
    replaced = entries.filter(kind=Action.Kind.TABLE, data__do="replaced", data__has_key="before")
    knowing.update(shared.seen.filter(player__in=people).values_list("player", flat=True))
    knowing.update(people.keys() & {int(each) for each in replaced.values_list("data__before", flat=True)})
    if knowing:
        raise TableRefused(TableRefusal.KNOWS_THE_CARDS, {"name": people[min(knowing)].nickname})
