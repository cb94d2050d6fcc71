"""The static files of served clubs are those that `collectstatic` makes of the very sources under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.collected import digest


@pytest.mark.parametrize(
    "changed", ["static/css/club.css", "kraken_site/joined_files.py", "requirements.txt"]
)
def test_a_change_to_a_source_makes_another_collection(tmp_path: Path, changed: str) -> None:
    found = set()
    for written in ("", "one", "two"):
        folder = tmp_path / f"with {written}"
        if written:
            (folder / changed).parent.mkdir(parents=True)
            (folder / changed).write_text(written)
        found.add(digest(folder))
    assert len(found) == 3
