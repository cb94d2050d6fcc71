"""Members from a list: each line a nickname, a name, a mail address. All of them, or none and every fault named.

They get the language of whoever reads the list in, until they choose another.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import CardLetters, Club, Player
from accounts.people.names import tidy_name
from accounts.services import add_member, checked_nickname

MOST_LINES: Final = 500
FORMULA_MARK: Final = "'"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a line (from 1) cannot be taken."""

    line: int
    sentence: str


def rows_of(text: str) -> list[list[str]]:
    """The lines of a list that say something, as cells between commas or, as spreadsheets write them in many
    languages, semicolons. Raises ValidationError for what is no list.
    """
    lines = text.splitlines()
    between = ";" if lines and lines[0].count(";") > lines[0].count(",") else ","
    try:
        return [row for row in csv.reader(lines, delimiter=between) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise ValidationError(_("That is not a list.")) from error


def import_members(*, club: Club, text: str, now: datetime) -> tuple[int, tuple[Fault, ...]]:
    """Make a player and a member of every line; how many, and the faults. With a fault nobody is made.

    Columns: nickname, name, mail (the last two may be missing), others are not read; a first line that says
    "nickname", or what the members' file says above the names, is skipped.
    Nobody who has an account already is taken in by a list: they are asked by invitation.
    """
    try:
        rows = rows_of(text)
    except ValidationError as unreadable:
        return 0, (Fault(1, unreadable.messages[0]),)
    if rows and rows[0][0].strip().casefold() in ("nickname", gettext("Name at the table").casefold()):
        rows = rows[1:]
    if len(rows) > MOST_LINES:
        return 0, (Fault(MOST_LINES + 1, gettext("At most %(most)s lines at once.") % {"most": MOST_LINES}),)
    faults: list[Fault] = []
    with transaction.atomic():
        for line, row in enumerate(rows, 1):
            try:
                with transaction.atomic():
                    add_member(club=club, player=_made(row), at=now)
            except ValidationError as refused:
                faults.append(Fault(line, " ".join(refused.messages)))
        if faults:
            transaction.set_rollback(True)
    return (0 if faults else len(rows)), tuple(faults)


def _made(row: list[str]) -> Player:
    cells = [cell.strip().removeprefix(FORMULA_MARK) for cell in (*row, "", "", "")]
    nickname, name, mail = checked_nickname(nickname=cells[0]), tidy_name(cells[1]), cells[2]
    if mail and Player.objects.filter(email__iexact=mail).exists():
        raise ValidationError(_("%(mail)s has an account; send the invitation there."), params={"mail": mail})
    first, _gap, last = name.partition(" ")
    language = (get_language() or "")[:2]
    player = Player(
        username=_free_username(nickname),
        nickname=nickname,
        email=mail,
        first_name=first,
        last_name=last,
        language=language,
        card_letters=CardLetters.known_to(language),
    )
    player.set_unusable_password()
    player.clean_fields(exclude=["nickname_key"])
    player.save()
    return player


def _free_username(nickname: str) -> str:
    base = (
        "".join(letter for letter in nickname.casefold() if letter.isalnum() and letter.isascii()) or "member"
    )
    number, name = 1, base
    while Player.objects.filter(username__iexact=name).exists():
        number += 1
        name = f"{base}{number}"
    return name
