"""The review of a closed round says why a bot did what it did, where today's bot would do the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from django.utils import translation

from accounts.models import Player
from games.bots import chance
from games.bots.bot import Level
from games.bots.player import Decision, clearly
from games.bots.registry import BOTS, reason
from games.engine import registry
from games.engine.view import Choice
from games.engine.words import text
from games.table.log.models import Match
from games.table.review.evidence import Step, round_evidence
from games.table.review.happenings import reason_of_bot
from games.table.screen.narration import Narrator
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import play_until, start_match

pytestmark = pytest.mark.django_db
GAMES = [game.key for game in registry.GAMES]
WHY = re.compile(r'<p class="why-done"><span[^>]*>[^<]*</span> ([^<]+)</p>')


def against_bots(player: Player, clock: Clock, game: str = "kraken") -> Match:
    """A match of one person and bots whose first round is closed."""
    match = start_match(players=[player], now=clock.now, game=game)
    play_until(match, [player], clock.now, lambda table: table.open_round > 1)
    return match


def steps_of(match: Match) -> tuple[Narrator, tuple[Step, ...]]:
    evidence = round_evidence(match, 1)
    assert evidence is not None
    progress = evidence.game.progress(evidence.after)
    names = tuple(sitter.name for sitter in evidence.sitters)
    narrator = Narrator(evidence.game, names, progress.sides, progress.columns)
    return narrator, tuple(step for step in evidence.steps if step.of_game and step.seat is not None)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_everything_a_bot_did_has_its_reason_and_nothing_a_person_did(
    players: list[Player], clock: Clock, game: str
) -> None:
    narrator, steps = steps_of(against_bots(players[0], clock, game))
    assert {step.by for step in steps} == {"bot", "person"}
    for step in steps:
        assert bool(reason_of_bot(narrator, step)) == (step.by == "bot")


def test_the_page_says_it_where_the_bot_had_a_choice(players: list[Player], clock: Clock) -> None:
    match = against_bots(players[0], clock)
    narrator, steps = steps_of(match)
    page = client_of(players[0]).get(f"/t/{match.code}/round/1/").content.decode()
    wanted = []
    for step in steps:
        playable = sum(held.playable for held in narrator.game.view(step.before, step.seat).hand)
        if "card" in step.data and step.by == "bot" and playable > 1:
            wanted.append(reason_of_bot(narrator, step))
    assert len(wanted) > 8
    assert WHY.findall(page) == wanted


def test_it_is_said_in_dutch(players: list[Player], clock: Clock) -> None:
    match = against_bots(players[0], clock)
    english = set(WHY.findall(page_in("en", match, players[0])))
    dutch = set(WHY.findall(page_in("nl", match, players[0])))
    assert len(dutch) == len(english) > 2
    assert not dutch & english


def page_in(language: str, match: Match, player: Player) -> str:
    Player.objects.filter(pk=player.pk).update(language=language)
    with translation.override(language):
        return client_of(player).get(f"/t/{match.code}/round/1/").content.decode()


def test_a_bot_that_would_do_something_else_today_says_nothing(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrator, steps = steps_of(against_bots(players[0], clock))

    def last_of(view: object, choices: tuple[Choice, ...]) -> Decision:
        return clearly(choices[-1].data, text("why_by_chance"))

    monkeypatch.setitem(BOTS, "kraken", BOTS["kraken"]._replace(decide=last_of))
    said: Mapping[bool, set[str]] = {True: set(), False: set()}
    for step in steps:
        if step.by == "bot" and step.level == Level.EASY:
            last = narrator.game.choices(step.before, step.seat)[-1].data
            said[dict(last) == dict(step.data)].add(reason_of_bot(narrator, step))
    assert said == {True: {"Any of them will do."}, False: {""}}


def test_the_card_of_a_bot_that_searched_is_explained_though_easy_would_play_another(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is searched for again: the sentence is the first that is true of the card."""
    narrator, steps = steps_of(against_bots(players[0], clock))
    monkeypatch.setitem(BOTS, "kraken", BOTS["kraken"]._replace(decide=chance.decide))
    played = [step for step in steps if step.by == "bot" and "card" in step.data]
    assert {step.level for step in played if step.seat == 2} == {Level.STRONG}, "the partner of a person"
    said = [reason_of_bot(narrator, replace(step, level=Level.STRONG)) for step in played]
    assert len(said) == 24
    assert "" not in said
    assert "Any of them will do." not in said


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka", "kan"])
def test_a_searching_player_explains_every_choice_it_is_offered(
    players: list[Player], clock: Clock, game: str
) -> None:
    narrator, steps = steps_of(against_bots(players[0], clock, game))
    for step in steps:
        view, choices = (
            narrator.game.view(step.before, step.seat),
            narrator.game.choices(step.before, step.seat),
        )
        for choice in choices:
            why = reason(narrator.game, Level.STRONG, view, choices, choice.data)
            assert why is not None or choice.data["do"] not in ("play", "place", "pass", "trump")
        assert reason(narrator.game, Level.STRONG, view, choices, {"do": "play", "card": "S0"}) is None
