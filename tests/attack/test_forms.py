"""Every form of every page each role can reach, with every field in turn holding something odd.

A field of a form that several roles reach is odd for one of them, with another seed for another.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from django.urls import NoReverseMatch, reverse

from tests.attack.conftest import ROLES, World
from tests.attack.oddities import ODDITIES
from tests.attack.pages import Form
from tests.attack.reached import Kind, forms_reached, route_of
from tests.attack.sending import contents, fault_of, request_of
from tests.clients import client_of
from tests.house.addresses import ADDRESSES

pytestmark = pytest.mark.slow

FIELDS_AT_ONCE = 10
"""Fields of one form that are tried with one seed: a form of options has fifty of the same kind."""
GROUPS = {"at the tables": ROLES[:4], "with an office": ROLES[4:]}
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


@pytest.mark.parametrize("group", GROUPS)
def test_no_form_breaks_on_an_odd_field(world: World, group: str, seed: int) -> None:
    """No answer is 500, what is refused is not written, and every log holds."""
    chance = Random(f"{group} {seed}")
    words, faults = odd_words(world, chance), []
    clients = {role: client_of(world.roles[role]) for role in GROUPS[group]}
    reached: dict[Kind, dict[str, Form]] = defaultdict(dict)
    for role, client in clients.items():
        client.raise_request_exception = False
        for kind, form in forms_reached(client, addresses(world)).items():
            reached[kind][role] = form
    before = contents()
    for of_roles in reached.values():
        roles, fields = list(of_roles), sorted(next(iter(of_roles.values())).fields)
        tried = chance.sample(fields, min(FIELDS_AT_ONCE, len(fields)))
        for place, field in enumerate(tried, start=seed + chance.randrange(len(roles))):
            role, word = roles[place % len(roles)], next(words)
            form = of_roles[role]
            method, address, sending = request_of(form, {**form.filled(chance), field: [word]})
            if fault := fault_of(clients[role], method, address, before, **sending):
                faults.append((role, method, form.address, field, word[:40], fault))
    assert faults == []
    routes = {
        role: {route_of(forms[role].address) for forms in reached.values() if role in forms}
        for role in clients
    }
    assert {role: SEEN_BY.get(role, set()) - routes[role] for role in clients} == {
        role: set() for role in clients
    }
