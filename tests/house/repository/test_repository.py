"""Contents the repository must not have: keys, databases, package index addresses, open to-dos."""

import re
import tomllib

import pytest
from django.core.management import get_commands

from tests.house.repository.kept import ROOT, files_under_version_control

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
    found = {
        str(path.relative_to(ROOT)): path.read_text(errors="replace")
        for path in files_under_version_control()
    }
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


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/operating.md"])
def test_what_a_guide_names_is_there(texts: dict[str, str], document: str) -> None:
    text = texts[document]
    files = re.findall(r"`((?:games|accounts|kraken_site|docs|templates|tests)/[\w./-]+)`", text)
    assert [name for name in files if not (ROOT / name).exists()] == []
    commands = re.findall(r"\bmanage\.py (\w+)", text)
    assert [word for word in commands if word not in get_commands()] == []
    targets = re.findall(r"^make (\w+)|`make ([\w-]+)", text, re.MULTILINE)
    assert commands or targets
    makefile = texts["Makefile"]
    assert [word for pair in targets for word in pair if word and f"\n{word}:" not in makefile] == []


def test_functions_on_the_way_of_a_point_are_in_their_modules(texts: dict[str, str]) -> None:
    steps = re.findall(r"(games/\S+\.py) {2,}(\w+)[:,]", texts["README.md"])
    assert len(steps) > 6
    assert [step for step in steps if f"def {step[1]}(" not in texts[step[0]]] == []


def test_the_pictures_of_the_readme_are_there_and_small(texts: dict[str, str]) -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", texts["README.md"])
    assert len(pictures) == 3
    assert [name for name in pictures if (ROOT / name).stat().st_size >= 100_000] == []


def test_every_decision_stands_in_the_index_and_is_superseded_by_one_that_is_there() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = {path.name for path in folder.glob("2*.md")}
    linked = set(re.findall(r"\]\((2[\w-]+\.md)\)", (folder / "README.md").read_text()))
    assert linked == pages
    named = {name for page in pages for name in re.findall(r"(2026-[\w-]+\.md)", (folder / page).read_text())}
    assert named <= pages


def test_the_licence_is_the_one_the_project_names(texts: dict[str, str]) -> None:
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["license"] == "MIT"
    for name in project["license-files"]:
        assert texts[name].startswith("MIT License\n")
        assert f"`{name}`" in texts["README.md"]
