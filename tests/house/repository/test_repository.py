"""Contents the repository must not have: keys, databases, package index addresses, open to-dos."""

import re

import pytest

from tests.house.repository.kept import ROOT, kept_files

# Spelled apart, so that this file does not hold them.
INDEX_HOSTS = [
    "pypi" + ".org",
    "python" + "hosted",
    "simple" + "/ --",
    "--" + "index-url",
    "--" + "find-links",
]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The text of every kept file, by its name."""
    found = {str(path.relative_to(ROOT)): path.read_text(errors="replace") for path in kept_files()}
    assert len(found) > 50
    return found


def test_no_package_index_is_named(texts: dict[str, str]) -> None:
    named = [(name, host) for name, text in texts.items() for host in INDEX_HOSTS if host in text]
    assert named == []


def test_no_key_or_database_is_kept(texts: dict[str, str]) -> None:
    private = [
        name for name in texts if re.search(r"(^|/)(\.env|secret_key|uv\.lock|pylock\.toml)$|\.sqlite3", name)
    ]
    assert private == []
    assert not [name for name, text in texts.items() if "BEGIN " + "PRIVATE KEY" in text]


def test_nothing_is_left_for_later(texts: dict[str, str]) -> None:
    mark = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    code = {name: text for name, text in texts.items() if name.endswith((".py", ".html", ".css", ".js"))}
    assert [name for name, text in code.items() if mark.search(text)] == []


def test_every_locked_package_has_hashes() -> None:
    for lock in ("requirements.txt", "requirements-dev.txt"):
        entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip())
        assert len(entries) > 30
        assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_what_the_readme_names_is_there(texts: dict[str, str]) -> None:
    readme = texts["README.md"]
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", readme)
    files = re.findall(r"`((?:games|accounts|kraken_site|docs|tests)/[\w./-]+)`", readme)
    assert pictures
    assert len(files) > 5
    assert [name for name in [*pictures, *files] if not (ROOT / name).exists()] == []
    commands = set(re.findall(r"^(?:make|`make) (\w+)|`make (\w+)`", readme, re.MULTILINE))
    makefile = texts["Makefile"]
    assert [word for pair in commands for word in pair if word and f"\n{word}:" not in makefile] == []
