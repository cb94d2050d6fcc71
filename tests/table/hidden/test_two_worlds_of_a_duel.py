"""Nobody who is to play the deals of a duel finds out what the first table did with them, at any address.

Two worlds: the same cards, and the first table played other ones of them. Every answer to somebody who has not closed
that deal at a table of their own must be the same in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import count, product
from random import Random

import pytest
from django.db import transaction
from django.test import Client

from accounts.friends import choose_privacy
from accounts.models import Player
from accounts.models.players import Audience
from games.club_clock import club_clock
from games.table import services
from games.table.log import seeds
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.services import seats
from games.table.services.seats import LETTERS
from games.table.shared_deals import Duel
from games.table.sockets.rights import closed_round, find_table
from tests.accounts.friends.befriending import befriend
from tests.clients import client_of
from tests.conftest import Clock
from tests.daily.test_two_worlds import keys_go_on_from_the_last
from tests.house.addresses import empty_caches
from tests.house.reader import Ask, Reader, page_request
from tests.table.hidden.everything_sent import KEYS, addresses_of_table, comparable_page
from tests.table.play import Answer, first_answer, never, sensible_answer, start_match, step, table_of

Until = Callable[[Table], bool]
Answering = Callable[[Table, int, Random], Answer]


def in_the_first(table: Table) -> bool:
    view = table.game.view(table.state.game_state, None)
    return view.trick is not None and bool(view.trick.cards)


def in_the_second(table: Table) -> bool:
    return table.open_round == 2 and in_the_first(table)


def play(match: Match, clock: Clock, until: Until, answer: Answering = sensible_answer) -> None:
    """Everybody at the table gives such an answer until it is so."""
    people = {seat.number: seat.player for seat in match.seats.select_related("player")}
    rng, now = Random(1), clock.now
    while (table := table_of(match)).running and not until(table):
        now = step(match, people, now, rng, answer=answer, table=table)
    match.refresh_from_db()


def tell_all(reader: Reader, duel: Duel, second: Match) -> dict[str, str]:
    """Every answer to that reader about the first table, the duel and their own table, without the codes of those."""
    asking: dict[str, Ask] = {address: page_request(address) for address in addresses(reader, duel, second)}
    first = duel.first_match
    for words in ({"do": "ready"}, {"do": "advice"}, {"do": "play", "card": "HA", "window": "1.card0"}):
        asking[f"{first.code} {words}"] = partial(Client.post, path=f"/t/{first.code}/act/", data=words)
    asking[f"{first.code} again"] = partial(Client.post, path=f"/t/{first.code}/rematch/")
    names = {first.code: "FIRST", duel.code: "DUEL"} | {second.code: "SECOND"}

    def unnamed(text: str) -> str:
        for code, name in names.items():
            text = text.replace(code, name)
        return KEYS.sub("N", text)

    return {unnamed(place): unnamed(answer) for place, answer in reader.answers(asking).items()}


def addresses(reader: Reader, duel: Duel, second: Match) -> Iterator[str]:
    of_staff = reader.client.get("/admin/").status_code == 200
    first = duel.first_match
    for match in (first, second):
        yield from addresses_of_table(match, of_staff=of_staff)
    yield f"/duel/{duel.code}/"
    yield f"/duel/{duel.code}/?table={first.code}"
    yield f"/people/{first.created_by_id}/matches/"
    if of_staff:
        for model, pk in (("match", first.pk), *(("round", row.pk) for row in first.rounds.all())):
            yield f"/admin/games/{model}/{pk}/change/"
        yield f"/admin/games/match/?q={first.code}"


@pytest.fixture(autouse=True)
def _same_world(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are asked for at the time of the test's clock."""
    monkeypatch.setattr(club_clock, "now", clock)


@pytest.fixture
def others(make_player: Callable[..., Player]) -> list[Player]:
    return [make_player(name) for name in ("Emma", "Finn", "Gijs", "Hans")]


class Worlds:
    """The same duel, twice: the first table plays the deals from `differs` on otherwise in the second world."""

    def __init__(self, players: list[Player], others: list[Player], clock: Clock) -> None:
        self.players, self.others, self.clock = players, others, clock

    def build(self, answer: Answering, *, differs: int, until: Until) -> tuple[Duel, Match]:
        first = start_match(players=self.players, now=self.clock.now, options={"rounds": 2})
        if differs == 2:
            play(first, self.clock, lambda table: table.open_round == 2)
        play(first, self.clock, never, answer)
        duel = services.offer_duel(match_id=first.pk, player=self.players[0], now=self.clock.now)
        second = services.open_duel_table(duel=duel, player=self.others[0], now=self.clock.now)
        for seat, player in zip((2, 3, 0), self.others[1:], strict=True):
            services.sit(match_id=second.pk, player=player, seat=seat)
        services.start_match(match_id=second.pk, player=self.others[0], now=self.clock.now)
        play(second, self.clock, until)
        return duel, second

    def answers(
        self, readers: dict[str, Reader], monkeypatch: pytest.MonkeyPatch, answer: Answering, **how: object
    ) -> dict[str, dict[str, str]]:
        """What the readers are told in a world; everything is as it was afterwards."""
        keys_go_on_from_the_last()
        before = transaction.savepoint()
        with monkeypatch.context() as fixed:
            # The commitment of a deal is bound to the code of its table, so both worlds have the same codes.
            dealt, codes = count(), map("BBBB".__add__, map("".join, product(LETTERS, repeat=2)))
            fixed.setattr(seeds, "random_seed", lambda _purpose: sha256(f"{next(dealt)}".encode()).digest())
            fixed.setattr(seats, "new_code", lambda: next(codes))
            duel, second = self.build(answer, **how)
            got = {name: tell_all(reader, duel, second) for name, reader in readers.items()}
        transaction.savepoint_rollback(before)
        empty_caches()
        return got


@pytest.mark.slow
def test_no_address_tells_the_play_of_the_first_table_before_the_deal_is_closed(
    players: list[Player],
    others: list[Player],
    guest: Player,
    staff: Player,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
) -> None:
    """In the first deal and in the second; an address that shows nothing of the duel is asked once for both."""
    everybody = Audience.EVERYBODY
    choose_privacy(player=players[0], figures=everybody, matches=everybody, shows_presence=True)
    befriend(players[0], others[1], clock)
    viewers = {"newcomer": others[0], "friend": others[1], "guest": guest, "staff": staff, "visitor": None}
    own = {"of the first table": players[0]}
    readers = {
        name: Reader(client_of(viewer), comparable_page) for name, viewer in {**viewers, **own}.items()
    }
    worlds = Worlds(players, others, clock)
    for differs, until in ((1, in_the_first), (2, in_the_second)):
        here, there = (
            worlds.answers(readers, monkeypatch, answer, differs=differs, until=until)
            for answer in (sensible_answer, first_answer)
        )
        for name in viewers:
            assert len(here[name]) > 80
            telling = [place for place in here[name] if here[name][place] != there[name].get(place)]
            assert telling == [], (name, differs)
        # The measure itself: those who played there see another play.
        for path in ("/t/FIRST/record.json", "/t/FIRST/sheet/", f"/t/FIRST/round/{differs}/?card=9"):
            assert here["of the first table"][path] != there["of the first table"][path]


def test_sockets_of_the_first_table_are_for_its_players(
    players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    duel, second = Worlds(players, others, clock).build(sensible_answer, differs=1, until=in_the_second)
    code = duel.first_match.code
    for other in (others[0], staff, None):
        assert find_table(code, other, "en") is None
        assert other is None or closed_round(code, 1, other) is None
    assert find_table(code, players[0], "en") is not None
    assert closed_round(code, 1, players[0]) == duel.first_match_id
    for player in (players[0], staff):
        assert find_table(second.code, player, "en") is None
    assert closed_round(second.code, 1, others[0]) is None
