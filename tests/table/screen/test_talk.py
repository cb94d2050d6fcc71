"""Table talk: when it may be said, how fast, and not having to hear it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from games.engine.seats import HOUSE
from games.table import services
from games.table.log import loading
from games.table.log.models import Match
from games.table.models import TalkLine
from games.table.screen import rendering
from games.table.services.talking import talk_for
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import never, play_until

pytestmark = pytest.mark.django_db


def talk(match: Match, player: Player | None) -> list[str]:
    return [line.phrase or line.text for line in talk_for(match.pk, player.pk if player else None)]


def test_phrases_can_be_said_at_any_time(match: Match, players: list[Player], clock: Clock) -> None:
    services.say_phrase(match_id=match.pk, player=players[0], phrase="hello", now=clock.now)
    services.say_phrase(match_id=match.pk, player=players[1], phrase="clap", now=clock.advance(1))
    assert talk(match, players[2]) == talk(match, None) == ["hello", "clap"]


def test_what_is_not_a_phrase_is_refused(
    match: Match, players: list[Player], guest: Player, clock: Clock
) -> None:
    say = {"match_id": match.pk, "now": clock.now}
    assert (
        refusal(lambda: services.say_phrase(**say, player=players[0], phrase="I hold hearts"))
        == "unknown_phrase"
    )
    assert refusal(lambda: services.say_phrase(**say, player=guest, phrase="hello")) == "not_seated"
    assert not TalkLine.objects.exists()


def test_free_talk_waits_for_the_end_of_the_round(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players, rounds=4)
    say = {"match_id": match.pk, "player": players[0], "now": clock.now}
    assert refusal(lambda: services.say_text(**say, text="lead hearts!")) == "talk_waits"

    def between(table: loading.Table) -> bool:
        house = table.game.pending(table.state.game_state).get(HOUSE)
        return house is not None and house.kind == "deal"

    now = play_until(match, players, clock.now, between)
    services.say_text(**say, text="  well\n\x07 played  ")
    assert talk(match, players[1]) == ["well played"]
    assert refusal(lambda: services.say_text(**say, text=" \n ")) == "nothing_said"
    assert refusal(lambda: services.say_text(**say, text="x" * 201)) == "too_long"
    later = play_until(match, players, now, never)
    services.say_text(match_id=match.pk, player=players[1], text="good night", now=later)
    assert talk(match, None)[-1] == "good night"


def test_a_table_without_talk_has_none(match: Match, players: list[Player], clock: Clock) -> None:
    Match.objects.filter(pk=match.pk).update(phrases_on=False, chat_on=False)
    loading.forget_all()
    say = {"match_id": match.pk, "player": players[0], "now": clock.now}
    assert refusal(lambda: services.say_phrase(**say, phrase="hello")) == "talk_off"
    assert refusal(lambda: services.say_text(**say, text="hello")) == "talk_off"


def test_nobody_floods_the_table(match: Match, players: list[Player], clock: Clock) -> None:
    say = {"match_id": match.pk, "phrase": "hello"}
    for _ in range(5):
        services.say_phrase(**say, player=players[0], now=clock.advance(0.5))
    assert refusal(lambda: services.say_phrase(**say, player=players[0], now=clock.now)) == "too_fast"
    services.say_phrase(**say, player=players[1], now=clock.now)
    services.say_phrase(**say, player=players[0], now=clock.advance(10))


def test_who_is_muted_is_not_heard_by_who_muted_them(
    match: Match, players: list[Player], clock: Clock
) -> None:
    services.say_phrase(match_id=match.pk, player=players[1], phrase="hello", now=clock.now)
    services.mute(match_id=match.pk, player=players[0], seat=1)
    services.mute(match_id=match.pk, player=players[0], seat=1)
    assert talk(match, players[0]) == []
    assert talk(match, players[2]) == ["hello"]
    services.unmute(match_id=match.pk, player=players[0], seat=1)
    assert talk(match, players[0]) == ["hello"]


def test_who_is_muted_by_everybody_is_told(match: Match, players: list[Player], clock: Clock) -> None:
    for player in (players[0], players[2], players[3]):
        services.say_phrase(match_id=match.pk, player=players[1], phrase="hello", now=clock.now)
        services.mute(match_id=match.pk, player=player, seat=1)
    say = {"match_id": match.pk, "player": players[1], "now": clock.now}
    assert refusal(lambda: services.say_phrase(**say, phrase="hello")) == "muted"


def test_one_cannot_mute_oneself_or_an_empty_seat(match: Match, players: list[Player], guest: Player) -> None:
    assert refusal(lambda: services.mute(match_id=match.pk, player=players[0], seat=0)) == "no_such_seat"
    assert refusal(lambda: services.mute(match_id=match.pk, player=players[0], seat=7)) == "no_such_seat"
    assert refusal(lambda: services.mute(match_id=match.pk, player=guest, seat=0)) == "not_seated"


def test_the_words_of_somebody_replaced_are_not_the_newcomers(
    match: Match, players: list[Player], guest: Player, clock: Clock
) -> None:
    def heard() -> str:
        talk = talk_for(match.pk, players[1].pk)
        return rendering.zones_of(loading.newest_table(match.pk), seat=1, talk=talk, language="en")["talk"]

    services.say_phrase(match_id=match.pk, player=players[0], phrase="hello", now=clock.now)
    assert "Hello!" in heard()
    services.replace_player(match_id=match.pk, seat=0, player=guest, by=players[1], now=clock.now)
    assert "Hello!" not in heard()
    services.say_phrase(match_id=match.pk, player=guest, phrase="clap", now=clock.now)
    assert guest.nickname in heard()
