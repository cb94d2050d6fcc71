"""The look back on a round of Kan: cancelled lines struck, covered cards told with the words, no step that stands
still."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from accounts.models import Player
from games.engine.kan import Kan
from games.engine.kan.opening import hands_of
from games.engine.kan.scoring import result_of
from games.engine.kan.state import End
from games.engine.shuffle import Randomness
from games.engine_words import names_of_values
from games.table.log import seeds
from games.table.log.models import Match
from games.table.review.closed_round import round_review, score_then
from games.table.screen.narration import Narrator
from tests.clients import client_of
from tests.conftest import Clock
from tests.engine.kan.positions import KAN
from tests.table.play import never, play_until, start_match

NAMES = ("Anna", "Bram", "Cleo", "Daan", "Eva")


def test_a_line_that_a_later_one_cancelled_is_struck_and_named() -> None:
    """A sukonku, then a gyaku sukonku in the second deal: -3 is all that counts."""
    deals = [(True, End.SUKONKU), (False, End.GYAKU_SUKONKU)]
    result = result_of(1, (0, 2), deals, Kan.Options(), facts={})
    narrator = Narrator(KAN, NAMES, result.sides, ((0,), (1,), (2,), (3,), (4,)))
    score = score_then(narrator, [result], ())
    assert [(line.cancelled, line.points[:2]) for line in score.lines] == [
        (True, (1, -1)),
        (True, (1, -1)),
        (False, (-3, 3)),
    ]
    page = render_to_string("review/_score.html", {"review": SimpleNamespace(score=score, sides=NAMES)})
    assert page.count('<tr class="is-cancelled">') == 2
    assert page.count("Cancelled:") == 2


def seeds_of_double_kan() -> Iterator[bytes]:
    """A first deal in which one player holds the joker and the ace of spades, then deals by chance."""
    chance = Random(1)
    while True:
        seed = chance.randbytes(32)
        state = KAN.start(Kan.Options(rounds=1), 5)
        hands = hands_of(KAN.house_action(state, Randomness(seed)))
        if any({"XX", "SA"} <= set(hand) for hand in hands):
            break
    yield seed
    while True:
        yield chance.randbytes(32)


@pytest.fixture
def finished_match(players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match of one round that begins with a card given for the ace, over; cards were shown in it."""
    dealt = seeds_of_double_kan()
    monkeypatch.setattr(seeds, "random_seed", lambda _purpose: next(dealt))
    match = start_match(
        players=players, now=clock.now, game="kan", options={"rounds": 1, "round_end": "always_three"}
    )
    play_until(match, players, clock.now, never)
    return match


@pytest.mark.slow
@pytest.mark.django_db
def test_every_step_of_the_look_back_lays_a_card_and_what_was_covered_is_told(
    finished_match: Match, players: list[Player]
) -> None:
    log = finished_match.actions.filter(kind="game")
    given = log.get(data__do="give")
    review = round_review(finished_match, number=1)
    assert review.last == log.filter(data__do="play").count()
    lying = [re.sub(r"middle-\d+", "", position.middle) for position in review.positions]
    assert all(one != other for one, other in pairwise(lying))
    card = names_of_values({"card": given.data["card"]})["card"]
    assert f"Give the {card}" in [one.words for one in review.statements]
    page = client_of(players[0]).get(f"/t/{finished_match.code}/round/1/").content.decode()
    assert f"All {review.last} cards were allowed." in page


@pytest.mark.django_db
def test_a_showing_is_told_with_the_names_of_the_cards_and_without_its_other_forms(
    finished_match: Match,
) -> None:
    shown = [entry.data["cards"] for entry in finished_match.actions.filter(data__do="show").order_by("seq")]
    told = [one for one in round_review(finished_match, number=1).statements if one.words.startswith("Show")]
    assert len(told) == len(shown) == 2
    for cards, one in zip(shown, told, strict=True):
        assert one.offered == ()
        assert all(
            str(names_of_values({"card": card})["card"]) in one.words
            for card in cards.replace(";", " ").split()
        )
