"""Nobody finds out anything of the deals of a day before they played them, at any address.

Two worlds: the day has other cards, and Anna has played them halfway or to the end. Every answer to somebody who has
not played must be the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client

from accounts.friends import choose_privacy
from accounts.models import Player
from accounts.models.players import Audience
from games.analysis.services import analyse_round
from games.bots.registry import ANALYSERS
from games.daily import services
from games.daily.models import DailyPlay
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import CaseKind
from games.disputes.services import file_case
from games.table import services as table_services
from games.table.log import seeds
from games.table.log.errors import TableRefusal
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.sockets.rights import closed_round, find_table
from tests.accounts.friends.befriending import befriend
from tests.analysis.conftest import quickly
from tests.clients import client_of
from tests.conftest import Clock
from tests.daily.conftest import in_round
from tests.house.addresses import empty_caches
from tests.house.reader import Ask, Reader, page_request
from tests.refused import refusal
from tests.table.hidden.everything_sent import KEYS, addresses_of_table, comparable_page
from tests.table.play import never

PlayOut = Callable[..., DailyPlay]
Until = Callable[[Table], bool]
TODAY = "2026-03-14"
HALFWAY = in_round(2)


def addresses(match: Match, *, of_staff: bool) -> Iterator[str]:
    """Every address about the match and its day."""
    yield from addresses_of_table(match, of_staff=of_staff)
    yield f"/daily/{TODAY}/"
    yield f"/daily/{TODAY}/choices/"
    yield f"/people/{match.created_by_id}/"
    yield f"/people/{match.created_by_id}/matches/"
    if not of_staff:
        return
    for model, rows in (
        ("match", [match.pk]),
        ("round", match.rounds.values_list("pk", flat=True)),
        ("action", [match.actions.first().pk]),
    ):
        for pk in rows:
            yield f"/admin/games/{model}/{pk}/change/"
        yield f"/admin/games/{model}/?q={match.code}"


def tell_all(reader: Reader, match: Match) -> dict[str, str]:
    """Every answer to that reader, without the code of the match."""
    of_staff = reader.client.get("/admin/").status_code == 200
    asking: dict[str, Ask] = {
        address: page_request(address) for address in addresses(match, of_staff=of_staff)
    }
    for words in ({"do": "ready"}, {"do": "advice"}, {"do": "play", "card": "HA", "window": "1.card0"}):
        asking[f"{match.code} {words}"] = partial(Client.post, path=f"/t/{match.code}/act/", data=words)
    asking[f"{match.code} begin again"] = partial(Client.post, path=f"/t/{match.code}/rematch/")
    got = reader.answers(asking)
    assert f"/t/{match.code}/" in reader.asked
    return {
        KEYS.sub("N", place).replace(match.code, "CODE"): answer.replace(match.code, "CODE")
        for place, answer in got.items()
    }


def world(
    play_out: PlayOut,
    anna: Player,
    readers: dict[str, Reader],
    until: Until,
    monkeypatch: pytest.MonkeyPatch,
    seed: bytes,
) -> dict[str, dict[str, str]]:
    """The answers to the readers on a day with that seed; everything is as it was afterwards."""
    keys_go_on_from_the_last()
    before = transaction.savepoint()
    with monkeypatch.context() as chance:
        chance.setattr(seeds, "random_seed", lambda _purpose: seed)
        match = play_out(anna, until).match
        for round_ in match.rounds.exclude(status="running"):
            analyse_round(round_=round_, now=round_.closed_at)
        match.refresh_from_db()
        got = {name: tell_all(reader, match) for name, reader in readers.items()}
    transaction.savepoint_rollback(before)
    empty_caches()
    return got


def keys_go_on_from_the_last() -> None:
    """PostgreSQL gives the key of a row that was taken back to no other; here the same rows have the same keys."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)


@pytest.mark.slow
def test_no_address_tells_days_apart_to_who_has_not_played(
    players: list[Player],
    guest: Player,
    staff: Player,
    play_out: PlayOut,
    monkeypatch: pytest.MonkeyPatch,
    quick_analysis: None,
    clock: Clock,
) -> None:
    """Anna has played them halfway, or to the end."""
    befriend(players[0], players[2], clock)
    viewers = {"player": players[1], "friend": players[2], "guest": guest, "staff": staff, "visitor": None}
    readers = {name: Reader(client_of(viewer), comparable_page) for name, viewer in viewers.items()}
    for until in (HALFWAY, never):
        here, there = (
            world(play_out, players[0], readers, until, monkeypatch, seed) for seed in (b"a" * 32, b"b" * 32)
        )
        for name in viewers:
            assert len(here[name]) > 80
            telling = [place for place in here[name] if here[name][place] != there[name].get(place)]
            assert telling == [], (name, until)


@pytest.fixture
def quick_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ANALYSERS, "kraken", ANALYSERS["kraken"]._replace(analyse=quickly))


def test_a_finished_day_is_shown_to_its_player_and_tells_days_apart(
    players: list[Player], play_out: PlayOut
) -> None:
    """The measure itself: with another card the answers differ where they may."""
    match = play_out(players[0]).match
    own = client_of(players[0])
    for path in (f"/daily/{TODAY}/", f"/daily/{TODAY}/choices/", f"/t/{match.code}/round/1/"):
        assert own.get(path).status_code == 200, path


OWN_PAGES = ("/t/{code}/round/1/", "/t/{code}/record.json", "/t/{code}/round/1/on/?card=1&instead=HA")


def test_the_player_looks_back_when_all_rounds_are_played(players: list[Player], play_out: PlayOut) -> None:
    match = play_out(players[0], HALFWAY).match
    own = client_of(players[0])
    for path in OWN_PAGES:
        answer = own.get(path.format(code=match.code))
        refused_as = answer.status_code, answer.get("Refusal-Code")
        assert refused_as == (403, TableRefusal.ALL_ROUNDS_FIRST), path
    play_out(players[0])
    for path in OWN_PAGES:
        answer = own.get(path.format(code=match.code))
        assert answer.get("Refusal-Code") != TableRefusal.ALL_ROUNDS_FIRST, path


def test_the_day_is_shown_to_who_has_played_all_of_it(players: list[Player], play_out: PlayOut) -> None:
    paths = (f"/daily/{TODAY}/", f"/daily/{TODAY}/choices/")
    anna, bram = client_of(players[0]), client_of(players[1])
    play_out(players[0])
    play_out(players[1], HALFWAY)
    for path in paths:
        assert anna.get(path).status_code == 200, path
        answer = bram.get(path)
        assert (answer.status_code, answer.get("Refusal-Code")) == (403, "play_first"), path
    play_out(players[1])
    for path in paths:
        assert bram.get(path).status_code == 200, path


def test_the_list_is_open_to_everybody_when_the_day_is_closed(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    play_out(players[0])
    clock.advance(4 * 3600 - 1)
    assert client_of(players[1]).get(f"/daily/{TODAY}/").status_code == 403
    clock.advance(1)
    assert client_of(players[1]).get(f"/daily/{TODAY}/").status_code == 200


def test_a_left_match_is_looked_back_at_when_the_day_is_closed(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    match = play_out(players[0], HALFWAY).match
    table_services.leave_match(match_id=match.pk, player=players[0], now=clock.now)
    own = client_of(players[0])
    assert own.get(f"/t/{match.code}/round/1/").status_code == 403
    clock.advance(4 * 3600)
    assert own.get(f"/t/{match.code}/round/1/").status_code == 200


def test_sockets_are_for_the_player_and_look_back_waits_for_the_last_round(
    players: list[Player], staff: Player, play_out: PlayOut
) -> None:
    code = play_out(players[0], HALFWAY).match.code
    for other in (players[1], staff, None):
        assert find_table(code, other, "en") is None
    assert find_table(code, players[0], "en") is not None
    assert closed_round(code, 1, players[0]) is None
    match = play_out(players[0]).match
    assert closed_round(code, 1, players[0]) == match.pk
    assert closed_round(code, 1, players[1]) is None
    assert find_table(code, players[1], "en") is None


def test_there_is_no_screen_in_the_middle(players: list[Player], play_out: PlayOut) -> None:
    match = play_out(players[0], HALFWAY).match
    code = refusal(lambda: table_services.open_shared_screen(match_id=match.pk, player=players[0]))
    assert code == TableRefusal.PLAYED_ALONE


def test_no_arbiter_is_shown_a_round_of_the_day(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    round_ = play_out(players[0]).match.rounds.first()
    with pytest.raises(DisputeRefused) as told_why:
        file_case(round_id=round_.pk, player=players[0], kind=CaseKind.values[0], text="Look", now=clock.now)
    assert told_why.value.code == DisputeRefusal.SAME_FOR_ALL


def test_staff_find_a_day_in_the_admin_when_it_is_closed(
    players: list[Player], staff: Player, play_out: PlayOut, clock: Clock
) -> None:
    match = play_out(players[0]).match
    desk = client_of(staff)
    for model in ("match", "round", "action"):
        assert match.code not in desk.get(f"/admin/games/{model}/").content.decode()
    clock.advance(4 * 3600)
    assert match.code in desk.get("/admin/games/match/").content.decode()


def test_others_find_a_match_in_the_history_when_its_day_is_closed(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    match = play_out(players[0]).match
    path = f"/people/{players[0].pk}/matches/"
    everybody = Audience.EVERYBODY
    choose_privacy(player=players[0], figures=everybody, matches=everybody, shows_presence=True)
    befriend(players[0], players[1], clock)
    reader = client_of(players[1])
    assert reader.get(path).context["page"].object_list == []
    assert [row.code for row in client_of(players[0]).get(path).context["page"].object_list] == [match.code]
    clock.advance(4 * 3600)
    [row] = reader.get(path).context["page"].object_list
    assert (row.code, row.rounds, row.may_look) == (match.code, (), False)


def test_the_seed_of_a_day_stays_sealed(players: list[Player], play_out: PlayOut) -> None:
    play = play_out(players[0])
    sealed = play.daily_deal.shared_deals.sealed
    seed = seeds.open_seed(sealed)
    assert seed.hex() not in sealed
    opened = set(play.match.deals.values_list("seed", flat=True))
    assert seed.hex() not in opened
    assert len(opened) == services.DAILY.options["rounds"]
