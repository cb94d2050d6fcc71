"""Promises of reports: the staff reads them with their round, the reporter is told, the other player is not."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.errors import AccountRefusal
from accounts.models import Notice, Player
from accounts.personal_data import data_of, erase_account
from games.people import reports
from games.people.models import Report
from games.table.log.models import Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db


def test_a_report_reaches_the_staff_with_its_round_and_not_the_other_player(
    players: list[Player], staff: Player, clock: Clock
) -> None:
    anna, bram = players[:2]
    match = play_table(players, clock.now)
    first = Round.objects.get(match=match, number=1)
    page = client_of(anna).get(f"/people/{bram.pk}/report/").content.decode()
    assert match.code in page

    sent = {"text": "He shouted at Cleo.", "round": first.pk}
    assert client_of(anna).post(f"/people/{bram.pk}/report/", sent).status_code == 302

    written = Report.objects.get()
    assert (written.by, written.about, written.round) == (anna, bram, first)
    told = Notice.objects.get(subject__contains="reports")
    assert told.player == staff
    assert "shouted" not in told.text
    desk = client_of(staff)
    seen = desk.get(told.url).content.decode()
    assert "He shouted at Cleo." in seen
    assert reverse("admin:games_round_change", args=[first.pk]) in seen
    chosen = {"action": "settle_reports", "_selected_action": written.pk}
    desk.post(reverse("admin:games_report_changelist"), chosen)
    written.refresh_from_db()
    assert written.settled_by == staff


@pytest.mark.parametrize(
    ("answer", "told"), [("We have spoken with him.", "We have spoken with him."), (" ", "looked into it")]
)
def test_the_reporter_is_told_once_that_the_report_is_settled(
    players: list[Player], staff: Player, clock: Clock, answer: str, told: str
) -> None:
    anna, bram = players[:2]
    written = reports.report(by=anna, about=bram, text="Rude.", about_round=None, now=clock.now)
    desk = client_of(staff)
    changelist = reverse("admin:games_report_changelist")
    assert 'name="answer"' in desk.get(changelist).content.decode()
    chosen = {"action": "settle_reports", "_selected_action": written.pk, "answer": answer}
    for _twice in range(2):
        assert desk.post(changelist, chosen).status_code == 302

    notice = Notice.objects.get(player=anna)
    assert told in notice.text
    assert bram.nickname in client_of(anna).get("/me/notices/").content.decode()
    assert not Notice.objects.filter(player=bram).exists()
    written.refresh_from_db()
    assert (written.settled_by, written.answer) == (staff, answer.strip())


@pytest.mark.usefixtures("club")
def test_a_round_of_others_cannot_be_attached(players: list[Player], clock: Clock) -> None:
    play_table([players[0], players[2], players[3]], clock.now)
    foreign = Round.objects.get()
    answer = client_of(players[0]).post(
        f"/people/{players[1].pk}/report/", {"text": "No.", "round": foreign.pk}
    )
    assert answer.status_code == 422
    assert not Report.objects.exists()


def test_a_report_says_something_about_somebody_else_and_not_too_often(
    players: list[Player], clock: Clock
) -> None:
    anna, bram = players[:2]

    def said(text: str = "Rude.", about: Player = bram) -> Report:
        return reports.report(by=anna, about=about, text=text, about_round=None, now=clock.now)

    for wrong, code in (
        ({"text": " "}, AccountRefusal.NOTHING_WRITTEN),
        ({"about": anna}, AccountRefusal.NOT_YOURSELF),
    ):
        with pytest.raises(ValidationError) as caught:
            said(**wrong)
        assert caught.value.code == code
    for _time in range(reports.REPORTS_A_DAY):
        said()
    with pytest.raises(ValidationError) as caught:
        said()
    assert caught.value.code == AccountRefusal.REPORTED_ENOUGH
    clock.advance(24 * 3600)
    said()


def test_reports_are_exported_to_their_writer_and_lose_the_names_of_one_who_goes(
    players: list[Player], clock: Clock
) -> None:
    anna, bram, cleo, _daan = players
    reports.report(by=anna, about=bram, text="Bram was rude.", about_round=None, now=clock.now)
    reports.report(by=bram, about=cleo, text="Anna helped.", about_round=None, now=clock.now)
    assert [each["text"] for each in data_of(anna, now=clock.now)["reports"]] == ["Bram was rude."]
    assert data_of(cleo, now=clock.now)["reports"] == []
    erase_account(player=bram, now=clock.now)
    assert "Bram" not in "".join(Report.objects.values_list("text", flat=True))
    reports.settle(reports=Report.objects.all(), by=cleo, answer="Thank you, Anna.", now=clock.now)
    assert data_of(anna, now=clock.now)["reports"][0]["answer"] == "Thank you, Anna."
    erase_account(player=anna, now=clock.now)
    assert "Anna" not in "".join(Report.objects.values_list("answer", flat=True))
    assert Report.objects.filter(text="").count() == 2
