"""Import contracts: every module stands in one, and they hold."""

import subprocess
import sys
import tomllib
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)


def test_the_floors_hold() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports"))], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_every_layered_room_names_all_its_modules() -> None:
    """Contracts with containers are exhaustive: a module without a floor fails the run."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layered = [contract for contract in contracts if "containers" in contract]
    assert [contract["name"] for contract in layered if not contract.get("exhaustive")] == []
