"""The zones: drawn anew exactly when they look different, small, and without a card their viewer may not see."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from statistics import median
from typing import Any, Final

import pytest
from django.template import engines
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from jinja2 import meta
from markupsafe import Markup

from games import engine_words
from games.engine.cards import JOKER, MARKS, face
from games.engine.game import replace_fields
from games.table.log.loading import Table
from games.table.screen import rendering
from games.table.screen import rendering as rendering_module
from games.table.screen.rendering import PARTIALS, Zone, draw
from tests.long_counts import repetitions
from tests.table.positions import ROUNDS, VIEWERS, draw_zones, every_game, positions, read_by_others

MATCHES = 5
"""In how many matches of each game `make attack` looks for cards of others."""


@pytest.mark.slow
@every_game
def test_a_zone_kept_is_the_zone_drawn_afresh(key: str) -> None:
    """Nothing that was shown stays behind."""
    moving = {}
    for table in positions(5, key=key, rounds=ROUNDS.get(key, 1)):
        moving[table.state.seq] = [draw_zones(table, viewer) for viewer in VIEWERS]
    for table in positions(5, key=key, rounds=ROUNDS.get(key, 1)):
        rendering.forget_all()
        assert [draw_zones(table, viewer) for viewer in VIEWERS] == moving[table.state.seq]


@every_game
def test_a_zone_is_drawn_from_its_value_and_nothing_else(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal values have equal HTML, at any moment of any table: the values met are drawn once more at the end."""
    met: dict[tuple[type, Zone], str] = {}
    kept = draw

    def noted(zone: Zone) -> SafeString:
        html = kept(zone)
        assert met.setdefault((type(zone), zone), html) == html
        return html

    noted.cache_clear = kept.cache_clear
    monkeypatch.setattr(rendering_module, "draw", noted)
    for table in positions(5, key=key, rounds=ROUNDS.get(key, 1)):
        rendering.forget_all()
        for viewer in VIEWERS:
            draw_zones(table, viewer)
    rendering.forget_all()
    assert {kind.__name__ for kind, _zone in met} >= {
        "Strip",
        "SeatPlace",
        "Middle",
        "Sheet",
        "Hand",
        "Question",
    }
    assert all(kept(zone) == html for (_kind, zone), html in met.items())


def test_a_partial_is_given_its_value_labels_addresses_and_numbers_only() -> None:
    environment = engines["jinja2"].env
    partials = [name for name in environment.list_templates() if name.startswith("table/zones/")]
    assert len(partials) > len(PARTIALS)
    for name in partials:
        source = environment.loader.get_source(environment, name)[0]
        asked = meta.find_undeclared_variables(environment.parse(source))
        assert asked <= {"zone", "_", "url", "draw", "minus", "named", "with_soft_hyphens"} | (
            {"zones", "of_zones"} if name.endswith("_frame.html") else set()
        ), name


@every_game
def test_zones_of_everybody_are_the_same_bytes_for_everybody(key: str) -> None:
    for table in positions(6, key=key, rounds=ROUNDS.get(key, 1)):
        public = [
            {name: html for name, html in draw_zones(table, viewer).items() if name not in ("hand", "prompt")}
            for viewer in VIEWERS
        ]
        assert all(zones == public[0] for zones in public)


@every_game
def test_every_zone_begins_with_its_id(key: str) -> None:
    for table in positions(7, key=key, rounds=ROUNDS.get(key, 1)):
        for viewer in VIEWERS:
            for name, html in draw_zones(table, viewer).items():
                assert re.match(rf'<\w+ id="{name}"[ >]', html), html[:80]
                assert html.count(f'id="{name}"') == 1


def test_a_post_is_answered_with_zones_swapped_by_id() -> None:
    table = next(positions(8))
    html = rendering.answer_to_post(table, seat=0, talk=(), language="en", notice="No <b>")
    assert html.count(' hx-swap-oob="true"') == len(draw_zones(table, 0)) + 2
    assert "No &lt;b&gt;" in html


@pytest.mark.slow
@every_game
def test_no_card_of_another_hand_is_in_what_a_viewer_gets(key: str) -> None:
    """The sheet is left out: it tells of cards of earlier rounds. A role may have the joker's name in it."""
    for seed in range(repetitions(MATCHES)):
        for table in positions(seed, key=key, rounds=ROUNDS.get(key, 1)):
            for viewer in VIEWERS:
                zones = draw_zones(table, viewer)
                shown = "".join(html for name, html in zones.items() if name != "sheet")
                label = table.game.view(table.state.game_state, viewer).label
                if label is not None:
                    shown = shown.replace(table.game.words[label.code], "")
                for card in unseen(table, viewer):
                    assert not re.search(rf"(?<![A-Za-z0-9]){card}(?![A-Za-z0-9])", shown)
                    assert face(card) == JOKER or engine_words.card_name(card) not in shown


def hands_of(table: Table) -> Any:
    """The part of the game's state that has the hands: its deal, or its round of one deal."""
    state = table.state.game_state
    return getattr(state, "deal", None) or state.round


def unseen(table: Table, viewer: int | None) -> set[str]:
    """The cards in hands a viewer may not see, that no row waits for and nobody showed this viewer; none while nobody
    must act."""
    public = table.game.view(table.state.game_state, None)
    if not any(seat.to_act for seat in public.seats):
        return set()
    round_ = hands_of(table)
    hidden = {card for seat, hand in enumerate(round_.hands) if seat != viewer for card in hand}
    hidden -= {card for row in public.rows for card in row.fits}
    hidden -= set(getattr(round_, "drawn", ()))  # of a pack of their own, which everybody sees
    shown = table.game.view(table.state.game_state, viewer).showings
    hidden -= {card for showing in shown for card in showing.cards}
    if getattr(round_, "comparison", None) is not None:
        for seat, groups in enumerate(round_.declared):
            if round_.comparison.points[seat % 2] and not round_.tricks:
                hidden -= {card for group in groups or () for card in group.cards}
            if round_.comparison.by_suit and groups:
                hidden -= {group.top for group in groups}
    told = set(re.findall(r"\w+", repr(table.game.view(table.state.game_state, viewer))))
    return {card for card in hidden if not told & twins(card)}


def twins(card: str) -> set[str]:
    """The cards of other packs that look the same."""
    return {face(card) + mark for mark in MARKS} - {card}


@pytest.mark.slow
@every_game
def test_two_worlds_that_differ_in_hidden_cards_look_the_same(key: str) -> None:
    compared = 0
    for seed in range(repetitions(MATCHES)):
        rng = Random(seed)
        for table in positions(seed, key=key, rounds=ROUNDS.get(key, 1)):
            for viewer in VIEWERS:
                other = other_world(table, viewer, rng)
                if other is None:
                    continue
                compared += 1
                here = rendering.whole_table(table, seat=viewer, talk=(), language="en")
                rendering.forget_all()
                assert rendering.whole_table(other, seat=viewer, talk=(), language="en") == here
                rendering.forget_all()
    assert compared > 300


def other_world(table: Table, viewer: int | None, rng: Random) -> Table | None:
    """The table with two cards swapped between hands the viewer may not see, where nobody has spoken of them."""
    if not any(seat.to_act for seat in table.game.view(table.state.game_state, None).seats):
        return None
    round_ = hands_of(table)
    declared, trump = getattr(round_, "declared", ()), getattr(round_, "trump", None)
    spoken = {card for groups in declared for group in groups or () for card in group.cards}
    trumps = {trump + rank for rank in "KQ"} if trump else set()
    free = [
        (seat, card)
        for seat, hand in enumerate(round_.hands)
        if seat != viewer
        for card in hand
        if card not in spoken | trumps
    ]
    pairs = [(one, two) for one in free for two in free if one[0] < two[0]]
    if not pairs:
        return None
    (one_seat, one), (two_seat, two) = rng.choice(pairs)
    swap = {one: two, two: one}
    pack = table.game.pack(table.options, len(round_.hands))

    def swapped(hands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(sorted((swap.get(card, card) for card in hand), key=pack.index))
            if seat in (one_seat, two_seat)
            else hand
            for seat, hand in enumerate(hands)
        )

    kept = {name: swapped(getattr(round_, name)) for name in ("hands", "dealt") if hasattr(round_, name)}
    part = "deal" if hasattr(table.state.game_state, "deal") else "round"
    game_state = replace_fields(table.state.game_state, **{part: replace_fields(round_, **kept)})
    return replace(table, state=replace(table.state, game_state=game_state))


def test_pushes_stay_small() -> None:
    """With a lead comes the trick before it, which can be looked at from then on."""
    leads, moves, ends = [], [], []
    shown: dict[int | None, dict[str, str]] = {}
    for table in positions(9):
        trick = table.game.view(table.state.game_state, None).trick
        for viewer in range(4):
            zones = draw_zones(table, viewer)
            size = len(rendering.changed_zones(shown.get(viewer, {}), zones, table.state.seq).encode())
            shown[viewer] = zones
            if trick is not None:
                (ends if trick.complete else leads if len(trick.cards) == 1 else moves).append(size)
    assert median(moves) <= 760
    assert max(moves) <= 2500
    assert median(ends) <= 1500
    assert median(leads) <= 2500
    assert max(leads) <= 3800


def test_what_lies_on_the_table_stays_small_in_every_kind_of_deal() -> None:
    sizes = {}
    for table in positions(9, key="rosbiratschka", rounds=6):
        number = table.game.view(table.state.game_state, None).round
        sizes.setdefault(number, []).append(len(draw_zones(table, 0)["trick"].encode()))
    assert set(sizes) >= {1, 2, 3, 4, 5, 6}
    assert max(size for number in sizes for size in sizes[number]) <= 2750


def test_the_strip_names_who_made_trumps_and_who_spoke_last() -> None:
    """In the deal of this seed somebody says kraken, and is answered re."""
    levels = set()
    for table in positions(37):
        view = table.game.view(table.state.game_state, None)
        assert view.contract is not None
        strip = draw_zones(table, None)["strip"]
        said = re.findall(r'<span class="by for-\d"><span class="whose or-mine">(.*?)</span>', strip)
        names = [sitter.short_name for sitter in table.sitters]
        made = [names[view.contract.maker]] if view.contract.trump else []
        spoke = [names[seat] for seat, _word in view.contract.challenges[-1:]]
        assert said == made + spoke
        levels.add(view.contract.level)
    assert levels == {0, 1, 2}


def test_names_and_talk_are_shown_as_text() -> None:
    table = next(positions(10))
    markup = '<i hx-get="/x">"&'
    sitters = (replace(table.sitters[0], name=markup), *table.sitters[1:])
    whole = rendering.whole_table(replace(table, sitters=sitters), seat=0, talk=(), language="en")
    assert "<i hx-get" not in whole
    assert "&lt;i hx-get" in whole


CARD: Final = r'<b class="card ..">([^<]*)</b>'


def test_cards_that_lie_there_carry_the_name_of_who_sits_there_now() -> None:
    """Pieces of a zone are kept too: never for another person, never for another language."""
    zones = ("trick", "strip")

    def lies_in_both(one: Table) -> bool:
        return all(re.search(CARD, read_by_others(draw_zones(one, 0)[zone])) for zone in zones)

    *_, table = filter(lies_in_both, positions(14))
    taken_over = replace(
        table, sitters=tuple(replace(sitter, name=f"{sitter.name} <new>") for sitter in table.sitters)
    )
    before, dutch = draw_zones(table, 0), rendering.zones_of(table, seat=0, talk=(), language="nl")
    after = draw_zones(taken_over, 0)
    for zone in zones:
        cards = re.findall(CARD, read_by_others(before[zone]))
        assert cards
        assert re.findall(CARD, read_by_others(after[zone])) == [
            card.replace(":", " &lt;new&gt;:") for card in cards
        ]
        assert cards != re.findall(CARD, read_by_others(dutch[zone]))


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("<b>", "&lt;b&gt;"),
        (Markup("<b>"), "<b>"),
        (SafeString("<b>"), "<b>"),
        (7, "7"),
        (_("<b>"), "&lt;b&gt;"),
    ],
)
def test_partials_escape_everything_that_is_not_html_already(value: object, html: str) -> None:
    environment = engines["jinja2"].env
    shown = "{% macro inside(value) %}{{ value }}{% endmacro %}{{ value }}{{ inside(value) }}{{ made() }}"
    assert environment.from_string(shown).render(value=value, made=lambda: value) == html * 3
