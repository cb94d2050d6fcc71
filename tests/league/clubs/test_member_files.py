"""Lists of members as clubs have them, through the import page: read right, or refused with a place and what to do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from accounts.member_imports import import_members
from accounts.member_lists import MAX_LINES
from accounts.models import Club, Membership, Player
from accounts.models.messages import QueuedMessage
from games.league import services
from games.league.models import Competition
from tests.league.clubs.lists import LISTS, form_inputs, send_list, workbook

pytestmark = pytest.mark.django_db
Member = tuple[str, str, str, str]


def import_members_list(desk: Client, club: Club, content: bytes) -> list[Member]:
    """The members that came by the list: name at the table, name, mail, phone."""
    before = set(club.memberships.values_list("pk", flat=True))
    address = reverse("league:club_members_import", args=[club.slug])
    shown = send_list(desk, address, content)
    assert set(club.memberships.values_list("pk", flat=True)) == before, "nothing is written yet"
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["read"].faults]
    assert desk.post(address, form_inputs(shown.content) | {"confirm": "on"}).status_code == 302
    new = club.memberships.exclude(pk__in=before).select_related("player").order_by("pk")
    return [(each.player.nickname, each.real_name, each.listed_mail, each.player.phone) for each in new]


def test_the_preview_says_how_many_more_come_in_and_what_happens_with_numbers(
    desk: Client, league_club: Club
) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    rows = "".join(f"Nieuw{number};06 1234567{number}\n" for number in range(5))
    page = send_list(desk, address, f"Naam;Telefoon\n{rows}".encode()).content.decode()
    assert "and 2 more" in page
    assert "Nobody stands in the phone list by that" in page
    page = send_list(desk, address, b"Naam;Telefoon\nNieuw1;\nNieuw2;\n").content.decode()
    assert " more</p>" not in page
    assert "phone list" not in page


def mail(name: str) -> str:
    return f"{name}@example.org"


@pytest.mark.parametrize(
    ("file", "members"),
    [
        ("members_comma_in_heading.csv", [("Keimpe Sinnema", "", mail("keimpe"), "")]),
        (
            "members_couple_one_address.csv",
            [("Oene", "Oene Wiersma", mail("wiersma"), ""), ("Hinke", "Hinke Wiersma", mail("wiersma"), "")],
        ),
        ("members_email_heading.csv", [("Wiebe", "Wiebe Tjalsma", mail("wiebe"), "")]),
        ("members_line_number.csv", [("Jitse", "Jitse K", mail("jitse"), ""), ("Lolke", "Lolke K", "", "")]),
        ("members_long_name.csv", [("Anne-Marie", "Anne-Marie van der Berg-de Vries", "", "")]),
        ("members_look_alike_real_names.csv", [("Clara", "", "", ""), ("Dara 2", "Dara", "", "")]),
        ("members_nr_naam.csv", [("Durk Visser", "", "", ""), ("Ymkje Smit", "", "", "")]),
        ("members_quoted_newline.csv", [("Hylke", "Hylke Postma", mail("hylke"), "")]),
        ("members_sep_line.csv", [("Jouke", "Jouke Dijkstra", mail("jouke"), "")]),
        ("members_title_row.csv", [("Aukje", "Aukje de Boer", mail("aukje"), "")]),
        ("members_unknown_heading.csv", [("Wiebe", "", "", ""), ("Sjoukje", "", "", "")]),
        ("members_utf16.txt", [("Froukje", "Froukje Veenstra", mail("froukje"), "")]),
        (
            "members_voornaam_tussenvoegsel_achternaam.csv",
            [("Fokke", "Fokke van der Berg", mail("fokke"), ""), ("Tjitske", "Tjitske Bakker", "", "")],
        ),
    ],
)
def test_a_file_of_members_is_read_right(
    desk: Client, league_club: Club, file: str, members: list[Member]
) -> None:
    assert import_members_list(desk, league_club, (LISTS / file).read_bytes()) == members


EEFJE = [("Eefje", "Eefje de Boer", mail("eefje"), "")]
LISTED = ("Jan", "Piet Pot", "Kees", "Toos")
LINE = f"Eefje;Eefje de Boer;{mail('eefje')}\n"


@pytest.mark.parametrize(
    ("content", "members"),
    [
        (f"Roepnaam;Naam;Mailadres (privé)\n{LINE}".encode("cp1252"), EEFJE),
        (f"Roepnaam;Naam;E-Mail:\n{LINE}".encode("utf-16"), EEFJE),
        (f"Naam aan tafel;Naam voluit;Emailadres lid\n{LINE}".encode(), EEFJE),
        (f"Nickname;Full name;E mail\n{LINE}".encode(), EEFJE),
        (f"NAAM AAN TAFEL;NAAM;EMAIL\r{LINE}".replace("\n", "\r").encode(), EEFJE),
        ("Naam;Telefoon\nZoë Brüning;06-12345678\n".encode("cp850"), [("Zoë Brüning", "", "", "06-12345678")]),
        (b"Lidnr,First name,Last name,Mobile\n7,Ann,Lee,020 7946 0000\n", [("Ann", "Ann Lee", "", "020 7946 0000")]),
        (b"Achternaam;Voorvoegsel;Roepnaam;Voornaam\nBerg;v.d.;Jo;Johannes\n", [("Jo", "Johannes v.d. Berg", "", "")]),
        (b'"sep=,"\nNaam,E-mail\n"Bos, Ria",-\n', [("Bos, Ria", "", "", "")]),
        (b"Kaartclub\n\n2026\nSpeelnaam\tAdres\nPiet\tDorp 1\n", [("Piet", "", "", "")]),
        (b"Weergavenaam|Mail\nPiet|n.v.t.\n", [("Piet", "", "", "")]),
        (b"Naam;Nieuwsbrief per mail;E-mail\nPiet;ja;geen\n", [("Piet", "", "", "")]),
        (workbook(["Roepnaam", "Naam", "E-mail"], ["Eefje", "Eefje de Boer", mail("eefje")]), EEFJE),
        (
            workbook(["Leden"], [], ["Nr", "Naam", "Tel."], [1, "Piet", "06 12345678"]),
            [("Piet", "", "", "06 12345678")],
        ),
        ("Piet\nKees\n".encode("utf-8-sig"), [("Piet", "", "", ""), ("Kees", "", "", "")]),
        (
            "Bondsnr,Voorletters,Roepnaam,Tussenvoegsels,Achternaam,E-mail 1,E-mail 2,Telefoon privé\n"
            f"7,J.P.,Jan,van den,Berg,{mail('jan')},,020-1234567\n".encode("cp1252"),
            [("Jan", "Jan van den Berg", mail("jan"), "020-1234567")],
        ),
        (
            "First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\n"
            f"Ann,Lee,* myContacts,* Home,{mail('ann')},Mobile,+31612345678\n".encode(),
            [("Ann", "Ann Lee", mail("ann"), "+31612345678")],
        ),
        (
            f"Vorname;Nachname;E-Mail-Adresse;Telefonnummer\nJürgen;Groß;{mail('j')};030 123456\n".encode("cp1252"),
            [("Jürgen", "Jürgen Groß", mail("j"), "030 123456")],
        ),
        (b"Achternaam, voorvoegsel;Voornaam\nBerg, van den;Jan\n", [("Jan", "Jan van den Berg", "", "")]),
        (b"Voorletters;Achternaam\nJ.;Bakker\n", [("J. Bakker", "J. Bakker", "", "")]),
        (b"Leden 2026\n\nNr.;Naam;Mail\n1;Piet;\n\nTotaal: 1 lid;;\n", [("Piet", "", "", "")]),
        ("1. Jan\n2. Piet Pot\n- Kees\n• Toos".encode(), [(name, "", "", "") for name in LISTED]),
        (
            f"Jan Bakker <{mail('jan')}>; \"Pot, Piet\" <{mail('piet')}>,\n<{mail('toos')}>".encode(),
            [("Jan Bakker", "", mail("jan"), ""), ("Pot, Piet", "", mail("piet"), ""), ("toos", "", mail("toos"), "")],
        ),
        (f"Naam;E-mail\nJan;mailto:{mail('jan')}\n".encode(), [("Jan", "", mail("jan"), "")]),
        (
            workbook(["Roepnaam", "Mobiel"], ["Jan", 612345678], ["Toos", 31612345678.0]),
            [("Jan", "", "", "0612345678"), ("Toos", "", "", "+31612345678")],
        ),
        ("Naam\tE-mail\r\nZoë\t\r\n".encode("utf-16-be"), [("Zoë", "", "", "")]),
    ],
)  # fmt: skip
def test_other_files_of_members_are_read_right(
    desk: Client, league_club: Club, content: bytes, members: list[Member]
) -> None:
    assert import_members_list(desk, league_club, content) == members


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"Naam;E-mail\n\nPiet;piet@\n", "Row 3, column B (E-mail)"),
        (b"Naam;E-mail\n\n;piet@example.org\n", "Row 3, column A (Naam)"),
        (b"PK\x03\x04nothing", "Save it as .xlsx or as CSV"),
        (b"\xd0\xcf\x11\xe0", "old Excel"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "has a password"),
        (b"%PDF-1.4", "not a list"),
        (b"<HTML><TABLE><TR><TD>Naam", "not a list"),
        (b'<?xml version="1.0"?><Workbook/>', "not a list"),
        (b"BEGIN:VCARD\nFN:Jan\nEND:VCARD\n", "not a list"),
    ],
)
def test_a_fault_says_its_place_and_what_to_do(
    desk: Client, league_club: Club, content: bytes, told: str
) -> None:
    before = Player.objects.count()
    answer = send_list(desk, reverse("league:club_members_import", args=[league_club.slug]), content)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert Player.objects.count() == before


@pytest.mark.parametrize(
    ("content", "members"),
    [
        ("Roepnaam;Naam\nJan;Jan Bakker\nJan;Jan de Boer\nJan;Jan Bos", ["Jan", "Jan B.", "Jan Bo."]),
        ("Roepnaam;Naam\nHenk;Henk Visser", ["Henk V."]),
        ("Roepnaam;Naam\nHenk;Visser, Henk", ["Henk V."]),
        ("Naam\nHenk", ["Henk 2"]),
        ("Naam\nJan Bakker\nJan Bakker", ["Jan Bakker", "Jan"]),
    ],
)
def test_a_name_that_is_taken_gets_a_free_one_in_the_preview(
    desk: Client, league_club: Club, make_player: Callable[[str], Player], content: str, members: list[str]
) -> None:
    make_player("Henk")  # of another club
    assert [name for name, *_rest in import_members_list(desk, league_club, content.encode())] == members


def test_the_names_of_the_preview_can_be_typed_and_rows_left_out(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = send_list(desk, address, b"Naam;E-mail\nJan;\nJan;\nPiet;piet@\nJan;\n")
    assert shown.status_code == 422, "an address cannot be guessed"
    inputs = form_inputs(shown.content) | {"cell-3-table": "Jan", "leave-5": "on", "confirm": "on"}
    again = desk.post(address, inputs)
    assert [fault.line for fault in again.context["read"].faults] == [3, 4]
    assert b"Nobody was taken in yet" not in shown.content
    assert b"Nobody was taken in yet" in again.content
    right = {"cell-3-table": "Lange Jan", "cell-4-mail": "piet@example.org", "confirm": "on"}
    assert desk.post(address, form_inputs(again.content) | right).status_code == 302
    new = league_club.memberships.filter(player__username__startswith="member-")
    assert list(new.order_by("pk").values_list("player__nickname", "listed_mail")) == [
        ("Jan", ""),
        ("Lange Jan", ""),
        ("Piet", "piet@example.org"),
    ]


def test_a_column_can_be_taken_for_something_else(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = send_list(desk, address, b"Naam;Anders\nPiet Smit;Pietje\n")
    other = form_inputs(shown.content) | {"column-1": "table"}
    seen = desk.post(address, other | {"confirm": "on"})
    assert seen.status_code == 200, "with other columns it is shown again before it is written"
    assert [line.nickname for line in seen.context["read"].new] == ["Pietje"]
    assert desk.post(address, form_inputs(seen.content) | {"confirm": "on"}).status_code == 302
    assert league_club.memberships.get(player__nickname="Pietje").listed_name == "Piet Smit"


def test_a_list_sent_twice_brings_nobody_twice(desk: Client, league_club: Club) -> None:
    content = (LISTS / "members_couple_one_address.csv").read_bytes()
    assert len(import_members_list(desk, league_club, content)) == 2
    shown = send_list(desk, reverse("league:club_members_import", args=[league_club.slug]), content)
    assert [line.left_out for line in shown.context["read"].lines] == [True, True]
    assert not shown.context["read"].new
    more = import_members_list(desk, league_club, content + b"Sjoerd;Sjoerd Wiersma;\n")
    assert [name for name, *_rest in more] == ["Sjoerd"]


def test_a_large_club_brings_its_list_again_with_some_newcomers(
    desk: Client, league_club: Club, clock: Callable[[], datetime]
) -> None:
    import_members(club=league_club, text="\n".join(f"Lid{number}" for number in range(120)), now=clock())
    content = "Naam\n" + "".join(f"Lid{number}\n" for number in range(125))
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = send_list(desk, address, content.encode())
    assert len(shown.context["read"].known) == 120
    assert len(form_inputs(shown.content)) < 10, "a member is no question"
    assert desk.post(address, form_inputs(shown.content) | {"confirm": "on"}).status_code == 302
    names = league_club.memberships.filter(player__nickname__startswith="Lid").order_by("pk")
    assert [each.player.nickname for each in names] == [f"Lid{number}" for number in range(125)]


def test_every_row_of_the_longest_list_may_be_answered(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = send_list(desk, address, ("Naam;E-mail\n" + f"Kim;kim@{';' * 60}\n" * MAX_LINES).encode())
    inputs = form_inputs(shown.content)
    left = {f"leave-{line.number}": "on" for line in shown.context["read"].lines}
    assert len(left) == MAX_LINES
    again = desk.post(address, inputs | left | {"confirm": "on"})
    assert again.status_code == 422, "nobody is left"
    assert not again.context["read"].new


def test_a_namesake_of_a_member_can_be_taken_in(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    assert len(import_members_list(desk, league_club, b"Naam\nSjoerd\n")) == 1
    shown = send_list(desk, address, b"Naam\nSjoerd\nWim\n")
    said = form_inputs(shown.content) | {"take-2": "on"}
    asked = desk.post(address, said | {"confirm": "on"})
    assert asked.status_code == 422, "two of one name at the table"
    assert form_inputs(asked.content)["cell-2-table"] == "Sjoerd 2"
    left = desk.post(address, form_inputs(asked.content) | {"leave-2": "on"})
    assert [line.left_out for line in left.context["read"].lines] == [True, False]
    assert desk.post(address, form_inputs(asked.content) | {"confirm": "on"}).status_code == 302
    new = league_club.memberships.filter(player__username__startswith="member-").order_by("pk")
    assert [each.player.nickname for each in new] == ["Sjoerd", "Sjoerd 2", "Wim"]


def test_a_couple_with_one_address_is_told_how_the_second_signs_in(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = send_list(desk, address, (LISTS / "members_couple_one_address.csv").read_bytes())
    text = shown.content.decode()
    assert "Hinke has the same address as Oene" in text
    assert reverse("league:club_invite", args=[league_club.slug]) in text
    result = desk.post(address, form_inputs(shown.content) | {"confirm": "on"}, follow=True)
    assert "Hinke has the same mail address as Oene" in result.content.decode()


def test_a_list_of_members_is_taken_back_once(
    desk: Client, league_club: Club, competition: Competition, clock: Callable[[], datetime]
) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    before = set(league_club.memberships.values_list("pk", flat=True))
    shown = send_list(desk, address, f"Naam;E-mail\nAnna;{mail('anna')}\nBert;\nCora;\n".encode())
    told = form_inputs(shown.content) | {"confirm": "on", "tell": "on"}
    assert desk.post(address, told).status_code == 302
    assert QueuedMessage.objects.count() == 1
    bert, cora = Player.objects.get(nickname="Bert"), Player.objects.get(nickname="Cora")
    Player.objects.filter(pk=bert.pk).update(last_login=clock())
    services.enter(competition=competition, players=[cora])
    batch = league_club.member_imports.get()
    back = reverse("league:club_members_import_back", args=[league_club.slug, batch.pk])
    for _twice in range(2):
        assert desk.post(back).status_code == 302
    assert set(league_club.memberships.values_list("pk", flat=True)) == before
    assert set(Player.objects.filter(nickname__in=["Anna", "Bert", "Cora"])) == {bert, cora}
    assert not QueuedMessage.objects.exists()


@pytest.mark.parametrize("last", ["Totaal: 2 leden;;", ";Totaal;2", "Aantal leden;;"])
def test_a_row_of_totals_is_no_member(desk: Client, league_club: Club, last: str) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = send_list(desk, address, f"Roepnaam;Achternaam;Mail\nAb;Mulder;\nSom;Sam;\n{last}\n".encode())
    assert [line.nickname for line in shown.context["read"].lines] == ["Ab", "Som"]
    assert "adds up the others: row 4" in shown.content.decode()


def test_the_preview_speaks_of_names_only_where_it_asks_for_one(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    for row, asks in (("Lies;lies@@x", False), ("Lies;\nLies;", True)):
        page = send_list(desk, address, f"Naam;Mail\n{row}\n".encode())
        assert page.context["read"].asks_names == asks
        assert ("Names at the table differ on the whole site" in page.content.decode()) == asks


def test_the_preview_names_everybody_who_comes_in(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    names = ["Ab", "Bep", "Cor", "Dik", "Evi"]
    page = send_list(desk, address, ("Naam\n" + "\n".join(names)).encode()).content.decode()
    assert all(f">{name}<" in page or f">{name} <" in page for name in names)


def test_who_has_an_account_in_the_club_is_known_by_its_address(
    desk: Client, league_club: Club, secretary: Player
) -> None:
    """The founder stands in the list with the whole name, and has the address of the account."""
    secretary.email = "siem@example.org"
    secretary.save()
    address = reverse("league:club_members_import", args=[league_club.slug])
    content = f"Roepnaam;Achternaam;Mail\n{secretary.nickname};de Vries;Siem@example.org\nAb;Mulder;\n"
    read = send_list(desk, address, content.encode()).context["read"]
    assert [line.nickname for line in read.known] == [secretary.nickname]
    assert len(read.new) == 1


def test_a_list_of_a_dutch_spreadsheet_comes_in_and_the_clubs_own_file_does_too(
    league_club: Club, desk: Client, clock: Callable[[], datetime]
) -> None:
    with override("nl"):
        text = f"{gettext('Name at the table')};Naam;Mail;Rol\nTruus;Truus Bakker;truus@example.org;lid\n"
        assert import_members(club=league_club, text=text, now=clock()) == (1, ())
    saved_by_excel = SimpleUploadedFile("leden.csv", "Zoë;Zoë Smit;\n".encode("cp1252"))
    answer = desk.post(
        reverse("league:club_members_import", args=[league_club.slug]),
        {"file": saved_by_excel, "confirm": "on"},
    )
    assert answer.status_code == 302
    assert set(league_club.memberships.values_list("player__nickname", flat=True)) >= {"Truus", "Zoë"}


def test_members_come_in_from_a_list(league_club: Club, clock: Callable[[], datetime]) -> None:
    text = "Nickname,Name,Mail\nTruus,Truus Bakker,truus@example.org\n'=Kees,Kees Smit,\n"
    made, faults = import_members(club=league_club, text=text, now=clock())
    assert (made, faults) == (2, ())
    truus = Player.objects.get(nickname="Truus")
    listed = Membership.objects.get(club=league_club, player=truus)
    assert (listed.real_name, listed.listed_mail) == ("Truus Bakker", "truus@example.org")
    assert not truus.has_usable_password()


def test_a_list_with_a_fault_takes_in_nobody(
    league_club: Club, secretary: Player, clock: Callable[[], datetime]
) -> None:
    before = Player.objects.count()
    text = "Truus,,truus@example.org\nSecretary Siem,,\nKees,,not a mail\n"
    made, faults = import_members(club=league_club, text=text, now=clock())
    assert made == 0
    assert [fault.line for fault in faults] == [2, 3]
    assert Player.objects.count() == before
