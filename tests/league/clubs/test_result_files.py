"""Lists of results as clubs have them, through the import page: read right, or refused with a place and what to do."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import Workbook

from accounts.member_imports import import_members
from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Evening
from games.league.queries import season_table
from tests.league.clubs.lists import LISTS, form_inputs, send_list, totals_by_name, workbook
from tests.league.conftest import change_rules, plan_evening

pytestmark = pytest.mark.django_db

PLAYERS = "Anna Bert Cora Dirk Eva Frits Greet Henk".split()  # noqa: SIM905


@pytest.fixture
def evenings(
    league_club: Club, competition: Competition, clock: Callable[[], datetime]
) -> dict[int, Evening]:
    """Evenings 1 to 5 of a competition of eight: the last is still to come."""
    import_members(club=league_club, text="\n".join(PLAYERS), now=clock())
    for name in PLAYERS:
        services.enter(competition=competition, players=[Player.objects.get(nickname=name)])
    made = {number: plan_evening(competition, clock()) for number in range(1, 6)}
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
    shown = send_list(desk, address, content, **more)
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
    answer = send_list(desk, reverse("league:results_import", args=[competition.pk]), content, confirm="on")
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
    answer = send_list(desk, reverse("league:results_import", args=[competition.pk]), content, confirm="on")
    assert answer.status_code == 302, [fault.sentence for fault in answer.context["faults"]]
    assert [row.total for row in season_table(competition).rows][:2] == [1_234, 0]


def faults_of(desk: Client, competition: Competition, content: str, **said: str) -> list[str]:
    """What the preview of a list of results finds wrong, without the places."""
    answer = send_list(
        desk, reverse("league:results_import", args=[competition.pk]), content.encode(), **said
    )
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
    assert send_list(desk, address, content, confirm="on").status_code == 302
    assert totals_by_name(competition) == {"Anna": 190, "Bert": 80}


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
    answer = send_list(
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
    change_rules(competition, announced="own_average")
    address = reverse("league:results_import", args=[competition.pk])

    def written(content: bytes, evening: str, **more: str) -> None:
        shown = send_list(desk, address, content, evening=evening)
        sending = form_inputs(shown.content) | {"evening": evening, "confirm": "on", **more}
        assert "is taken in" in desk.post(address, sending, follow=True).content.decode().replace("are", "is")

    def worth_of(name: str) -> object:
        table = season_table(competition)
        results = table.season.on(evenings[1].pk)
        return {table.name(entrant): result.points for entrant, result in results.items()}.get(name)

    written(b"Naam;Punten\nHenk;40\n", "2", missing="")
    competition.entrants.filter(members__player__nickname="Greet").update(withdrawn_at=timezone.now())
    shown = send_list(desk, address, b"Naam;Punten\nAnna;100\nBert;50\nTotaal;150\n", evening="1")
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
    shown = send_list(desk, address, f'Naam;Punten\n"{name}";100\nCora;50\n'.encode(), evening="1")
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]
    points = {mark.entrant.members.get().player.nickname: mark.points for mark in shown.context["read"].marks}
    assert points == {"Anna": 100, "Cora": 50}
    both = send_list(desk, address, b"Naam;Punten\nJan Smit;100\n", evening="1")
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
    plan_evening(pairs, clock())
    address = reverse("league:results_import", args=[pairs.pk])
    for name in ("Anna – Bert", "Bert Visser en Anna de Boer", "Anna de Boer, Bert"):
        shown = send_list(desk, address, f'Naam;Punten\n"{name}";100\n'.encode(), evening="1", sure="on")
        assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]


def test_evenings_beside_each_other_and_evenings_by_their_date_are_read_right(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    """Anna has 1234 and 1000, Bert 900 on the first evening and -8 on the third, which is named by its date."""
    address = reverse("league:results_import", args=[competition.pk])
    content = b"Pl;Naam;Avond 1;Avond 2;Totaal\n1;Anna;1234;1000;2234\n2;Bert;900;-;900\n;Totaal;2134;1000;\n"
    shown = send_list(desk, address, content)
    assert shown.status_code == 200, [fault.sentence for fault in shown.context["faults"]]
    assert "Each column with an evening in its heading" in shown.content.decode()
    assert 'name="column-2"' not in shown.content.decode()
    assert [(plan.evening.number, plan.results) for plan in shown.context["read"].plans] == [(1, 2), (2, 1)]
    assert shown.context["read"].passed_over == (4,)
    assert (
        desk.post(address, form_inputs(shown.content) | {"confirm": "on", "missing": ""}).status_code == 302
    )
    Evening.objects.filter(number=3).update(starts_at=timezone.now() - timedelta(days=30))
    day = timezone.localdate(Evening.objects.get(number=3).starts_at)
    for written in (f"{day:%d-%m-%Y}", f"{day:%Y-%m-%d}"):
        again = send_list(
            desk, address, f"Datum;Naam;Punten\n{written};Bert;-8\nDatum;Naam;Punten\n".encode()
        )
        assert [(mark.evening.number, mark.points) for mark in again.context["read"].marks] == [(3, -8)]
    assert (
        desk.post(address, form_inputs(again.content) | {"confirm": "on", "missing": ""}).status_code == 302
    )
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
        (told,) = send_list(desk, address, content).context["faults"]
        return told.sentence

    assert f"more than one evening on {day:%d-%m-%Y}. Write its number instead: 1, 2, 3, 4." in fault()
    Evening.objects.filter(number__in=(1, 2, 4)).update(status=Evening.Status.CANCELLED)
    shown = send_list(desk, address, content)
    assert [plan.evening.number for plan in shown.context["read"].plans] == [3]
    Evening.objects.filter(number=3).update(status=Evening.Status.CANCELLED)
    assert "Evening 1 was cancelled." in fault()


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
    answer = send_list(desk, reverse("league:results_import", args=[competition.pk]), content, confirm="on")
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
    answer = send_list(desk, address, out.getvalue(), confirm="on", missing="")
    assert answer.status_code == 302, [fault.sentence for fault in answer.context["faults"]]
    assert {row.total for row in season_table(competition).rows} == {points, 0}


def test_the_secretary_says_what_a_column_of_results_is(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    """Where the headings tell nothing. Nothing is written before the preview showed what was said."""
    address = reverse("league:results_import", args=[competition.pk])
    shown = send_list(desk, address, b"Wie;Wat;Wanneer\nAnna;1234;1\nBert;987;1\n")
    assert shown.status_code == 422
    said = form_inputs(shown.content) | {"column-0": "name", "column-1": "points", "column-2": "evening"}
    again = desk.post(address, said | {"confirm": "on"})
    assert again.status_code == 200, "other columns than were seen: shown first"
    assert [(mark.points, mark.evening.number) for mark in again.context["read"].marks] == [
        (1234, 1),
        (987, 1),
    ]
    assert {row.total for row in season_table(competition).rows} == {0}
    assert desk.post(address, form_inputs(again.content) | {"confirm": "on"}).status_code == 302
    assert [row.total for row in season_table(competition).rows][:2] == [1_234, 987]


def test_another_evening_than_was_seen_is_shown_first(
    desk: Client, competition: Competition, evenings: dict[int, Evening]
) -> None:
    address = reverse("league:results_import", args=[competition.pk])
    shown = send_list(desk, address, b"Naam;Punten\nAnna;1234\n", evening="1")
    fields = form_inputs(shown.content)
    assert desk.post(address, fields | {"evening": "2", "confirm": "on"}).status_code == 200
    assert {row.total for row in season_table(competition).rows} == {0}
