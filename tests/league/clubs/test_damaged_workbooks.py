"""Workbooks that are damaged or lie about their size: read, or refused without unpacking more."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from collections.abc import Mapping
from datetime import date
from random import Random

import pytest
from django.core.exceptions import ValidationError

from accounts.raw_lists import read_file
from tests.league.clubs.lists import workbook


def overwrite_bytes(content: bytes, chance: Random) -> bytes:
    """The file with some bytes behind its first four changed."""
    damaged = bytearray(content)
    for _byte in range(chance.choice([1, 2, 8])):
        damaged[chance.randrange(4, len(damaged))] = chance.randrange(256)
    return bytes(damaged)


@pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")
def test_a_damaged_workbook_is_read_or_refused() -> None:
    """Bytes of the archive and of its parts are changed, parts are missing, and the file ends early."""
    whole = workbook(
        ["Naam", "E-mail", "Lid sinds"], ["Jan", "jan@example.org", date(2020, 1, 1)], ["Piet", "", 2.5]
    )
    with zipfile.ZipFile(io.BytesIO(whole)) as packed:
        parts = {part.filename: packed.read(part) for part in packed.infolist()}
    refused = 0
    for seed in range(150):
        chance = Random(seed)
        name = chance.choice(sorted(parts))
        method = chance.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
        for content in (
            overwrite_bytes(whole, chance),
            overwrite_bytes(zip_parts(parts, method), chance),
            zip_parts(parts | {name: overwrite_bytes(parts[name], chance)}),
            zip_parts({part: held for part, held in parts.items() if part != name}),
            whole[: chance.randrange(4, len(whole))],
        ):
            try:
                read_file(content)
            except ValidationError:
                refused += 1
    assert refused > 450


def zip_parts(parts: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as packed:
        for name, held in parts.items():
            packed.writestr(name, held)
    return out.getvalue()


@pytest.mark.parametrize(
    ("place", "value"), [(8, 1), (10, 77)], ids=["a part with a password", "an unknown compression"]
)
def test_a_workbook_that_cannot_be_unpacked_is_refused(place: int, value: int) -> None:
    """The place is that in the entry of the archive's list, as the format says: flags at 8, the compression at 10."""
    content = bytearray(workbook(["Naam"], ["Jan"]))
    content[content.index(b"PK\x01\x02") + place] = value
    with pytest.raises(ValidationError, match="cannot be read"):
        read_file(bytes(content))


def test_a_workbook_that_is_larger_than_it_says_is_unpacked_no_further() -> None:
    """Its styles name a thousand bytes, and are a hundred million."""
    honest, packed, large = io.BytesIO(workbook(["Naam", "Mail"])), io.BytesIO(), 100_000_000
    with zipfile.ZipFile(honest) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, b" " * large if name == "xl/styles.xml" else old.read(name))
    lying = packed.getvalue().replace(large.to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    read_file(workbook(["Naam", "Mail"]))  # which imports the library
    tracemalloc.start()
    try:
        with pytest.raises(ValidationError):
            read_file(lying)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
