"""Sealed words and shown cards of Kan on the screens that a socket sends, zone by zone, in two worlds each."""

from __future__ import annotations

import pytest

from games.engine.kan.state import State
from games.engine.seats import Seat
from games.table.log.loading import Table
from games.table.screen import rendering
from games.table.screen.zones.scores import sheet_of
from games.table.sockets.submissions import read_fields
from tests.browser.kan.tables import FIRST, kan_table, ninth_trick
from tests.engine.kan.positions import KAN, SHOWN, after_moves, deal_first, later
from tests.table.plain_forms import forms_of
from tests.table.positions import positions

VIEWERS = (0, 1, 2, 3, 4, None)


def draw_all_zones(state: State, viewer: Seat | None) -> str:
    """All zones of a screen, drawn afresh."""
    rendering.forget_all()
    zones = rendering.zones_of(kan_table(state), seat=viewer, talk=(), language="en")
    return "".join(zones.values())


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_first_word_is_the_same_on_every_screen_until_both_have_spoken(viewer: Seat | None) -> None:
    """The screen of the seat that spoke says nothing of it either: it may be looked at by others."""
    first = deal_first(*FIRST, rounds=10)
    assert draw_all_zones(after_moves(first, "0 iku"), viewer) == draw_all_zones(
        after_moves(first, "0 koi"), viewer
    )
    assert draw_all_zones(after_moves(first, "0 iku", "4 koi"), viewer) != draw_all_zones(
        after_moves(first, "0 koi", "4 koi"), viewer
    )


SAME_SHAPE = [("show:SA", "show:S7"), ("show:SA S7", "show:S7 S5"), ("show:SA;S7", "show:S5;S5")]


@pytest.mark.parametrize(("one", "other"), SAME_SHAPE)
def test_shown_cards_change_only_the_screens_of_the_pair(one: str, other: str) -> None:
    """Seat 0 shows to seat 2; the others and a spectator see how many cards, in how many showings."""
    shown = later(*SHOWN)
    worlds = (after_moves(shown, one), after_moves(shown, other))
    changed = {viewer for viewer in VIEWERS if len({draw_all_zones(world, viewer) for world in worlds}) > 1}
    assert changed == {0, 2}


def test_the_joker_is_led_by_the_button_of_the_suit_it_asks_for() -> None:
    """In the ninth trick its holder has no other card to lead."""
    state = ninth_trick()
    (seat,) = KAN.pending(state)
    page = str(rendering.whole_table(kan_table(state), seat=seat, talk=(), language="en"))
    (form,) = [one for one in forms_of(page) if one.id == "answer-suit"]
    sent_by = [read_fields(dict(form.pressed(button))).data for button in form.buttons]
    assert sent_by == [{"do": "play", "card": "XX", "suit": suit} for suit in "SHDC"]
    assert all(data in [choice.data for choice in KAN.choices(state, seat)] for data in sent_by)


@pytest.mark.parametrize(("rule", "shown"), [("free", ["ST SA", ""]), ("two_required", ["SA;ST"])])
def test_the_usual_showing_and_none_have_a_button_each_and_are_sent_with_one_tap(
    rule: str, shown: list[str]
) -> None:
    """The two highest cards of the best suit; where two showings are required, nothing cannot be shown."""
    state = later(*SHOWN, show_rule=rule)
    forms = {form.id: form for form in forms_of(draw_all_zones(state, 0))}
    form = forms["answer-none"]
    taps = [read_fields(dict(form.pressed(button))).data for button in form.buttons]
    assert taps == [{"do": "show", "cards": cards} for cards in shown]
    for tap in taps:
        KAN.check(state, 0, KAN.parse(tap))
    assert "answer-arrange" in forms, "any other showing is put together from the hand"


def test_the_question_says_when_two_showings_are_required() -> None:
    page = draw_all_zones(later(*SHOWN, show_rule="two_required"), 0)
    assert "Show your partner a card, then once more" in page
    assert "up to two cards" not in page


def played_round() -> Table:
    """A table right after its only round."""
    (*_before, last) = positions(5, key="kan")
    assert last.game.results(last.state.game_state)
    return last


def test_the_points_of_those_a_round_was_not_about_are_a_value_of_the_sheet() -> None:
    """The mukan, who have won, read their own in a sentence of their own; also where places were changed meanwhile."""
    table = played_round()
    sheet = sheet_of(rendering.public_part(table, "en").rounds)
    assert sheet.end is not None
    assert sheet.shown is not None
    assert len(sheet.end.others) == 3
    by_place = {
        column.at[0]: points for column, points in zip(sheet.columns, sheet.shown.points, strict=True)
    }
    assert dict(sheet.end.others) == {at: by_place[at] for at in by_place if at not in sheet.end.about}
    html = rendering.draw(sheet)
    (points,) = set(dict(sheet.end.others).values())
    assert f'<span class="mine">{sheet.end.against}</span>' in html
    assert f'<b class="mine">+{points}</b>' in html


def test_each_side_has_its_own_picture_of_a_round_that_failed() -> None:
    """Who had the better of it is named on the root, as on the sentence."""
    sheet = sheet_of(rendering.public_part(played_round(), "en").rounds)
    assert sheet.end is not None
    failed = sheet._replace(end=sheet.end._replace(kind="failed", best=(1, 2, 4)))
    assert '<div class="round-end round-end--failed best-1 best-2 best-4">' in rendering.draw(failed)
