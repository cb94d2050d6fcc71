"""The same cards at every table: rounds whose tables share deals, and when these are open.

Secret until the last table has closed a deal: it is opened then, while the rest of the round is still played
(`open_played_deals`), and with it the seeds by which results are compared. What concerns a whole table, such as its
record, sheet and analysis, waits for the end of the round (`open_finished_rounds`). A result without an open seed does
not exist in `compared_results.py`, so no page can show it too early.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q

from games.engine.actions import Deal
from games.engine.game import DealAhead
from games.engine.seats import Seat
from games.engine.shuffle import SEED_BYTES, Randomness, commitment
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, EveningDeals, LeagueTable, Season, TableSeat
from games.league.models.tables import deals_before_round
from games.league.services.locking import announce_change
from games.table import services as table_services
from games.table import shared_deals
from games.table.log import seeds
from games.table.log.models import Match, Round
from games.table.log.seeds import SeedLost, open_seed, seal
from games.table.shared_deals import SharedDeals, are_open, deal_seed

# The deals of a round: one seed for all its tables, of which each deal follows and is opened by itself.


def deals_for(table: LeagueTable, evening: Evening) -> SharedDeals | None:
    """The deals that this table shares with the others of its round, sealed with those of all rounds drawn so far when
    the first is asked for; None where every table has its own cards. Inside the transaction that opens the table, with
    the evening's row locked.

    Refuses cards_known once a deal of the round is open to everybody, seals_lost.
    """
    if not evening.competition.the_rules.same_cards:
        return None
    seal_deals(evening)
    dealt = evening.deals.select_related("shared_deals").get(round=table.round)
    if _has_open_deals(dealt.shared_deals):
        raise LeagueRefused(LeagueRefusal.CARDS_KNOWN)
    return dealt.shared_deals


def seal_deals(evening: Evening) -> None:
    """Seal the deals of every round of the evening that is drawn and has none, or had another number of them, and
    publish a commitment to each deal: before the first card of the evening. Rounds drawn away are forgotten. Inside a
    transaction with the evening's row locked. Refuses seals_lost."""
    evening.deals.exclude(round__in=evening.tables.values("round")).delete()
    sealed = {dealt.round: len(dealt.commitments) for dealt in evening.deals.all()}
    own_rounds = evening.competition.the_rules.own_rounds
    repeats = range(1, evening.competition.the_game.most_deals(evening.competition.house_options))
    for number in sorted(set(evening.tables.values_list("round", flat=True))):
        if sealed.get(number) == evening.deals_a_round:
            continue
        # A draw with more or fewer deals a round goes on with the same seed.
        shared = _deals_of_round(evening, number) or SharedDeals.objects.create(
            sealed=seal(_seed_of_round(evening, number)),
            public_from=None,
            own_rounds=own_rounds,
        )
        try:
            seed = open_seed(shared.sealed)
        except SeedLost as lost:
            raise LeagueRefused(LeagueRefusal.SEALS_LOST) from lost
        place, deals = f"evening {evening.pk}/{number}", range(1, evening.deals_a_round + 1)
        first = [_context_and_commitment(seed, f"{place}/{deal}", deal) for deal in deals]
        later = [
            [_context_and_commitment(seed, f"{place}/{deal}/{again + 1}", deal, again) for again in repeats]
            for deal in deals
        ]
        EveningDeals.objects.update_or_create(
            evening=evening,
            round=number,
            defaults={"shared_deals": shared, "commitments": first, "later_commitments": later},
        )


def _seed_of_round(evening: Evening, number: int) -> bytes:
    """A fresh seed for the deals of a round, whose first dealer is the one that the number of the deal says: the first
    place deals 1, the next one 2, and so on, however many deals a round has.

    A game draws its first dealer from the seed, apart from the cards. So seeds are drawn until that dealer is the one
    wanted, each from the one fresh seed; the cards are as much by chance as before.
    """
    fresh = seeds.random_seed(f"evening {evening.pk}/{number}")
    wanted = dealer_by_number(evening.competition, deals_before_round(number, evening.deals_a_round) + 1)
    candidates = (hmac.digest(fresh, f"dealer {again}".encode(), "sha256") for again in count())
    return next(seed for seed in candidates if _first_dealer(evening.competition, seed) == wanted)


def _first_dealer(competition: Competition, seed: bytes) -> Seat:
    """The dealer of the first deal of a round with this seed."""
    game = competition.the_game
    start = game.start(competition.house_options, game.seats[0])
    deal = game.house_action(start, Randomness(deal_seed(seed, number=1)))
    if not isinstance(deal, Deal):
        raise TypeError(f"{game.key} does not begin with a deal")
    return deal.dealer


def dealer_by_number(competition: Competition, number: int) -> Seat:
    """The place that deals the deal of that number of an evening: the dealer turns with the number."""
    return (number - 1) % competition.the_game.seats[0]


def dealers_of(evening: Evening) -> dict[int, Seat]:
    """The dealer of each deal of the rounds drawn, by its number: of those that are sealed as they were drawn, of the
    others by number. Empty where tables have their own cards, or cards alone do not say who deals. Who deals is no
    secret."""
    competition = evening.competition
    if not competition.the_rules.same_cards or not may_be_on_paper(competition):
        return {}
    found: dict[int, Seat] = {}
    sealed = {dealt.round: dealt for dealt in evening.deals.select_related("shared_deals")}
    for number in sorted(set(evening.tables.values_list("round", flat=True))):
        before = deals_before_round(number, evening.deals_a_round)
        if number not in sealed:
            # Of a round that came with a club's file nobody knows who dealt.
            to_come = range(before + 1, before + evening.deals_a_round + 1) if number > evening.round else ()
            found |= {deal: dealer_by_number(competition, deal) for deal in to_come}
            continue
        try:
            laid_out = list(lay_out(sealed[number], competition))
        except SeedLost:
            continue
        found |= {each.number: each.deal.dealer for each in laid_out if each.deal is not None}
    return found


def _context_and_commitment(seed: bytes, context: str, deal: int, again: int = 0) -> list[str]:
    """The context of a deal of a round with this seed, and its commitment."""
    return [context, commitment(seed=deal_seed(seed, number=deal, again=again), context=context)]


def may_be_on_paper(competition: Competition) -> bool:
    """Whether tables of the competition may be played with real cards: where all have the same, the deals can be laid
    out beforehand."""
    if not competition.the_rules.same_cards:
        return True
    if not competition.the_game.sheet:
        return False
    nothing = Randomness(bytes(SEED_BYTES))
    ahead = competition.the_game.deal_ahead(competition.house_options, number=1, first=nothing, own=nothing)
    return ahead is not None


class LaidOut(NamedTuple):
    """A deal of an evening as it is laid out: its number among all of the evening, and the cards. `deal` is None where
    the game deals otherwise than with a pack alone (`Game.deal_ahead`). `later` are the seed, context and commitment of
    what may be dealt later in that round."""

    number: int
    deal: DealAhead | None
    seed: bytes
    context: str
    commitment: str
    later: tuple[tuple[bytes, str, str], ...] = ()


def lay_out(dealt: EveningDeals, competition: Competition, *, within: int | None = None) -> Iterator[LaidOut]:
    """The deals of a round with their cards, or the one that is `within` it: for those who lay them out, and for
    everybody once they are open. Raises SeedLost."""
    game, options = competition.the_game, competition.house_options
    seed = open_seed(dealt.shared_deals.sealed)
    first = deal_seed(seed, number=1)
    for number, (context, sealed) in enumerate(dealt.commitments, start=1):
        if within not in (None, number):
            continue
        own = deal_seed(seed, number=number)
        deal = game.deal_ahead(options, number=number, first=Randomness(first), own=Randomness(own))
        place = dealt.deals_before + number
        later = tuple(
            (deal_seed(seed, number=number, again=again), *of_later)
            for again, of_later in enumerate(_later_of(dealt, number), start=1)
        )
        yield LaidOut(place, deal, own, context, sealed, later)


def _later_of(dealt: EveningDeals, number: int) -> list[list[str]]:
    """Context and commitment of what may be dealt later in a round; none where it was sealed before these were."""
    found: list[list[str]] = dealt.later_commitments[number - 1] if dealt.later_commitments else []
    return found


class PublishedSeal(NamedTuple):
    """The commitment of a deal as it hangs on the wall: the number of the deal, and `turn` 1 for its first cards, 2 and
    more for what may be dealt later in that round."""

    number: int
    turn: int
    context: str
    commitment: str


def sealed_deals(evening: Evening) -> list[PublishedSeal]:
    """The commitment of every deal of the evening that is sealed, in order."""
    return [
        PublishedSeal(dealt.deals_before + number, turn, context, sealed)
        for dealt in evening.deals.order_by("round")
        for number, first in enumerate(dealt.commitments, start=1)
        for turn, (context, sealed) in enumerate([first, *_later_of(dealt, number)], start=1)
    ]


def hides_sheet(table: LeagueTable, player: int | None, *, runs: bool, now: datetime) -> bool:
    """Whether what is typed of a table on paper is kept from this reader, because others are still to play its deals.

    Those who sit there see it, and those who run the evening, unless they sit at another table of the round that is not
    done.
    """
    if table.match is None or are_open(table.match, now) or table.seats.filter(player=player).exists():
        return False
    return not runs or _still_plays(player, table.evening_id, table.round)


def sheets_hidden_from(
    director: int | None, *, evening: Evening, round_number: int, now: datetime
) -> frozenset[int]:
    """The tables on paper of a round (keys) whose sheets `hides_sheet` keeps from somebody who runs the evening; as
    many queries for any number of tables."""
    if not _still_plays(director, evening.pk, round_number):
        return frozenset()
    tables = evening.tables.filter(round=round_number, on_paper=True, match__isnull=False)
    others = tables.exclude(seats__player=director).select_related("match__shared_deals")
    return frozenset(table.pk for table in others if not are_open(table.match, now))


def _still_plays(player: int | None, evening: int, round_number: int) -> bool:
    """Whether somebody sits at a table of the round that is not done."""
    own = LeagueTable.objects.filter(
        evening=evening, round=round_number, seats__player=player, broken_off_at=None
    )
    return own.exclude(match__status__in=Match.ENDED).exists()


def require_cards_unknown(evening: Evening, round_number: int) -> None:
    """Check that a table can still be added to the round. Refuses cards_known where all others have played a deal of
    it."""
    shared = _deals_of_round(evening, round_number)
    if shared is not None and _has_open_deals(shared):
        raise LeagueRefused(LeagueRefusal.CARDS_KNOWN)


def _has_open_deals(shared: SharedDeals) -> bool:
    """Whether everybody may see a deal of these."""
    return shared.public_from is not None or shared.rounds_open > 0


def require_cards_unseen(evening: Evening) -> None:
    """Check that nobody who has printed the dealing sheets of a round has a seat in it, after seats have changed.
    Refuses saw_the_cards."""
    seats = TableSeat.objects.filter(
        table__evening=evening,
        player__deals_seen__shared_deals__public_from=None,
        player__deals_seen__shared_deals__evening_deals__evening=evening,
        player__deals_seen__shared_deals__evening_deals__round=F("table__round"),
    )
    seat = seats.select_related("player").first()
    if seat is not None:
        raise LeagueRefused(LeagueRefusal.SAW_THE_CARDS, name=seat.player.nickname)


def _deals_of_round(evening: Evening, number: int) -> SharedDeals | None:
    sealed = EveningDeals.objects.filter(evening=evening, round=number).select_related("shared_deals").first()
    if sealed is not None:
        return sealed.shared_deals
    of_round = SharedDeals.objects.filter(
        matches__league_table__evening=evening, matches__league_table__round=number
    )
    return of_round.order_by("pk").first()


def is_deal_open(evening: Evening, round_number: int, *, within: int) -> bool:
    """Whether everybody may see the deal `within` the round. An evening that came with a club's file written before has
    no shared deals: its rounds are over where their tables are."""
    shared = _deals_of_round(evening, round_number)
    if shared is None:
        return _is_over(evening.pk, round_number)
    return shared.public_from is not None or within <= shared.rounds_open


def open_played_deals() -> int:
    """Open each deal that every table of its round has closed, or will never play, while later ones are still played;
    returns how many. Called by the steward.

    As with `open_finished_rounds` a round is looked at without a lock, and again with the evening's row locked.
    """
    return sum(
        _open_deals_closed_by_all(secret)
        for secret in _secret_rounds()
        if _deals_closed_by_all(secret.evening, secret.number) > secret.rounds_open
    )


def _open_deals_closed_by_all(secret: SecretRound) -> int:
    with transaction.atomic():
        evening = Evening.objects.select_for_update().get(pk=secret.evening)
        closed = _deals_closed_by_all(secret.evening, secret.number)
        opened = shared_deals.open_played_rounds(shared_deals=secret.shared_deals, rounds=closed)
        if opened:
            announce_change(evening)
        return opened


def _deals_closed_by_all(evening: int, round_number: int) -> int:
    """How many deals of the round, from the first on, every table that plays on has closed; 0 where no table does.
    Tables play the deals in their order.

    The lines of a table with real cards are closed when its sheet is confirmed, all at once: until then one may be of
    another deal or table.
    """
    closed = Count("match__rounds", filter=~Q(match__rounds__status=Round.Status.RUNNING))
    tables = LeagueTable.objects.filter(evening=evening, round=round_number, broken_off_at=None)
    playing = [
        table
        for table in tables.select_related("match").annotate(closed=closed)
        if table.match is None
        or table.match.status not in Match.ENDED
        or table_services.may_go_on(table.match)
    ]
    return min((table.closed for table in playing), default=0)


def open_finished_rounds(*, now: datetime) -> int:
    """Open the deals of every round that all its tables have played or will never play; returns how many. Called by
    the steward. One query while nothing is shared.

    A round is looked at without a lock, since it is played for an hour. Once it seems over, the evening's row is
    locked, so that no table is added meanwhile, and it is looked at again.
    """
    return sum(
        _is_over(evening, number) and _open_if_over(shared, evening, number, now=now)
        for shared, evening, number, _open in _secret_rounds()
    )


class SecretRound(NamedTuple):
    """A round of an evening (both deals and evening by key) of whose deals only the first `rounds_open` are open."""

    shared_deals: int
    evening: int
    number: int
    rounds_open: int


def _secret_rounds(**of: object) -> list[SecretRound]:
    """Every round whose deals are not all open, of evenings with `of`."""
    shared = SharedDeals.objects.filter(public_from=None, matches__league_table__isnull=False)
    shared = shared.filter(**{f"matches__league_table__evening__{name}": value for name, value in of.items()})
    places = shared.values_list(
        "pk", "matches__league_table__evening", "matches__league_table__round", "rounds_open"
    )
    return sorted({SecretRound(*place) for place in places.distinct()})


def all_deals_open(evening: Evening) -> bool:
    """Whether everybody may see every deal of the rounds begun so far."""
    return not _secret_rounds(pk=evening.pk)


def _open_if_over(shared: int, evening: int, round_number: int, *, now: datetime) -> bool:
    with transaction.atomic():
        locked = Evening.objects.select_for_update().get(pk=evening)
        if not _is_over(evening, round_number):
            return False
        announce_change(locked)
        return shared_deals.open_shared_deals(shared_deals=shared, now=now)


def _is_over(evening: int, round_number: int) -> bool:
    """Whether nobody will play a card at any table of the round any more."""
    tables = LeagueTable.objects.filter(evening=evening, round=round_number, broken_off_at=None)
    if tables.exclude(match__status__in=Match.ENDED).exists():
        return False
    stopped = tables.filter(match__status=Match.Status.STOPPED).select_related("match")
    return not any(table_services.may_go_on(table.match) for table in stopped)


def require_cards_played(season: Season) -> None:
    """Check that no table of the season is still to play cards that others have played. Refuses cards_still_played,
    with the evening."""
    for _shared, evening, number, _open in _secret_rounds(competition__season=season):
        if not _is_over(evening, number):
            played = Evening.objects.select_related("competition").get(pk=evening)
            raise LeagueRefused(
                LeagueRefusal.CARDS_STILL_PLAYED, evening=played.number, competition=played.competition.name
            )
