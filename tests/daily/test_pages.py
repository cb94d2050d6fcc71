"""The pages of the deal of the day: begin, go on, lists, choices beside those of others."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

import pytest
from django.db import transaction

from accounts.models import Player
from games.daily import services
from games.daily.comparison import compare_rounds
from games.daily.models import DailyDeal, DailyDecision, DailyPlay
from games.table import steward
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Action, Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.daily.conftest import in_round
from tests.table.play import Answer, first_answer, never, play_until, step, table_of

Begin = Callable[[Player], DailyPlay]
PlayOut = Callable[..., DailyPlay]
TODAY = "/daily/2026-03-14/"


def page_of(player: Player, path: str) -> str:
    """The page as that player gets it."""
    answer = client_of(player).get(path)
    assert answer.status_code == 200, answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def store_play(player: Player, points: int, clock: Clock) -> DailyPlay:
    """A match of the day that counts so many points, without having been played."""
    play = services.begin(player=player, now=clock.now)
    DailyPlay.objects.filter(pk=play.pk).update(points=points)
    return play


def test_the_first_page_leads_to_the_deal_of_the_day_and_says_how_it_went(
    players: list[Player], guest: Player, begin: Begin, play_out: PlayOut
) -> None:
    anna, bram = players[:2]
    for somebody in (anna, guest):
        home = page_of_home(somebody)
        assert "four rounds, about 10 minutes" in home
        assert 'href="/daily/"' in home
    code = begin(anna).match.code
    assert f'href="/t/{code}/"' in page_of_home(anna)
    assert "round 1 of 2" in page_of_home(anna)
    assert "My tables" not in page_of_home(anna)
    play = play_out(anna)
    assert f'href="{TODAY}"' in page_of_home(anna)
    assert f"{play.points:+,d} points, place 1 of 1".replace("-", "−") in page_of_home(anna)
    assert "four rounds, about 10 minutes" in page_of_home(bram)


def page_of_home(player: Player) -> str:
    return client_of(player).get("/").content.decode()


def test_the_page_of_today_begins_goes_on_and_leads_to_the_list(
    players: list[Player], guest: Player, play_out: PlayOut
) -> None:
    anna = players[0]
    assert 'action="/daily/begin/"' in page_of(anna, "/daily/")
    assert 'action="/daily/begin/"' not in page_of(guest, "/daily/")
    code = play_out(anna, in_round(1)).match.code
    assert f'href="/t/{code}/"' in page_of(anna, "/daily/")
    play_out(anna)
    assert f'href="{TODAY}"' in page_of(anna, "/daily/")
    assert "One player has played today." in page_of(players[1], "/daily/")


def test_a_match_of_yesterday_can_be_finished_in_the_hour_after_midnight(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    code = play_out(players[0], in_round(1)).match.code
    clock.now += timedelta(hours=3, minutes=30)
    assert f'href="/t/{code}/"' in page_of(players[0], "/daily/")
    assert "Deal of yesterday" in page_of_home(players[0])
    clock.now += timedelta(hours=1)
    assert f'href="/t/{code}/"' not in page_of(players[0], "/daily/")
    assert "Deal of yesterday" not in page_of_home(players[0])


def test_the_list_of_the_day_by_hand(players: list[Player], clock: Clock) -> None:
    for player, points in zip(players, (24, -130, 24, 0), strict=True):
        play = store_play(player, points, clock)
        Match.objects.filter(pk=play.match_id).update(status=Match.Status.FINISHED)
    page = client_of(players[1]).get(TODAY)
    lines = [(line.place, line.name, line.points, line.is_you) for line in page.context["lines"]]
    assert lines == [
        (1, "Anna", 24, False),
        (1, "Cleo", 24, False),
        (3, "Daan", 0, False),
        (4, "Bram", -130, True),
    ]
    assert "−130" in page.content.decode()
    Match.objects.update(status=Match.Status.RUNNING)


def test_weeks_and_months_add_closed_days_up(players: list[Player], clock: Clock) -> None:
    """Saturday 14 March: Anna 2, Bram 1. Sunday: Bram 1. Monday: Anna 1, in the same month and another week."""
    anna, bram = players[:2]
    store_play(anna, 10, clock)
    store_play(bram, -10, clock)
    clock.advance(86400)
    store_play(bram, -500, clock)
    reader = client_of(players[2])
    lines = reader.get("/daily/week/2026-03-15/").context["lines"]
    assert [(line.name, line.points, line.days) for line in lines] == [("Anna", 2, 1), ("Bram", 1, 1)]
    clock.advance(86400)
    store_play(anna, 80, clock)
    clock.advance(86400)
    lines = reader.get("/daily/week/2026-03-15/").context["lines"]
    assert [(line.place, line.name, line.points) for line in lines] == [(1, "Anna", 2), (1, "Bram", 2)]
    lines = reader.get("/daily/month/2026-03-31/").context["lines"]
    assert [(line.place, line.name, line.points, line.days) for line in lines] == [
        (1, "Anna", 3, 2),
        (2, "Bram", 2, 2),
    ]
    assert not reader.get("/daily/month/2026-04-01/").context["lines"]


@pytest.mark.parametrize(
    "path",
    [
        "/daily/2026-02-30/",
        "/daily/2026-03-13/",
        "/daily/year/2026-03-14/",
        "/daily/week/0001-01-01/",
        "/daily/week/0999-12-31/",
        "/daily/month/1999-12-31/",
        "/daily/month/9999-12-31/",
    ],
)
def test_days_and_periods_that_do_not_exist_are_not_found(players: list[Player], path: str) -> None:
    assert client_of(players[0]).get(path).status_code == 404


@pytest.mark.parametrize("period", ["week", "month"])
def test_lists_lead_back_to_earlier_ones_as_far_as_there_are_deals(
    players: list[Player], begin: Begin, period: str
) -> None:
    """The first deal is that of 14 March; no list leads further back than its own week or month."""
    begin(players[0])
    reader = client_of(players[1])
    later = reader.get(f"/daily/{period}/2026-05-03/")
    before = later.context["first"] - timedelta(days=1)
    assert f'href="/daily/{period}/{before}/"' in later.content.decode()
    first = reader.get(f"/daily/{period}/2026-03-14/")
    assert first.status_code == 200
    assert f'href="/daily/{period}/' not in first.content.decode()


@pytest.mark.parametrize("day", ["2000-01-01", "2099-12-31"])
@pytest.mark.parametrize("period", ["week", "month"])
def test_the_first_and_the_last_day_with_an_address_have_an_empty_list(
    players: list[Player], period: str, day: str
) -> None:
    answer = client_of(players[0]).get(f"/daily/{period}/{day}/")
    assert answer.status_code == 200
    assert answer.context["lines"] == ()


def test_my_choices_stand_beside_those_of_others_who_saw_the_same(
    players: list[Player], begin: Begin, play_out: PlayOut, clock: Clock
) -> None:
    """Anna and Cleo always take the first choice and are alike to the end; Bram takes the last one at first."""
    anna, bram, cleo = players[:3]
    for player in (anna, cleo):
        match, now = begin(player).match, clock.now
        while table_of(match).running:
            now = step(match, {0: player}, now, Random(1), answer=first_answer)
    match, now, answer = begin(bram).match, clock.now, last_choice_once()
    while table_of(match).running:
        now = step(match, {0: bram}, now, Random(1), answer=answer)
    services.count_finished(now=clock.now + timedelta(minutes=30))

    plays = {play.player: play for play in DailyPlay.objects.select_related("match")}
    rounds = compare_rounds(plays[anna])
    decided = list(plays[anna].decisions.all())
    assert [row.view for row in decided] == [row.view for row in plays[cleo].decisions.all()]
    parted = [one for round_ in rounds for one in round_.parted]
    assert parted[0].others == 2
    assert sum(answer.others for answer in parted[0].answers) == 2
    assert [answer.by_you for answer in parted[0].answers].count(True) == 1
    assert sum(len(round_.parted) + round_.alike for round_ in rounds) == len(decided)
    html = page_of(anna, f"{TODAY}choices/")
    assert "1 other" in html
    assert "Round 1" in html


def last_choice_once() -> Callable[[Table, int, Random], Answer]:
    """An answer for `step`: the last choice where there are several for the first time, else the first."""
    parted = False

    def answer(table: Table, seat: int, rng: Random) -> Answer:
        nonlocal parted
        window, data = first_answer(table, seat, rng)
        choices = table.game.choices(table.state.game_state, seat)
        if parted or len(choices) == 1:
            return window, data
        parted = True
        return window, dict(choices[-1].data)

    return answer


def test_the_strong_bot_answers_each_view_once_and_as_it_would_play(
    players: list[Player], play_out: PlayOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = play_out(players[0])
    asked = 0
    known = services.strong_answer

    def counting(*about: object) -> object:
        nonlocal asked
        asked += 1
        return known(*about)

    monkeypatch.setattr(services, "strong_answer", counting)
    while services.work_out_strong_answers():
        pass
    rows = play.decisions.all()
    assert asked == rows.count()
    assert not rows.filter(strong="").exists()
    assert all("do" in json.loads(row.strong) for row in rows if row.strong != services.NO_ANSWER)
    assert any(
        answer.by_strong for round_ in compare_rounds(play) for one in round_.parted for answer in one.answers
    ) or (all(row.strong == row.answer for row in rows))


def test_who_sees_the_same_shares_the_answer_of_the_strong_bot(
    players: list[Player], begin: Begin, clock: Clock
) -> None:
    for player in players[:2]:
        match, now = begin(player).match, clock.now
        while table_of(match).running:
            now = step(match, {0: player}, now, Random(1), answer=first_answer)
    services.count_finished(now=clock.now + timedelta(minutes=30))
    assert services.work_out_strong_answers() % 2 == 0
    one, other = DailyPlay.objects.order_by("pk")
    strong = [list(play.decisions.values_list("strong", flat=True)) for play in (one, other)]
    assert strong[0] == strong[1]
    assert any(strong[0])


def test_the_page_after_the_last_card_counts_at_once(
    players: list[Player], begin: Begin, clock: Clock
) -> None:
    """The steward has not come round yet."""
    match = begin(players[0]).match
    play_until(match, players[:1], clock.now, never)
    table = page_of(players[0], f"/t/{match.code}/")
    assert f'href="/t/{match.code}/evening/"' in table
    assert "How others did" in table
    assert client_of(players[0]).get(f"/t/{match.code}/evening/")["Location"] == TODAY
    assert 'class="is-you"' in page_of(players[0], TODAY)
    assert DailyDecision.objects.exists()


def test_the_sheet_of_a_round_offers_no_look_back_until_all_are_played(
    players: list[Player], play_out: PlayOut
) -> None:
    match = play_out(players[0], in_round(2)).match
    assert "Look back card by card" not in page_of(players[0], f"/t/{match.code}/")
    play_out(players[0])
    sheet = page_of(players[0], f"/t/{match.code}/")
    assert "Look back card by card" in sheet
    assert "Something wrong?" not in sheet


def test_deals_of_a_day_close_at_the_hour_of_that_day(players: list[Player], begin: Begin) -> None:
    deal = begin(players[0]).daily_deal
    assert deal == DailyDeal.objects.get(date=date(2026, 3, 14))
    assert deal.shared_deals.public_from.isoformat() == "2026-03-15T00:00:00+00:00"


def test_a_steward_counts_what_was_finished(players: list[Player], begin: Begin, clock: Clock) -> None:
    match = begin(players[0]).match
    later = play_until(match, players[:1], clock.now, never)
    steward.PeriodicWork().do_due(later)
    assert DailyPlay.objects.get().points is not None


def test_a_log_that_cannot_be_read_leaves_the_pages_of_its_day(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    match = play_out(players[0]).match
    match.refresh_from_db()
    with transaction.atomic():
        broken = {"kind": "game", "data": {"do": "nobody knows this"}, "at": clock.now}
        Action.objects.create(match=match, seq=match.seq + 1, **broken)
        Match.objects.filter(pk=match.pk).update(seq=match.seq + 1)
        loading.forget_all()
        assert "There was nothing to choose." in page_of(players[0], f"{TODAY}choices/")
        for path in ("/daily/", TODAY, "/"):
            page_of(players[0], path) if path != "/" else page_of_home(players[0])
        transaction.set_rollback(True)
    loading.forget_all()
