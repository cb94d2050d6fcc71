"""Every form of every page each role can reach, with every field in turn holding something odd."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from django.urls import NoReverseMatch, reverse

from tests.attack.conftest import ROLES, World
from tests.attack.oddities import ODDITIES
from tests.attack.reached import forms_reached, route_of
from tests.attack.sending import contents, fault_of, submitted
from tests.house.addresses import ADDRESSES, client_of

pytestmark = pytest.mark.slow

FIELDS_AT_ONCE = 10
"""Fields of one form that are tried with one seed: a form of options has fifty of the same kind."""
SEEN_BY = {
    "visitor": {"accounts/login/", "guest/", "t/<code:code>/sit/"},
    "member": {
        "t/<code:code>/act/",
        "e/<number:number>/sign/",
        "c/<slug:slug>/members/<number:player>/leave/",
    },
    "arbiter": {"desk/<number:number>/reject/", "desk/<number:number>/preview/", "trail/"},
    "secretary": {"e/<number:number>/cockpit/do/", "l/<number:number>/manage/"},
    "owner": {"c/<slug:slug>/members/", "c/<slug:slug>/members/import/", "l/<number:number>/import/"},
}
"""Routes of forms that these roles must come to: a crawler that finds nothing tests nothing."""


def addresses(world: World) -> Iterator[str]:
    """Yield an address of every name outside the admin, and the tables and evenings at other moments."""
    for name, pattern in ADDRESSES.items():
        if name.startswith("admin:") or name == "account_logout":
            continue
        known = world.named(name, str(pattern.pattern))
        try:
            yield reverse(name, kwargs={each: known[each] for each in pattern.pattern.converters})
        except (NoReverseMatch, KeyError):
            continue  # an address whose key is only sent by mail
    for match in (world.waiting, world.finished):
        yield reverse("table:table", args=[match.code])
    for evening in (world.drawn, world.planned):
        yield reverse("league:evening", args=[evening.pk])
        yield reverse("league:cockpit", args=[evening.pk])


def odd_words(world: World, chance: Random) -> Iterator[str]:
    """Yield odd words without end, of each kind in turn, and keys of rows that are somebody else's."""
    kinds = [*ODDITIES.values(), world.foreign]
    while True:
        for words in chance.sample(kinds, len(kinds)):
            yield chance.choice(words)


@pytest.mark.parametrize("role", ROLES)
def test_no_form_breaks_on_an_odd_field(world: World, role: str, seed: int) -> None:
    """No answer is 500, what is refused is not written, and every log holds."""
    chance = Random(f"{role} {seed}")
    client = client_of(world.roles[role])
    client.raise_request_exception = False
    words, faults = odd_words(world, chance), []
    forms = forms_reached(client, addresses(world))
    before = contents()
    for form in forms:
        for field in chance.sample(sorted(form.fields), min(FIELDS_AT_ONCE, len(form.fields))):
            word = next(words)
            method, address, sending = submitted(form, {**form.filled(chance), field: [word]})
            if fault := fault_of(client, method, address, before, **sending):
                faults.append((method, form.address, field, word[:40], fault))
    assert faults == []
    assert SEEN_BY.get(role, set()) <= {route_of(form.address) for form in forms}
