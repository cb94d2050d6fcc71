"""A match is played, read and recorded with the version of the game it began with, whatever the newest is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.db import transaction

from accounts.models import Player
from games.engine import registry
from games.engine.actions import Data
from games.engine.game import replace_fields
from games.engine.kraken import Kraken
from games.engine.record import check_record
from games.engine.seats import Actor
from games.engine.view import RoundResult
from games.table import services
from games.table.log import loading
from games.table.log.folding import record_of
from games.table.log.models import Match
from games.table.review.closed_round import round_review
from tests.conftest import Clock
from tests.table.play import never, play_until, table_of

pytestmark = pytest.mark.django_db


class Generous(Kraken):
    """Version 2: every round is worth one point more for everybody."""

    version = 2

    def apply(self, state, actor: Actor, action):
        after = super().apply(state, actor, action)
        if len(after.results) == len(state.results):
            return after
        first, second = after.totals
        return replace_fields(
            after,
            results=(*state.results, _one_more(after.results[-1])),
            totals=(first + 1, second + 1),
        )


def _one_more(result: RoundResult) -> RoundResult:
    line = replace(result.lines[0], points=tuple(1 for _ in result.score))
    return replace(result, score=tuple(points + 1 for points in result.score), lines=(*result.lines, line))


@pytest.fixture
def two_versions() -> Iterator[Generous]:
    """Kraken has a second version, and tables know nothing of before."""
    later = Generous()
    registry.add(later)
    loading.forget_all()
    yield later
    registry.remove(later)
    loading.forget_all()


def points_of(match: Match) -> list[int]:
    """The points of a match's first round, from its row."""
    points: list[int] = match.rounds.get(number=1).points
    return points


def test_old_matches_keep_their_version_and_new_ones_have_the_newest(
    start: Callable[..., Match], players: list[Player], clock: Clock, request: pytest.FixtureRequest
) -> None:
    """An old match is half played when the second version comes: it ends by its own rules."""
    old = start(players[:1], rounds=1)
    play_until(old, players[:1], clock.now, lambda table: table.state.seq > 20)
    later = request.getfixturevalue("two_versions")
    play_until(old, players[:1], clock.advance(600), never)
    assert table_of(old).game.version == old.game_version == 1
    assert services.verify_log(old) == ()
    before = transaction.savepoint()
    new = start(players[:1], rounds=1)
    play_until(new, players[:1], clock.advance(600), never)
    assert table_of(new).game is later
    assert (new.game_version, services.verify_log(new)) == (2, ())
    for match, version in ((old, 1), (new, 2)):
        record = record_of(match)
        report = check_record(record, registry.game)
        assert record["version"] == version
        assert report["ok"] is True
        assert report["totals"] == points_of(match)[:2]
        assert list(round_review(match, number=1).score.written) == points_of(match)[:2]
    assert check_record({**record_of(new), "version": 3}, registry.game)["code"] == "unknown_version"
    transaction.savepoint_rollback(before)


def test_a_match_of_a_version_nobody_knows_is_refused_in_a_sentence(
    start: Callable[..., Match], players: list[Player]
) -> None:
    match = start(players[:1])
    Match.objects.filter(pk=match.pk).update(game_version=7)
    loading.forget_all()
    with pytest.raises(loading.TableRefused, match="log_broken"):
        loading.newest_table(match.pk)
    Match.objects.filter(pk=match.pk).update(game_version=1)


def test_moves_name_no_version() -> None:
    """The words of a form are the same in every version."""
    said: Data = {"do": "pass"}
    assert registry.game("kraken").parse(said) == Generous().parse(said)
