"""A bot can say why: always, truly, and from what its seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from games.bots import registry
from games.bots.bot import Level
from games.bots.kraken.reasons import Reason
from games.bots.registry import SENTENCES, easy_decision
from games.bots.rosbiratschka.reasons import Reason as Avoiding
from games.engine.cards import PACK_OF_32
from games.engine.game import replace_fields
from games.engine.kraken.legal import POINTS, STRENGTH
from games.engine.registry import GAMES
from games.engine.rosbiratschka.play import VALUES
from games.engine.rosbiratschka.state import HEIGHT
from games.engine.trick_taking import winning_place
from tests.engine.bots.explained import Explained, explain_match
from tests.engine.bots.hands import FED, RUFFED
from tests.engine.bots.rounds import KRAKEN, after_words, deal_round, in_play

HOUSE_RULES: Mapping[str, list[dict[str, Any]]] = {
    "kraken": [{"rounds": 4}, {"rounds": 4, "play_rules": "rotterdam", "trump_mode": "free"}],
    "rosbiratschka": [{"slam": "minus8"}],
}
SEEDS = {"kraken": range(1, 16), "rosbiratschka": range(2, 6)}
BARELY_EVER = {
    Reason.RE,
    Reason.SUPERKRAKEN,
    Reason.LEAD_TO_PARTNER,
    Reason.ROEM_FOR_OTHERS,
    Reason.REVOKE,
    Reason.ALL_THE_SAME,
    Reason.BETTER_PASSED,
    Reason.KEEPS_HIGHEST,
    Avoiding.COSTS_LEAST,
    Avoiding.KEEPS_LOW,
    Avoiding.STOP_EVERYTHING,
    Avoiding.KEEP_BACK,
    Avoiding.KEEP_HIGH,
    Avoiding.HARMLESS,
    Avoiding.KEEPS_TURN,
}
"""Reasons that a few matches need not show; other tests here and the sense of the bot do."""


@cache
def all_explained(key: str) -> tuple[Explained, ...]:
    game = next(game for game in GAMES if game.key == key)
    rules = HOUSE_RULES[key]
    return tuple(
        told for options in rules for seed in SEEDS[key] for told in explain_match(game, options, seed)
    )


@pytest.mark.parametrize("key", HOUSE_RULES)
def test_every_decision_has_a_reason_with_a_sentence_and_no_reason_is_idle(key):
    codes = {told.code for told in all_explained(key)}
    for told in all_explained(key):
        assert SENTENCES[told.code].format(**told.facts)
    assert codes - BARELY_EVER == set(Reason if key == "kraken" else Avoiding) - BARELY_EVER


def last_word(state: Any, seat: int) -> tuple[str, str]:
    decision = easy_decision(KRAKEN, KRAKEN.view(state, seat), KRAKEN.choices(state, seat))
    (answer,) = decision.answers
    return answer["do"], decision.why(answer).code


def test_re_and_superkraken_have_their_reasons():
    unbeatable = "HJ H9 HA HT HK HQ SA DA"
    by_maker = after_words(deal_round([unbeatable, "", "", ""]), (0, "trump H"), (1, "kraken"))
    assert last_word(by_maker, 0) == ("re", Reason.RE)
    by_other = after_words(deal_round(["", unbeatable, "", ""]), (0, "trump H"), (1, "kraken"), (0, "re"))
    assert last_word(by_other, 1) == ("superkraken", Reason.SUPERKRAKEN)


def test_what_a_card_player_would_say():
    def said_of(state):
        seat = state.round.to_play
        decision = easy_decision(KRAKEN, KRAKEN.view(state, seat), KRAKEN.choices(state, seat))
        why = decision.why(decision.answers[0])
        return SENTENCES[why.code].format(**dict(why.facts))

    hands = ["S7 SA H9 HA D7 D8 C7 C8", "HJ HT D9 DT C9 CT H7 DQ", "S8 S9 SK SQ DJ CJ CQ H8", ""]
    fed = in_play(hands, "H", (0, "S7"), (1, "HJ"), (2, "S8"))
    assert said_of(fed) == "Partner takes this trick: this card brings most there."
    given = in_play(["SA " + FED[0], "S7 " + FED[1], *FED[2:]], "H", (0, "SA"), (1, "S7"), (2, "S8"))
    assert said_of(given) == "No card here takes this trick: give as few points as possible."
    last = in_play(RUFFED, "H", (0, "S7"), (1, "S8"), (2, "S9"))
    assert said_of(last) == "Last to play: this card takes the trick."
    leading = in_play(["HJ H9 HA SA DA S7 D7 C7", "", "", ""], "H")
    assert said_of(leading) == "No other hand has a higher trump: draw trumps."


def unseen(told: Explained) -> set[str]:
    """The cards in the three other hands, as they really are."""
    hands = told.state.round.hands
    return {card for seat, hand in enumerate(hands) if seat != told.seat for card in hand}


def against(told: Explained) -> set[str]:
    hands = told.state.round.hands
    return set(hands[(told.seat + 1) % 4]) | set(hands[(told.seat + 3) % 4])


def playable(told: Explained) -> list[str]:
    return [held.card for held in told.view.hand if held.playable]


def cards_on_table(told: Explained) -> list[tuple[int, str]]:
    trick = told.view.trick
    return list(trick.cards) if trick and not trick.complete else []


def height(told: Explained) -> Mapping[str, int]:
    return STRENGTH[told.view.contract.trump] if told.game.key == "kraken" else HEIGHT


def takes(told: Explained, card: str) -> bool:
    cards = [*(other for _, other in cards_on_table(told)), card]
    trump = told.view.contract.trump if told.game.key == "kraken" else None
    return winning_place(cards, height(told), trump) == len(cards) - 1


def highest(told: Explained) -> bool:
    of_suit = [card for card in unseen(told) if card[0] == told.card[0]]
    return all(height(told)[card] < height(told)[told.card] for card in of_suit)


def higher(told: Explained, card: str = "") -> set[str]:
    """The cards of the suit in other hands that are higher than the one that is told of, or than this one."""
    one = card or told.card
    return {other for other in unseen(told) if other[0] == one[0] and height(told)[other] > height(told)[one]}


def partner_wins(told: Explained) -> bool:
    """Whether the trick belongs to the partner whatever is played after: its card lies there and no opponent
    can beat it.
    """
    winner = told.view.trick.winning
    return winner == (told.seat + 2) % 4 and not takes(told, told.card)


def cheapest(told: Explained) -> bool:
    points = POINTS[told.view.contract.trump]
    return points[told.card] == min(points[card] for card in playable(told))


TRUE_OF_KRAKEN = {
    Reason.TWO_HIGHEST_TRUMPS: lambda told: {told.facts["suit"] + rank for rank in "J9"} <= hand(told),
    Reason.HIGHEST_TRUMP: lambda told: told.facts["suit"] + "J" in hand(told),
    Reason.BEST_SUIT: lambda told: told.facts["count"] == suits(told).count(told.facts["suit"]),
    Reason.NO_SUIT: lambda told: told.answer == {"do": "pass"},
    Reason.NOT_ENOUGH: lambda told: told.answer == {"do": "pass"},
    Reason.KRAKEN: lambda told: told.facts["suit"] == told.view.contract.trump,
    Reason.DECLARE: lambda told: told.answer["combinations"] != "",
    Reason.NOTHING_TO_DECLARE: lambda told: len(told.game.choices(told.state, told.seat)) == 1,
    Reason.ROEM: lambda told: told.state.round.tricks[-1].bonus == told.facts["points"] > 0,
    Reason.COUNTED_OUT: lambda told: len(told.view.hand) == len(playable(told)) == 2,
    Reason.ONLY_CARD: lambda told: len(playable(told)) == 1,
    Reason.DRAW_TRUMPS: lambda told: told.card[0] == told.view.contract.trump,
    Reason.DRAW_TRUMPS_FROM_THE_TOP: lambda told: told.card[0] == told.view.contract.trump and highest(told),
    Reason.SURE_TRICK: lambda told: takes(told, told.card) and not beaten(told),
    Reason.HIGHEST_OF_SUIT: highest,
    Reason.RUFF_LATER: lambda told: (
        suits(told).count(told.card[0]) == 1 and told.view.contract.trump in suits(told)
    ),
    Reason.LEAD_CHEAPLY: lambda told: POINTS[told.view.contract.trump][told.card] == 0,
    Reason.LAST_TO_PLAY: lambda told: len(cards_on_table(told)) == 3 and takes(told, told.card),
    Reason.RUFF: lambda told: (
        told.facts["suit"] not in suits(told)
        and told.card[0] == told.view.contract.trump
        and takes(told, told.card)
    ),
    Reason.ONE_HIGHER: lambda told: takes(told, told.card) and higher(told) == {told.facts["card"]},
    Reason.LIES_HIGHEST: lambda told: takes(told, told.card) and len(higher(told)) == told.facts["count"],
    Reason.NO_SURE_LEAD: lambda told: (
        not cards_on_table(told)
        and len(higher(told)) == told.facts["count"] > 0
        and all(higher(told, card) for card in hand(told))
    ),
    Reason.KEEPS_SURE: lambda told: (
        {told.facts["card"]} <= hand(told) - {told.card} and not higher(told, told.facts["card"])
    ),
    Reason.KEEPS_HIGHEST: lambda told: any(
        not higher(told, card) for card in hand(told) if card[0] == told.card[0] and card != told.card
    ),
    Reason.DRAWS_OUT: lambda told: (
        told.facts["card"] in hand(told)
        and height(told)[told.facts["card"]] < height(told)[told.card]
        and len(higher(told)) == len(higher(told, told.facts["card"]))
    ),
    Reason.NO_POINTS_TO_GIVE: lambda told: (
        not any(POINTS[told.view.contract.trump][card] for card in playable(told))
    ),
    Reason.PARTNER_WINS: lambda told: partner_wins(told) and not beaten(told),
    Reason.PARTNER_WINS_KEEP: lambda told: partner_wins(told) and not beaten(told),
    Reason.PARTNER_MAY_LOSE_IT: lambda told: partner_wins(told) and cheapest(told),
    Reason.CANNOT_WIN: lambda told: not any(map_takes(told)) and cheapest(told),
    Reason.CANNOT_WIN_KEEP: lambda told: not any(map_takes(told)) and not cheapest(told),
    Reason.NO_ROEM_FOR_THEM: lambda told: not any(map_takes(told)) and not cheapest(told),
    Reason.NOT_WORTH_TAKING: lambda told: any(map_takes(told)) and not takes(told, told.card),
}
TRUE_OF_ROSBIRATSCHKA = {
    Avoiding.ONLY_CHOICE: lambda told: len(told.game.choices(told.state, told.seat)) == 1,
    Avoiding.THROW_OFF: lambda told: not takes(told, told.card),
    Avoiding.THROW_TROUBLE: lambda told: told.facts["suit"] not in suits(told),
    Avoiding.DUCK: lambda told: not takes(told, told.card),
    Avoiding.DUCK_HIGH: lambda told: (
        not takes(told, told.card)
        and all(takes(told, card) for card in playable(told) if height(told)[card] > height(told)[told.card])
    ),
    Avoiding.LEFT_TO_OTHERS: lambda told: (
        not cards_on_table(told) and len(higher(told)) == told.facts["count"] > 0
    ),
    Avoiding.TAKES_LEAD: lambda told: not cards_on_table(told) and not higher(told),
    Avoiding.KEEPS_LOW: lambda told: (
        takes(told, told.card)
        and any(card[0] == told.card[0] and not takes(told, card) for card in playable(told))
    ),
    Avoiding.THROW_FREE: lambda told: told.facts["suit"] not in suits(told) and not takes(told, told.card),
    Avoiding.WITH_THE_HIGHEST: lambda told: (
        all(map_takes(told)) and height(told)[told.card] == max(height(told)[card] for card in playable(told))
    ),
    Avoiding.UNDER_ANOTHER: lambda told: all(map_takes(told)) and len(cards_on_table(told)) < 3,
    Avoiding.TAKE_EVERYTHING: lambda told: takes(told, told.card) and not gone_over(told),
    Avoiding.ALL_TAKE_IT: lambda told: all(map_takes(told)),
    Avoiding.ADDS_NOTHING: lambda told: VALUES[told.card] == 0,
    Avoiding.ONLY_UNDER_THE_LINE: lambda told: len({VALUES[card] for card in playable(told)}) > 1,
    Avoiding.ROOM: lambda told: told.card[1] in "AT",
    Avoiding.OVER_WITH_THE_DEAREST: lambda told: (
        VALUES[told.card] == max(VALUES[card] for card in playable(told))
    ),
    Avoiding.UNDER_THE_LINE: lambda told: told.facts["total"] == told.view.running.total + VALUES[told.card],
    Avoiding.NOBODY_FOLLOWS: lambda told: told.card[1] in "7A",
    Avoiding.OWN_CARDS_FOLLOW: lambda told: suits(told).count(told.card[0]) > 1,
    Avoiding.HELPS_LEAST: lambda told: told.card[1] not in "7A",
}


def hand(told: Explained) -> set[str]:
    return {held.card for held in told.view.hand}


def suits(told: Explained) -> list[str]:
    return [card[0] for card in hand(told)]


def map_takes(told: Explained) -> list[bool]:
    return [takes(told, card) for card in playable(told)]


def gone_over(told: Explained) -> bool:
    """Whether a seat still to play holds a higher card of the suit, without trumps."""
    lying = len(cards_on_table(told))
    return any(
        card[0] == told.card[0] and height(told)[card] > height(told)[told.card]
        for step in range(1, 5 - lying)
        for card in told.state.round.hands[(told.seat + step) % 4]
    )


def beaten(told: Explained) -> bool:
    """Whether an opponent still to play holds a card that beats the winning one, and may play it."""
    trump, strength = told.view.contract.trump, height(told)
    cards = [*(other for _, other in cards_on_table(told)), told.card]
    best = cards[winning_place(cards, strength, trump)]
    still = [(told.seat + step) % 4 for step in range(1, 5 - len(cards))]
    for seat in still:
        held = told.state.round.hands[seat]
        may = [card for card in held if card[0] == cards[0][0]] or held
        over = [card for card in may if card[0] in (best[0], trump) and strength[card] > strength[best]]
        if (seat - told.seat) % 2 and over:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "true"), [("kraken", TRUE_OF_KRAKEN), ("rosbiratschka", TRUE_OF_ROSBIRATSCHKA)]
)
def test_a_reason_is_true_of_the_cards_as_they_lie(key, true):
    looked_at = dict.fromkeys(true, 0)
    for told in all_explained(key):
        if told.code in true:
            looked_at[told.code] += 1
            assert true[told.code](told), told
    assert all(looked_at[code] for code in true if code not in BARELY_EVER)


STILL_OUT = {
    "kraken": (
        Reason.ONE_HIGHER,
        Reason.LIES_HIGHEST,
        Reason.NO_SURE_LEAD,
        Reason.KEEPS_SURE,
        Reason.KEEPS_HIGHEST,
        Reason.DRAWS_OUT,
        Reason.HIGHEST_OF_SUIT,
    ),
    "rosbiratschka": (
        Avoiding.LEFT_TO_OTHERS,
        Avoiding.TAKES_LEAD,
        Avoiding.KEEPS_LOW,
        Avoiding.THROW_FREE,
    ),
}


@pytest.mark.parametrize(
    ("key", "true"), [("kraken", TRUE_OF_KRAKEN), ("rosbiratschka", TRUE_OF_ROSBIRATSCHKA)]
)
def test_what_a_tip_counts_can_be_counted_at_the_table(key, true):
    """Of any card that a player who searches may find best, not only of those that the easy one plays."""
    told_of = set()
    for told in all_explained(key)[::3]:
        choices = told.game.choices(told.state, told.seat)
        for choice in choices:
            why = registry.reason(told.game, Level.STRONG, told.view, choices, choice.data)
            if why is not None and why.code in STILL_OUT[key]:
                told_of.add(why.code)
                one = told._replace(answer=choice.data, code=why.code, facts=dict(why.facts))
                assert true[why.code](one), one
    assert told_of == set(STILL_OUT[key])


@pytest.mark.slow
@pytest.mark.parametrize("key", HOUSE_RULES)
def test_in_two_worlds_that_look_the_same_the_reason_is_the_same(key):
    """The reason is worked out of a view: nothing else is at hand. Here the others' cards change places."""
    compared = 0
    for told in all_explained(key)[::2]:
        view, choices = told.view, told.game.choices(told.state, told.seat)
        there = in_another_world(told, Random(compared))
        if there is None or told.game.view(there, told.seat) != view:
            continue
        answer = easy_decision(told.game, view, choices)
        elsewhere = easy_decision(
            told.game, told.game.view(there, told.seat), told.game.choices(there, told.seat)
        )
        assert elsewhere.answers == answer.answers
        assert [elsewhere.why(one) for one in answer.answers] == [answer.why(one) for one in answer.answers]
        compared += 1
    assert compared >= 100


def in_another_world(told: Explained, rng: Random) -> Any | None:
    if told.state.round is None:
        return None
    hands = list(told.state.round.hands)
    others = [seat for seat in range(4) if seat != told.seat]
    cards = [card for seat in others for card in hands[seat]]
    rng.shuffle(cards)
    for seat in others:
        hands[seat], cards = tuple(cards[: len(hands[seat])]), cards[len(hands[seat]) :]
    return replace_fields(told.state, round=replace_fields(told.state.round, hands=tuple(hands)))


def test_an_answer_the_bot_would_not_give_has_no_reason():
    state = in_play(["HJ H9 HA SA DA S7 D7 C7", "", "", ""], "H")
    view, choices = KRAKEN.view(state, 0), KRAKEN.choices(state, 0)
    answers = easy_decision(KRAKEN, view, choices).answers
    for choice in choices:
        reason = registry.reason(KRAKEN, Level.EASY, view, choices, choice.data)
        assert (reason is not None) == (choice.data in answers)


def test_reasons_fill_their_places_with_facts_the_screen_names_in_full():
    known = {"suit": "H", "card": "HJ", "count": 4, "points": 20, "total": 24, "trick": 3}
    for sentence in SENTENCES.values():
        assert sentence.format(**known)
        assert not any(card in sentence for card in PACK_OF_32)
