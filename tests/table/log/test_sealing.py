"""Seeds are sealed with the site's secret key: a former key still opens them, another one does not."""

from __future__ import annotations

import pytest
from django.test import override_settings

from games.table.log import seeds

SEED = bytes(range(32))


def test_a_seed_is_opened_with_the_key_it_was_sealed_with() -> None:
    sealed = seeds.seal(SEED)
    assert seeds.open_seed(sealed) == SEED
    with override_settings(SECRET_KEY="the next key"), pytest.raises(seeds.SeedLost):
        seeds.open_seed(sealed)


def test_a_former_key_still_opens() -> None:
    with override_settings(SECRET_KEY="a former key"):
        sealed = seeds.seal(SEED)
    with override_settings(SECRET_KEY_FALLBACKS=["a former key"]):
        assert seeds.open_seed(sealed) == SEED


@pytest.mark.parametrize("broken", ["", "no token", "Ünlesbar"])
def test_what_is_no_sealed_seed_is_lost(broken: str) -> None:
    with pytest.raises(seeds.SeedLost):
        seeds.open_seed(broken)
