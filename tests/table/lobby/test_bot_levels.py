"""The level of a bot: chosen at the table, stored on its seat, said in the log; a person's partner is strong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta

import pytest

from accounts.models import Player
from games.bots.registry import BOTS
from games.engine import registry
from games.table import services
from games.table.log.errors import TableRefusal
from games.table.log.folding import record_of
from games.table.log.models import Match
from games.table.screen import rendering
from tests.clients import client_of
from tests.conftest import Clock
from tests.engine.record.records import check
from tests.refused import refusal
from tests.table.play import fresh, table_of, words

pytestmark = pytest.mark.django_db


def begin_match(people: Mapping[int, Player], clock: Clock, *, level: str = "", **about: object) -> Match:
    """A match of these people at these seats and bots filled in at that level."""
    first = people[min(people)]
    match = services.open_table(created_by=first, now=clock.now, **{"game": "kraken", "options": {}, **about})
    for seat, player in people.items():
        services.sit(match_id=match.pk, player=player, seat=seat)
    services.fill_with_bots(match_id=match.pk, player=first, level=level)
    services.start_match(match_id=match.pk, player=first, now=clock.now)
    match.refresh_from_db()
    return match


def stored_levels(match: Match) -> list[str]:
    """The level on each seat."""
    return list(match.seats.order_by("number").values_list("level", flat=True))


def test_bots_play_as_chosen_and_the_partner_of_a_person_is_strong(
    players: list[Player], clock: Clock
) -> None:
    match = begin_match({0: players[0]}, clock, level="good")
    assert stored_levels(match) == ["", "good", "strong", "good"]
    assert [table_of(match).level_at(seat) for seat in (1, 2, 3)] == ["good", "strong", "good"]


def test_without_a_choice_bots_are_easy_but_for_partners(players: list[Player], clock: Clock) -> None:
    assert stored_levels(begin_match({0: players[0], 3: players[1]}, clock)) == ["", "strong", "strong", ""]
    assert stored_levels(begin_match({1: players[0], 3: players[1]}, clock)) == ["easy", "", "easy", ""]


def test_the_level_chosen_for_the_table_is_that_of_its_bots(players: list[Player], clock: Clock) -> None:
    assert stored_levels(begin_match({0: players[0]}, clock, bot_level="good")) == [
        "",
        "good",
        "strong",
        "good",
    ]
    assert stored_levels(begin_match({0: players[0]}, clock, bot_level="good", level="easy")) == [
        "",
        "easy",
        "strong",
        "easy",
    ]


def test_the_first_entry_of_the_log_says_the_levels(players: list[Player], clock: Clock) -> None:
    match = begin_match({0: players[0]}, clock, level="good")
    assert match.actions.earliest("seq").data == {"do": "start", "levels": "1:good 2:strong 3:good"}
    four = begin_match(dict(enumerate(players)), clock)
    assert four.actions.earliest("seq").data == {"do": "start"}


def test_each_for_themselves_a_bot_has_the_level_that_was_chosen(players: list[Player], clock: Clock) -> None:
    match = begin_match({0: players[0]}, clock, level="good", game="rosbiratschka")
    assert stored_levels(match) == ["", "good", "good", "good"]
    assert match.actions.earliest("seq").data == {"do": "start", "levels": "1:good 2:good 3:good"}


@pytest.fixture
def one_level(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose bots have one level."""
    monkeypatch.setitem(BOTS, "kalooki", BOTS["kalooki"]._replace(levels={}))
    return "kalooki"


def test_a_game_with_one_level_says_none(players: list[Player], clock: Clock, one_level: str) -> None:
    match = begin_match({0: players[0]}, clock, level="strong", game=one_level)
    assert set(stored_levels(match)) == {""}
    assert match.actions.earliest("seq").data == {"do": "start"}
    assert table_of(match).level_at(1) == "easy"


def test_where_the_bots_of_kan_were_not_chosen_they_are_the_good_ones(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a match that began before there were levels, which has none on its seats: it does not become weaker."""
    match = begin_match({0: players[0]}, clock, game="kan")
    assert stored_levels(match) == ["", "good", "good", "good", "good"]
    with monkeypatch.context() as earlier:
        earlier.setitem(BOTS, "kan", BOTS["kan"]._replace(levels={}))
        before = begin_match({0: players[1]}, clock, game="kan")
    assert stored_levels(before) == [""] * 5
    assert [table_of(before).level_at(seat) for seat in range(1, 5)] == ["good"] * 4
    page = client_of(players[0]).get("/t/new/?game=kan").content.decode()
    assert re.search(r'value="good"[^>]*checked', page)


def test_a_level_nobody_knows_is_refused(players: list[Player], clock: Clock) -> None:
    match = services.open_table(created_by=players[0], game="kraken", options={}, now=clock.now)
    services.sit(match_id=match.pk, player=players[0])
    about = {"match_id": match.pk, "player": players[0], "level": "grandmaster"}
    assert refusal(lambda: services.fill_with_bots(**about)) == TableRefusal.NO_SUCH_LEVEL
    assert match.seats.count() == 1


def stood_in_for_the_last(match: Match, players: list[Player], clock: Clock) -> dict[str, str]:
    """Seat 3 is away for two minutes and the first two players wish a bot; the entry of the log."""
    match.seats.exclude(number=3).update(away_since=None)
    now = clock.now + timedelta(minutes=2)
    for player in players[:2]:
        services.submit_action(
            match_id=match.pk, player=player, window="", data={"do": "absent", "choose": "3:bot"}, now=now
        )
    return words(match)[-1]


@pytest.mark.parametrize("chosen", ["", "easy", "good", "strong"])
def test_a_stand_in_for_the_partner_of_a_person_is_strong(
    players: list[Player], clock: Clock, chosen: str
) -> None:
    """The log says its level, so a process that starts later plays at the same one."""
    match = begin_match(dict(enumerate(players)), clock, bot_level=chosen)
    entry = stood_in_for_the_last(match, players, clock)
    assert entry == {"do": "stand_in", "seat": "3", "round": "1", "level": "strong"}
    assert table_of(match).level_at(3) == "strong"
    stand_in = fresh(match).stand_in(3)
    assert stand_in is not None
    assert stand_in.level == "strong"


@pytest.mark.parametrize(("chosen", "level"), [("", "strong"), ("easy", "easy"), ("good", "good")])
def test_without_a_partner_a_stand_in_is_strong_where_the_table_chose_nothing(
    players: list[Player], clock: Clock, chosen: str, level: str
) -> None:
    match = begin_match(dict(enumerate(players)), clock, bot_level=chosen, game="rosbiratschka")
    assert stood_in_for_the_last(match, players, clock)["level"] == level
    assert table_of(match).level_at(3) == level


def test_a_stand_in_whose_partner_is_a_bot_has_the_level_of_the_table(
    players: list[Player], clock: Clock
) -> None:
    match = begin_match({0: players[0], 2: players[1], 3: players[2]}, clock, bot_level="good")
    assert stood_in_for_the_last(match, players, clock)["level"] == "good"


def test_a_rematch_keeps_the_levels(players: list[Player], clock: Clock) -> None:
    match = begin_match({0: players[0]}, clock, level="good", bot_level="good")
    services.end_match(match_id=match.pk, by=players[0], reason="late", now=clock.now)
    again = services.rematch(match_id=match.pk, player=players[0], now=clock.now)
    assert again.bot_level == "good"
    assert stored_levels(again) == ["", "good", "strong", "good"]


def test_the_record_says_the_levels(players: list[Player], clock: Clock) -> None:
    match = begin_match({0: players[0]}, clock, level="good")
    record = record_of(match)
    assert record["levels"] == {"1": "good", "2": "strong", "3": "good"}
    assert check(record)["ok"]
    assert "levels" not in record_of(begin_match(dict(enumerate(players)), clock))


MARK = r'<span class="mark mark--bot[^>]*><span class="visually-hidden">([^<]*)</span></span>'
"""The mark of a bot: what a screen reader says of it."""


def test_the_mark_of_a_seat_says_the_level(players: list[Player], clock: Clock, one_level: str) -> None:
    match = begin_match({0: players[0]}, clock, level="good")
    shown = rendering.whole_table(table_of(match), seat=0, talk=(), language="en")
    marks = re.findall(MARK, shown)
    assert sorted(marks) == ["bot · good", "bot · good", "bot · strong"]
    other = begin_match({0: players[1]}, clock, game=one_level)
    shown = rendering.whole_table(table_of(other), seat=0, talk=(), language="en")
    assert set(re.findall(MARK, shown)) == {"bot"}


def test_people_choose_the_level_when_they_open_a_table_and_when_bots_fill_it(
    players: list[Player], clock: Clock, one_level: str
) -> None:
    client = client_of(players[0])
    page = client.get("/t/new/?game=kraken").content.decode()
    assert 'name="bot_level" value="strong"' in page
    preset = registry.game("kraken").presets[0].key
    form = {"game": "kraken", "preset": preset, "visibility": "link", "bot_level": "good"}
    code = client.post("/t/new/", form).url.strip("/").split("/")[-1]
    seats = client.get(f"/t/{code}/").content.decode()
    assert '<option value="good" selected>' in seats
    client.post(f"/t/{code}/bots/", {"level": "strong"})
    assert stored_levels(Match.objects.get(code=code)) == ["", "strong", "strong", "strong"]
    assert client.post(f"/t/{code}/bots/", {"level": "best"}).status_code == 422


def test_where_bots_have_one_level_there_is_no_choice_and_the_page_says_so(
    players: list[Player], clock: Clock, one_level: str
) -> None:
    said, client = "In this game all bots play equally well.", client_of(players[0])
    match = services.open_table(created_by=players[0], game=one_level, options={}, now=clock.now)
    services.sit(match_id=match.pk, player=players[0], seat=0)
    for page in (f"/t/new/?game={one_level}", f"/t/{match.code}/"):
        shown = client.get(page).content.decode()
        assert said in shown
        assert "bot_level" not in shown
        assert 'name="level"' not in shown
    assert said not in client.get("/t/new/?game=kraken").content.decode()


def test_a_person_who_takes_the_seat_of_a_bot_has_no_level(players: list[Player], clock: Clock) -> None:
    match = begin_match({0: players[0]}, clock, level="good")
    services.replace_player(match_id=match.pk, seat=2, player=players[1], by=players[0], now=clock.now)
    assert stored_levels(match) == ["", "good", "", "good"]


def test_the_verification_compares_the_level_of_every_bot_with_the_log(
    players: list[Player], clock: Clock
) -> None:
    match = begin_match({0: players[0]}, clock, level="good")
    assert services.verify_log(match) == ()
    match.seats.filter(number=3).update(level="easy")
    assert services.verify_log(match) == ("the bot of seat 3 has level easy, its log says good",)
    match.seats.filter(number=3).update(level="good")  # every match of a test is verified when it ends


def test_a_bot_that_replaces_somebody_has_the_level_its_entry_says(
    players: list[Player], clock: Clock
) -> None:
    match = begin_match(dict(enumerate(players)), clock, bot_level="good")
    bot = begin_match({0: players[0]}, clock).seats.get(number=1).player
    services.replace_player(match_id=match.pk, seat=2, player=bot, by=players[0], now=clock.now)
    assert words(match)[-1]["level"] == "strong"
    match.refresh_from_db()
    assert services.verify_log(match) == ()
    match.seats.filter(number=2).update(level="")
    assert services.verify_log(match) == ("the bot of seat 2 has level none, its log says strong",)
    services.replace_player(match_id=match.pk, seat=2, player=players[2], by=players[0], now=clock.now)
    match.refresh_from_db()
    assert services.verify_log(match) == ()
