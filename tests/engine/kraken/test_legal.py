"""Why a card may not be played: the reason fits the card and the rules in every branch (rules/kraken 1.5)."""

from __future__ import annotations

import random

import pytest

from games.engine.cards import PACK_OF_32, SUITS
from games.engine.errors import Refusal, RefusalCode
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.legal import legal_cards, refusal_of
from games.engine.kraken.options import Options
from tests.engine.kraken.table import Table, cards

AMSTERDAM, ROTTERDAM = "amsterdam", "rotterdam"


@pytest.mark.parametrize(
    ("play_rules", "table", "hand", "card", "code"),
    [
        (AMSTERDAM, "SA", "S7 HJ", "HJ", Refusal.MUST_FOLLOW_SUIT),
        (AMSTERDAM, "SA HT", "S7 H7", "H7", Refusal.MUST_FOLLOW_SUIT),
        (AMSTERDAM, "HK", "H7 HT C9", "C9", Refusal.MUST_FOLLOW_SUIT),
        (AMSTERDAM, "HK", "H7 HT C9", "H7", KrakenRefusal.MUST_BEAT_TRUMP),
        (ROTTERDAM, "HJ", "H7 DA", "DA", Refusal.MUST_FOLLOW_SUIT),
        (AMSTERDAM, "DA", "H7 SA", "SA", KrakenRefusal.MUST_RUFF),
        (ROTTERDAM, "DA D7", "H8 SA", "SA", KrakenRefusal.MUST_RUFF),
        (AMSTERDAM, "D7 HT", "H8 HJ SA", "SA", KrakenRefusal.MUST_OVERRUFF),
        (AMSTERDAM, "D7 HT", "H8 HJ SA", "H8", KrakenRefusal.MUST_OVERRUFF),
        (ROTTERDAM, "D7 HT", "H8 HJ SA", "H8", KrakenRefusal.MUST_OVERRUFF),
        (ROTTERDAM, "D7 HT D9", "H8 HJ SA", "SA", KrakenRefusal.MUST_OVERRUFF),
        (AMSTERDAM, "D7 HJ", "H8 HA SA", "H8", KrakenRefusal.MAY_NOT_UNDERTRUMP),
        (AMSTERDAM, "D7 HJ D9", "H8 HA SA", "HA", KrakenRefusal.MAY_NOT_UNDERTRUMP),
        (AMSTERDAM, "D7 HT D9", "H8 HJ SA", "H8", KrakenRefusal.MAY_NOT_UNDERTRUMP),
        (AMSTERDAM, "D7 HT D9", "H8 HJ", "H8", KrakenRefusal.MUST_OVERRUFF),
        (ROTTERDAM, "D7 HJ", "H8 HA SA", "SA", KrakenRefusal.MUST_UNDERTRUMP),
    ],
)
def test_the_reason(play_rules: str, table: str, hand: str, card: str, code: RefusalCode) -> None:
    """Trumps are hearts."""
    allowed = legal_cards(cards(hand), cards(table), "H", Options(play_rules=play_rules))
    assert card not in allowed
    refused = refusal_of(card, allowed, cards(table), "H")
    assert refused.code == code
    assert refused.sentence


@pytest.mark.parametrize("play_rules", [AMSTERDAM, ROTTERDAM])
def test_a_reason_is_true_of_every_position(play_rules: str) -> None:
    """The refusal's demand can be met with the legal cards, in every position."""
    rng, options = random.Random(5), Options(play_rules=play_rules)
    for _ in range(4_000):
        drawn = rng.sample(PACK_OF_32, rng.randint(2, 11))
        size = rng.randint(1, min(3, len(drawn) - 1))
        table, hand, trump = drawn[:size], drawn[size : size + 8], rng.choice(SUITS)
        legal = legal_cards(hand, table, trump, options)
        assert legal
        for card in set(hand) - set(legal):
            code = refusal_of(card, legal, table, trump).code
            if code == Refusal.MUST_FOLLOW_SUIT:
                assert card[0] != table[0][0]
                assert all(allowed[0] == table[0][0] for allowed in legal)
            elif code == KrakenRefusal.MAY_NOT_UNDERTRUMP:
                assert card[0] == trump
                assert any(allowed[0] != trump for allowed in legal)
            else:
                assert all(allowed[0] == trump for allowed in legal)


def test_a_card_that_is_not_held() -> None:
    table = Table().quiet()
    assert table.refuses("0 SA") == Refusal.CARD_NOT_HELD
    assert table.refuses("1 S7") == Refusal.NOT_YOUR_TURN
    table.say("0 SJ")
    assert table.refuses("1 D7") == Refusal.MUST_FOLLOW_SUIT
