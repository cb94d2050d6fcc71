"""Lists as clubs have them, through the pages of import: read right, or refused with a place and what to do."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook

from accounts.member_imports import import_members
from accounts.member_lists import MOST_LINES
from accounts.models import Club, Player
from accounts.models.messages import QueuedMessage
from accounts.raw_lists import read_file
from games.league import services
from games.league.models import Competition, Evening
from games.league.queries import season_table
from tests.league.conftest import planned

pytestmark = pytest.mark.django_db
LISTS = Path(settings.BASE_DIR) / "tests" / "lists"
Member = tuple[str, str, str, str]


def workbook(*rows: list[object]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def sent(desk: Client, address: str, content: bytes, **more: str):
    return desk.post(address, {"file": SimpleUploadedFile("list.csv", content), **more})


def taken_in(desk: Client, club: Club, content: bytes) -> list[Member]:
    """The members that came by the list: name at the table, name, mail, phone."""
    before = set(club.memberships.values_list("pk", flat=True))
    address = reverse("league:club_members_import", args=[club.slug])
    shown = sent(desk, address, content)
    assert set(club.memberships.values_list("pk", flat=True)) == before, "nothing is written yet"
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["read"].faults]
    assert desk.post(address, inputs_of(shown.content) | {"confirm": "on"}).status_code == 302
    new = club.memberships.exclude(pk__in=before).select_related("player").order_by("pk")
    return [(each.player.nickname, each.real_name, each.listed_mail, each.player.phone) for each in new]


def test_the_preview_says_how_many_more_come_in_and_what_happens_with_numbers(
    desk: Client, league_club: Club
) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    rows = "".join(f"Nieuw{number};06 1234567{number}\n" for number in range(5))
    page = sent(desk, address, f"Naam;Telefoon\n{rows}".encode()).content.decode()
    assert "and 2 more" in page
    assert "Nobody stands in the phone list by that" in page
    page = sent(desk, address, b"Naam;Telefoon\nNieuw1;\nNieuw2;\n").content.decode()
    assert " more</p>" not in page
    assert "phone list" not in page


class Preview(HTMLParser):
    """Reads what a browser sends of the form of the preview when nothing is changed in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.select = ""
        packed = page.index('<textarea name="packed"')
        self.feed(page[packed : page.index("</form>", packed)])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if tag in ("select", "textarea"):
            self.select = about["name"] or ""
        elif tag == "option" and "selected" in about:
            self.fields[self.select] = about["value"] or ""
        elif tag == "input" and (about.get("type") != "checkbox" or "checked" in about):
            self.fields[about["name"] or ""] = about.get("value") or ("on" if "checked" in about else "")

    def handle_data(self, data: str) -> None:
        if self.select == "packed" and "packed" not in self.fields:
            self.fields["packed"] = data.removeprefix("\n")


def inputs_of(page: bytes) -> dict[str, str]:
    return Preview(page.decode()).fields


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
    assert taken_in(desk, league_club, (LISTS / file).read_bytes()) == members


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
    assert taken_in(desk, league_club, content) == members


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
    answer = sent(desk, reverse("league:club_members_import", args=[league_club.slug]), content)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert Player.objects.count() == before


def overwritten(content: bytes, chance: Random) -> bytes:
    """The file with some bytes behind its first four changed."""
    damaged = bytearray(content)
    for _byte in range(chance.choice([1, 2, 8])):
        damaged[chance.randrange(4, len(damaged))] = chance.randrange(256)
    return bytes(damaged)


@pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")
def test_a_damaged_workbook_is_read_or_refused() -> None:
    """Bytes of the archive and of its parts are changed, parts are missing, and the file ends early."""
    whole = workbook(
        ["Naam", "E-mail", "Lid sinds"], ["Jan", mail("jan"), date(2020, 1, 1)], ["Piet", "", 2.5]
    )
    with zipfile.ZipFile(io.BytesIO(whole)) as packed:
        parts = {part.filename: packed.read(part) for part in packed.infolist()}
    refused = 0
    for seed in range(150):
        chance = Random(seed)
        name = chance.choice(sorted(parts))
        method = chance.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
        for content in (
            overwritten(whole, chance),
            overwritten(zipped(parts, method), chance),
            zipped(parts | {name: overwritten(parts[name], chance)}),
            zipped({part: held for part, held in parts.items() if part != name}),
            whole[: chance.randrange(4, len(whole))],
        ):
            try:
                read_file(content)
            except ValidationError:
                refused += 1
    assert refused > 450


def zipped(parts: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
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
    assert [name for name, *_rest in taken_in(desk, league_club, content.encode())] == members


def test_the_names_of_the_preview_can_be_typed_and_rows_left_out(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = sent(desk, address, b"Naam;E-mail\nJan;\nJan;\nPiet;piet@\nJan;\n")
    assert shown.status_code == 422, "an address cannot be guessed"
    inputs = inputs_of(shown.content) | {"cell-3-table": "Jan", "leave-5": "on", "confirm": "on"}
    again = desk.post(address, inputs)
    assert [fault.line for fault in again.context["read"].faults] == [3, 4]
    assert b"Nobody was taken in yet" not in shown.content
    assert b"Nobody was taken in yet" in again.content
    right = {"cell-3-table": "Lange Jan", "cell-4-mail": "piet@example.org", "confirm": "on"}
    assert desk.post(address, inputs_of(again.content) | right).status_code == 302
    new = league_club.memberships.filter(player__username__startswith="member-")
    assert list(new.order_by("pk").values_list("player__nickname", "listed_mail")) == [
        ("Jan", ""),
        ("Lange Jan", ""),
        ("Piet", "piet@example.org"),
    ]


def test_a_column_can_be_taken_for_something_else(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = sent(desk, address, b"Naam;Anders\nPiet Smit;Pietje\n")
    other = inputs_of(shown.content) | {"column-1": "table"}
    seen = desk.post(address, other | {"confirm": "on"})
    assert seen.status_code == 200, "with other columns it is shown again before it is written"
    assert [line.nickname for line in seen.context["read"].new] == ["Pietje"]
    assert desk.post(address, inputs_of(seen.content) | {"confirm": "on"}).status_code == 302
    assert league_club.memberships.get(player__nickname="Pietje").listed_name == "Piet Smit"


def test_a_list_sent_twice_brings_nobody_twice(desk: Client, league_club: Club) -> None:
    content = (LISTS / "members_couple_one_address.csv").read_bytes()
    assert len(taken_in(desk, league_club, content)) == 2
    shown = sent(desk, reverse("league:club_members_import", args=[league_club.slug]), content)
    assert [line.left_out for line in shown.context["read"].lines] == [True, True]
    assert not shown.context["read"].new
    more = taken_in(desk, league_club, content + b"Sjoerd;Sjoerd Wiersma;\n")
    assert [name for name, *_rest in more] == ["Sjoerd"]


def test_a_large_club_brings_its_list_again_with_some_newcomers(
    desk: Client, league_club: Club, clock: Callable[[], datetime]
) -> None:
    import_members(club=league_club, text="\n".join(f"Lid{number}" for number in range(120)), now=clock())
    content = "Naam\n" + "".join(f"Lid{number}\n" for number in range(125))
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = sent(desk, address, content.encode())
    assert len(shown.context["read"].known) == 120
    assert len(inputs_of(shown.content)) < 10, "a member is no question"
    assert desk.post(address, inputs_of(shown.content) | {"confirm": "on"}).status_code == 302
    names = league_club.memberships.filter(player__nickname__startswith="Lid").order_by("pk")
    assert [each.player.nickname for each in names] == [f"Lid{number}" for number in range(125)]


def test_every_row_of_the_longest_list_may_be_answered(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = sent(desk, address, ("Naam;E-mail\n" + f"Kim;kim@{';' * 60}\n" * MOST_LINES).encode())
    inputs = inputs_of(shown.content)
    left = {f"leave-{line.number}": "on" for line in shown.context["read"].lines}
    assert len(left) == MOST_LINES
    again = desk.post(address, inputs | left | {"confirm": "on"})
    assert again.status_code == 422, "nobody is left"
    assert not again.context["read"].new


def test_a_namesake_of_a_member_can_be_taken_in(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    assert len(taken_in(desk, league_club, b"Naam\nSjoerd\n")) == 1
    shown = sent(desk, address, b"Naam\nSjoerd\nWim\n")
    said = inputs_of(shown.content) | {"take-2": "on"}
    asked = desk.post(address, said | {"confirm": "on"})
    assert asked.status_code == 422, "two of one name at the table"
    assert inputs_of(asked.content)["cell-2-table"] == "Sjoerd 2"
    left = desk.post(address, inputs_of(asked.content) | {"leave-2": "on"})
    assert [line.left_out for line in left.context["read"].lines] == [True, False]
    assert desk.post(address, inputs_of(asked.content) | {"confirm": "on"}).status_code == 302
    new = league_club.memberships.filter(player__username__startswith="member-").order_by("pk")
    assert [each.player.nickname for each in new] == ["Sjoerd", "Sjoerd 2", "Wim"]


def test_a_couple_with_one_address_is_told_how_the_second_signs_in(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = sent(desk, address, (LISTS / "members_couple_one_address.csv").read_bytes())
    text = shown.content.decode()
    assert "Hinke has the same address as Oene" in text
    assert reverse("league:club_invite", args=[league_club.slug]) in text
    result = desk.post(address, inputs_of(shown.content) | {"confirm": "on"}, follow=True)
    assert "Hinke has the same mail address as Oene" in result.content.decode()


def test_a_list_of_members_is_taken_back_once(
    desk: Client, league_club: Club, competition: Competition, clock: Callable[[], datetime]
) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    before = set(league_club.memberships.values_list("pk", flat=True))
    shown = sent(desk, address, f"Naam;E-mail\nAnna;{mail('anna')}\nBert;\nCora;\n".encode())
    told = inputs_of(shown.content) | {"confirm": "on", "tell": "on"}
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


PLAYERS = "Anna Bert Cora Dirk Eva Frits Greet Henk".split()  # noqa: SIM905


@pytest.fixture
def evenings(
    league_club: Club, competition: Competition, clock: Callable[[], datetime]
) -> dict[int, Evening]:
    """Evenings 1 to 5 of a competition of eight: the last is still to come."""
    import_members(club=league_club, text="\n".join(PLAYERS), now=clock())
    for name in PLAYERS:
        services.enter(competition=competition, players=[Player.objects.get(nickname=name)])
    made = {number: planned(competition, clock()) for number in range(1, 6)}
    Evening.objects.filter(number__lt=5).update(starts_at=timezone.now() - timedelta(days=7))
    Evening.objects.filter(number=5).update(starts_at=timezone.now() + timedelta(days=7))
    return made


@pytest.mark.parametrize(
    ("file", "more", "totals"),
    [
        ("results_ranking_place_name_points.csv", {"evening": "1"}, {1: 36_990}),
        ("results_thousands.csv", {}, {4: 1_234}),
        ("results_title_row.csv", {}, {4: 1_300}),
        ("results_total_row.csv", {"sure": "on"}, {5: 1_100}),
    ],
)
def test_a_file_of_results_is_shown_written_and_taken_back(
    desk: Client,
    competition: Competition,
    evenings: dict[int, Evening],
    file: str,
    more: dict[str, str],
    totals: dict[int, int],
) -> None:
    address = reverse("league:results_import", args=[competition.pk])
    content = (LISTS / file).read_bytes()
    shown = sent(desk, address, content, **more)
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]
    assert {plan.evening.number for plan in shown.context["read"].plans} == set(totals)
    assert all(plan.closes for plan in shown.context["read"].plans)
    assert "will be closed" in shown.content.decode()
    assert {row.total for row in season_table(competition).rows} == {0}, "nothing is written yet"
    packed = shown.context["form"].cleaned_data["text"]
    assert desk.post(address, {"packed": packed, "confirm": "on", **more}).status_code == 302
    assert sum(row.total for row in season_table(competition).rows) == sum(totals.values())
    status = dict(competition.evenings.values_list("number", "status"))
    assert {number for number, each in status.items() if each == Evening.Status.CLOSED} == set(totals)
    batch = competition.imports.get()
    back = reverse("league:results_import_back", args=[competition.pk, batch.pk])
    for _twice in range(2):
        assert desk.post(back).status_code == 302
    assert {row.total for row in season_table(competition).rows} == {0}
    assert set(competition.evenings.values_list("status", flat=True)) == {Evening.Status.PLANNED}
    assert [each.what for each in competition.corrections.all()] == ["import_back", "imported"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ((LISTS / "results_ranking_place_name_points.csv").read_bytes(), "No column says which evening"),
        ((LISTS / "results_total_row.csv").read_bytes(), "Evening 5 is still to come"),
        (b"Avond;Naam;Punten\n\n9;Anna;100\n", "Row 3, column A (Avond): There is no evening 9"),
        (b"Punten;Speler;Avond\n1,5,5;Anna;1\n", "Row 2, column A (Punten)"),
        (b"Avond,Naam,Punten\n1,Nobody,100\n", "Row 2, column B (Naam)"),
        (b"Avond;Punten\n1;100\n", "No column has the names"),
        (b"Avond;Naam;Punten\n1;Anna;afwezig\n", "Leave the row out for somebody who was not there"),
        (b"Naam;Avond 1;Avond 9\nAnna;100;50\n", "Row 2, column C (Avond 9): There is no evening 9"),
        (b"Datum;Naam;Punten\n12-03-1999;Anna;1\n", "There is no evening 12-03-1999"),
    ],
)
def test_results_in_doubt_close_nothing(
    desk: Client, competition: Competition, evenings: dict[int, Evening], content: bytes, told: str
) -> None:
    answer = sent(desk, reverse("league:results_import", args=[competition.pk]), content, confirm="on")
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert set(competition.evenings.values_list("status", flat=True)) == {Evening.Status.PLANNED}


@pytest.mark.parametrize(
    "content",
    [
        b"Points,Player,Evening\n1234,Anna,1\n",
        "Speelavond;Deelnemer;Score\navond 1;Anna;1 234\n".encode("utf-16"),
        b"Clubkampioenschap\n\nPl.;Naam;Avond;Punten\n1;ANNA;1;1.234,00\n;Totaal;;1.234\n",
        b"1,Anna,1234\n",
        workbook(["Avond", "Naam", "Punten"], [1, "Anna", 1234.0]),
    ],
)
def test_other_files_of_results_are_read_right(
    desk: Client, competition: Competition, evenings: dict[int, Evening], content: bytes
) -> None:
    answer = sent(desk, reverse("league:results_import", args=[competition.pk]), content, confirm="on")
    assert answer.status_code == 302, [fault.sentence for fault in answer.context["faults"]]
    assert [row.total for row in season_table(competition).rows][:2] == [1_234, 0]


def faults_of(desk: Client, competition: Competition, content: str, **said: str) -> list[str]:
    """What the preview of a list of results finds wrong, without the places."""
    answer = sent(desk, reverse("league:results_import", args=[competition.pk]), content.encode(), **said)
    return [fault.sentence.partition(": ")[2] for fault in answer.context["faults"]]


def test_results_say_once_what_is_not_planned_and_check_the_names_all_the_same(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    """A name twice in one list is not said to have points already, and a comma in a number is seen."""
    rows = "3-9-2020;Anna;100\n3-9-2020;Nobody;90\n3-9-2020;Bert;80\n"
    assert faults_of(desk, competition, f"Avond;Naam;Punten\n{rows}") == [
        "There is no evening 3-9-2020. Give its date, and this list makes it.",
        "Nobody called “Nobody” takes part.",
    ]
    twice = faults_of(desk, competition, "Naam;Punten\nAnna;100\nBert;90\nANNA;80\n", evening="1")
    assert twice == ["“ANNA” has points on evening 1 in row 2 of this list already."]
    [split] = faults_of(desk, competition, "Naam,Punten\nAnna,1201,5\nBert,90\n", evening="1")
    assert split.startswith("This row has more columns than the heading.")


@pytest.mark.parametrize("heading", ["{:%d-%m-%Y}", "{:%-d-%-m}", "{:%d/%m/%y}"])
def test_a_column_of_results_may_have_the_date_of_its_evening(
    desk: Client, competition: Competition, evenings: dict[int, Evening], heading: str
) -> None:
    for number, evening in evenings.items():
        evening.starts_at = timezone.now() - timedelta(days=7 * (3 - number))
        evening.save()
    first, second = (heading.format(timezone.localdate(evenings[number].starts_at)) for number in (1, 2))
    content = f"Naam;{first};{second};Totaal\nAnna;100;90;190\nBert;;80;80\n"
    address = reverse("league:results_import", args=[competition.pk])
    assert sent(desk, address, content.encode(), confirm="on").status_code == 302
    table = season_table(competition)
    totals = {table.name(row.entrant): row.total for row in table.rows if row.total}
    assert totals == {"Anna": 190, "Bert": 80}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Gerda v.d. Meulen", "Gerda"),
        ("Gerda vd Meulen", "Gerda"),
        ("G. van der Meulen", "Gerda"),
        ("Piet vd Berg", "Piet"),
        ("A. van 't Hof", "Anneke"),
        ("J. Smit", ""),
        ("Meulen", ""),
        ("Gerda Smit", ""),
    ],
)
def test_results_know_a_name_whose_prefix_is_shortened(
    desk: Client, competition: Competition, evenings: dict[int, Evening], typed: str, meant: str
) -> None:
    """Two may be J. Smit, and a family name alone is nobody."""
    listed = "Roepnaam;Tussenvoegsel;Achternaam\nGerda;van der;Meulen\nPiet;van den;Berg\nAnneke;van 't;Hof\n"
    import_members(club=competition.season.club, text=f"{listed}Jan;;Smit\nJoke;;Smit\n", now=timezone.now())
    for name in ("Gerda", "Piet", "Anneke", "Jan", "Joke"):
        services.enter(competition=competition, players=[Player.objects.get(nickname=name)])
    answer = sent(
        desk,
        reverse("league:results_import", args=[competition.pk]),
        f"Naam;Punten\n{typed};1234\n".encode(),
        evening="1",
        confirm="on",
    )
    table = season_table(competition)
    assert {table.name(row.entrant) for row in table.rows if row.total} == ({meant} if meant else set())
    assert answer.status_code == (302 if meant else 422)


@pytest.mark.parametrize(("said", "worth"), [("announced", 40), ("unannounced", 0), ("", None)])
def test_who_is_not_in_a_list_of_results_is_named_and_has_what_the_secretary_says(
    desk: Client, competition: Competition, evenings: dict[int, Evening], said: str, worth: int | None
) -> None:
    """Henk has 40 on evening 2: an evening for which he was signed off is worth that, his average. Greet has withdrawn.
    Who is in a later list was there; taken back, all of it goes."""
    competition.rules = {**competition.rules, "announced": "own_average"}
    competition.save()
    address = reverse("league:results_import", args=[competition.pk])

    def written(content: bytes, evening: str, **more: str) -> None:
        shown = sent(desk, address, content, evening=evening)
        sending = inputs_of(shown.content) | {"evening": evening, "confirm": "on", **more}
        assert "is taken in" in desk.post(address, sending, follow=True).content.decode().replace("are", "is")

    def worth_of(name: str) -> object:
        table = season_table(competition)
        results = table.season.on(evenings[1].pk)
        return {table.name(entrant): result.points for entrant, result in results.items()}.get(name)

    written(b"Naam;Punten\nHenk;40\n", "2", missing="")
    competition.entrants.filter(members__player__nickname="Greet").update(withdrawn_at=timezone.now())
    shown = sent(desk, address, b"Naam;Punten\nAnna;100\nBert;50\nTotaal;150\n", evening="1")
    [plan] = shown.context["plans"]
    assert shown.context["ready"]["missing"].value() == "announced"
    assert (plan.sum, plan.missing) == (150, ("Cora", "Dirk", "Eva", "Frits", "Henk"))
    assert "the own average of the season" in shown.content.decode()
    written(b"Naam;Punten\nAnna;100\nBert;50\n", "1", missing=said)
    assert [worth_of(name) for name in ("Anna", "Henk")] == [100, worth]
    written(b"Naam;Punten\nHenk;70\n", "1")
    assert worth_of("Henk") == 70
    imports = desk.get(address).context["imports"]
    assert [each.results for each in imports] == [1, 2, 1]
    assert [each.pk for each in imports] == [each.pk for each in competition.imports.all()]
    for batch in competition.imports.all()[:2]:
        back = reverse("league:results_import_back", args=[competition.pk, batch.pk])
        assert desk.post(back).status_code == 302
    assert [worth_of(name) for name in ("Anna", "Henk", "Cora")] == [None] * 3


@pytest.mark.parametrize(
    "name",
    ["Anna", "Anna van den Berg", "van den Berg, Anna", "Berg, Anna van den", "VAN DEN BERG ANNA"],
)
def test_results_name_members_as_the_list_of_the_club_does(
    desk: Client, competition: Competition, evenings: dict[int, Evening], league_club: Club, name: str
) -> None:
    """Anna van den Berg is Anna at the table; Bert's name in the list is another's at the table."""
    listed = {"Anna": "Anna van den Berg", "Bert": "Cora", "Dirk": "Jan Smit", "Eva": "Jan Smit"}
    for nickname, real in listed.items():
        league_club.memberships.filter(player__nickname=nickname).update(listed_name=real)
    address = reverse("league:results_import", args=[competition.pk])
    shown = sent(desk, address, f'Naam;Punten\n"{name}";100\nCora;50\n'.encode(), evening="1")
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]
    points = {mark.entrant.members.get().player.nickname: mark.points for mark in shown.context["read"].marks}
    assert points == {"Anna": 100, "Cora": 50}
    both = sent(desk, address, b"Naam;Punten\nJan Smit;100\n", evening="1")
    assert [fault.sentence for fault in both.context["faults"]] == [
        "Row 2, column A (Naam): More than one may be called “Jan Smit”. Write the name at the table."
    ]


def test_results_name_the_partners_of_a_pair_as_the_list_of_the_club_does(
    desk: Client, league_club: Club, clock: Callable[[], datetime]
) -> None:
    season = services.create_season(club=league_club, name="Spring", now=clock())
    import_members(club=league_club, text="Anna;Anna de Boer;\nBert;Bert Visser;", now=clock())
    pairs = services.add_competition(season=season, name="Pairs", game="kraken", seating="pairs", size=2)
    services.enter(
        competition=pairs, players=[Player.objects.get(nickname=name) for name in ("Anna", "Bert")]
    )
    planned(pairs, clock())
    address = reverse("league:results_import", args=[pairs.pk])
    for name in ("Anna – Bert", "Bert Visser en Anna de Boer", "Anna de Boer, Bert"):
        shown = sent(desk, address, f'Naam;Punten\n"{name}";100\n'.encode(), evening="1", sure="on")
        assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]


def test_evenings_beside_each_other_and_evenings_by_their_date_are_read_right(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    """Anna has 1234 and 1000, Bert 900 on the first evening and -8 on the third, which is named by its date."""
    address = reverse("league:results_import", args=[competition.pk])
    content = b"Pl;Naam;Avond 1;Avond 2;Totaal\n1;Anna;1234;1000;2234\n2;Bert;900;-;900\n;Totaal;2134;1000;\n"
    shown = sent(desk, address, content)
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]
    assert "Each column with an evening in its heading" in shown.content.decode()
    assert 'name="column-2"' not in shown.content.decode()
    assert [(plan.evening.number, plan.results) for plan in shown.context["read"].plans] == [(1, 2), (2, 1)]
    assert shown.context["read"].passed_over == (4,)
    assert desk.post(address, inputs_of(shown.content) | {"confirm": "on", "missing": ""}).status_code == 302
    Evening.objects.filter(number=3).update(starts_at=timezone.now() - timedelta(days=30))
    day = timezone.localdate(Evening.objects.get(number=3).starts_at)
    for written in (f"{day:%d-%m-%Y}", f"{day:%Y-%m-%d}"):
        again = sent(desk, address, f"Datum;Naam;Punten\n{written};Bert;-8\nDatum;Naam;Punten\n".encode())
        assert [(mark.evening.number, mark.points) for mark in again.context["read"].marks] == [(3, -8)]
    assert desk.post(address, inputs_of(again.content) | {"confirm": "on", "missing": ""}).status_code == 302
    totals = {row.total for row in season_table(competition).rows}
    assert totals == {2_234, 892, 0}


def test_a_date_names_the_evening_of_that_day_that_was_not_cancelled(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    """Evenings 1 to 4 were on one day."""
    address = reverse("league:results_import", args=[competition.pk])
    day = timezone.localdate(Evening.objects.get(number=1).starts_at)
    content = f"Datum;Naam;Punten\n{day:%d-%m-%Y};Anna;100\n".encode()

    def fault() -> str:
        (told,) = sent(desk, address, content).context["faults"]
        return told.sentence

    assert f"more than one evening on {day:%d-%m-%Y}. Write its number instead: 1, 2, 3, 4." in fault()
    Evening.objects.filter(number__in=(1, 2, 4)).update(status=Evening.Status.CANCELLED)
    shown = sent(desk, address, content)
    assert [plan.evening.number for plan in shown.context["read"].plans] == [3]
    Evening.objects.filter(number=3).update(status=Evening.Status.CANCELLED)
    assert "Evening 1 was cancelled." in fault()


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


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("12,5", Fraction(25, 2)),
        ("12.5", Fraction(25, 2)),
        ("12½", Fraction(25, 2)),
        ("½", Fraction(1, 2)),
        ("1.234,25", Fraction(4937, 4)),
        ("1,234.5", Fraction(2469, 2)),
        ("1.234", 1_234),
    ],
)
def test_halves_of_points_in_a_list_are_kept(
    desk: Client, competition: Competition, evenings: dict[int, Evening], typed: str, points: Fraction
) -> None:
    content = f"Avond;Naam;Punten\n1;Anna;{typed}\n".encode()
    answer = sent(desk, reverse("league:results_import", args=[competition.pk]), content, confirm="on")
    assert answer.status_code == 302, [fault.sentence for fault in answer.context["faults"]]
    assert season_table(competition).rows[0].total == points


@pytest.mark.parametrize(
    ("number", "shown_as", "points"),
    [
        (62.375, "General", Fraction(3119, 50)),
        (100 / 3, "0.0", Fraction(3333, 100)),
        (1234.5, "#,##0.00", Fraction(2469, 2)),
        (-8.125, "General", Fraction(-813, 100)),
        (1e-7, "General", Fraction(0)),
        (0.62375, "0.00%", Fraction(3119, 50)),
        (1, "0%", Fraction(100)),
        (62.5, '0.0"%"', Fraction(125, 2)),
    ],
)
def test_a_number_of_a_workbook_is_that_number_in_hundredths(
    desk: Client,
    competition: Competition,
    evenings: dict[int, Evening],
    number: float,
    shown_as: str,
    points: Fraction,
) -> None:
    """Whatever a text with three digits behind its point means; a per cent is what stands there."""
    book, out = Workbook(), io.BytesIO()
    book.active.append(["Avond", "Naam", "Punten"])
    book.active.append([1.0, "Anna", number])
    book.active["C2"].number_format = shown_as
    book.save(out)
    address = reverse("league:results_import", args=[competition.pk])
    answer = sent(desk, address, out.getvalue(), confirm="on", missing="")
    assert answer.status_code == 302, [fault.sentence for fault in answer.context["faults"]]
    assert {row.total for row in season_table(competition).rows} == {points, 0}


def test_the_secretary_says_what_a_column_of_results_is(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    """Where the headings tell nothing. Nothing is written before the preview showed what was said."""
    address = reverse("league:results_import", args=[competition.pk])
    shown = sent(desk, address, b"Wie;Wat;Wanneer\nAnna;1234;1\nBert;987;1\n")
    assert shown.status_code == 422
    said = inputs_of(shown.content) | {"column-0": "name", "column-1": "points", "column-2": "evening"}
    again = desk.post(address, said | {"confirm": "on"})
    assert again.status_code == 200, "other columns than were seen: shown first"
    assert [(mark.points, mark.evening.number) for mark in again.context["read"].marks] == [
        (1234, 1),
        (987, 1),
    ]
    assert {row.total for row in season_table(competition).rows} == {0}
    assert desk.post(address, inputs_of(again.content) | {"confirm": "on"}).status_code == 302
    assert [row.total for row in season_table(competition).rows][:2] == [1_234, 987]


def test_another_evening_than_was_seen_is_shown_first(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    address = reverse("league:results_import", args=[competition.pk])
    shown = sent(desk, address, b"Naam;Punten\nAnna;1234\n", evening="1")
    fields = inputs_of(shown.content)
    assert desk.post(address, fields | {"evening": "2", "confirm": "on"}).status_code == 200
    assert {row.total for row in season_table(competition).rows} == {0}


@pytest.mark.parametrize("last", ["Totaal: 2 leden;;", ";Totaal;2", "Aantal leden;;"])
def test_a_row_of_totals_is_no_member(desk: Client, league_club: Club, last: str) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = sent(desk, address, f"Roepnaam;Achternaam;Mail\nAb;Mulder;\nSom;Sam;\n{last}\n".encode())
    assert [line.nickname for line in shown.context["read"].lines] == ["Ab", "Som"]
    assert "adds up the others: row 4" in shown.content.decode()


def test_the_preview_speaks_of_names_only_where_it_asks_for_one(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    for row, asks in (("Lies;lies@@x", False), ("Lies;\nLies;", True)):
        page = sent(desk, address, f"Naam;Mail\n{row}\n".encode())
        assert page.context["read"].asks_names == asks
        assert ("Names at the table differ on the whole site" in page.content.decode()) == asks


def test_the_preview_names_everybody_who_comes_in(desk: Client, league_club: Club) -> None:
    address = reverse("league:club_members_import", args=[league_club.slug])
    names = ["Ab", "Bep", "Cor", "Dik", "Evi"]
    page = sent(desk, address, ("Naam\n" + "\n".join(names)).encode()).content.decode()
    assert all(f">{name}<" in page or f">{name} <" in page for name in names)


def test_who_has_an_account_in_the_club_is_known_by_its_address(
    desk: Client, league_club: Club, secretary: Player
) -> None:
    """The founder stands in the list with the whole name, and has the address of the account."""
    secretary.email = "siem@example.org"
    secretary.save()
    address = reverse("league:club_members_import", args=[league_club.slug])
    content = f"Roepnaam;Achternaam;Mail\n{secretary.nickname};de Vries;Siem@example.org\nAb;Mulder;\n"
    read = sent(desk, address, content.encode()).context["read"]
    assert [line.nickname for line in read.known] == [secretary.nickname]
    assert len(read.new) == 1
