"""What the strong player of Kraken advises among equals, and what it says of it, is what a card player would."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots.estimates import Estimate
from games.bots.kraken import words
from games.bots.kraken.player import make_player, natural_card, reason
from games.bots.kraken.reasons import Reason
from games.bots.kraken.search import STRONG
from games.bots.kraken.words import Word
from tests.engine.bots.rounds import KRAKEN, deal_round, in_play

DIAMONDS = [
    "DA DK D9 D8 HJ H9 HA HT",
    "D7 C7 C9 CT CJ CQ CK CA",
    "DT DJ H7 H8 HQ HK SJ SQ",
    "DQ C8 SK SA S7 S8 S9 ST",
]


def views(state: Any, seat: int) -> tuple[Any, Any]:
    return KRAKEN.view(state, seat), KRAKEN.choices(state, seat)


def told_of(state: Any, seat: int, card: str) -> str:
    told = reason(*views(state, seat), {"do": "play", "card": card})
    assert told is not None
    return told.code


def test_of_discards_that_are_as_good_the_one_without_points_goes() -> None:
    state = in_play(["SA", "CJ D7 C8 C9 D8 D9 DT CQ", "", ""], "H", (0, "SA"))
    alike = (Estimate("CQ", 0.0, 0.0), Estimate("D7", -1.0, 5.0))
    assert natural_card(views(state, 1)[0], alike) == "D7"
    assert natural_card(views(state, 1)[0], alike[:1]) == "CQ"


def test_of_two_cards_that_touch_the_sure_one_is_led() -> None:
    played = ("DA", "D7", "DT", "DQ"), ("DK", "C7", "DJ", "C8")
    state = in_play(DIAMONDS, "H", *((seat, card) for trick in played for seat, card in enumerate(trick)))
    assert natural_card(views(state, 0)[0], (Estimate("D8", 0.0, 0.0),)) == "D9"


def test_a_card_that_keeps_roem_away_is_told_so() -> None:
    state = in_play(["ST", "SQ SJ C9 CT D7 D8 D9 C8", "", ""], "H", (0, "ST"))
    assert told_of(state, 1, "SQ") == Reason.NO_ROEM_FOR_THEM
    assert told_of(state, 1, "SJ") == Reason.CANNOT_WIN


def test_a_trick_that_the_partner_has_and_may_lose_is_not_told_as_lost() -> None:
    diamonds = ((0, "D7"), (1, "D8"), (2, "DQ"), (3, "DA"))
    hands = ["S7 D7", "SQ SJ C9 CT D8 D9 C8 C7", "SA DQ", "ST DA"]
    state = in_play(hands, "H", *diamonds, (3, "ST"), (0, "S7"))
    assert told_of(state, 1, "SJ") == Reason.PARTNER_MAY_LOSE_IT


@pytest.mark.parametrize(("passing", "does"), [(5.0, "trump"), (60.0, "pass")])
def test_a_suit_that_players_name_is_named_where_a_pass_promises_hardly_more(
    passing: float, does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = deal_round(["HJ HA H7 CQ CT DQ S7 S8", "", "", ""], trump_mode="free")
    view, choices = views(state, 0)
    offered = {choice.data.get("suit", "pass"): choice.data for choice in choices}

    def weigh(*_args: object) -> tuple[Word, ...]:
        return Word(offered["pass"], passing, 10.0), Word(offered["H"], 0.0, 10.0)

    monkeypatch.setattr(words, "trumps", weigh)
    assert make_player(STRONG, 1)(view, choices).answers[0]["do"] == does


def test_a_pass_with_jack_and_ace_is_not_told_as_one_without_a_suit() -> None:
    for hand, code in (
        ("HJ HA H7 CQ CT DQ S7 S8", Reason.BETTER_PASSED),
        ("HK H8 H7 CQ CT DQ S7 S8", Reason.NO_SUIT),
    ):
        view, choices = views(deal_round([hand, "", "", ""], trump_mode="free"), 0)
        told = reason(view, choices, {"do": "pass"})
        assert told is not None
        assert told.code == code
