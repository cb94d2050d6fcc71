"""Who deals on an evening with the same cards: the dealer turns with the number of the deal, over all rounds."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.league.models import Evening
from games.league.services.evenings.same_cards import dealers_of, lay_out, seal_deals
from games.table.log.loading import log_rows
from games.table.log.models import Match
from games.table.shared_deals import SharedDeals
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.duplicate.conftest import Made
from tests.league.playing import play

pytestmark = pytest.mark.django_db
TURNING = {number: (number - 1) % 4 for number in range(1, 10)}


def sealed_dealers(evening: Evening) -> dict[int, int]:
    """The dealers of the deals as they are sealed."""
    deals = [deal for dealt in evening.deals.all() for deal in lay_out(dealt, evening.competition)]
    return {each.number: each.deal.dealer for each in deals if each.deal is not None}


def test_the_dealer_turns_with_the_number_of_the_deal(evening_of: Made) -> None:
    """Three rounds of three deals: the second round begins with the last place, the third with the third one."""
    evening = evening_of(6, rounds=3, options={"rounds": 3})
    assert dealers_of(evening) == TURNING, "before they are sealed"
    seal_deals(evening)
    assert sealed_dealers(evening) == TURNING
    assert dealers_of(evening) == TURNING


def test_phones_deal_by_the_number_too(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(4, rounds=2, options={"rounds": 3})
    dealt = []
    for _round in (1, 2):
        tables = open_round(evening, secretary, clock())
        for table in tables:
            play(table, clock())
        rows = log_rows(Match.objects.get(league_table=tables[0]).pk)
        dealt += [int(row.data["dealer"]) for row in rows if row.data.get("do") == "deal"]
    assert dealt == [0, 1, 2, 3, 0, 1]


def test_deals_sealed_before_keep_their_dealers(evening_of: Made) -> None:
    """A seed that was drawn without a look at its dealer is neither changed nor said to be another's."""
    evening = evening_of(6, rounds=3, options={"rounds": 3})
    seal_deals(evening)
    one, other, *_more = evening.deals.order_by("round")
    seeds = [SharedDeals.objects.get(pk=each.shared_deals_id).sealed for each in (one, other)]
    for each, sealed in zip((one, other), reversed(seeds), strict=True):
        SharedDeals.objects.filter(pk=each.shared_deals_id).update(sealed=sealed)
    seal_deals(evening)
    swapped = TURNING | {1: 3, 2: 0, 3: 1, 4: 0, 5: 1, 6: 2}
    assert dealers_of(evening) == sealed_dealers(evening) == swapped
