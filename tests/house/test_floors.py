"""The floors: every part that exists stands under a contract, and the contracts hold."""

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


def test_every_room_has_a_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    floors = " ".join(
        " ".join(contract.get("layers", [])) for contract in contracts if "containers" not in contract
    )
    rooms = {
        f"games.{path.name}" for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists()
    } - {"games.migrations", "games.management", "games.templatetags"}
    assert [room for room in sorted(rooms) if room not in floors] == []
