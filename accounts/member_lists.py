"""Lists of members, read from a spreadsheet and checked; nothing is written. `member_imports` stores them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from secrets import token_hex
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext

from accounts.models import Club, Membership, Player, Role, active_language
from accounts.names import MAX_NICKNAME_LENGTH, look_alike_key, sort_key, tidy_name, tidy_phone
from accounts.raw_lists import MAX_HEADING_ROW, RawList, Row, is_total, place_sentence, read_text, words_of
from accounts.services import well_formed_nickname

MAX_LINES: Final = 500
FORMULA_MARK: Final = "'"
"""Before a cell that a spreadsheet is not to read as a formula or a number."""
STEMS: Final = {
    "mail": r"e? ?mail(?!ing)|mailadres",
    "phone": r"^tel|telefo|mobiel|^mob|gsm|phone|^mobile|^cell|^06",
    "prefix": r"tussenv|voorvoegsel|prefix|infix|^tv$",
    "last": r"achternaam|familienaam|geslachtsnaam|surname|last ?name|family ?name|^nachname",
    "table": r"aan tafel|at the table|tafelnaam|speelnaam|weergave|display|scherm|nick ?name|alias|bijnaam",
    "call": r"roepnaam",
    "first": r"voornaam|voornamen|^voorn$|first ?name|given ?name|forename|^vorname",
    "initials": r"voorletter|initial",
    "name": r"^(volledige |hele |full |real |whole )?(naam|namen|names?)\b|^\w+naam$|voluit|in full"
    r"|^(lid|leden|members?|spelers?|players?|deelnemers?)$",
}
"""Stems of the words of a heading, English and Dutch, by column; the first that fits decides. `table` is the name at
the table, `call` the first name that somebody goes by, `name` the whole name."""
MAX_HEADING_LENGTH: Final = 40
MAX_WORDS_OF_NAME: Final = 4
"""Longer cells are no headings but sentences, of which one may have a word such as "name"."""
OTHER_HEADINGS: Final = re.compile(
    r"partner|straat|street|\bclub|vereniging|bedrijf|nieuwsbrief|mailing|\bfax|gebruiker|user|\b(type|label)$"
)
ADDRESS: Final = re.compile(r"[^\s,;/<>()]+@[^\s,;/<>()]+")
LIST_MARK: Final = re.compile(r"^(?:\d{1,3}[.)]|[-•*–])\s+(?=\S)")
"""A number or a dash before a name in a list that was typed."""
BOTH_IN_ONE: Final = re.compile(
    r"(?=.*(?:tussenv|voorvoegsel|prefix))(?=.*(?:achternaam|familienaam|surname|last ?name))"
)
"""A heading of family names with the prefix behind a comma: Berg, van den."""
EMPTY: Final = frozenset({"", "geen", "geen mail", "geen e mail", "geen email", "none", "no", "nvt", "n v t", "n a",
                          "onbekend", "unknown", "niet", "nee", "x"})  # fmt: skip
"""Words people write in a cell that is empty."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why a line (counted from 1) is refused."""

    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Answers:
    """What the secretary said in the preview. Rows go by the number that a spreadsheet shows.

    `columns` are the places of columns by their key in `STEMS`, None for those that the headings say. `cells` are
    corrections of a cell by row and key. `left_out` are rows that are passed over. Rows of members are passed over
    too, but for those `taken` in as somebody else of that name; with None all are taken.
    """

    columns: Mapping[str, int] | None = None
    cells: Mapping[tuple[int, str], str] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()
    taken: frozenset[int] | None = None


NO_ANSWERS: Final = Answers()


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list as `read_members` returns it. `totals` are the numbers of rows that add up others and are passed over."""

    lines: list[Line]
    faults: tuple[Fault, ...] = ()
    columns: Mapping[str, int] = field(default_factory=dict)
    head: Row | None = None
    totals: tuple[int, ...] = ()

    @property
    def doubts(self) -> list[Line]:
        """The lines that want an answer, or had one. Without a heading the first line may be one, unless it holds an
        address."""
        first = [line for line in self.lines[:1] if self.head is None and not line.membership.listed_mail]
        return [
            line
            for line in self.lines
            if not line.is_known and (line.fault or line.left_out or line.is_answered or line in first)
        ]

    @property
    def asks_names(self) -> bool:
        """Whether some of the `doubts` are about a name at the table."""
        return any(line.doubtful_cell == "table" for line in self.doubts)

    @property
    def known(self) -> list[Line]:
        """The lines of members, which are passed over without a question."""
        return [line for line in self.lines if line.is_known]

    @property
    def can_be_taken(self) -> bool:
        """Whether every fault has a proposal, so that the list can come in as the preview shows it."""
        return bool(self.lines) and all(
            line.column == "table" and line.proposal
            for line in self.lines
            if line.fault and not line.left_out
        )

    @property
    def new(self) -> list[Line]:
        """The lines of the members that come in."""
        return [line for line in self.lines if not line.left_out]

    @property
    def has_phones(self) -> bool:
        """Whether some of those who come in have a phone number."""
        return any(line.player.phone for line in self.new)

    @property
    def sharing(self) -> list[Line]:
        """The lines whose mail address an earlier line or a member has."""
        return [line for line in self.new if line.shares_with]


def read_members(*, club: Club, text: str, now: datetime) -> ReadList:
    """Check every line, with two queries, and prepare the rows of players and members.

    Without a heading the columns are nickname, name, mail. A heading (`STEMS`), which may stand below a title, says
    which column is which, in any order; without a column of nicknames the names are both. Existing accounts are
    not made members; they are invited instead.

    Call it before the transaction: it takes longer than the writing, and a transaction holds the lock for writing.
    """
    try:
        raw = read_text(text)
    except ValidationError as unreadable:
        return ReadList([], (Fault(1, unreadable.messages[0]),))
    return check_members(club=club, raw=raw, now=now)


def check_members(*, club: Club, raw: RawList, now: datetime, answers: Answers = NO_ANSWERS) -> ReadList:
    """As `read_members`, of a list that was read from a text or a file. Two queries, a third with a doubtful name."""
    head, columns = _heading(raw)
    if answers.columns is not None:
        columns = dict(answers.columns)
    columns = {key: place for key, place in columns.items() if place < raw.width}
    rows = [
        row
        for row in raw.rows
        if head is None or (row.number > head.number and any(row.cell(place) for place in columns.values()))
    ]
    names = [columns[column] for column in ("table", "call", "first", "last", "name") if column in columns]
    totals = [row for row in rows if any(is_total(row.cell(place)) for place in names)]
    rows = [row for row in rows if row not in totals]
    if len(rows) > MAX_LINES:
        sentence = gettext("At most %(most)s lines at once.") % {"most": MAX_LINES}
        return ReadList([], (Fault(rows[MAX_LINES].number, sentence),))
    if not columns.keys() & {"table", "call", "first", "last", "name"}:
        sentence = gettext("No column has the names. Say below which one does.")
        return ReadList([], (Fault(head.number if head else 1, sentence),), columns=columns, head=head)
    lines = [_line(row, columns, head, club=club, now=now, cells=answers.cells) for row in rows]
    _note_members(lines, club, answers)
    _note_names_taken(lines)
    _leave_out_known_mail(lines)
    _propose_names(lines)
    return ReadList(lines, _faults(lines), columns, head, tuple(row.number for row in totals))


def check_names_again(read: ReadList) -> tuple[Fault, ...]:
    """Mark the lines of a list without faults whose name was taken since it was read; returns these faults."""
    _note_names_taken(read.lines)
    faults = _faults(read.lines)
    if faults:
        _propose_names(read.lines)
    return faults


def _faults(lines: list[Line]) -> tuple[Fault, ...]:
    return tuple(Fault(line.number, line.fault) for line in lines if line.fault and not line.left_out)


def _heading(raw: RawList) -> tuple[Row | None, dict[str, int]]:
    """The heading among the first rows, and the place of each known column; without one the columns in their order."""
    headings: list[tuple[Row | None, dict[str, int]]] = []
    for row in raw.rows[:MAX_HEADING_ROW]:
        columns = _columns(row)
        filled = sum(bool(cell.strip()) for cell in row.cells)
        if columns.keys() & {"name", "last", "first", "call", "table"} and len(columns) * 4 >= filled:
            headings.append((row, columns))
    # A title such as "Members" may look like a heading of one column.
    return max(headings, key=lambda each: len(each[1]), default=(None, {"table": 0, "name": 1, "mail": 2}))


def _columns(row: Row) -> dict[str, int]:
    """The place of each known column of a heading; empty for a row with an address."""
    if any("@" in cell for cell in row.cells):
        return {}
    places: dict[str, int] = {}
    for place, cell in enumerate(row.cells):
        words = words_of(cell)
        if len(words) > MAX_HEADING_LENGTH or OTHER_HEADINGS.search(words):
            continue
        column = next((column for column, stem in STEMS.items() if re.search(stem, words)), "")
        if BOTH_IN_ONE.match(words):
            column = "last"
        if column == "name" and len(words.split()) > MAX_WORDS_OF_NAME:
            continue
        if column == "name" and column in places and "table" not in places:
            places["table"] = places.pop("name")  # two columns of names: the first is that at the table
        if column and column not in places:
            places[column] = place
    if "prefix" in places and "last" not in places and "name" in places:
        places["last"] = places.pop("name")
    return places


def _members_cells(
    row: Row, columns: Mapping[str, int], head: Row | None, answers: Mapping[tuple[int, str], str]
) -> tuple[tuple[str, str, str, str], str]:
    """The name at the table, the whole name, mail and phone of a row; and the column whose heading says that no
    address stands there, though one does. Without a heading an address is the mail wherever it stands."""
    cells = {
        column: tidy_name(row.cell(place)).removeprefix(FORMULA_MARK) for column, place in columns.items()
    }
    for column in ("mail", "phone"):
        if column in cells:
            cells[column] = tidy_name(answers.get((row.number, column), cells[column]))
    cells["mail"] = tidy_name(answers.get((row.number, "mail"), cells.get("mail", ""))).removeprefix(
        "mailto:"
    )
    addressed = [column for column in cells if column != "mail" and _is_address(cells[column])]
    misplaced = addressed[0] if addressed and head and (row.number, "mail") not in answers else ""
    of_address = next((cells[column].removeprefix("mailto:").partition("@")[0] for column in addressed), "")
    for column in addressed:
        cells["mail"] = cells["mail"] or (cells[column].removeprefix("mailto:") if misplaced else "")
        cells[column] = ""
    if not head and "@" not in cells["mail"] and (row.number, "mail") not in answers:
        texts = (tidy_name(cell).removeprefix(FORMULA_MARK).removeprefix("mailto:") for cell in row.cells)
        address = next(filter(_is_address, texts), "")
        if address and cells["mail"] and "name" in addressed:
            cells["name"], cells["mail"] = cells["mail"], address  # name and mail stand the other way round
        else:
            cells["mail"] = cells["mail"] or address
    for column in ("table", "name", "first"):
        if column in cells:
            cells[column] = LIST_MARK.sub("", cells[column])
    if not cells.get("prefix") and "," in cells.get("last", ""):
        cells["last"], _comma, cells["prefix"] = map(str.strip, cells["last"].partition(","))
    first = cells.get("first") or cells.get("call", "")
    parts = [first or cells.get("initials", ""), cells.get("prefix", ""), cells.get("last", "")]
    whole = cells.get("name") or (" ".join(filter(None, parts)) if cells.get("last") else "")
    listed = cells.get("table") or cells.get("call") or first or whole or cells.get("last", "") or of_address
    nickname = tidy_name(answers.get((row.number, "table"), listed))
    whole = whole or (listed if nickname != listed else "")
    mail, phone = (
        "" if words_of(cells.get(each, "")) in EMPTY else cells[each] for each in ("mail", "phone")
    )
    whole = whole if whole != nickname or columns.keys() & {"last"} else ""
    return (nickname, whole, mail, phone), misplaced


def _is_address(text: str) -> bool:
    """Whether the text is one mail address that mail can be sent to."""
    try:
        validate_email(text.removeprefix("mailto:"))
    except ValidationError:
        return False
    return True


@dataclass(slots=True)
class Line:
    """A row of the list with the player and membership made of it, neither in the database yet.

    `fault` says what is wrong, and `column` in which cell: table, mail or phone. `proposal` is what the cell might be
    instead. `shares_with` is the name of somebody with the same mail address.
    """

    number: int
    player: Player
    membership: Membership
    nickname: str
    fault: str = ""
    column: str = ""
    proposal: str = ""
    left_out: bool = False
    is_member: bool = False
    is_answered: bool = False
    shares_with: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it is passed over because it is a member's, and nothing else was said of it."""
        return self.is_member and self.left_out and not self.is_answered

    @property
    def doubtful_cell(self) -> str:
        """The key of the cell that the preview asks for."""
        return self.column or "table"

    @property
    def suggestion(self) -> str:
        """The text that stands in the input of the preview."""
        return self.proposal if self.fault or self.left_out else self.player.nickname


def _with_zero(phone: str) -> str:
    """A number as it was before a spreadsheet took it for an amount and dropped what it began with: 0, or + of +31."""
    if re.fullmatch(r"[1-9]\d{8}", phone):
        return f"0{phone}"
    return f"+{phone}" if re.fullmatch(r"3[12]\d{9}", phone) else phone


def _line(
    row: Row,
    columns: Mapping[str, int],
    head: Row | None,
    *,
    club: Club,
    now: datetime,
    cells: Mapping[tuple[int, str], str],
) -> Line:
    """The player and membership of one row, without a query."""
    (nickname, name, mail, phone), misplaced = _members_cells(row, columns, head, cells)
    phone = (
        tidy_phone(_with_zero(phone)) if sum(each.isdigit() for each in phone) > 4 else ""
    )  # "06" and no more
    player = Player(username=f"member-{token_hex(8)}", email=mail, phone=phone, language=active_language())
    player.set_unusable_password()
    membership = Membership(
        club=club, player=player, role=Role.MEMBER, since=now, listed_name=name, listed_mail=mail
    )
    line = Line(row.number, player, membership, nickname)
    named = next((each for each in ("table", "call", "first", "name", "last") if each in columns), "")
    column, line.column = named, "table"
    try:
        player.nickname = well_formed_nickname(nickname)
        for key, field_name in (("mail", "email"), ("phone", "phone")):
            column = line.column = key
            line.proposal = getattr(player, field_name)
            Player._meta.get_field(field_name).clean(line.proposal, player)
        if misplaced:
            column, line.column, line.proposal = misplaced, "mail", mail
            raise ValidationError(
                gettext("This is a mail address. Keep it below as the mail, or empty the field there.")
            )
        column = line.column = line.proposal = ""
        player.clean_fields(exclude=["nickname_key", "nickname_sort"])
        membership.clean_fields(exclude=["player", "club"])
    except ValidationError as refused:
        place = columns.get(column)
        at = place_sentence(row.number, place, head.cell(place) if head and place is not None else "")
        why = " ".join(dict.fromkeys(refused.messages))
        addresses = ADDRESS.findall(mail) if line.column == "mail" else []
        if len(addresses) > 1 and not misplaced:
            why, line.proposal = gettext("There are two addresses here. Keep one."), addresses[0]
        line.fault = f"{at}: {why}"
        line.column = line.column or "table"
        return line
    player.nickname_key, player.nickname_sort = look_alike_key(player.nickname), sort_key(player.nickname)
    return line


def _note_members(lines: list[Line], club: Club, answers: Answers) -> None:
    """Mark the lines of those who are members already, those left out, and those with a member's address. One query."""
    members = [
        (
            each.player.nickname_key,
            _whole_name(each),
            (each.listed_mail or each.player.email).casefold(),
            each.player.nickname,
        )
        for each in club.memberships.select_related("player")
    ]
    holders = {mail: name for _key, _whole, mail, name in members if mail}
    for line in lines:
        key, mail = look_alike_key(line.nickname), line.membership.listed_mail.casefold()
        name = (line.membership.listed_name or line.nickname).casefold()
        line.is_member = any(
            (not mail or not theirs or mail == theirs)
            and (name == whole or (key == other and (mail == theirs or not line.membership.listed_name)))
            for other, whole, theirs, _name in members
        )
        line.is_answered = any(number == line.number for number, _column in answers.cells)
        is_passed_over = line.is_member and answers.taken is not None and line.number not in answers.taken
        line.left_out = line.number in answers.left_out or (is_passed_over and not line.is_answered)
        if mail and not line.left_out:
            line.shares_with = holders.get(mail, "")
            holders.setdefault(mail, line.nickname)


def _whole_name(membership: Membership) -> str:
    return (membership.listed_name or membership.player.nickname).casefold()


def _note_names_taken(lines: list[Line]) -> None:
    """Mark the lines whose name looks like that of a player or of an earlier line. One query."""
    fitting = [line for line in lines if not line.fault and not line.left_out]
    keys = {line.player.nickname_key for line in fitting}
    taken = set(Player.objects.filter(nickname_key__in=keys).values_list("nickname_key", flat=True))
    earlier: dict[str, Line] = {}
    for line in fitting:
        key, name = line.player.nickname_key, line.player.nickname
        if line.is_member and key in taken:
            fault = gettext("“{name}” is a member of the club already.").format(name=name)
        elif key in taken:
            fault = gettext("Somebody on this site is called “{name}” already, or almost.").format(name=name)
        elif key in earlier:
            other = earlier[key]
            fault = gettext("“{name}” is the same as “{other}” in row {row}, or looks like it.").format(
                name=name, other=other.player.nickname, row=other.number
            )
        else:
            earlier[key] = line
            continue
        line.fault, line.column = f"{place_sentence(line.number)}: {fault}", "table"


def _propose_names(lines: list[Line]) -> None:
    """Give the lines with a doubtful name at the table one that is free. At most one query."""
    doubtful = [
        line
        for line in lines
        if (line.fault and line.column == "table") or (line.left_out and not line.is_known)
    ]
    if not doubtful:
        return
    proposals = {
        line.number: list(names_like(line.nickname, line.membership.listed_name)) for line in doubtful
    }
    keys = {look_alike_key(name) for names in proposals.values() for name in names}
    taken = set(Player.objects.filter(nickname_key__in=keys).values_list("nickname_key", flat=True))
    taken |= {line.player.nickname_key for line in lines if line not in doubtful}
    for line in doubtful:
        free = (name for name in proposals[line.number] if look_alike_key(name) not in taken)
        line.proposal = next(free, "")
        taken.add(look_alike_key(line.proposal))


def names_like(nickname: str, whole: str) -> Iterator[str]:
    """Names at the table for somebody whose own one does not do: Jan, Jan B., Jan Ba., Jan Bakker, Jan 2."""
    before, comma, after = (whole or nickname).partition(",")
    words = f"{after} {before}".split() if comma else before.split()
    family = next((word for word in words[1:] if word[:1].isupper()), words[-1] if len(words) > 1 else "")
    calls = nickname.split() if "," not in nickname else words
    call = (calls or words or [""])[0].strip(".")[: MAX_NICKNAME_LENGTH - 4]
    family = re.sub(r"[^\w'’].*", "", family)
    names = [nickname, call, *(f"{call} {family[:length]}." for length in range(1, min(4, len(family)))),
             f"{call} {family}" if family else "", *(f"{call} {number}" for number in range(2, 13))]  # fmt: skip
    for name in names if call else ():
        try:
            yield well_formed_nickname(name)
        except ValidationError:
            continue


def _leave_out_known_mail(lines: list[Line]) -> None:
    """Clear addresses on new players that other players have; the club's list keeps them. One query.

    The club gets no message, so an import does not reveal which addresses have accounts.
    """
    lines = [line for line in lines if not line.left_out]
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
