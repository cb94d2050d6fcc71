"""Deals that several matches play: each deal of such a match follows from one sealed seed and its round.

Three kinds: those of a day, which are open at a moment known before; those of an evening, which are opened one by one,
each once nobody is to play it any more; and those of a duel, which follow from the seeds of the table that played them
first, and stay closed to others, because anybody with the link may still play them. Until they are open nobody who has
not played them sees anything of them: every page, socket, file and list asks `are_open` of a match, or leaves
`deals_still_played` rows out.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.club_clock import club_clock
from games.engine.shuffle import key_of
from games.table.log import seeds
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import seals_of
from games.table.log.models import Action, Deal, Match, Round, Seat
from games.table.log.states import DuelPart

log = logging.getLogger("club.table")


class SharedDeals(models.Model):
    """The seed of the deals, encrypted for good: the seeds of played deals are opened one by one, match by match.

    `public_from` is when matches with these deals may be looked at by others. None: nobody knows yet, because some
    tables of an evening are still to play them; then the seeds of played deals stay sealed too
    (`services.open_shared_deals`). The deals of the first `rounds_open` rounds are open all the same, because every
    table has closed them (`services.open_played_rounds`). `own_rounds`: until the deals of a round are open, those who
    have played it may look back at it as they saw it themselves.
    """

    sealed = models.CharField(_("encrypted seed"), max_length=250, editable=False)
    public_from = models.DateTimeField(_("open to others from"), null=True, blank=True, db_index=True)
    rounds_open = models.PositiveSmallIntegerField(_("rounds whose deals are open to everybody"), default=0)
    own_rounds = models.BooleanField(_("players look back at their own rounds at once"), default=False)

    class Meta:
        verbose_name = _("shared deals")
        verbose_name_plural = _("shared deals")

    def __str__(self) -> str:
        return f"{self.pk}"

    def is_open(self, now: datetime) -> bool:
        """Whether everybody may see them."""
        return self.public_from is not None and self.public_from <= now

    def is_round_open(self, number: int, now: datetime) -> bool:
        """Whether everybody may see the deals of that round."""
        return number <= self.rounds_open or self.is_open(now)

    @property
    def of_duel(self) -> bool:
        """Whether a table outside the clubs played them first, and others play them through a link."""
        return Duel.objects.filter(shared_deals=self.pk).exists()

    def part_in_duel(self, match: Match) -> DuelPart:
        """Whether a match outside the clubs with these deals played them first in a duel, or as a friend's table; ""
        without a duel."""
        first = Duel.objects.filter(shared_deals=self.pk).values_list("first_match", flat=True).first()
        if first is None:
            return ""
        return "first" if first == match.pk else "friends"


class Duel(models.Model):
    """The deals of a finished match outside the clubs, which others may play from the other side, and the `code` of the
    link to them. `seat` is that of the player who made the link: a newcomer gets the next one."""

    shared_deals = models.OneToOneField(
        SharedDeals, models.CASCADE, related_name="duel", verbose_name=_("shared deals")
    )
    first_match = models.OneToOneField(
        "games.Match", models.PROTECT, related_name="duel", verbose_name=_("match that played them first")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    code = models.CharField(_("code"), max_length=6, unique=True)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("duel")
        verbose_name_plural = _("duels")

    def __str__(self) -> str:
        return self.code


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


class MatchSeen(models.Model):
    """Somebody who looked on at a match outside the clubs, or read a case about it, before its deals became those of a
    duel."""

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="seen", verbose_name=_("match"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="matches_seen", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("match seen")
        verbose_name_plural = _("matches seen")
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="one_row_a_player_who_saw_a_match")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"


def note_deals_seen(*, match: Match, player: Player) -> None:
    """Note that somebody who does not play a match has seen deals of it that others may still play, or may come to play
    through the link of a duel."""
    shared = match.shared_deals
    if shared is not None and shared.public_from is None:
        DealsSeen.objects.get_or_create(shared_deals=shared, player=player)
    elif shared is None and match.club_id is None and not match.on_paper:
        MatchSeen.objects.get_or_create(match=match, player=player)


def are_open(match: Match, now: datetime) -> bool:
    """Whether nobody is to play the deals of a match any more, apart from those who sit at it."""
    return match.shared_deals is None or match.shared_deals.is_open(now)


def readable_reason(match: Match, why: str) -> str:
    """The reason of a call as those who lead the evening read it. While other tables are to play the same cards it
    stays at the table: leaders play too, and a reason names cards."""
    if are_open(match, club_clock.now()):
        return why
    return gettext("Other tables still play these cards: ask at the table.")


def not_of_a_day(way: str = "") -> Q:
    """Rows of matches other than those of a deal of the day, which has pages of its own; `way` is the lookup prefix
    from a row to its match."""
    own_deals, of_club = Q(**{f"{way}shared_deals": None}), Q(**{f"{way}club__isnull": False})
    return own_deals | of_club | Q(**{f"{way}shared_deals__duel__isnull": False})


def duel_of(match: Match) -> Duel | None:
    """The duel whose deals a match plays, or played first; None for other matches."""
    if match.shared_deals_id is None or match.club_id is not None:
        return None
    return Duel.objects.select_related("first_match").filter(shared_deals=match.shared_deals_id).first()


def lock_duel(match: Match) -> None:
    """Lock the duel of a match, where it has one, until the transaction ends: of two tables that start with the same
    player the later one is refused."""
    if match.club_id is None:
        Duel.objects.select_for_update().filter(shared_deals=match.shared_deals_id).first()


def deals_still_played(way: str, now: datetime) -> Q:
    """Rows whose deals others may still play; `way` is the lookup from a row to its shared deals."""
    is_open = Q(**{f"{way}__public_from__isnull": False, f"{way}__public_from__lte": now})
    return Q(**{f"{way}__isnull": False}) & ~is_open


def stay_sealed(shared_deals: int, *, number: int) -> bool:
    """Whether the seeds of round `number` of these deals (a key) stay sealed once it is closed, because other tables of
    an evening are still to play it."""
    kept = SharedDeals.objects.filter(pk=shared_deals, public_from=None, duel=None)
    return kept.filter(rounds_open__lt=number).exists()


def seed_of_deal(shared_deals: int, *, number: int, again: int = 0) -> bytes:
    """The 32 bytes from which the deal of round `number` of every match with these deals (a key) follows; `again` is
    how often that round was dealt before, so that a void deal at one table moves no later round. Raises SeedLost."""
    found = SharedDeals.objects.values_list("sealed", "duel__first_match")
    sealed, first_match = found.get(pk=shared_deals)
    played = None if first_match is None else _seed_played(first_match, number=number, again=again)
    return played or deal_seed(seeds.open_seed(sealed), number=number, again=again)


def _seed_played(first_match: int, *, number: int, again: int) -> bytes | None:
    """The seed that gives the deal which a match (key) had in that round, without the cuts it may have had there; None
    where it had no such deal."""
    played = Deal.objects.filter(match=first_match, round__number=number).select_related("match")
    deal = played.order_by("number")[again : again + 1].first()
    if deal is None:
        return None
    shown = seals_of(deal.match)[deal.number] if deal.match.deck_cut else []
    return key_of(bytes.fromhex(deal.seed), shown[-1].cuts if shown else ())


def deal_seed(seed: bytes, *, number: int, again: int = 0) -> bytes:
    """As `seed_of_deal`, from the opened seed of the shared deals."""
    said = f"deal {number} again {again}" if again else f"deal {number}"
    return hmac.digest(seed, said.encode(), "sha256")


def require_new_to_the_deals(match: Match, players: Collection[Player]) -> None:
    """Check that none of these people has played the deals of this match at another table, laid them out, looked on or
    read a case about them, while others play them. Bots remember nothing. Refuses knows_the_cards, and link_closed
    where they were those of a duel: everybody may have seen them."""
    shared = match.shared_deals
    if shared is None:
        return
    if shared.public_from is not None:
        if shared.of_duel:
            raise TableRefused(TableRefusal.LINK_CLOSED)
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
    looked_on = MatchSeen.objects.filter(match__in=elsewhere, player__in=people)
    knowing.update(looked_on.values_list("player", flat=True))
    knowing.update(people.keys() & {int(each) for each in replaced.values_list("data__before", flat=True)})
    if knowing:
        raise TableRefused(TableRefusal.KNOWS_THE_CARDS, {"name": people[min(knowing)].nickname})


def open_shared_deals(*, shared_deals: int, now: datetime) -> bool:
    """Open deals (by key) that no table of the evening is to play any more, and the seeds of all their closed rounds;
    returns whether this call did. The row is locked: of two callers one opens. The caller knows that all are over.

    A seed that is lost stays sealed, and the server's log says so: the other tables do not wait for it.
    """
    with transaction.atomic():
        row = SharedDeals.objects.select_for_update().filter(pk=shared_deals, public_from=None).first()
        if row is None:
            return False
        _open_seeds(Deal.objects.filter(match__shared_deals=row))
        row.public_from = now
        row.save(update_fields=["public_from"])
    return True


def open_played_rounds(*, shared_deals: int, rounds: int) -> int:
    """Open the deals (by key) of the first so many rounds, and their seeds, while later ones are still played; returns
    how many rounds this call opened. As `open_shared_deals`: the caller knows that every table has closed them."""
    with transaction.atomic():
        row = SharedDeals.objects.select_for_update().filter(pk=shared_deals, public_from=None).first()
        if row is None or row.rounds_open >= rounds:
            return 0
        _open_seeds(Deal.objects.filter(match__shared_deals=row, round__number__lte=rounds))
        opened = rounds - row.rounds_open
        row.rounds_open = rounds
        row.save(update_fields=["rounds_open"])
    return opened


def _open_seeds(played: QuerySet[Deal]) -> None:
    """Open the sealed seeds of those of these deals whose round is closed."""
    unsealed = []
    for deal in played.filter(seed="").exclude(round__status=Round.Status.RUNNING):
        try:
            deal.seed, deal.sealed = seeds.open_seed(deal.sealed).hex(), ""
        except seeds.SeedLost:
            log.error("the seed of deal %s of match %s is lost", deal.number, deal.match_id)
        else:
            unsealed.append(deal)
    Deal.objects.bulk_update(unsealed, ["seed", "sealed"])
