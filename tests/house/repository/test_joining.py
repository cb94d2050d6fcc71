"""Sheets and scripts in parts: served whole, and the same whichever way they come."""

import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders

from kraken_site.joined_files import JoinedStorage, is_part, join_parts, parts_of

STATIC = Path(settings.BASE_DIR) / "static"
WHOLES = sorted([*STATIC.glob("css/*.css"), *STATIC.glob("js/*.js")])
IN_PARTS = [path for path in WHOLES if parts_of(path)]
SCRIPTS = [path for path in IN_PARTS if path.suffix == ".js"]
NEEDS = re.compile(r'^import \{([^}]*)\} from "(\.[\w./-]+\.js)";$', re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) (?:\[)?(\w+)", re.MULTILINE)
OFFERED = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def path_in_static(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def test_every_part_is_part_of_something() -> None:
    kept = {path for path in STATIC.rglob("*") if path.is_file() and is_part(path_in_static(path))}
    assert len(kept) > 20
    assert {part for whole in IN_PARTS for part in parts_of(whole)} == kept


@pytest.mark.parametrize("path", IN_PARTS, ids=path_in_static)
def test_a_whole_holds_its_parts_and_asks_for_nothing(path: Path) -> None:
    text = join_parts(path)
    assert not re.search(r"@import|^import |^export ", text, re.MULTILINE)
    assert len(text) > 0.8 * sum(
        len(re.sub(r"/\*.*?\*/", "", part.read_text(), flags=re.DOTALL)) for part in parts_of(path)
    )


@pytest.mark.parametrize("path", [path for path in IN_PARTS if path.suffix == ".css"], ids=path_in_static)
def test_pictures_are_found_from_the_whole_and_from_the_part(path: Path) -> None:
    for sheet, text in [(path, join_parts(path)), *((part, part.read_text()) for part in parts_of(path))]:
        for picture in re.findall(r'url\("((?!data:)[^"]+)"\)', text):
            assert (sheet.parent / picture).is_file(), (path_in_static(sheet), picture)


@pytest.mark.parametrize("path", SCRIPTS, ids=path_in_static)
def test_a_part_of_a_script_stands_after_those_it_needs(path: Path) -> None:
    offered: dict[Path, set[str]] = {}
    for part in parts_of(path):
        text = part.read_text()
        assert len(NEEDS.findall(text)) == len(re.findall(r"\bimport\b", text)), (
            f"{part.name} imports in another way"
        )
        for names, other in NEEDS.findall(text):
            assert {name.strip() for name in names.split(",")} <= offered[(part.parent / other).resolve()], (
                part.name,
                other,
            )
        offered[part.resolve()] = set(OFFERED.findall(text))


@pytest.mark.parametrize("path", SCRIPTS, ids=path_in_static)
def test_no_two_parts_of_a_script_declare_the_same_name(path: Path) -> None:
    names = [name for part in parts_of(path) for name in DECLARED.findall(part.read_text())]
    assert len(names) > 5
    assert sorted(set(names)) == sorted(names)


def test_what_is_collected_is_whole(tmp_path: Path) -> None:
    listed = {name: storage for finder in get_finders() for name, storage in finder.list([])}
    assert {path_in_static(path) for path in WHOLES} <= set(listed)
    assert not [name for name in listed if is_part(name) and (STATIC / name).exists()]
    with listed["css/table.css"].open("css/table.css") as sheet:
        assert sheet.read().decode() == join_parts(STATIC / "css" / "table.css")


@pytest.mark.parametrize("folder", ["felt", "felt/colours"])
def test_a_changed_part_changes_the_whole(tmp_path: Path, folder: str) -> None:
    (tmp_path / "css" / folder).mkdir(parents=True)
    whole, part = tmp_path / "css" / "felt.css", tmp_path / "css" / folder / "green.css"
    up = "../" * (2 + folder.count("/"))
    whole.write_text(f'/* The felt. */\n@import "{folder}/green.css";\n')
    part.write_text(f'/* Green. */\n.felt {{\n  background: url("{up}img/felt.svg");\n}}\n')
    os.utime(whole, (1_000, 1_000))
    os.utime(part, (2_000, 2_000))
    storage = JoinedStorage(location=tmp_path)
    assert storage.get_modified_time("css/felt.css") == storage.get_modified_time(f"css/{folder}/green.css")
    assert join_parts(whole) == '.felt {\n  background: url("../img/felt.svg");\n}\n'
