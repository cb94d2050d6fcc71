"""Import of members from a list with nickname, name and mail address on each line: all lines, or none with all faults.

New players get the language of the importing user.
"""

from __future__ import annotations

import csv
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
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal, refuse
from accounts.models import Club, Membership, Player, Role, active_language
from accounts.names import look_alike_key, tidy_name
from accounts.services import well_formed_nickname

MOST_LINES: Final = 500
FORMULA_MARK: Final = "'"
SEPARATORS: Final = ",;\t"
COLUMNS: Final = {
    "nickname": (
        "nickname", "name at the table", "alias", "player", "first name",
        "bijnaam", "naam aan tafel", "roepnaam", "speelnaam", "speler", "voornaam",
    ),
    "name": (
        "name", "full name", "real name", "in full", "member", "members", "surname", "last name",
        "naam", "hele naam", "volledige naam", "voluit", "namen", "lid", "leden", "achternaam",
    ),
    "mail": (
        "mail", "e-mail", "email", "mail address", "e-mail address", "email address",
        "mailadres", "e-mailadres", "emailadres",
    ),
}  # fmt: skip
"""Words of a heading line by column, as English and Dutch lists have them."""
ID_OF_PLAYER: Final = "(SELECT id FROM accounts_player WHERE username = %s)"

Statements: TypeAlias = Sequence[tuple[str, list[list[Any]]]]
"""SQL, and the values of each row it inserts."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why a line (counted from 1) is refused."""

    line: int
    sentence: str


def rows_of(text: str) -> list[list[str]]:
    """The non-empty lines of a list as cells, split at commas, semicolons (many spreadsheets' files) or tabs
    (cells copied from a spreadsheet), whichever the first line has most of.

    Raises ValidationError for text that is not a list.
    """
    lines = text.splitlines()
    between = max(SEPARATORS, key=lines[0].count) if lines else SEPARATORS[0]
    try:
        return [row for row in csv.reader(lines, delimiter=between) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise ValidationError(_("That is not a list.")) from error


def import_members(*, club: Club, text: str, now: datetime) -> tuple[int, tuple[Fault, ...]]:
    """Create a player and a membership for every line; returns their number and the faults. A fault creates nothing.

    Columns: nickname, name, mail (the last two may be missing); others are ignored. A heading line (`COLUMNS`)
    says which column is which, in any order; without a column of nicknames the names are both. Existing accounts are
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
        rows = rows_of(text)
    except ValidationError as unreadable:
        return ReadList([], (Fault(1, unreadable.messages[0]),))
    if rows and (columns := _columns(rows[0])):
        rows = [_in_order(row, columns) for row in rows[1:]]
    if len(rows) > MOST_LINES:
        sentence = gettext("At most %(most)s lines at once.") % {"most": MOST_LINES}
        return ReadList([], (Fault(MOST_LINES + 1, sentence),))
    lines = [_line(number, row, club=club, now=now) for number, row in enumerate(rows, 1)]
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


def _columns(row: list[str]) -> dict[str, int]:
    """The place of each known column in a heading line; empty for a line that is none: its first cell is no known
    word, or it has an address.
    """
    words = [cell.strip().rstrip(":").casefold() for cell in row]
    places = {
        column: [place for place, word in enumerate(words) if word in known]
        for column, known in COLUMNS.items()
    }
    if not places["nickname"] and len(places["name"]) > 1:
        places["nickname"] = [places["name"].pop(0)]
    found = {column: which[0] for column, which in places.items() if which}
    is_heading = 0 in (*places["nickname"], *places["name"]) or len(found) > 1
    if any("@" in word for word in words) or not is_heading or not {"nickname", "name"} & found.keys():
        return {}
    return found


def _in_order(row: list[str], columns: dict[str, int]) -> list[str]:
    """The cells of a line as nickname, name and mail."""
    cells = {column: row[place] if place < len(row) else "" for column, place in columns.items()}
    name = cells.get("name", "")
    return [cells.get("nickname", name), name if "nickname" in cells else "", cells.get("mail", "")]


@dataclass(slots=True)
class _Line:
    number: int
    player: Player
    membership: Membership
    fault: str = ""


def _line(number: int, row: list[str], *, club: Club, now: datetime) -> _Line:
    """The player and membership of one row, without a query."""
    cells = [cell.strip().removeprefix(FORMULA_MARK) for cell in (*row, "", "", "")]
    player = Player(username=f"member-{token_hex(8)}", email=cells[2], language=active_language())
    player.set_unusable_password()
    membership = Membership(
        club=club,
        player=player,
        role=Role.MEMBER,
        since=now,
        listed_name=tidy_name(cells[1]),
        listed_mail=cells[2],
    )
    try:
        player.nickname = well_formed_nickname(cells[0])
        player.clean_fields(exclude=["nickname_key"])
        membership.clean_fields(exclude=["player", "club"])
    except ValidationError as refused:
        return _Line(number, player, membership, " ".join(dict.fromkeys(refused.messages)))
    player.nickname_key = look_alike_key(player.nickname)
    return _Line(number, player, membership)


def _note_names_taken(lines: list[_Line]) -> None:
    """Mark the lines whose name looks like that of a player or of an earlier line. One query."""
    fitting = [line for line in lines if not line.fault]
    keys = {line.player.nickname_key for line in fitting}
    taken = set(Player.objects.filter(nickname_key__in=keys).values_list("nickname_key", flat=True))
    for line in fitting:
        if line.player.nickname_key in taken:
            line.fault = " ".join(refuse(Refusal.NAME_LOOKS_ALIKE, name=line.player.nickname).messages)
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
