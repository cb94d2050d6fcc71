"""Sealed words, shown cards and exchanged cards reach only the seats that may know them: two matches that differ in
nothing else look the same to all others."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.engine.actions import Swap
from games.engine.kan.state import Phase, State
from games.engine.seats import HOUSE, Seat
from tests.engine.kan.positions import KAN, after_moves, data_of, deal_first, later, with_deal

EVERYBODY = (None, 0, 1, 2, 3, 4)
FORMS = {
    "one": ("SA", "S7", "H9"),
    "together": ("SA S7", "S7 H9", "SA H9"),
    "apart or the same": ("SA;S7", "S7;SA", "H9;S7", "SA;SA", "H9;H9"),
}
"""Shows that look alike from outside, by what is seen of them."""


def everything_seen(state: State, viewer: Seat | None) -> str:
    """Everything the engine hands out to a viewer."""
    view = KAN.view(state, viewer)
    if viewer is None:
        return repr(view)
    return repr((view, KAN.choices(state, viewer), KAN.pending(state).get(viewer)))


def looks_alike(one: State, other: State) -> list[Seat | None]:
    """The viewers to whom both states are the same."""
    return [viewer for viewer in EVERYBODY if everything_seen(one, viewer) == everything_seen(other, viewer)]


def first_words() -> dict[str, State]:
    """The first deal after one of the kan pair, 0 and 2, has said a word."""
    state = deal_first("XX", "", "SA")
    return {word: after_moves(state, f"0 {word}") for word in ("iku", "koi")}


def test_a_sealed_word_is_known_to_nobody_before_both_have_spoken() -> None:
    said = first_words()
    assert looks_alike(said["iku"], said["koi"]) == [*EVERYBODY]
    assert KAN.view(said["iku"], None).sealed == (0,)
    assert KAN.pending(said["iku"]) == KAN.pending(said["koi"])
    assert KAN.reports(said["iku"]) == KAN.reports(said["koi"])


def test_both_words_are_open_once_both_have_spoken() -> None:
    opened = after_moves(first_words()["iku"], "2 koi")
    words = [zone.word and zone.word.code for zone in KAN.view(opened, None).seats]
    assert words == ["said_iku", None, "said_koi", None, None]
    assert KAN.view(opened, None).sealed == ()


@pytest.mark.parametrize("form", FORMS)
def test_shown_cards_are_seen_by_the_partner_only(form: str) -> None:
    state = later("SA S7 H9", "", "H8")
    shown = [after_moves(state, f"show:{cards}") for cards in FORMS[form]]
    for one, other in combinations(shown, 2):
        assert looks_alike(one, other) == [None, 1, 3, 4]
        named = [after_moves(each, "trump:H", "H8") for each in (one, other)]
        assert looks_alike(*named) == [None, 1, 3, 4]
        assert KAN.reports(one) == KAN.reports(other)


@pytest.mark.parametrize("place", [2, 3])
@pytest.mark.parametrize("form", FORMS)
def test_the_partner_sees_the_cards_until_the_deal_is_over(form: str, place: int) -> None:
    shower, partner = (0, 2) if place == 2 else (2, 0)
    hands = ["", "", "", "", ""]
    hands[shower] = "SA S7 H9"
    for cards in FORMS[form]:
        state = after_moves(later(*hands, place=place), f"show:{cards}", "trump:H")
        groups = tuple(tuple(group.split()) for group in cards.split(";"))
        for viewer in (shower, partner):
            assert tuple(zone.cards for zone in KAN.view(state, viewer).showings) == groups


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_nothing_is_said_of_showings_once_the_deal_is_over(viewer: int | None) -> None:
    state = after_moves(later("SA S7 H9", "", "H8"), "show:SA", "trump:H")
    assert len(KAN.view(state, viewer).showings) == 1
    assert KAN.view(with_deal(state, phase=Phase.OVER), viewer).showings == ()


def test_forms_that_differ_in_how_many_cards_were_shown_look_different() -> None:
    state = later("SA S7 H9")
    shown = [after_moves(state, f"show:{cards}") for cards in ("", "SA", "SA S7", "SA;S7")]
    for one, other in combinations(shown, 2):
        assert looks_alike(one, other) == []


def test_what_the_partner_gives_for_the_ace_is_seen_by_the_pair_only() -> None:
    state = deal_first("XX SA", "", "C3 C4")
    given = [after_moves(state, f"give:{card}") for card in ("C3", "C4")]
    assert looks_alike(*given) == [None, 1, 3, 4]


def test_what_comes_back_in_a_blind_exchange_is_seen_by_the_pair_only() -> None:
    state = deal_first("XX SA", "", "C3 C4", double_kan="blind_swap")
    swapped = [KAN.apply(state, HOUSE, Swap("SA", card)) for card in ("C3", "C4")]
    assert looks_alike(*swapped) == [None, 1, 3, 4]


@pytest.mark.parametrize("move", ["iku", "koi", "show:SA", "show:SA;SA", "show:", "give:C3"])
def test_no_log_line_of_a_covered_word_travels_before_the_round_is_closed(move: str) -> None:
    assert KAN.is_open(KAN.parse(data_of(move))) is False


@pytest.mark.parametrize("move", ["trump:H", "SA", "XX:H", "stop", "juuroku", "cancel"])
def test_what_everybody_hears_at_once_may_travel(move: str) -> None:
    assert KAN.is_open(KAN.parse(data_of(move))) is True


def test_deals_and_exchanges_never_travel() -> None:
    for data in ({"do": "swap", "given": "XX", "taken": "C3"}, {"do": "deal", "dealer": "0", "deck": ""}):
        assert KAN.is_open(KAN.parse(data)) is False


def test_a_spectators_view_is_no_base_that_shows_a_player_more() -> None:
    state = after_moves(later("SA S7 H9"), "show:SA")
    public = KAN.view(state, None)
    for viewer in range(5):
        assert KAN.view(state, viewer, public) == KAN.view(state, viewer)
