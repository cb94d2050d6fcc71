"""Import contracts: every module stands in one. `make check`, which `make test` begins with, runs them."""

import tomllib
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def test_every_layered_room_names_all_its_modules() -> None:
    """Contracts with containers are exhaustive: a module without a floor fails the run."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layered = [contract for contract in contracts if "containers" in contract]
    assert [contract["name"] for contract in layered if not contract.get("exhaustive")] == []
