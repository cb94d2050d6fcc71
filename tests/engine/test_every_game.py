"""Promises of every registered game."""

from __future__ import annotations

import random
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import registry
from games.engine.cards import SUITS
from games.engine.club import CORRECTIONS, SUBJECTS
from games.engine.errors import MalformedAction, Refusal, RefusalCode, Refused
from games.engine.game import Game
from games.engine.log import advance, advance_house, replay
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from games.engine.words import Text
from tests.engine.playing import ONE_OF_MANY, every_game, options_for, play_match, seeds, steps
from tests.engine.refusals import EVERY_REFUSAL
from tests.long_counts import repetitions

pytestmark = pytest.mark.usefixtures("toy")
NOT_LISTED = ("declare", "meld", "lay", "tack", "shift", "deal", "turn", "reshuffle", "close")
"""Words that are allowed in more forms than a screen offers."""
ONCE = {"rounds": 1, "cycles": 1}
"""Every kind of deal once, for tests that look at every moment."""
SOME_DEAL = Randomness(b"a deal for whoever needs any one")


def actors(game: Game[Any], state: Any) -> tuple[Any, ...]:
    return (*range(len(game.progress(state).sides)), HOUSE)


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(40))
def test_any_legal_play_ends(game: Game[Any], data: st.DataObject) -> None:
    state, log = play_match(game, data.draw(options_for(game)), data.draw(seeds))
    assert game.progress(state).over
    assert len(log) < 5_000
    results = game.results(state)
    assert (
        tuple(map(sum, zip(*(result.score for result in results), strict=True)))
        == game.progress(state).totals
    )
    progress = game.progress(state)
    assert 1 in progress.places
    assert progress.places == game.view(state, None).places


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(20))
def test_rounds_seats_and_deals_are_numbered_and_grouped_alike_everywhere(
    game: Game[Any], data: st.DataObject
) -> None:
    """Points, sides and tallies are per seat, seats of one column share their points, each deal has one number."""
    options = data.draw(options_for(game))
    state, log = play_match(game, options, data.draw(seeds))
    progress, view = game.progress(state), game.view(state, None)
    seats = range(len(progress.sides))
    assert sorted(seat for column in progress.columns for seat in column) == list(seats)
    assert sorted(progress.ring) == list(seats)
    assert progress.deal == sum(entry.data["do"] == "deal" for entry in log)
    assert (view.totals, view.columns, view.sides) == (progress.totals, progress.columns, progress.sides)
    assert progress.closed >= (game.planned_rounds(options, len(seats)) or 1)
    dealt = [deal for result in game.results(state) for deal in result.deals]
    assert dealt == [number for number in range(1, progress.deal + 1) if number not in progress.void_deals]
    before = 0
    for result in game.results(state):
        assert result.deals[-1] - before <= game.most_deals(options)  # void ones too
        before = result.deals[-1]
        assert list(result.tallies) == [tally.key for tally in game.tallies]
        for each in (result.score, result.sides, *(line.points for line in result.lines)):
            assert len(each) == len(seats)
        for column in progress.columns:
            assert len({result.score[seat] for seat in column}) == 1
        for one in seats:
            for other in seats:
                if result.sides[one] == result.sides[other]:
                    assert result.score[one] == result.score[other]
                    assert all(row[one] == row[other] for row in result.tallies.values())


@every_game
def test_the_pack_is_what_the_cards_are_read_by(game: Game[Any]) -> None:
    pack = game.pack(game.Options(), max(game.seats))
    assert len(set(pack)) == len(pack)
    with pytest.raises(MalformedAction):
        game.parse({"do": "play", "card": "S1"})


@every_game
def test_the_words_for_the_club_are_complete(game: Game[Any]) -> None:
    assert {subject.key for subject in game.subjects} <= set(SUBJECTS)
    assert {correction.key for correction in game.corrections} <= set(CORRECTIONS)
    anchors = {heading.anchor for heading in game.rulebook}
    assert {anchor for each in (*game.subjects, *game.corrections) for anchor in each.rules} <= anchors
    assert game.summary
    assert len({heading.anchor for heading in game.rulebook}) == len(game.rulebook) > 0
    assert all(points >= 0 for points in game.defaults(game.Options()))


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(40))
def test_the_lines_of_a_round_add_up_to_its_score(game: Game[Any], data: st.DataObject) -> None:
    state, _ = play_match(game, data.draw(options_for(game)), data.draw(seeds))
    for result in game.results(state):
        sums = tuple(map(sum, zip(*(line.points for line in result.lines), strict=True)))
        assert (sums or tuple(0 for _ in result.score)) == result.score


@pytest.mark.slow
@every_game
@given(data=st.data())
@settings(max_examples=repetitions(12, one_in=3))
def test_what_is_offered_is_accepted_and_all_else_refused_with_a_code(
    game: Game[Any], data: st.DataObject
) -> None:
    seed = data.draw(seeds)
    rng = random.Random(seed)
    options = data.draw(options_for(game, **ONCE))
    pack = game.pack(options, game.seats[0])
    conceivable = [{"do": "play", "card": card} for card in pack]
    conceivable += [{"do": word, "card": card} for card in pack for word in ("place", "discard")]
    ends = ("low", "high")
    conceivable += [
        {"do": "place", "card": card, "target": "m1", "end": end} for card in pack for end in ends
    ]
    conceivable += [{"do": word, "suit": suit} for word in ("trump", "turn") for suit in SUITS]
    words = ("pass", "accept", "kraken", "re", "superkraken", "bonus", "stuk", "close", "dance", "end")
    words += ("keep", "throw", "draw", "take", "iku", "koi", "stop", "juuroku", "cancel")
    words += ("stock", "call", "allow", "refuse")
    conceivable += [{"do": word} for word in words]
    conceivable += [{"do": "declare", "combinations": cards} for cards in ("", "S7 S8 S9", "SJ HJ DJ CJ")]
    conceivable.append({"do": "deal", "dealer": "0", "deck": " ".join(SOME_DEAL.shuffled(pack))})
    for state, _ in steps(game, options, seed):
        before = repr(state)
        for actor in actors(game, state):
            offered = [] if actor == HOUSE else [choice.data for choice in game.choices(state, actor)]
            for choice in offered:
                game.check(state, actor, game.parse(choice))
            for foreign in rng.sample(conceivable, 12):
                may_be_allowed = actor in game.pending(state) and foreign["do"] in NOT_LISTED
                if foreign in offered or may_be_allowed:
                    continue
                with pytest.raises(Refused) as refusal:
                    game.apply(state, actor, game.parse(foreign))
                assert isinstance(refusal.value.code, RefusalCode)
                assert refusal.value.sentence
        assert repr(state) == before


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(15, one_in=3))
def test_every_text_has_a_sentence_and_its_facts(game: Game[Any], data: st.DataObject) -> None:
    for state, _ in steps(game, data.draw(options_for(game, **ONCE)), data.draw(seeds)):
        public = game.view(state, None)
        assert_said(game, texts(public))
        for viewer in range(len(game.progress(state).sides)):
            view = game.view(state, viewer, public)
            own = [name for name in vars(view) if getattr(view, name) is not getattr(public, name)]
            assert_said(game, [text for name in own for text in texts(getattr(view, name))])


def assert_said(game: Game[Any], said: list[Text]) -> None:
    for text in said:
        facts = dict(text.facts)
        if "rank" in facts:
            facts["ranks"] = facts["rank"]  # "four jacks": the screen forms the plural of the rank
        if "length" in facts:
            assert f"kind_run{facts['length']}" in game.words
            facts |= {"run": facts["length"], "Run": facts["length"]}  # the screen has a word for each length
        names = {fact: "Anna" for fact in facts if fact in ("seat", "other_seat", "side", "other")}
        sentence = game.words[text.code].format(**facts | names)
        assert not ONE_OF_MANY.search(sentence), sentence
        for fact, value in text.facts:
            if fact == "kind":
                assert all(f"kind_{kind}" in game.words for kind in str(value).split("+"))


def texts(zone: object) -> list[Text]:
    """Every text somewhere in a view."""
    if isinstance(zone, Text):
        return [zone]
    if isinstance(zone, tuple):
        return [text for item in zone for text in texts(item)]
    if hasattr(zone, "__dataclass_fields__"):
        return [text for name in zone.__dataclass_fields__ for text in texts(getattr(zone, name))]
    return []


@every_game
@given(data=st.data())
@settings(max_examples=repetitions(15, one_in=3))
def test_every_dealt_card_is_counted_once(game: Game[Any], data: st.DataObject) -> None:
    options = data.draw(options_for(game, **ONCE))
    done = [(entry.by, game.parse(entry.data)) for entry in play_match(game, options, data.draw(seeds))[1]]
    deal = done[0][1]
    hands = game.dealt_hands(options, done, players=game.seats[0])
    assert hands[0].seat == deal.dealer
    assert sorted(hand.seat for hand in hands) == list(range(game.seats[0]))
    counted = {key for hand in hands for key in hand.counted}
    assert counted <= {figure.key for figure in game.figures}
    if "jacks" in counted:
        assert sum(hand.counted["jacks"].value for hand in hands) == 4
    shares = {figure.key for figure in game.figures if figure.share}
    assert all(hand.counted[key].value in (0, 1) for hand in hands for key in shares)


@every_game
def test_the_house_deals_what_the_seed_says(game: Game[Any]) -> None:
    start = game.start(game.Options(), game.seats[0])
    pack = game.pack(game.Options(), game.seats[0])
    first = advance_house(game, start, randomness=SOME_DEAL)
    assert first == advance_house(game, start, randomness=SOME_DEAL)
    assert first.entries[0].data["deck"] == " ".join(SOME_DEAL.shuffled(pack))
    assert replay(game, start, first.entries) == first.state


@every_game
def test_a_refused_action_leaves_no_entry(game: Game[Any]) -> None:
    start = game.start(game.Options(), game.seats[0])
    with pytest.raises(Refused):
        advance(game, start, actor=0, data={"do": "play", "card": "SA"}, randomness=SOME_DEAL)
    assert game.start(game.Options(), game.seats[0]) == start


def test_every_refusal_has_a_code_of_its_own_and_a_sentence_with_known_braces() -> None:
    assert len(set(EVERY_REFUSAL)) == len(EVERY_REFUSAL)
    for refusal in EVERY_REFUSAL:
        for _, name, _, _ in Formatter().parse(refusal.sentence):
            assert name is None or name.isidentifier()


def test_a_game_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(MalformedAction) as refusal:
        registry.game("canasta")
    assert refusal.value.code == Refusal.UNKNOWN_GAME
    assert "canasta" in refusal.value.sentence
