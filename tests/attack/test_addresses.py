"""Every address with odd numbers in its path and odd words in its query, for a visitor and for people with rights.

With one seed a variable gets one odd value from each of them, another from each; `make attack` sends all from all.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from django.urls import NoReverseMatch, reverse

from tests.attack.conftest import World
from tests.attack.oddities import EVERY_ODDITY, ODDITIES
from tests.attack.sending import contents, encode, fault_of
from tests.clients import client_of
from tests.house.addresses import ADDRESSES
from tests.long_counts import SEEDS

QUERY = (
    "after",
    "card",
    "code",
    "game",
    "kind",
    "known",
    "like",
    "next",
    "page",
    "q",
    "since",
    "tips",
    "until",
)
"""Names of query parameters that some view reads."""


def odd_addresses(world: World, chance: Random, turn: int) -> Iterator[tuple[str, str]]:
    """Yield each address with an odd value in each variable in turn, and once with an odd query; its method too.

    `turn` says which of the odd values comes first.
    """
    for number, (name, pattern) in enumerate(ADDRESSES.items(), start=turn):
        if name.startswith("admin:"):
            continue
        known = world.named(name, str(pattern.pattern))
        variables = list(pattern.pattern.converters)
        try:
            right = {each: known[each] for each in variables}
            plain = reverse(name, kwargs=right)
        except (NoReverseMatch, KeyError):
            continue
        asked = {each: [chance.choice(EVERY_ODDITY)] for each in QUERY}
        yield "get", f"{plain}?{encode(asked)}"
        for each in variables:
            odd = chance.choice(ODDITIES["numbers"]), "9" * 18, chance.choice(ODDITIES["texts"])
            for word in odd if SEEDS > 1 else (odd[number % len(odd)],):
                made = _address(name, {**right, each: word})
                if made is not None:
                    yield chance.choice(("get", "post")), made


def _address(name: str, variables: dict[str, object]) -> str | None:
    try:
        return reverse(name, kwargs=variables)
    except (NoReverseMatch, UnicodeEncodeError):
        return None


@pytest.mark.slow
def test_no_odd_address_breaks(world: World, seed: int) -> None:
    """No answer is 500, what is refused is not written, and every log holds."""
    roles = ("visitor", "member", "owner", "staff")
    clients = {role: client_of(world.roles[role]) for role in roles}  # a sign-in is written too
    before, faults = contents(), []
    for turn, role in enumerate(roles):
        chance = Random(f"{role} {seed}")
        client = clients[role]
        client.raise_request_exception = False
        faults += [
            (role, method, address[:120], fault)
            for method, address in odd_addresses(world, chance, turn)
            if (fault := fault_of(client, method, address, before))
        ]
    assert faults == []
