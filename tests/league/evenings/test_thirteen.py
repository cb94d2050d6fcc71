"""Evenings of thirteen, led by somebody who does what the cockpit offers next: some are away from the start, two come
late, one leaves early, a pair does not come. Real cards, a table of four at a time."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Evening, TableSeat
from games.league.queries import season_table
from tests.clients import client_of
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import change_rules, plan_evening
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db
TABLE = (100, 62)
"""What the two sides of every table write in each round."""
TOTALS = (410, 238)
"""What the two sides of every table have together after four rounds of 162 points."""


FIXED: Final = {"waiting": "fixed", "waiting_points": 500}
"""A round of waiting is worth 500."""


def on_paper(competition: Competition, now: datetime, **rules: object) -> Evening:
    """An evening of three rounds on paper sheets, by these rules of the competition."""
    competition.rules = {**competition.rules, "cards": "paper", **rules}
    competition.rounds = 3
    competition.save()
    return plan_evening(competition, now)


class Desk:
    """The director's phone: reads the cockpit, and presses what stands there."""

    def __init__(self, browser: Client, evening: Evening) -> None:
        self.browser, self.evening = browser, evening

    @property
    def page(self) -> str:
        answer = self.browser.get(reverse("league:cockpit", args=[self.evening.pk]))
        assert answer.status_code == 200
        return answer.content.decode()

    @property
    def next_step(self) -> str:
        """The value of the large button, "" where the tables are awaited."""
        part = self.page.partition('id="next-step"')[2].partition("<section")[0]
        found = re.search(r'name="do" value="(\w+)"', part)
        return found[1] if found else ""

    def press(self, do: str, **fields: object) -> None:
        assert f'value="{do}"' in self.page, f"{do} is not offered"
        self.evening.refresh_from_db()
        sent = {"do": do, "version": self.evening.version, **fields}
        answer = self.browser.post(reverse("league:cockpit_do", args=[self.evening.pk]), sent)
        assert answer.status_code == 302, answer.content.decode()[:2000]

    def says(self, entrant: Entrant, word: str) -> None:
        """Press comes, signed off or did not come in the row of somebody."""
        assert f'id="who-{entrant.pk}"' in self.page
        address = reverse("league:evening_sign", args=[self.evening.pk])
        assert self.browser.post(address, {"entrant": entrant.pk, "comes": word}).status_code == 302

    def type_and_confirm(self) -> None:
        """Type the totals of every table of the round on the page for them, and confirm them together."""
        self.evening.refresh_from_db()
        address = reverse("league:paper_round", args=[self.evening.pk, self.evening.round])
        tables = list(self.evening.tables.filter(round=self.evening.round))
        typed = {
            f"points-{table.pk}-{place}": total for table in tables for place, total in enumerate(TOTALS)
        }
        for do, told in (("type", "written down"), ("confirm", "now.")):
            page = self.browser.get(address).content.decode()
            seen = {f"seq-{table.pk}": shown.hidden_value(page, f"seq-{table.pk}") for table in tables}
            page = self.browser.post(address, {"do": do, **typed, **seen}, follow=True).content.decode()
            assert f"{len(tables)} sheets" in page
            assert told in page

    def play(self, now: datetime) -> None:
        """The tables of the round are written down, and the next step appears."""
        self.evening.refresh_from_db()
        for table in self.evening.tables.filter(round=self.evening.round):
            write_sheet(table, TABLE, now=now)


@pytest.mark.slow
def test_an_evening_of_thirteen_comes_to_its_end_by_what_the_cockpit_offers(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M01 to M09 are there from the start, M10 and M11 from the second round on, M12 and M13 are away, one signed off
    and one without a word. M01 leaves after the second round. A round of waiting is worth 500."""
    evening = on_paper(competition, clock(), **FIXED, attendance="expected")
    phone = Desk(desk, evening)
    for entrant in entrants[:9]:
        phone.says(entrant, "yes")
    phone.says(entrants[11], "no")
    phone.says(entrants[12], "absent")
    assert phone.next_step == "draw"
    phone.press("draw")
    assert phone.next_step == "open"
    phone.press("open")
    assert phone.next_step in ("", "start")
    phone.says(entrants[9], "yes")
    phone.says(entrants[10], "yes")
    page = phone.page
    assert [f'name="missed-{late.pk}"' in page for late in entrants[9:11]] == [True, True]
    phone.press("missed", **{f"missed-{entrants[9].pk}": "waited", f"missed-{entrants[10].pk}": "nothing"})
    assert 'id="latecomers"' not in phone.page
    phone.play(clock())
    phone.press("rest")
    assert phone.next_step == "open"
    phone.press("open")
    phone.play(clock())
    phone.says(entrants[0], "no")
    phone.press("rest")
    assert phone.next_step == "open"
    phone.press("open")
    phone.play(clock())
    assert phone.next_step == "close"
    page = phone.page
    assert f'name="missed-{entrants[9].pk}" value="waited" required checked' in page
    assert f'name="missed-{entrants[10].pk}" value="nothing" required checked' in page
    assert f'name="missed-{entrants[0].pk}" value="nothing" required>' in page
    said = {entrants[9]: "waited", entrants[10]: "nothing", entrants[0]: "nothing"}
    phone.press("close", **{f"missed-{entrant.pk}": word for entrant, word in said.items()})
    evening.refresh_from_db()
    assert evening.status == Evening.Status.CLOSED
    page = phone.page
    assert ["11 came</span>" in page, "come</span>" in page] == [True, False]
    services.withdraw(entrant=entrants[1], actor=secretary, reason="Moved", now=clock())
    assert "11 came</span>" in phone.page, "who withdraws afterwards was there"
    assert f'href="{reverse("league:evening", args=[evening.pk])}#lines">The result of the evening' in page
    assert f'href="{reverse("league:league", args=[competition.pk])}">The standings' in page
    results = season_table(competition).season.on(evening.pk)
    kinds = {entrant.pk: [part.kind for part in results[entrant.pk].parts] for entrant in entrants[:11]}
    assert all(
        len(found) == 3 for pk, found in kinds.items() if pk not in {entrants[0].pk, entrants[10].pk}
    ), kinds
    assert "excused" in kinds[entrants[9].pk]
    assert "excused" not in kinds[entrants[10].pk]
    assert results[entrants[11].pk].why == "announced"
    assert results[entrants[12].pk].why == "unannounced"
    report = desk.get(reverse("league:evening_report", args=[evening.pk]))
    assert report.status_code == 200
    for file in ("table.csv", "table.json"):
        assert desk.get(reverse("league:league_file", args=[competition.pk, file])).status_code == 200


def expected_at_tables(evening: Evening) -> dict[str, int]:
    """What the tables of the evening bring everybody by name, from their seats: seats 0 and 2 have the first total."""
    worth: dict[str, int] = {}
    seats = TableSeat.objects.filter(table__evening=evening).select_related("player")
    for seat in seats:
        worth[seat.player.nickname] = worth.get(seat.player.nickname, 0) + TOTALS[seat.number % 2]
    return worth


def expect_everywhere(evening: Evening, desk: Client, worth: dict[str, int]) -> None:
    """The page, the list for paper, the report to paste and the file of results say these points; page and list say
    the same places, equals with the same one."""
    file = {
        name: points for (_number, name), points in shown.in_results_file(desk, evening.competition).items()
    }
    for found in (
        shown.on_evening_page(desk, evening),
        shown.on_printed_list(desk, evening),
        shown.in_pasted_report(desk, evening),
        file,
    ):
        assert {name: points for name, points in found.items() if points} == {
            name: points for name, points in worth.items() if points
        }
    page = shown.part_of(shown.page(desk, "league:evening", evening.pk), "lines")
    printed = shown.page(desk, "league:evening_report", evening.pk)
    for html, columns in ((page, (0, 1)), (printed, (0, 1))):
        rows = list(shown.rows_of(html))[1:]
        places = {shown.INSTEAD.sub("", row[columns[1]]): row[columns[0]] for row in rows}
        for name, place in places.items():
            if place != "–":
                assert int(place) == 1 + sum(other > worth[name] for other in worth.values()), (name, places)


@pytest.mark.slow
def test_two_come_late_and_one_goes_home_and_the_points_are_those_worked_out_by_hand(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M01 to M11 are there, M12 comes in the first round and Zus, who is no member yet, in the second. M01 goes home
    after the second. Eleven fill two tables, and three wait; twelve fill three, in both rounds that follow. A round of
    waiting is worth 500, also for M12; Zus and M01 get nothing for theirs.

    By hand: 2 tables, then 3 and 3, each 2 x 410 and 2 x 238, are 8 x 1296 = 10368. Four rounds of waiting are 2000
    more. In all 12368.
    """
    evening = on_paper(competition, clock(), **FIXED, attendance="free")
    phone = Desk(desk, evening)
    for entrant in entrants[:11]:
        phone.says(entrant, "yes")
    phone.press("draw")
    assert "Print empty sheets, of all rounds" in phone.page
    phone.press("open")

    page = phone.page
    assert "sits from round 2 on" in page
    assert "For each round missed (1) you then choose: as a round of waiting (500 points)" in page
    phone.says(entrants[11], "yes")
    assert re.search(r'id="unseated">[^<]*: M12\.', phone.page)
    phone.type_and_confirm()
    phone.press("rest")
    assert 'id="to-draw-anew"' not in phone.page
    phone.press("open")

    assert "For each round missed (1–2) you then choose" in phone.page
    phone.press("walk_in", names="Zus")
    zus = competition.entrants.get(members__player__nickname="Zus")
    leaves = entrants[0]
    assert "From round 3 on M01 has no seat" in phone.page
    phone.says(leaves, "home")
    assert re.search(r'id="signed-off">[^<]*: M01\.', phone.page) or "Waits in round 3" in phone.page
    phone.says(leaves, "yes")
    assert f'id="going-{leaves.pk}"' in phone.page, "taken back"
    phone.says(leaves, "home")
    phone.type_and_confirm()
    phone.press("rest")
    assert 'id="to-draw-anew"' not in phone.page
    phone.press("open")
    phone.type_and_confirm()
    assert phone.next_step == "close"
    said = {entrants[11]: "waited", zus: "nothing", leaves: "nothing"}
    phone.press("close", **{f"missed-{entrant.pk}": word for entrant, word in said.items()})
    evening.refresh_from_db()
    assert evening.status == Evening.Status.CLOSED

    assert [evening.tables.filter(round=number).count() for number in (1, 2, 3)] == [2, 3, 3]
    worth = expected_at_tables(evening)
    first = set(
        TableSeat.objects.filter(table__evening=evening, table__round=1).values_list("player", flat=True)
    )
    for entrant in entrants[:12]:
        player = entrant.members.get().player
        if player.pk not in first:
            worth[player.nickname] = worth.get(player.nickname, 0) + 500
    assert sum(worth.values()) == 12368
    assert len(worth) == 13
    expect_everywhere(evening, desk, worth)


def test_a_pair_that_does_not_come_is_one_tap_and_the_rest_is_drawn_without_it(
    pairs: Competition, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    """Six pairs said yes, and are drawn; one does not come. By hand: two rounds of two tables are 2 x 2 x (410 + 238) =
    2592 for pairs, and in each round one of the five waits for 500: 3592. The pair that did not come has nothing."""
    change_rules(pairs, waiting="fixed", waiting_points=500, cards="paper")
    entered = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 12, 2)]
    evening = plan_evening(pairs, clock())
    phone = Desk(desk, evening)
    for pair in entered:
        phone.says(pair, "yes")
    assert "6 pairs come" in phone.page
    assert "said nothing, or said yes and is not here; worth: 0 points" in phone.page
    phone.press("draw")
    phone.says(entered[2], "absent")
    assert re.search(r'id="signed-off">[^<]*: M05 – M06\.', phone.page)
    phone.press("rest")
    assert 'id="to-draw-anew"' not in phone.page
    for _round in range(2):
        phone.press("open")
        phone.type_and_confirm()
    assert phone.next_step == "close"
    phone.press("close")

    waits = {pair.pk: 2 for pair in entered if pair != entered[2]}
    worth = {pair.pk: 0 for pair in entered}
    seats = TableSeat.objects.filter(table__evening=evening, number__lte=1)
    for seat in seats:
        worth[seat.entrant_id] += TOTALS[seat.number]
        waits[seat.entrant_id] -= 1
    for pair, rounds in waits.items():
        worth[pair] += 500 * rounds
    assert sum(worth.values()) == 3592
    names = {pair.pk: " – ".join(member.player.nickname for member in pair.members.all()) for pair in entered}
    expect_everywhere(evening, desk, {names[pair]: points for pair, points in worth.items()})
    rows = list(shown.rows_of(shown.part_of(shown.page(desk, "league:evening", evening.pk), "lines")))
    assert [row[0] for row in rows if row[1] == "M05 – M06"] == ["–"]


@pytest.mark.slow
def test_latecomers_known_beforehand_are_seated_from_their_round_on_without_another_draw(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    desk: Client,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """M01 to M11 are there; M12 said that she comes after round 1, M13 after round 2. Eleven fill two tables, twelve
    and thirteen three. A round of waiting is worth 500, and the club counts what the two missed as such.

    By hand: 2, 3 and 3 tables of 2 x 410 and 2 x 238 are 8 x 1296 = 10368. In round 1 three wait, in round 2 nobody, in
    round 3 one; M12 missed one round and M13 two: seven rounds of 500 are 3500 more. In all 13868.
    """
    evening = on_paper(competition, clock(), **FIXED, attendance="free")
    monkeypatch.setattr(Evening, "is_over", False)  # the pages know the real time
    phone = Desk(desk, evening)
    for entrant in entrants[:11]:
        phone.says(entrant, "yes")
    assert "comes from round 2 on" in phone.page
    phone.says(entrants[11], "from-2")
    own = client_of(entrants[12].members.get().player)
    its_page = reverse("league:evening", args=[evening.pk])
    assert "I come later" in own.get(its_page).content.decode()
    address = reverse("league:evening_sign", args=[evening.pk])
    assert own.post(address, {"comes": "from-3"}).status_code == 302
    assert "You are coming, from round 3 on." in own.get(its_page).content.decode()
    assert "comes later, from round 3" in phone.page
    assert "13 come</span>" in phone.page
    assert "Not in round 1 yet: M12 (from round 2), M13 (from round 3)" in phone.page
    phone.press("draw")
    late = [entrant.pk for entrant in entrants[11:13]]

    def seated(number: int) -> set[int]:
        return set(
            TableSeat.objects.filter(table__evening=evening, table__round=number).values_list(
                "entrant", flat=True
            )
        )

    assert [len(seated(number)) for number in (1, 2, 3)] == [8, 12, 12]
    assert [pk in seated(number) for number in (1, 2) for pk in late] == [False, False, True, False]
    assert set(late) <= seated(3), "those who sat wait before who came late"
    seating = list(shown.rows_of(shown.page(desk, "league:evening_print", evening.pk, "seats")))
    assert [row[1] for row in seating if row[0] in ("M12", "M13")] == ["comes later"] * 2
    assert "Round 1" not in own.get(reverse("home")).content.decode()
    for number in (1, 2, 3):
        assert 'id="to-draw-anew"' not in phone.page
        phone.press("open")
        page = phone.page
        waiting = re.search(rf'id="open-{number}".*?</section>', page, re.DOTALL)
        assert waiting is not None
        assert ("M12" in waiting[0], "M13" in waiting[0]) == (number >= 2, number >= 3)
        phone.type_and_confirm()
    assert phone.next_step == "close"
    page = phone.page
    assert "M12, round 1" in page
    assert "M13, rounds 1, 2" in page
    phone.press("close", **{f"missed-{pk}": "waited" for pk in late})

    worth = expected_at_tables(evening)
    for number in (1, 2, 3):
        for entrant in entrants[:13]:
            if entrant.pk not in seated(number):
                name = entrant.members.get().player.nickname
                worth[name] = worth.get(name, 0) + 500
    assert sum(worth.values()) == 13868
    expect_everywhere(evening, desk, worth)


def test_who_says_after_the_draw_that_they_come_later_is_drawn_anew_from_that_round_on(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M12 has a seat in all three rounds and says that he comes after the second; then that he is here after all."""
    evening = on_paper(competition, clock())
    phone = Desk(desk, evening)
    for entrant in entrants[:12]:
        phone.says(entrant, "yes")
    phone.press("draw")
    phone.says(entrants[11], "from-3")
    assert re.search(r'id="signed-off">[^<]*: M12 \(from round 3\)\.', phone.page)
    phone.press("rest")
    rounds = TableSeat.objects.filter(table__evening=evening, entrant=entrants[11])
    assert set(rounds.values_list("table__round", flat=True)) == {3}
    assert 'id="to-draw-anew"' not in phone.page
    phone.says(entrants[11], "yes")
    assert re.search(r'id="unseated">[^<]*: M12\.', phone.page)
    phone.press("rest")
    assert set(rounds.values_list("table__round", flat=True)) == {1, 2, 3}


def test_a_pair_that_did_not_come_to_its_open_table_gives_the_others_a_walkover_in_its_row(
    pairs: Competition, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    """Four pairs, two tables, and the first round is open when it is found that one pair is not there. By hand: its
    opponents have 300, and three pairs play one table in the second round while one waits for 500: 300 + 648 of the
    other table + 648 + 500 = 2096."""
    pairs.rules = {
        **pairs.rules,
        "waiting": "fixed",
        "waiting_points": 500,
        "walkover_points": 300,
        "cards": "paper",
        "announced": "fixed",
        "announced_points": 111,
    }
    pairs.save()
    entered = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 8, 2)]
    evening = plan_evening(pairs, clock())
    phone = Desk(desk, evening)
    for pair in entered:
        phone.says(pair, "yes")
    phone.press("draw")
    phone.press("open")
    away = entered[1]
    row = re.search(rf'<li [^>]*id="who-{away.pk}".*?</li>', phone.page, re.DOTALL)
    assert row is not None
    assert "did not come<" in row[0]
    assert re.search(r"M0\d – M0\d then has a walkover: 300 points\.", row[0])
    assert "Did not come, without a word: 0 points" in row[0]
    assert "Signed off: 111 points" in row[0]
    address = reverse("league:evening_sign", args=[evening.pk])
    sent = {"entrant": away.pk, "comes": "seated-absent"}
    assert desk.post(address, sent).status_code == 302
    assert re.search(r'id="signed-off">[^<]*: M03 – M04\.', phone.page)
    phone.press("rest")
    table = evening.tables.get(round=1, broken_off_at=None)
    write_sheet(table, TABLE, now=clock())
    played = set(table.seats.values_list("entrant", flat=True))
    refused = desk.post(address, {**sent, "entrant": played.pop()})
    assert refused.status_code == 422, "who has played did come"
    phone.press("open")
    evening.refresh_from_db()
    (table,) = evening.tables.filter(round=2)
    write_sheet(table, TABLE, now=clock())
    assert phone.next_step == "close"
    phone.press("close")
    results = season_table(pairs).season.on(evening.pk)
    assert results[away.pk].why == "unannounced"
    assert sum(result.points for result in results.values()) == 300 + 2 * (400 + 248) + 500
    page = shown.page(desk, "league:evening", evening.pk)
    assert "did not come" in page


@pytest.mark.parametrize(("word", "kind"), [("seated-absent", "unannounced"), ("seated-no", "announced")])
def test_of_two_who_stay_away_from_one_table_neither_keeps_a_walkover(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    desk: Client,
    clock: Clock,
    word: str,
    kind: str,
) -> None:
    change_rules(competition, cards="paper", waiting="fixed", waiting_points=500)
    evening = plan_evening(competition, clock())
    phone = Desk(desk, evening)
    for entrant in entrants[:9]:
        phone.says(entrant, "yes")
    phone.press("draw")
    phone.press("open")
    table = evening.tables.get(round=1, number=1)
    seats = list(table.seats.order_by("number").values_list("entrant", flat=True))
    waits = evening.marks.get(kind="waited", round=1).entrant_id
    address = reverse("league:evening_sign", args=[evening.pk])
    for entrant in (seats[0], seats[1], waits):
        assert f'id="never-{entrant}"' in phone.page
        assert desk.post(address, {"entrant": entrant, "comes": word}).status_code == 302
    marks = dict(evening.marks.exclude(kind="waited").values_list("entrant", "kind"))
    assert marks == {seats[0]: kind, seats[1]: kind, waits: kind, seats[2]: "walkover", seats[3]: "walkover"}
    assert not evening.marks.filter(entrant=waits, kind="waited").exists()
    assert "6 come</span>" in phone.page
