"""The view of a Kraken table, phase by phase (rules/kraken 1.4.5)."""

from __future__ import annotations

from hypothesis import given, settings

from games.engine.kraken.options import Options
from games.engine.kraken.view import sorted_hand
from tests.engine.kraken.table import KRAKEN, Table, cards, rules
from tests.engine.playing import options_for, seeds, steps


def prompt_of(table: Table, viewer: int | None) -> str:
    return KRAKEN.view(table.state, viewer).prompt.text.code


def test_before_the_deal_there_is_a_table_and_nothing_on_it() -> None:
    view = KRAKEN.view(KRAKEN.start(rules(), 4), 2)
    assert (view.phase, view.round, view.hand, view.trick, view.contract) == ("deal", 0, (), None, None)
    assert [seat.cards for seat in view.seats] == [0] * 4
    assert view.prompt.text.code == "prompt_deal"


def test_the_prompt_asks_who_must_act_and_tells_the_others_whom_they_wait_for() -> None:
    table = Table(options=rules(trump_mode="free"))
    assert prompt_of(table, 0) == "prompt_trump_or_pass"
    assert prompt_of(table, 1) == prompt_of(table, None) == "wait_trump"
    table.say("0 pass", "1 pass", "2 pass", "3 pass")
    assert prompt_of(table, 0) == "prompt_trump"
    table.say("0 trump H")
    assert [prompt_of(table, seat) for seat in (1, 3)] == ["prompt_kraken", "wait_answer"]
    table.say("1 kraken")
    assert prompt_of(table, 0) == "prompt_re"
    table.say("0 re")
    assert prompt_of(table, 1) == "prompt_superkraken"
    table.say("1 pass", "3 pass")
    assert [prompt_of(table, seat) for seat in (0, 2)] == ["prompt_declare", "prompt_declare_nothing"]
    table.say(*(f"{seat} declare" for seat in range(4)))
    assert [prompt_of(table, seat) for seat in (0, 1)] == ["prompt_lead", "wait_lead"]
    table.say("0 SJ")
    assert [prompt_of(table, seat) for seat in (0, 1)] == ["wait_play", "prompt_play"]


def test_a_turned_card_is_asked_about_and_shown() -> None:
    table = Table(options=rules(trump_mode="random"))
    assert prompt_of(table, 0) == "prompt_deal"
    table.say("house turn D")
    assert prompt_of(table, 0) == "prompt_turned"
    contract = KRAKEN.view(table.state, None).contract
    assert contract is not None
    assert contract.turned == ("D",)
    table.say("0 accept")
    assert KRAKEN.view(table.state, None).seats[0].word.code == "said_accept"


def test_who_was_forced_says_so() -> None:
    table = Table(options=rules(trump_mode="random")).say("house turn D", "0 pass", "1 pass", "2 pass")
    table.say("3 pass", "house turn S")
    assert KRAKEN.view(table.state, None).seats[0].word.code == "pass"
    clubs = Table(options=rules(first_round_clubs=True))
    assert KRAKEN.view(clubs.state, None).seats[0].word.code == "forced_trump"
    assert KRAKEN.view(clubs.state, None).seats[1].word is None


def test_the_hand_marks_what_may_be_played_and_says_why_not() -> None:
    table = Table().quiet()
    assert all(held.playable and held.why_not is None for held in KRAKEN.view(table.state, 0).hand)
    assert not any(held.playable for held in KRAKEN.view(table.state, 1).hand)
    table.say("0 SJ")
    held = {card.card: card for card in KRAKEN.view(table.state, 1).hand}
    assert [card for card in held if held[card].playable] == ["S9", "S8", "S7"]
    assert {card.why_not.code for card in held.values() if card.why_not} == {"must_follow_suit"}
    assert KRAKEN.view(table.state, None).hand == ()


def test_a_trick_stays_until_the_next_lead() -> None:
    table = Table().quiet().play("SJ S9")
    trick = KRAKEN.view(table.state, None).trick
    assert trick is not None
    assert (trick.number, trick.cards, trick.winning, trick.complete) == (1, ((0, "SJ"), (1, "S9")), 0, False)
    table.play("ST HA")
    view = KRAKEN.view(table.state, None)
    assert view.trick == view.last_trick
    assert view.trick is not None
    assert (view.trick.complete, view.trick.winning) == (True, 3)
    assert [seat.tricks for seat in view.seats] == [0, 0, 0, 1]
    table.say("3 bonus")
    assert KRAKEN.view(table.state, None).seats[3].word.code == "said_roem"
    table.say("3 CA")
    view = KRAKEN.view(table.state, None)
    assert view.trick is not None
    assert view.trick.number == 2
    assert view.last_trick is not None
    assert view.last_trick.number == 1
    assert view.seats[3].word is None


def test_a_closed_round_is_on_the_sheet_and_a_finished_match_has_winners() -> None:
    options = rules(rounds=1, bonus_mode="automatic", declarations="off")
    table = Table(options=options).quiet().play_out()
    view = KRAKEN.view(table.state, 0)
    assert (view.over, view.phase, view.prompt.text.code) == (True, "over", "prompt_over")
    assert view.totals[0] + view.totals[1] == 162 + sum(table.report["bonus"])
    assert view.winners
    assert len(view.results) == 1
    assert view.played == ()
    assert all(seat.word is None for seat in view.seats)


def test_points_matches_have_no_number_of_rounds() -> None:
    assert KRAKEN.view(KRAKEN.start(rules(match_length="points"), 4), None).rounds is None
    assert KRAKEN.view(KRAKEN.start(rules(rounds=8), 4), None).rounds == 8


def test_the_hand_lies_trumps_first_and_colours_alternate() -> None:
    assert sorted_hand(cards("S7 HA H9 D7 C8"), "H") == cards("H9 HA S7 D7 C8")
    assert sorted_hand(cards("S7 SA HT DJ"), None) == cards("HT SA S7 DJ")
    assert sorted_hand(cards("S7 CA HT"), "D") == cards("S7 HT CA")


@given(options=options_for(KRAKEN), seed=seeds)
@settings(max_examples=25)
def test_a_view_holds_no_hand_but_ones_own(options: Options, seed: int) -> None:
    for state, _ in steps(KRAKEN, options, seed):
        round_ = state.round
        for viewer in (None, 0, 1, 2, 3):
            view = KRAKEN.view(state, viewer)
            held = round_.hands[viewer] if round_ and viewer is not None else ()
            assert sorted(card.card for card in view.hand) == sorted(held)
            if viewer is None:
                assert (view.prompt.window, view.prompt.choices) == ("", ())
                continue
            offered, pending = KRAKEN.choices(state, viewer), KRAKEN.pending(state)
            unasked = {"play", "revoke"} | {"bonus" for one in pending.values() if one.empty}
            assert list(view.prompt.choices) == [one for one in offered if one.data["do"] not in unasked]
            waiting = pending.get(viewer)
            asked = waiting is not None and waiting.kind != "accuse" and not waiting.empty
            assert view.prompt.window == (waiting.window if waiting and asked else "")


def test_what_was_said_and_laid_open_stays_in_the_view_until_the_round_is_closed() -> None:
    table = Table(options=rules(rounds=1)).say("0 trump H", "1 kraken", "0 pass", "2 pass")
    table.say(*(f"{seat} declare" for seat in range(3)), "3 declare CT CJ CQ CK CA")
    table.play_out(1)
    view = KRAKEN.view(table.state, 2)
    words = [(word.seat, word.text.code, word.trick) for word in view.words]
    assert words[:4] == [
        (0, "said_trump", 0),
        (1, "kraken", 0),
        (0, "pass", 0),
        (2, "pass", 0),
    ]
    assert (3, "said_best_run", 0) in words
    assert (1, "said_nothing", 0) in words
    assert view.shown == ()
    assert [(group.seat, group.cards[0]) for group in view.laid_open] == [(3, "CT")]
    closed = KRAKEN.view(table.play_out().say("house close").state, 2)
    assert (closed.words, closed.laid_open) == ((), ())


def test_a_claim_is_kept_with_the_number_of_its_trick() -> None:
    table = Table(options=rules(declarations="off")).say("0 trump S", "1 pass", "3 pass")
    table.play_out(1)
    claimant = table.round.tricks[0].winner
    table.say(f"{claimant} bonus")
    (word,) = [word for word in KRAKEN.view(table.state, None).words if word.trick]
    assert (word.seat, word.trick) == (claimant, 1)


def test_roem_in_a_trick_is_in_the_view_once_it_is_claimed_and_not_before() -> None:
    hands = "SK HQ HT C9 DA DT CT H9;SQ HA HJ CJ DK D9 CA S9;SA H8 H7 C7 DQ D8 CK ST;SJ S7 S8 HK DJ D7 CQ C8"
    for mode in ("manual", "automatic"):
        table = Table(hands=hands, options=rules(bonus_mode=mode)).say("0 trump H", "1 pass", "3 pass")
        table.say(*(f"{seat} declare" for seat in range(4))).play("SK SQ SA SJ")
        if mode == "manual":
            assert [KRAKEN.view(table.state, seat).trick.bonus for seat in (None, 0, 1, 2, 3)] == [None] * 5
            assert [KRAKEN.view(table.state, seat).bonus for seat in (None, 0, 1, 2, 3)] == [None] * 5
            table.say("2 bonus")
        assert KRAKEN.view(table.state, 1).trick.bonus == (50, ("SK", "SQ", "SA", "SJ"))
        assert KRAKEN.view(table.state, 1).bonus.points == (50, 0, 50, 0)
        table.play("ST")
        assert KRAKEN.view(table.state, 1).trick.bonus is None


@given(options=options_for(KRAKEN, revoke_policy="impossible", double_spades="off"), seed=seeds)
@settings(max_examples=25)
def test_the_roem_so_far_grows_to_what_is_written_down(options: Options, seed: int) -> None:
    so_far = (0, 0, 0, 0)
    for state, _ in steps(KRAKEN, options, seed):
        view = KRAKEN.view(state, None)
        if state.round is not None and view.bonus is not None:
            assert all(now >= before for now, before in zip(view.bonus.points, so_far, strict=True))
            so_far = view.bonus.points
        elif view.phase == "closed" or view.over:
            assert so_far == view.results[-1].tallies["roem"]
            assert view.bonus is None
        if view.phase == "closed" or view.phase == "deal":
            so_far = (0, 0, 0, 0)


def test_the_answer_to_a_false_claim_goes_with_the_round() -> None:
    table = Table(options=rules(declarations="off")).say("0 trump H", "1 pass", "3 pass").play_out()
    claimant = table.round.tricks[-1].winner
    table.say(f"{claimant} bonus")
    claimed = KRAKEN.view(table.state, claimant).prompt.aside
    while table.round.phase == "claim":
        table.say("house close")
    assert KRAKEN.view(table.state, claimant).prompt.aside is None
    assert (claimed is not None) == (table.round.tricks[-1].bonus == 0)
    assert claimed is not None
