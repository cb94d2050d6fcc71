"""Legality, bonus, declarations, scoring, view and shuffle are tested in every branch; a dropped one fails here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COVERED = [
    *(
        f"games/engine/kraken/{name}.py"
        for name in (
            "legal",
            "declarations",
            "scoring/settlement",
            "view",
        )
    ),
    "games/engine/shuffle.py",
]
BY_HAND = ["tests/engine/kraken", "tests/engine/test_shuffle.py"]
"""Where the branches are tested one by one. Random matches and long counts would only hide a missing test."""


@pytest.mark.slow
def test_every_branch_that_decides_a_game_is_tested(tmp_path: Path) -> None:
    coverage = [sys.executable, "-m", "coverage"]
    data = f"--data-file={tmp_path / 'coverage'}"
    include = f"--include={','.join(COVERED)}"
    pytest_run = ["-m", "pytest", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist"]
    chosen = [
        *BY_HAND,
        "--ignore=tests/engine/kraken/test_properties.py",
        "-k",
        "not likely and not a_view_holds",
    ]
    ran = subprocess.run(
        [*coverage, "run", "--branch", data, include, *pytest_run, *chosen],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    told = subprocess.run(
        [*coverage, "report", data, include, "--show-missing", "--fail-under=100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout
    assert all(name in told.stdout for name in COVERED)
