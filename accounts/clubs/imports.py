"""Import of members from a list with nickname, name and mail address on each line: all lines, or none with all faults.

New players get the language of the importing user.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Any, Final, TypeAlias

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Field, Model, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext

from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role, active_language
from accounts.names import look_alike_key, tidy_name
from accounts.services import well_formed_nickname
from accounts.sheets import HEADING_WITHIN, Row, Sheet, place_sentence, read_text, words_of

MOST_LINES: Final = 500
FORMULA_MARK: Final = "'"
STEMS: Final = {
    "mail": r"e? ?mail(?!ing)|mailadres",
    "phone": r"^tel|telefo|mobiel|^mob|gsm|phone|^mobile|^cell|^06",
    "prefix": r"tussenv|voorvoegsel|prefix|infix|^tv$",
    "last": r"achternaam|familienaam|geslachtsnaam|surname|last ?name|family ?name",
    "table": r"aan tafel|at the table|tafelnaam|speelnaam|weergave|display|scherm|nick ?name|alias|bijnaam",
    "call": r"roepnaam",
    "first": r"voornaam|voornamen|first ?name|given ?name|forename",
    "name": r"^(volledige |hele |full |real |whole )?(naam|namen|names?)\b|^\w+naam$|voluit|in full"
    r"|^(lid|leden|members?|spelers?|players?|deelnemers?)$",
}
"""Stems of the words of a heading, English and Dutch, by column; the first that fits decides."""
NOT_THESE: Final = re.compile(
    r"partner|straat|street|\bclub|vereniging|bedrijf|nieuwsbrief|mailing|\bfax|gebruiker|user"
)
EMPTY: Final = frozenset({"", "geen", "geen mail", "geen e mail", "geen email", "none", "no", "nvt", "n v t", "n a",
                          "onbekend", "unknown", "niet", "nee", "x"})  # fmt: skip
"""Words people write in a cell that is empty."""
ID_OF_PLAYER: Final = "(SELECT id FROM accounts_player WHERE username = %s)"

Statements: TypeAlias = Sequence[tuple[str, list[list[Any]]]]
"""SQL, and the values of each row it inserts."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why a line (counted from 1) is refused."""

    line: int
    sentence: str


def import_members(*, club: Club, text: str, now: datetime) -> tuple[int, tuple[Fault, ...]]:
    """Create a player and a membership for every line; returns their number and the faults. A fault creates nothing.

    Without a heading the columns are nickname, name, mail. A heading (`STEMS`), which may stand below a title, says
    which column is which, in any order; without a column of nicknames the names are both. Existing accounts are
    not made members; they are invited instead.
    """
    return store_members(read_members(club=club, text=text, now=now))


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list as `read_members` returns it: with faults there are no statements."""

    lines: list[_Line]
    faults: tuple[Fault, ...] = ()
    statements: Statements = ()


def read_members(*, club: Club, text: str, now: datetime) -> ReadList:
    """Check every line, with two queries, and prepare what `store_members` writes.

    Call it before the transaction: it takes longer than the writing, and a transaction holds the lock for writing.
    """
    try:
        sheet = read_text(text)
    except ValidationError as unreadable:
        return ReadList([], (Fault(1, unreadable.messages[0]),))
    return check_members(club=club, sheet=sheet, now=now)


def check_members(*, club: Club, sheet: Sheet, now: datetime) -> ReadList:
    """As `read_members`, of a list that was read from a text or a file."""
    head, columns = _heading(sheet)
    rows = [row for row in sheet.rows if head is None or row.number > head.number]
    if len(rows) > MOST_LINES:
        sentence = gettext("At most %(most)s lines at once.") % {"most": MOST_LINES}
        return ReadList([], (Fault(rows[MOST_LINES].number, sentence),))
    lines = [_line(row, columns, head, club=club, now=now) for row in rows]
    _note_names_taken(lines)
    _leave_out_known_mail(lines)
    if faults := _faults(lines):
        return ReadList(lines, faults)
    return ReadList(lines, statements=_statements(lines))


def store_members(read: ReadList) -> tuple[int, tuple[Fault, ...]]:
    """Store all lines in one transaction; returns their number and the faults. A fault stores nothing."""
    if read.faults:
        return 0, read.faults
    try:
        _write(read.statements)
    except IntegrityError:  # a name was taken after the check
        _note_names_taken(read.lines)
        if faults := _faults(read.lines):
            return 0, faults
        raise
    return len(read.lines), ()


def _faults(lines: list[_Line]) -> tuple[Fault, ...]:
    return tuple(Fault(line.number, line.fault) for line in lines if line.fault)


def _heading(sheet: Sheet) -> tuple[Row | None, dict[str, int]]:
    """The heading among the first rows, and the place of each known column; without one the columns in their order."""
    found: list[tuple[Row | None, dict[str, int]]] = []
    for row in sheet.rows[:HEADING_WITHIN]:
        columns = _columns(row)
        filled = sum(bool(cell.strip()) for cell in row.cells)
        if columns.keys() & {"name", "last", "first", "call", "table"} and len(columns) * 4 >= filled:
            found.append((row, columns))
    # A title such as "Members" may look like a heading of one column.
    return max(found, key=lambda each: len(each[1]), default=(None, {"table": 0, "name": 1, "mail": 2}))


def _columns(row: Row) -> dict[str, int]:
    """The place of each known column of a heading; empty for a row with an address."""
    if any("@" in cell for cell in row.cells):
        return {}
    found: dict[str, int] = {}
    for place, cell in enumerate(row.cells):
        words = words_of(cell)
        if len(words) > 40 or NOT_THESE.search(words):
            continue
        column = next((column for column, stem in STEMS.items() if re.search(stem, words)), "")
        if column == "name" and len(words.split()) > 4:
            continue
        if column == "name" and column in found and "table" not in found:
            found["table"] = found.pop("name")  # two columns of names: the first is that at the table
        if column and column not in found:
            found[column] = place
    if "prefix" in found and "last" not in found and "name" in found:
        found["last"] = found.pop("name")
    return found


def _members_cells(row: Row, columns: dict[str, int]) -> tuple[str, str, str, str]:
    """The name at the table, the whole name, mail and phone of a row."""
    cells = {
        column: tidy_name(row.cell(place)).removeprefix(FORMULA_MARK) for column, place in columns.items()
    }
    first = cells.get("first") or cells.get("call", "")
    parts = [first, cells.get("prefix", ""), cells.get("last", "")]
    whole = cells.get("name") or (" ".join(filter(None, parts)) if cells.get("last") else "")
    nickname = cells.get("table") or cells.get("call") or first or whole
    mail, phone = (
        "" if words_of(cells.get(each, "")) in EMPTY else cells[each] for each in ("mail", "phone")
    )
    return nickname, whole if whole != nickname or columns.keys() & {"last"} else "", mail, phone


@dataclass(slots=True)
class _Line:
    number: int
    player: Player
    membership: Membership
    fault: str = ""


def _line(row: Row, columns: dict[str, int], head: Row | None, *, club: Club, now: datetime) -> _Line:
    """The player and membership of one row, without a query."""
    nickname, name, mail, phone = _members_cells(row, columns)
    phone = phone if sum(each.isdigit() for each in phone) > 4 else ""  # "06" and no more
    player = Player(username=f"member-{token_hex(8)}", email=mail, phone=phone, language=active_language())
    player.set_unusable_password()
    membership = Membership(
        club=club, player=player, role=Role.MEMBER, since=now, listed_name=name, listed_mail=mail
    )
    line = _Line(row.number, player, membership)
    column = next((each for each in ("table", "call", "first", "name") if each in columns), "")
    try:
        player.nickname = well_formed_nickname(nickname)
        for column, field in (("mail", "email"), ("phone", "phone")):  # noqa: B007  the fault names it
            Player._meta.get_field(field).clean(getattr(player, field), player)
        column = ""
        player.clean_fields(exclude=["nickname_key"])
        membership.clean_fields(exclude=["player", "club"])
    except ValidationError as refused:
        place = columns.get(column)
        at = place_sentence(row.number, place, head.cell(place) if head and place is not None else "")
        line.fault = f"{at}: " + " ".join(dict.fromkeys(refused.messages))
        return line
    player.nickname_key = look_alike_key(player.nickname)
    return line


def _note_names_taken(lines: list[_Line]) -> None:
    """Mark the lines whose name looks like that of a player or of an earlier line. One query."""
    fitting = [line for line in lines if not line.fault]
    keys = {line.player.nickname_key for line in fitting}
    taken = set(Player.objects.filter(nickname_key__in=keys).values_list("nickname_key", flat=True))
    for line in fitting:
        if line.player.nickname_key in taken:
            refused = refuse(Refusal.NAME_LOOKS_ALIKE, name=line.player.nickname)
            line.fault = f"{place_sentence(line.number)}: " + " ".join(refused.messages)
        taken.add(line.player.nickname_key)


def _leave_out_known_mail(lines: list[_Line]) -> None:
    """Clear addresses on new players that other players have; the club's list keeps them. One query.

    The club gets no message, so an import does not reveal which addresses have accounts.
    """
    known = addresses_in_use([line.player.email for line in lines])
    for line in lines:
        if line.player.email.casefold() in known:
            line.player.email = ""
        known.add(line.player.email.casefold())


def addresses_in_use(addresses: Iterable[str]) -> set[str]:
    """All addresses, in small letters, of the players who have one of `addresses`. At most one query."""
    mails = {address.casefold() for address in addresses} - {""}
    if not mails:
        return set()
    with_lower = Player.objects.alias(mail=Lower("email"), other=Lower("emailaddress__email"))
    found = with_lower.filter(Q(mail__in=mails) | Q(other__in=mails))
    pairs = found.values_list("email", "emailaddress__email")
    return {mail.casefold() for pair in pairs for mail in pair if mail}


def _write(statements: Statements) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, rows in statements:
            cursor.executemany(statement, rows)


def _statements(lines: list[_Line]) -> Statements:
    """Two statements, each to be executed once a line, with the values of the lines.

    `bulk_create` would compile its statements inside the transaction, which takes four times as long as the database.
    """
    of_player, of_membership = _columns_of(Player), _columns_of(Membership)
    players = [_values(line.player, of_player) for line in lines]
    memberships = [[*_values(line.membership, of_membership), line.player.username] for line in lines]
    return (
        (_insert(Player, of_player), players),
        (_insert(Membership, of_membership, player=ID_OF_PLAYER), memberships),
    )


def _columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns whose values are known before the insert: all but the new keys."""
    new_keys = (model._meta.pk.name, "player")
    return [field for field in model._meta.concrete_fields if field.name not in new_keys]


def _values(row: Model, fields: list[Field[Any, Any]]) -> list[Any]:
    """The values of a new row as the database driver takes them."""
    return [field.get_db_prep_save(field.pre_save(row, add=True), connection) for field in fields]


def _insert(model: type[Model], fields: list[Field[Any, Any]], **computed: str) -> str:
    """The statement that inserts one row, with the columns `computed` by SQL last."""
    named = [*(field.column for field in fields), *(model._meta.get_field(name).column for name in computed)]
    columns = ", ".join(map(connection.ops.quote_name, named))
    values = ", ".join([*["%s"] * len(fields), *computed.values()])
    return f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608  names of the models
