"""Reads lists that people bring: CSV in the encodings of spreadsheets, pasted cells, and .xlsx.

Rows keep the number a spreadsheet shows beside them, so that a sentence about a row can be followed there.
"""

from __future__ import annotations

import csv
import io
import re
import struct
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SEPARATORS: Final = ";,\t|"
MAX_ROWS: Final = 6_000
MAX_COLUMNS: Final = 60
MAX_CHARACTERS: Final = 100_000
"""The length of a list as it goes through the page of the preview and back."""
MAX_UNPACKED_BYTES: Final = 20_000_000
"""Bytes of an .xlsx after unpacking; a list is far below it."""
MAX_PARTS: Final = 300
"""Files inside an .xlsx, which is an archive."""
COMPRESSIONS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Those of spreadsheets. Another one may ask for gigabytes of memory; a part with a password has the lowest flag."""
NO_LISTS: Final = (
    b"%pdf", b"\x89png", b"\xff\xd8\xff", b"gif8", b"{\\rtf", b"<!doctype", b"<html", b"<table", b"<?xml", b"begin:",
)  # fmt: skip
"""How files begin that are no lists, in small letters; the last is a file of contacts or of a calendar."""
ENCRYPTED_NAME: Final = "EncryptedPackage".encode("utf-16-le")
"""The name under which an .xlsx with a password lies in a file of the form of an old Excel."""
MAX_HEADING_ROW: Final = 15
"""A heading stands in one of so many first rows; what is above it is a title."""
HUNDREDTH: Final = Decimal("0.01")
"""Numbers of a workbook are rounded to it, as points are stored: a third decimal would look like thousands."""
PER_CENT: Final = re.compile(r"""(?:"[^"]*"|\\.|[^"\\%])*%""")
"""The number format of a cell whose number is shown a hundred times as large; a sign between quotes is a mere text."""
FORMULA: Final = re.compile(rb"<f[ >/]")
"""The element of a formula in a part of a workbook."""
RESULT: Final = re.compile(rb"(?:</f>|<f[^>]*/>)\s*<v>[^<]|t=.str.[^>]*>\s*<f")
"""A formula with what it comes to, a text of no letters too: a spreadsheet saves that with all of them."""
TOTALS: Final = re.compile(r"(sub)?(totaal|totalen|totals?)\b|(aantal leden|number of members)\b")
"""How a row of totals begins, in the words of `words_of`."""
SEP_LINE: Final = re.compile(r'^"?sep=(.)"?[ \t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
ACCENTED_LETTERS: Final = frozenset("éëèêïíìîöóòôüúùûäáàâçñåøæœßãõžšÉËÈÏÖÜÄÁÀÇÅØ’‘–€")
"""Signs that stand in European names and lists; the right one-byte encoding gives more of them."""
COMMON_LETTERS: Final = frozenset("éëèïöü")
"""Those of Dutch names, which count most."""
ONE_BYTE: Final = ("cp1252", "cp850", "mac_roman")
"""The encodings of spreadsheets on Windows, under DOS and on old Macs."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is not empty. `number` counts from 1, as a spreadsheet does."""

    number: int
    cells: tuple[str, ...]

    def cell(self, place: int) -> str:
        """The text of a cell; "" for one that is not there."""
        return self.cells[place].strip() if 0 <= place < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class RawList:
    """The rows of a list; `title` is the name of the tab it was read from, where a workbook has several, and `others`
    are the other tabs with something in them, without those that are hidden."""

    rows: tuple[Row, ...]
    title: str = ""
    others: tuple[RawList, ...] = ()

    @property
    def tabs(self) -> tuple[str, ...]:
        """The names of all tabs, that of this one first; none where there is but one."""
        return (self.title, *(each.title for each in self.others)) if self.others else ()

    def of_tab(self, title: str) -> RawList:
        """The list of the tab of that name instead, with the rest as its others; this one where there is none."""
        found = next((each for each in self.others if each.title == title), None)
        if found is None:
            return self
        rest = (RawList(self.rows, self.title), *(each for each in self.others if each is not found))
        return RawList(found.rows, found.title, rest)

    @property
    def width(self) -> int:
        """The number of columns."""
        return max((len(row.cells) for row in self.rows), default=0)

    def heading(self, number: int) -> Row | None:
        """The row of that number, which is the heading; None without one."""
        return next((row for row in self.rows if row.number == number), None)


def column_letters(place: int) -> str:
    """The letters a spreadsheet writes above a column (counted from 0): A, B and on to AA."""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def read_file(content: bytes) -> RawList:
    """The list in a file. Raises ValidationError with what to do for a file that is none."""
    if content.startswith(b"PK\x03\x04"):
        return _read_workbook(content)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        if ENCRYPTED_NAME in content:
            raise ValidationError(
                _("That file has a password. Save it without one, or as CSV, and choose that file.")
            )
        raise ValidationError(
            _(
                "That is a file of an old Excel (.xls). Save it there as .xlsx or as CSV, and choose that file."
            )
        )
    if content.lstrip().lower().startswith(NO_LISTS):
        raise ValidationError(_("That file is not a list. Choose a CSV or .xlsx file, or paste the cells."))
    return read_text(decode(content))


def read_text(text: str) -> RawList:
    """The list in a text: cells between semicolons, commas, tabs or bars, whichever parts the rows most evenly.

    A first line "sep=;" says the separator and is not counted, as spreadsheets do not show it.
    """
    text = text.lstrip("\ufeff").replace("\0", "")
    if addressed := _address_rows(text):
        return _raw_list(addressed)
    separator = ""
    if found := SEP_LINE.match(text):
        separator, text = found[1], text[found.end() :]
    try:
        if separator:
            return _raw_list(_cells(text, separator))
        read = [_cells(text, each) for each in SEPARATORS]
    except csv.Error as error:
        raise ValidationError(_("That is not a list.")) from error
    return _raw_list(max(read, key=_evenness))


def decode(content: bytes) -> str:
    """The text of a file: by its byte order mark, else UTF-8, else the one-byte encoding that gives names."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    if zeros := content[:400].count(0):
        little = content[1:400:2].count(0) * 2 > zeros
        return content.decode("utf-16-le" if little else "utf-16-be", errors="replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        texts = [content.decode(encoding, errors="replace") for encoding in ONE_BYTE]
        return max(texts, key=_likeness)


def pack(raw: RawList) -> str:
    """The rows as a text for a hidden field, with those of other tabs below a line with the name of each where all fit.
    Raises ValidationError for more than `MAX_CHARACTERS`."""
    packed = _as_tab_separated(raw)
    if len(packed) > MAX_CHARACTERS:
        raise ValidationError(_("That list is too long. Divide it over two files."))
    together = "".join([packed, *map(_as_tab_separated, raw.others)])
    return packed if len(together) > MAX_CHARACTERS else together


TAB: Final = "tab"
"""Begins the line of a packed list that names the tab of the rows below it."""


def _as_tab_separated(raw: RawList) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    if raw.title:
        writer.writerow([TAB, raw.title])
    writer.writerows([[row.number, *row.cells] for row in raw.rows])
    return out.getvalue()


def unpack(packed: str) -> RawList:
    """The rows of a text that `pack` made. Raises ValidationError for any other text."""
    try:
        found = list(csv.reader(io.StringIO(packed, newline=""), delimiter="\t"))
        lists: list[tuple[str, list[Row]]] = [("", [])]
        for cells in filter(None, found):
            if cells[0] == TAB:
                lists.append((cells[1], []))
            else:
                lists[-1][1].append(Row(int(cells[0]), tuple(cells[1:])))
    except (csv.Error, ValueError, IndexError) as error:
        raise ValidationError(_("That is not a list.")) from error
    first, *others = [RawList(tuple(rows), title) for title, rows in lists if title or rows] or [RawList(())]
    return RawList(first.rows, first.title, tuple(others))


def is_total(cell: str) -> bool:
    """Whether a cell in a column of names begins a row of totals, below a list."""
    return bool(TOTALS.match(words_of(cell)))


def words_of(heading: str) -> str:
    """A heading in small letters without accents and signs, one blank between words."""
    plain = unicodedata.normalize("NFKD", heading.casefold())
    kept = "".join(each for each in plain if not unicodedata.combining(each))
    return " ".join(re.findall(r"[a-z0-9]+", kept))


def place_sentence(row: int, place: int | None = None, head: str = "") -> str:
    """The place of a fault as a spreadsheet counts it, such as: row 5, column C (E-mail)."""
    if place is None:
        return gettext("Row {row}").format(row=row)
    column = f"{column_letters(place)} ({head})" if head else column_letters(place)
    return gettext("Row {row}, column {column}").format(row=row, column=column)


def _address_rows(text: str) -> list[list[str]]:
    """Name, nothing and address of each in a text of nothing but addresses as a mail program copies them, else []."""
    rows = []
    for part in filter(str.strip, re.split(r"[;\r\n]|(?<=>),", text)):
        name, opened, address = part.strip().rpartition("<")
        if not opened or "@" not in address or not address.endswith(">"):
            return []
        address = address.removesuffix(">")
        rows.append([name.strip(' "') or address.partition("@")[0], "", address])
    return rows


def _cells(text: str, separator: str) -> list[list[str]]:
    quoting = csv.QUOTE_MINIMAL if text.count('"') % 2 == 0 else csv.QUOTE_NONE
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, quoting=quoting))


def _evenness(rows: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many rows have the same number of cells, more than one, and that number."""
    widths = Counter(len(row) for row in rows[:50] if len(row) > 1)
    if not widths:
        return 0, 0
    width, many = max(widths.items(), key=lambda each: (each[1], each[0]))
    return many, width


def _likeness(text: str) -> int:
    strange = [each for each in text if not each.isascii()]
    return sum(3 if each in COMMON_LETTERS else 1 if each in ACCENTED_LETTERS else -2 for each in strange)


def _raw_list(rows: Iterable[Sequence[str]], title: str = "") -> RawList:
    kept: list[Row] = []
    for number, cells in enumerate(rows, 1):
        if any(cell.strip() for cell in cells):
            kept.append(Row(number, tuple(cell.replace("\0", "") for cell in cells[:MAX_COLUMNS])))
        if len(kept) > MAX_ROWS:
            raise ValidationError(_("That list is too long. Divide it over two files."))
    return RawList(tuple(kept), title)


def _read_workbook(content: bytes) -> RawList:
    """The tab of an .xlsx that was open when it was saved, or the first that holds anything; hidden ones are left out.
    A formula without its result stands in it as a formula. Its unpacked size is bounded; entities of XML are refused
    by defusedxml, which openpyxl uses where it is installed."""
    from defusedxml.common import DefusedXmlException  # as openpyxl, for a page that few open
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    wrong = ValidationError(
        _("That file cannot be read. Save it as .xlsx or as CSV in your spreadsheet, and choose that file.")
    )
    has_formulas = has_results = False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
                raise ValidationError(_("That file is too large."))
            if any(part.compress_type not in COMPRESSIONS or part.flag_bits & 1 for part in parts):
                raise wrong
            for part in parts:
                # A part that is larger than it says fails here; openpyxl would first unpack all of it.
                with packed.open(part) as unpacked:
                    text = unpacked.read(part.file_size)
                has_formulas |= FORMULA.search(text) is not None
                has_results |= RESULT.search(text) is not None
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        shown = [tab for tab in book.worksheets if tab.sheet_state == "visible"]
        opened = book.active.title if book.active in shown else ""
        tabs = [(tab.title, _tab(tab)) for tab in shown]
        book.close()
        if has_formulas and not has_results:
            book = load_workbook(io.BytesIO(content), read_only=True)
            for title, rows in tabs:
                _show_formulas(rows, book[title])
            book.close()
    except (
        zipfile.BadZipFile, zlib.error, struct.error, InvalidFileException, DefusedXmlException,
        LookupError, ValueError, TypeError, AttributeError, SyntaxError, EOFError, OSError,
        RuntimeError, ArithmeticError,  # an archive of a later version; a day out of reach
    ) as error:  # fmt: skip
        raise wrong from error
    filled = [(title, rows) for title, rows in tabs if any(any(row) for row in rows)]
    if not filled:
        return RawList(())
    filled.sort(key=lambda tab: tab[0] != opened)
    (title, rows), *others = filled
    if not others:
        return _raw_list(rows)
    lists = tuple(_raw_list(rows, name) for name, rows in others)
    return RawList(_raw_list(rows).rows, title, lists)


def _show_formulas(rows: list[list[str]], tab: Any) -> None:
    """Write the formulas of a tab into those cells of `rows` that are empty: a file that no spreadsheet has saved does
    not say what they come to."""
    for row, cells in zip(rows, tab.iter_rows(max_row=len(rows), max_col=MAX_COLUMNS), strict=False):
        row.extend([""] * (len(cells) - len(row)))
        for place, cell in enumerate(cells):
            if cell.data_type == "f" and not row[place]:
                row[place] = f"{cell.value}"


def _tab(tab: Any) -> list[list[str]]:
    read = tab.iter_rows(max_row=MAX_ROWS + 1, max_col=MAX_COLUMNS)
    rows = [[_text(cell) for cell in row] for row in read]
    width = max((place + 1 for row in rows for place, cell in enumerate(row) if cell), default=0)
    return [row[:width] for row in rows]


def _text(cell: Any) -> str:
    """The value of a cell as a list in text has it: a day as 2026-03-12, a number without signs between thousands."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(value, shown_as=cell.number_format)
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    return str(value)


def _number(value: float, *, shown_as: str) -> str:
    """A number with a point and at most two decimals, none of a whole one; a per cent as it is shown (12.5, not
    0.125)."""
    number = Decimal(str(value))
    if not number.is_finite():
        return str(value)
    if PER_CENT.match(shown_as):
        number *= 100
    if number == number.to_integral_value():
        return f"{number:.0f}"
    return f"{number.quantize(HUNDREDTH, ROUND_HALF_UP).normalize() + 0:f}"
