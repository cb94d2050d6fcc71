"""Import contracts: every module stands in one, and they hold."""

import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ROOMS = {
    "accounts": ["*.py"],
    "games": ["*.py"],
    "kraken_site": ["*.py"],
    "templates": ["*.html", "*.txt"],
    "static": ["*.css", "*.js"],
    "tests": ["*.py"],
}


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


def test_rooms_hold_at_most_fifteen_files() -> None:
    """`__init__.py` does not count, nor do migrations, which Django writes."""
    files = [
        path
        for top, kinds in ROOMS.items()
        for kind in kinds
        for path in (ROOT / top).rglob(kind)
        if path.name != "__init__.py"
    ]
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in files if path.parent.name != "migrations")
    assert len(sizes) > 60
    assert {name: size for name, size in sizes.items() if size > 15} == {}
