"""Imports of members: all lines or none, with a sentence for every fault."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.member_imports import import_members, store_members
from accounts.member_lists import MAX_LINES, Answers, check_members, read_members
from accounts.models import Club, Player
from accounts.raw_lists import read_text
from accounts.services import create_guest
from tests.conftest import Clock


def test_every_line_becomes_a_member(club: Club, clock: Clock) -> None:
    text = "nickname,name,mail\r\nEefje,Eefje de Boer,eefje@example.org\rFopke\n\nGerrit,,\n"
    assert import_members(club=club, text=text, now=clock.now) == (3, ())
    eefje = Player.objects.get(nickname="Eefje")
    listed = club.memberships.get(player=eefje)
    assert (listed.listed_name, listed.listed_mail) == ("Eefje de Boer", "eefje@example.org")
    assert not eefje.has_usable_password()
    assert club.memberships.count() == 5


@pytest.mark.parametrize("heading", ["Naam\tHele naam\tE-mail\n", "Name\tIn full\tMail\n", ""])
def test_cells_copied_from_a_spreadsheet_are_read_without_their_heading(
    club: Club, clock: Clock, heading: str
) -> None:
    text = f"{heading}Eefje\tBoer, Eefje de\teefje@example.org\nFopke\tFopke Wit\t\n"
    with translation.override("nl" if "Naam" in heading else "en"):
        assert import_members(club=club, text=text, now=clock.now) == (2, ())
    assert set(Player.objects.filter(memberships__club=club).values_list("nickname", flat=True)) >= {
        "Eefje",
        "Fopke",
    }
    assert club.memberships.get(player__nickname="Eefje").listed_name == "Boer, Eefje de"


@pytest.mark.parametrize(
    "text",
    [
        "E-mailadres;Lidnummer;Naam;Roepnaam\neefje@example.org;17;Eefje de Boer;Eefje\n",
        "Speelnaam,Volledige naam,E-mail\nEefje,Eefje de Boer,eefje@example.org\n",
        "Naam:\tVoluit:\tE-mail:\nEefje\tEefje de Boer\teefje@example.org\n",
        "Nickname,Telephone,Email address,Full name\nEefje,06,eefje@example.org,Eefje de Boer\n",
    ],
)
def test_a_heading_line_says_which_column_is_which(club: Club, clock: Clock, text: str) -> None:
    assert import_members(club=club, text=text, now=clock.now) == (1, ())
    listed = club.memberships.get(player__nickname="Eefje")
    assert (listed.listed_name, listed.listed_mail) == ("Eefje de Boer", "eefje@example.org")


def test_one_column_of_names_with_a_heading(club: Club, clock: Clock) -> None:
    assert import_members(club=club, text="Leden\nEefje\nFopke\n", now=clock.now) == (2, ())
    assert import_members(club=club, text="Gerda,Gerda Naam\n", now=clock.now) == (1, ())
    assert club.memberships.get(player__nickname="Gerda").listed_name == "Gerda Naam"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Eefje\nAnna\n", 2),
        ("Eefje,Eefje,nowhere\n", 1),
        ("Eefje\nEefje\n", 2),
        ("x" * 200_000, 1),
        (f"Eefje,,{'x' * 300}@example.org\n", 1),
        ("Eefje\n" * (MAX_LINES + 1), MAX_LINES + 1),
    ],
)
def test_one_fault_prevents_the_whole_import(club: Club, clock: Clock, text: str, line: int) -> None:
    before = Player.objects.count()
    made, faults = import_members(club=club, text=text, now=clock.now)
    assert made == 0
    assert faults[0].line == line
    assert faults[0].sentence
    assert Player.objects.count() == before
    assert club.memberships.count() == 2


def test_control_characters_are_removed_from_names(club: Club, clock: Clock) -> None:
    import_members(club=club, text="Ee\0fje,Eef\0je de\0 Boer,\n", now=clock.now)
    assert club.memberships.get(player__nickname="Eefje").listed_name == "Eefje de Boer"


def test_a_long_list_is_read_with_a_few_queries_before_the_transaction(
    club: Club, clock: Clock, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """500 names without Latin letters, which take longer to check than to write. No query of reading is a savepoint."""
    names = "".join(f"{chr(0x4E00 + number)}{chr(0x5E00 + number)}\n" for number in range(MAX_LINES))
    with django_assert_max_num_queries(3) as queries:
        read = read_members(club=club, text=names, now=clock.now)
    assert all(query["sql"].startswith("SELECT") for query in queries.captured_queries)
    assert store_members(read) == (MAX_LINES, ())
    assert club.memberships.count() == MAX_LINES + 2


def test_a_name_taken_during_the_import_is_a_fault_of_its_line(club: Club, clock: Clock) -> None:
    read = read_members(club=club, text="Eefje\nFopke\n", now=clock.now)
    create_guest(nickname="Fopke")
    made, faults = store_members(read)
    assert (made, [fault.line for fault in faults]) == (0, [2])
    assert faults[0].sentence
    assert not Player.objects.filter(nickname="Eefje").exists()


def test_an_import_does_not_reveal_which_addresses_have_accounts(
    club: Club, players: list[Player], clock: Clock
) -> None:
    Player.objects.filter(pk=players[2].pk).update(email="cleo@example.org")
    EmailAddress.objects.create(user=players[3], email="daan@example.org")
    text = "Eefje,,Cleo@example.org\nFopke,,daan@example.org\nGerrit,,gerrit@example.org\n"
    assert import_members(club=club, text=text, now=clock.now) == (3, ())
    made = club.memberships.filter(player__nickname__in=("Eefje", "Fopke", "Gerrit")).order_by("pk")
    assert [each.listed_mail for each in made] == [
        "Cleo@example.org",
        "daan@example.org",
        "gerrit@example.org",
    ]
    assert [each.player.email for each in made] == ["", "", "gerrit@example.org"]


@pytest.mark.parametrize("between", [" / ", "; ", ", ", " en ", " "])
def test_two_addresses_in_a_cell_are_answered_with_the_first(club: Club, clock: Clock, between: str) -> None:
    cell = f'"eefje@example.org{between}boer@example.org"'
    read = read_members(club=club, text=f"Naam,E-mail\nEefje,{cell}\n", now=clock.now)
    [line] = read.lines
    assert line.fault.endswith("There are two addresses here. Keep one.")
    assert (line.column, line.proposal) == ("mail", "eefje@example.org")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Eefje, eefje@example.org", ""),
        ("eefje@example.org, Eefje", ""),
        ("Eefje, eefje@example.org, Eefje de Boer", "Eefje de Boer"),
        ("Eefje, Eefje de Boer, , eefje@example.org", "Eefje de Boer"),
        ("Eefje, mailto:eefje@example.org", ""),
        ("Eefje, '+eefje@example.org", ""),
    ],
)
@pytest.mark.parametrize(
    "rest", ["", "Fopke, Fopke Wit, fopke@example.org\nGerda, Gerda Wit, gerda@example.org\n"]
)
def test_without_a_heading_an_address_is_the_mail_wherever_it_stands(
    club: Club, clock: Clock, line: str, name: str, rest: str
) -> None:
    read = read_members(club=club, text=f"{rest}{line}\n", now=clock.now)
    assert not read.faults
    eefje = read.lines[-1]
    assert (eefje.player.nickname, eefje.membership.listed_name) == ("Eefje", name)
    assert eefje.player.email.lstrip("+") == eefje.membership.listed_mail.lstrip("+") == "eefje@example.org"


def test_a_first_line_with_an_address_is_no_heading_to_ask_about(club: Club, clock: Clock) -> None:
    read = read_members(club=club, text="Eefje, eefje@example.org\nFopke, fopke@example.org\n", now=clock.now)
    assert read.doubts == []
    assert len(read_members(club=club, text="Eefje\nFopke\n", now=clock.now).doubts) == 1


def test_under_another_heading_an_address_is_asked_for(club: Club, clock: Clock) -> None:
    raw = read_text("Naam,Volledige naam,E-mail\nEefje,eefje@example.org,\nFopke,Fopke Wit,\n")
    read = check_members(club=club, raw=raw, now=clock.now)
    [line] = read.doubts
    assert line.fault.startswith("Row 2, column B (Volledige naam): This is a mail address.")
    assert (line.doubtful_cell, line.suggestion) == ("mail", "eefje@example.org")
    for answer in ("eefje@example.org", ""):
        answers = Answers(cells={(2, "mail"): answer})
        read = check_members(club=club, raw=raw, now=clock.now, answers=answers)
        assert not read.faults
        assert (read.lines[0].membership.listed_mail, read.lines[0].membership.listed_name) == (answer, "")
