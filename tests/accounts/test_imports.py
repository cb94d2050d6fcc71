"""Members from a list: all of them or none, and a sentence for whatever is wrong with it."""

from __future__ import annotations

import pytest

from accounts.clubs.imports import MOST_LINES, import_members
from accounts.models import Club, Player
from tests.conftest import Clock


def test_every_line_is_a_member(club: Club, clock: Clock) -> None:
    text = "nickname,name,mail\r\nEefje,Eefje de Boer,eefje@example.org\rFopke\n\nGerrit,,\n"
    assert import_members(club=club, text=text, now=clock.now) == (3, ())
    eefje = Player.objects.get(nickname="Eefje")
    assert (eefje.first_name, eefje.last_name, eefje.email) == ("Eefje", "de Boer", "eefje@example.org")
    assert not eefje.has_usable_password()
    assert club.memberships.count() == 5


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Eefje\nAnna\n", 2),
        ("Eefje,Eefje,nowhere\n", 1),
        ("Eefje\nEefje\n", 2),
        ("x" * 200_000, 1),
        (f"Eefje,,{'x' * 300}@example.org\n", 1),
        ("Eefje\n" * (MOST_LINES + 1), MOST_LINES + 1),
    ],
)
def test_one_fault_and_nobody_is_taken_in(club: Club, clock: Clock, text: str, line: int) -> None:
    before = Player.objects.count()
    made, faults = import_members(club=club, text=text, now=clock.now)
    assert made == 0
    assert faults[0].line == line
    assert faults[0].sentence
    assert Player.objects.count() == before
    assert club.memberships.count() == 2


def test_a_name_holds_no_control_characters(club: Club, clock: Clock) -> None:
    import_members(club=club, text="Ee\0fje,Eef\0je de\0 Boer,\n", now=clock.now)
    eefje = Player.objects.get(nickname="Eefje")
    assert (eefje.first_name, eefje.last_name) == ("Eefje", "de Boer")
