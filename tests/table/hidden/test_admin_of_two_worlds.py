"""The admin reveals nothing of a running deal, whatever lookup, ordering or search the address names.

Two worlds differ in the seed and the deck of the running deal only; every answer must be the same in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.db import models, transaction
from django.http import HttpResponse
from django.test import Client

from accounts.models import Player
from games.table.log import seeds
from games.table.log.models import Action, Deal, Match
from games.table.shared_deals import SharedDeals
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.reader import Reader, page_request
from tests.long_counts import SEEDS
from tests.table.hidden.other_worlds import CHANGING
from tests.table.tables import in_second_round
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db
SECRET = {Deal: ("seed", "sealed"), SharedDeals: ("sealed",), Action: ("data", "data__deck")}
LOOKUPS = ("", *(f"__{name}" for name in sorted(models.TextField.get_lookups())))
"""Every look-up of text that Django knows."""
FARTHEST, NEAR = 3, 2 if SEEDS > 1 else 1
"""Relations between a model of the admin and the secret: at most, and as many as every look-up is tried over. Farther
secrets are asked for by their beginning only, which is how one is found out. Near are 9 ways to a secret in
`make test`, 69 in `make attack`."""


@pytest.fixture
def running_match(players: list[Player], clock: Clock) -> Match:
    """A match in its second round."""
    return in_second_round(players, clock.now)


def paths(model: type[models.Model], left: int) -> Iterator[str]:
    """Every way from a model to a secret field, as a look-up names it."""
    yield from SECRET.get(model, ())
    if not left:
        return
    for field in model._meta.get_fields():
        if field.is_relation and field.related_model and field.related_model._meta.app_label == "games":
            yield from (f"{field.name}__{rest}" for rest in paths(field.related_model, left - 1))


def questions(deal: Action, dealt: Deal) -> Iterator[str]:
    """Addresses of lists that ask for the secret: look-ups with true beginnings of it, orderings, searches."""
    deck = deal.data["deck"]
    seed = seeds.open_seed(dealt.sealed).hex()
    told = {"seed": seed[:1], "sealed": dealt.sealed[:9], "data": f'{{"deck": "{deck[:2]}', "deck": deck[:5]}
    for model, listed in admin.site._registry.items():
        place = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        near, all_paths = set(paths(model, NEAR)), set(paths(model, FARTHEST))
        asked = [*product(sorted(near), LOOKUPS), *product(sorted(all_paths - near), ["__startswith"])]
        for path, lookup in asked:
            value = "1" if lookup == "__isnull" else told[path.rpartition("__")[2]]
            yield f"{place}?{urlencode({path + lookup: value})}"
        if model in (Match, Action) or any(True for _ in paths(model, 1)):
            yield from (f"{place}?o={number}" for number in range(1, len(listed.list_display) + 1))
            yield from (
                f"{place}?{urlencode({'q': word})}" for word in (deck[:2], seed[:2], dealt.sealed[:9])
            )


def comparable_page(page: HttpResponse) -> str:
    """Status and page, without what differs between any two answers."""
    return f"{page.status_code} {CHANGING.sub('', page.content.decode())}"


@pytest.mark.slow
def test_no_look_up_ordering_or_search_tells_worlds_apart(staff: Player, running_match: Match) -> None:
    reader = Reader(client_of(staff), comparable_page)
    dealt = running_match.deals.get(number=2)
    deal = running_match.actions.filter(data__do="deal").latest("seq")
    at_table = f"/t/{running_match.code}/"
    asking = {address: page_request(address) for address in (*questions(deal, dealt), at_table)}
    assert len(asking) > 300
    here = reader.answers(asking)
    before = transaction.savepoint()
    reversed_deck = " ".join(reversed(deal.data["deck"].split()))
    falsify(Action.objects.filter(pk=deal.pk), data={**deal.data, "deck": reversed_deck})
    Deal.objects.filter(pk=dealt.pk).update(sealed=seeds.seal(b"another seed of thirty-two bytes"))
    there = reader.answers(asking)
    transaction.savepoint_rollback(before)
    assert [address for address in asking if there[address] != here[address]] == [at_table], (
        "only the table tells: with that deck its match could not have gone this way"
    )
    del here[at_table]
    assert {answer.partition(" ")[0] for answer in here.values()} <= {"200", "302", "400"}


def test_the_filters_of_the_lists_work(staff: Player, running_match: Match, client: Client) -> None:
    client.force_login(staff)
    for address in (
        "match/?status__exact=running",
        f"match/?created_at__year={running_match.created_at.year}",
        "leaguetable/?evening__competition__season__club__id__exact=1",
        "competition/?season__club__id__exact=1",
        "season/?archived_at__isempty=1",
        "case/?club__id__exact=1&state__exact=open",
    ):
        assert client.get(f"/admin/games/{address}").status_code == 200, address


def test_deals_have_no_page_and_a_sealed_seed_says_nothing(staff: Player, running_match: Match) -> None:
    assert Deal not in admin.site._registry
    first, second = running_match.deals.order_by("number")
    assert (first.sealed, len(first.seed)) == ("", 64)
    assert second.seed == ""
    assert seeds.open_seed(second.sealed).hex() not in second.sealed
    assert seeds.seal(bytes(32)) != seeds.seal(bytes(32))
