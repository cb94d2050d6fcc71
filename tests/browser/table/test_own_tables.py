"""Tables with something of their own: posters, a dial, rows, camps with heaps, melds and piles.

They move where things move, stand there where nothing does, are told once, and take no tap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from playwright.sync_api import expect

from games.engine.game import replace_fields
from games.engine.rosbiratschka.state import CONTRACTS, Contract
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness
from games.table.log.loading import Table
from games.table.screen import rendering
from tests.browser.judging import SMALLEST
from tests.browser.kan.tables import kan_table, mix_hands, play_on
from tests.browser.phone import Phone
from tests.browser.table.moments import (
    ENDS,
    FINISHED,
    MOVING,
    SHIFTED,
    STOPPED,
    UNDER_A_THUMB,
    table_of,
    times_told,
)
from tests.browser.table.standing import show
from tests.browser.table.test_pushed import PUSHED
from tests.engine.kalooki.table import KALOOKI, after_lines
from tests.engine.kan.positions import KAN, second_deal, to_act
from tests.engine.kraken.table import Table as Round
from tests.engine.rosbiratschka.positions import after_moves, deal_contract, midway
from tests.table.kalooki import tables as kalooki
from tests.table.play import imagine_table

COVERED = """() => {
  const box = document.querySelector("#trick .poster").getBoundingClientRect();
  return [...document.querySelectorAll(".seat .face, .seat .name, .talk-panel summary")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const other = one.getBoundingClientRect();
      return other.right > box.left + 1 && other.left < box.right - 1
        && other.bottom > box.top + 1 && other.top < box.bottom - 1;
    }).map((one) => one.textContent || one.className);
}"""
"""Faces and names that the poster lies over."""
SPILLS = """() => [...document.querySelectorAll("#trick .poster > p:not(.poster-cards)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().bottom
    > one.parentElement.getBoundingClientRect().bottom).map((one) => one.textContent)"""


def rosbiratschka_table(state: Any) -> Any:
    """A table of Rosbiratschka in this state, without a database."""
    table = imagine_table(("person",) * 4, lambda _table: True, key="rosbiratschka")
    return replace(table, options=state.options, state=replace_fields(table.state, game_state=state))


def show_moving(mine: Phone, table: Any, seat: int = 0) -> None:
    """Show this table to a seat on a page on which things move."""
    mine.page.emulate_media(reduced_motion="no-preference")
    show(mine, table, seat)
    mine.page.evaluate(MOVING)
    mine.page.evaluate(SHIFTED)


def push(mine: Phone, table: Any, seat: int = 0) -> None:
    """Push every zone of this table, and let what moves stand where it begins; it ends within a second and takes no
    tap."""
    zones = rendering.zones_of(table, seat=seat, talk=(), language="en")
    mine.page.evaluate(PUSHED, "".join(zones.values()))
    mine.page.evaluate(STOPPED)
    assert mine.page.evaluate(ENDS) < 1000
    assert mine.page.evaluate(UNDER_A_THUMB) == []


def at_rest(mine: Phone) -> None:
    """Let everything end that moves."""
    mine.page.evaluate(FINISHED)
    assert mine.page.evaluate("window.shifts") <= 0.02


def test_each_contract_opens_with_a_poster_that_covers_nobody(screen: Callable[..., Phone]) -> None:
    for language in ("en", "nl"):
        for size in (SMALLEST, {"width": 360, "height": 740}):
            mine = screen(size)
            for contract in CONTRACTS:
                show(mine, rosbiratschka_table(deal_contract(contract)), language=language)
                expect(mine.page.locator("#trick .poster")).to_have_count(1)
                expect(mine.page.locator("#trick .poster-line")).not_to_have_text("")
                assert mine.page.evaluate(COVERED) == []
                assert mine.page.evaluate(SPILLS) == [], (contract, size)


def test_the_poster_is_told_once_and_goes_with_the_first_card(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = deal_contract(Contract.NO_JACKS)
    show_moving(mine, rosbiratschka_table(after_moves(deal_contract(Contract.NO_HEARTS), "S7")))
    push(mine, rosbiratschka_table(state))
    turned = "() => document.querySelector('#trick .poster').getAnimations().length"
    assert mine.page.evaluate(turned) == 1
    at_rest(mine)
    push(mine, rosbiratschka_table(state))
    assert times_told(mine, "Take no jacks: each costs 2") == 1
    assert mine.page.evaluate(turned) == 0
    push(mine, rosbiratschka_table(after_moves(state, "S7")))
    expect(mine.page.locator("#trick .poster")).to_have_count(0)


def test_a_running_total_is_counted_up_on_a_dial(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = after_moves(deal_contract(Contract.HUNDRED, "SA", "HA", "DA", "CA"), "SA HA")
    show_moving(mine, rosbiratschka_table(state))
    expect(mine.page.locator(".dial-line.is-crossed")).to_have_count(0)
    push(mine, rosbiratschka_table(after_moves(state, "DA")))
    expect(mine.page.locator(".dial-line.is-crossed")).to_have_count(1)
    expect(mine.page.locator(".running-total b")).to_have_text("33")
    expect(mine.page.locator(".line.crossed .whose")).to_have_text("P2")
    at_rest(mine)


def test_who_went_over_a_line_says_it_in_one_line(screen: Callable[..., Phone]) -> None:
    state = after_moves(deal_contract(Contract.HUNDRED, "SA", "HA", "DA", "CA"), "SA HA DA")
    found = {}
    for language in ("en", "nl"):
        for size in (SMALLEST, {"width": 360, "height": 740}):
            mine = screen(size)
            show(mine, rosbiratschka_table(state), language=language)
            word = mine.page.locator("#seat-2 .word")
            found[language, size["width"]] = word.evaluate(
                """word => {
                  const words = document.createRange();
                  words.selectNodeContents(word);
                  const box = word.getBoundingClientRect();
                  return [words.getClientRects().length, box.left >= 0];
                }"""
            )
    assert set(map(tuple, found.values())) == {(1, True)}, found


def test_rows_stand_still_where_only_a_pass_is_left(screen: Callable[..., Phone]) -> None:
    """The word that is said by itself has the place of the tip, and the letters of a button."""
    mine = screen()

    def asked(seed: int, *, places: bool) -> tuple[Any, bool]:
        """A match up to where seat 0 is asked beside rows, and whether that comes in it."""

        def is_asked(table: Any) -> bool:
            view = table.game.view(table.state.game_state, 0)
            can_place = any(held.playable for held in view.hand)
            return any(row.cards for row in view.rows) and view.prompt.must and places == can_place

        def is_over(table: Any) -> bool:
            return bool(table.game.view(table.state.game_state, None).over)

        kinds = ("person", "bot", "bot", "bot")
        table = imagine_table(
            kinds, lambda one: is_asked(one) or is_over(one), key="rosbiratschka", rng=Random(seed)
        )
        return table, is_asked(table)

    found = {}
    for places in (True, False):
        table = next(table for table, comes in (asked(seed, places=places) for seed in range(99)) if comes)
        show(mine, table)
        found[places] = mine.page.locator("#prompt").bounding_box()
    assert found[True] == found[False]
    word = mine.page.locator("#prompt.prompt--one-answer #answer button")
    assert word.evaluate(
        "one => getComputedStyle(one).color === getComputedStyle(one.closest('#prompt')).color"
    )


def test_a_row_grows_from_its_jack_outwards(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = midway("HQ S7", "SQ", "CQ", "DQ", laid="HJ HT")
    show_moving(mine, rosbiratschka_table(state))
    push(mine, rosbiratschka_table(after_moves(state, "HQ")))
    lit = """() => [...document.querySelectorAll(".row-of > .card:not(.fits)")].filter((card) =>
      document.getAnimations().some((one) => one.effect.target === card && one.effect.pseudoElement === "::before"))
      .map((card) => card.className.match(/H[JQTKA]/)[0])"""
    assert mine.page.evaluate(lit) == ["HJ", "HQ"]
    at_rest(mine)
    expect(mine.page.locator(".row-of > .latest.HQ")).to_be_visible()


def test_cards_that_count_fly_to_the_heap_of_their_camp(screen: Callable[..., Phone]) -> None:
    mine = screen()
    start = second_deal("SA S9", "SK S8", "S7", "SQ", "SJ", trump="C")
    before, state = play_on(start, 4), play_on(start, 5)
    show_moving(mine, kan_table(before))
    push(mine, kan_table(state))
    flying = """() => [...document.querySelectorAll("#trick .captured .card")]
      .filter((card) => card.getAnimations().length).length"""
    assert mine.page.evaluate(flying) == sum(state.deal.points) > sum(before.deal.points)
    at_rest(mine)
    for seat, side in enumerate(state.deal.sides):
        expect(mine.page.locator(f"#seat-{seat}.camp-{side}")).to_have_count(1)


def test_the_points_of_a_heap_are_seen_when_its_cards_lie(screen: Callable[..., Phone]) -> None:
    mine = screen()
    start = second_deal("SA S9", "SK S8", "S7", "SQ", "SJ", trump="C")
    before, state = play_on(start, 4), play_on(start, 5)
    points = mine.page.locator("#trick .captured-points")
    show_moving(mine, kan_table(before))
    lying = points.all_inner_texts()
    push(mine, kan_table(state))
    assert points.all_inner_texts() == lying
    at_rest(mine)
    gained = sum(state.deal.points) - sum(before.deal.points)
    assert sum(int(one.split("/")[0]) for one in points.all_inner_texts()) == gained > 0
    expect(points.locator(".gain")).to_have_text(f"+{gained}")


def test_what_a_player_took_is_seen_when_the_cards_lie(screen: Callable[..., Phone]) -> None:
    """The first of them and the next."""
    mine = screen()
    state = deal_contract(Contract.NO_TRICKS, "SK S7", "SA ST", "SQ S9", "SJ S8")
    taken = mine.page.locator("#seat-1 > .taken")
    for cards, before, after in (("SK SA SQ SJ", "", "tricks: 1"), ("ST S9 S8 S7", "tricks: 1", "tricks: 2")):
        *first, last = cards.split()
        state = after_moves(state, " ".join(first))
        show_moving(mine, rosbiratschka_table(state))
        state = after_moves(state, last)
        push(mine, rosbiratschka_table(state))
        seen = taken.evaluate_all(
            "all => all.filter((one) => one.checkVisibility({ opacityProperty: true })).map((one) => one.textContent)"
        )
        assert "".join(seen).casefold() == before
        at_rest(mine)
        expect(taken).to_have_css("opacity", "1")
        assert taken.inner_text().casefold().split("\n") == [after, "+1"]


def test_nobody_is_in_a_camp_before_the_cards_are_dealt(screen: Callable[..., Phone]) -> None:
    mine = screen()
    show(mine, imagine_table(("person",) * 5, lambda _table: True, key="kan"))
    expect(mine.page.locator(".seat")).to_have_count(5)
    expect(mine.page.locator("[class*=camp-]")).to_have_count(0)


def test_a_contract_in_the_own_hand_glows_and_its_melds_snap_together(screen: Callable[..., Phone]) -> None:
    mine = screen()
    holds = kalooki.HOLDS_THE_CONTRACT
    show(mine, kalooki.table_of(holds), 1)
    expect(mine.page.locator("#hand .found")).to_have_count(0)
    show_moving(mine, kalooki.table_of(holds))
    expect(mine.page.locator("#hand .found")).to_have_count(9)
    lay = next(one for one in KALOOKI.choices(holds, 0) if one.data["do"] == "lay")
    push(mine, kalooki.table_of(after_lines(holds, f"0 lay {lay.data['melds']}")))
    together = """() => [...document.querySelectorAll("#trick .meld .card")]
      .filter((card) => card.getAnimations().length).length"""
    assert mine.page.evaluate(together) == 9
    expect(mine.page.locator("#hand .found")).to_have_count(0)
    at_rest(mine)


def test_the_end_of_a_deal_comes_in_with_a_heap_for_each_player(screen: Callable[..., Phone]) -> None:
    """Who did best reads of the others, not of themselves."""
    mine = screen()
    before = deal_contract(Contract.KING, "HK S7", "HA S8", "HQ S9", "HJ ST")
    after = after_moves(before, "HK HA HQ HJ")
    for seat, words in ((1, "You took the king of hearts: 8"), (0, "P1 took the king of hearts: 8")):
        show_moving(mine, rosbiratschka_table(after_moves(before, "HK HA HQ")), seat)
        push(mine, rosbiratschka_table(after), seat)
        expect(mine.page.locator("#sheet")).to_be_hidden()
        expect(mine.page.locator("#trick .trick.complete > li")).to_have_count(4)
        mine.page.keyboard.press("Shift")
        end = mine.page.locator("#sheet.is-open .round-end.is-fresh")
        mine.page.evaluate(FINISHED)
        expect(end.locator(".heap")).to_have_count(4)
        assert end.locator(".round-end-words").inner_text() == words
        push(mine, rosbiratschka_table(after), seat)
        expect(mine.page.locator("#sheet.is-open .is-fresh")).to_have_count(0)


def test_the_end_of_a_round_counts_the_cards_of_both_camps(screen: Callable[..., Phone]) -> None:
    mine = screen()
    state = last_cards()
    taken = set(state.results[-1].ending.cards)
    for seat in state.done[-1].kan[0], next(seat for seat in range(5) if seat not in state.done[-1].kan):
        show(mine, kan_table(state), seat)
        end = mine.page.locator("#sheet.is-open .round-end")
        own = seat in state.done[-1].kan
        assert (end.locator(".round-end-words").inner_text().startswith("You won")) == own
        heaps = list(map(int, end.locator(".heap-points").all_inner_texts()))
        assert len(heaps) == 2
        assert set(heaps) == taken


def last_cards() -> Any:
    """A round of Kan played to its end."""
    state = play_on(second_deal(*mix_hands()), 0)
    while not state.closed:
        actor = to_act(state)
        if actor == HOUSE:
            action = KAN.house_action(state, Randomness(bytes(32)))
            state = KAN.apply(state, HOUSE, KAN.parse(action.data()))
        else:
            state = play_on(state, 1)
    return state


def test_who_went_out_is_told_with_what_the_others_hold(screen: Callable[..., Phone]) -> None:
    mine = screen(SMALLEST)
    for state, others in ((kalooki.GONE_OUT, 2), (kalooki.FULL_HANDS_LEFT, 5)):
        show(mine, kalooki.table_of(state))
        end = mine.page.locator("#sheet.is-open .round-end")
        words = end.locator(".round-end-words").inner_text()
        assert words.split("\n") == ["You went out", "The others write down what they still hold."]
        expect(end.locator(".sheet-left > div .heap-points")).to_have_count(others)
        wide = "end => end.scrollWidth <= end.clientWidth && [...end.querySelectorAll('.sheet-left > div')]"
        wide += ".every((hand) => hand.scrollWidth <= hand.clientWidth + 1)"
        assert end.evaluate(wide)


def test_combinations_shine_when_they_are_shown(screen: Callable[..., Phone]) -> None:
    mine = screen()
    hands = "SA SK SQ SJ HT C9 DA DT;HA HK HQ CJ DK D9 CA S9;H8 H7 C7 DQ D8 CK ST CT;S7 S8 H9 HJ DJ D7 CQ C8"
    round_ = Round(hands=hands).say("0 trump D", "1 pass", "3 pass", "0 declare SJ SQ SK SA")
    round_.say("1 declare", "2 declare")
    show_moving(mine, table_of(round_), 1)
    push(mine, table_of(round_.say("3 declare")), 1)
    shining = """() => [...document.querySelectorAll("#trick .shown .card")]
      .filter((card) => card.getAnimations({ subtree: true }).length > 1).length"""
    assert mine.page.evaluate(shining) == 4
    at_rest(mine)
    push(mine, table_of(round_), 1)
    assert mine.page.evaluate(shining) == 0


def test_a_deal_of_a_moment_ago_is_shown_on_a_page_that_opens_and_once(screen: Callable[..., Phone]) -> None:
    mine = screen()
    now = datetime.now(UTC)
    table = table_of(Round())
    table = replace(table, state=replace_fields(table.state, moved_at=now))
    mine.page.emulate_media(reduced_motion="no-preference")
    mine.page.add_init_script("""
      window.dealt = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        if (this.matches("#hand .card")) window.dealt += 1;
        return animate.apply(this, how);
      };
    """)
    soon, late = (now + timedelta(milliseconds=ms) for ms in (500, 60_000))
    show(mine, table, now=late, moves=True)
    assert mine.page.evaluate("window.dealt") == 0
    show(mine, table, now=soon, moves=True)
    assert mine.page.evaluate("window.dealt") == 8
    whole = rendering.whole_table(table, seat=0, talk=(), language="en")
    mine.page.evaluate(STOPPED)
    mine.page.evaluate(PUSHED, whole)
    assert mine.page.evaluate("window.dealt") == 16, (
        "the socket sends the whole table while the deal is shown"
    )
    mine.page.evaluate(FINISHED)
    mine.page.evaluate(PUSHED, whole)
    assert mine.page.evaluate("window.dealt") == 16
    show(mine, table, now=soon, moves=True)
    assert mine.page.evaluate("window.dealt") == 0


SEEN = """() => [...document.querySelectorAll("#hand .card")]
  .filter((card) => getComputedStyle(card, "::before").opacity > 0.5).length"""
"""How many cards of the own hand are seen."""
AT = """(ms) => document.getAnimations().forEach((motion) => {
  motion.pause();
  motion.currentTime = ms;
})"""
"""Let everything that moves stand still at that moment of it."""


def _deal_now(mine: Phone) -> tuple[Table, datetime]:
    """A table of a deal just made, and when a page of it is drawn; things may move on this phone."""
    now = datetime.now(UTC)
    table = table_of(Round())
    mine.page.emulate_media(reduced_motion="no-preference")
    table = replace(table, state=replace_fields(table.state, moved_at=now))
    return table, now + timedelta(milliseconds=500)


def test_cards_that_are_seen_stay_when_the_socket_draws_the_table_again(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    table, soon = _deal_now(mine)
    show(mine, table, now=soon, moves=True)
    mine.page.evaluate(AT, 10)
    assert mine.page.evaluate(SEEN) == 0
    mine.page.evaluate(AT, 600)
    seen = mine.page.evaluate(SEEN)
    assert 0 < seen < 8
    whole = rendering.whole_table(table, seat=0, talk=(), language="en")
    at_once = f"(html) => {{ ({PUSHED})(html); return ({SEEN})(); }}"
    assert seen <= mine.page.evaluate(at_once, whole) < 8, "the deal goes on where it was"


def test_a_hand_that_was_drawn_before_the_script_came_is_not_dealt_once_more(
    screen: Callable[..., Phone],
) -> None:
    mine = screen()
    table, soon = _deal_now(mine)
    mine.page.add_init_script("""
      const entries = performance.getEntriesByType.bind(performance);
      performance.getEntriesByType = (kind) => (sessionStorage.getItem("painted") ? [{ name: kind }] : entries(kind));
    """)
    show(mine, table, now=soon + timedelta(minutes=1), moves=True)
    mine.page.evaluate("() => sessionStorage.setItem('painted', 'yes')")
    show(mine, table, now=soon, moves=True)
    mine.page.wait_for_function("() => sessionStorage.getItem('dealt')")
    assert mine.page.evaluate(SEEN) == 8
    expect(mine.page.locator(".packet")).to_have_count(0)
