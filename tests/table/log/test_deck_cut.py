"""The deck is cut: first the seal, then the players' words, and the deal follows from the secret and the words."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction

from accounts.models import Player
from games.engine import registry
from games.engine.record import check_record
from games.engine.seats import HOUSE
from games.engine.shuffle import Randomness, commitment
from games.table import services, steward
from games.table.log import awaited, due_times, folding, loading, seeds
from games.table.log.errors import TableRefusal
from games.table.log.models import Deal, Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import never, play_until, start_match, table_of, words
from tests.table.posting import form_on, press

pytestmark = pytest.mark.django_db


def cut_match(
    players: list[Player], clock: Clock, *, game: str = "kraken", chat_on: bool = True, **options: object
) -> Match:
    """A match of which the first deal can be cut."""
    match = services.open_table(
        created_by=players[0], game=game, options=options, now=clock(), deck_cut=True, chat_on=chat_on
    )
    for seat, player in enumerate(players):
        services.sit(match_id=match.pk, player=player, seat=seat)
    services.fill_with_bots(match_id=match.pk, player=players[0], up_to=4)
    services.start_match(match_id=match.pk, player=players[0], now=clock())
    match.refresh_from_db()
    return match


def say(match: Match, player: Player, clock: Clock, **data: str) -> services.Outcome:
    return services.submit_action(match_id=match.pk, player=player, window="", data=data, now=clock())


def deal_now(match: Match, clock: Clock) -> None:
    """Let the house deal when it is due."""
    match.refresh_from_db()
    clock.now = max(clock.now, match.wake_at)
    assert steward.tick(clock.now, Random(1)) == 1


def test_the_seal_comes_first_and_the_deal_follows_from_secret_and_cuts(
    players: list[Player], clock: Clock
) -> None:
    match = cut_match(players, clock, rounds=1)
    assert not Deal.objects.exists()
    seal = table_of(match).state.seal
    assert words(match) == [{"do": "seal", "deal": "1", "commitment": seal.commitment}]
    say(match, players[2], clock, do="cut", word="  blue   cheese ")
    say(match, players[0], clock, do="cut", word="kaas")
    assert not Deal.objects.exists()
    deal_now(match, clock)
    table = table_of(match)
    assert table.commitment == seal.commitment
    assert table.state.seal is None
    assert table.state.cuts == ((0, "kaas"), (2, "blue cheese"))
    seed = seeds.open_seed(Deal.objects.get().sealed)
    assert commitment(seed=seed, context=f"{match.code}/1") == seal.commitment
    key = hmac.new(seed, b"cuts\n0 kaas\n2 blue cheese", hashlib.sha256).digest()
    start = table.game.start(table.options, 4)
    drawn = table.game.apply(start, HOUSE, table.game.house_action(start, Randomness(key)))
    assert drawn == table.state.game_state
    assert drawn != table.game.apply(start, HOUSE, table.game.house_action(start, Randomness(seed)))
    assert services.verify_log(match) == ()


def test_the_first_deal_waits_some_seconds_and_no_longer(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock)
    assert match.wake_at == clock.now + timedelta(seconds=due_times.MAX_CUT_SECONDS)
    say(match, players[0], clock, do="cut", word="a")
    deal_now(match, clock)
    assert table_of(match).game.progress(table_of(match).state.game_state).deal == 1


def test_when_all_have_cut_or_waved_it_away_the_house_deals_at_once(
    players: list[Player], clock: Clock
) -> None:
    match = cut_match(players[:2], clock)  # two bots do not cut
    say(match, players[0], clock, do="cut", word="kaas")
    say(match, players[1], clock, do="never_cut")
    match.refresh_from_db()
    assert match.wake_at <= clock.now
    deal_now(match, clock)
    assert table_of(match).state.cuts == ((0, "kaas"),)
    assert awaited.seats_asked_to_cut(table_of(match)) == frozenset()


def test_who_waved_it_away_is_not_asked_again_in_this_match(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock, rounds=2)
    say(match, players[1], clock, do="never_cut")
    clock.now = play_until(match, players, clock(), lambda table: table.open_round == 2)
    assert awaited.seats_asked_to_cut(table_of(match)) == {0, 2, 3}
    assert table_of(match).state.seal.deal == 2
    play_until(match, players, clock(), never)
    assert match.status == Match.Status.FINISHED
    assert table_of(match).state.seal is None


def test_who_takes_over_the_seat_is_asked(players: list[Player], guest: Player, clock: Clock) -> None:
    match = cut_match(players, clock)
    say(match, players[1], clock, do="never_cut")
    services.replace_player(match_id=match.pk, seat=1, player=guest, by=players[0], now=clock())
    assert 1 in awaited.seats_asked_to_cut(table_of(match))


def test_a_seat_cuts_once_with_a_short_word_and_only_before_the_deal(
    players: list[Player], clock: Clock
) -> None:
    match = cut_match(players, clock)
    assert refusal(lambda: say(match, players[0], clock, do="cut", word="x" * 21)) == TableRefusal.TOO_LONG
    assert not say(match, players[0], clock, do="cut", word="first").done_before
    assert say(match, players[0], clock, do="cut", word="second").done_before
    deal_now(match, clock)
    late = refusal(lambda: say(match, players[1], clock, do="cut", word="late"))
    assert late == TableRefusal.STALE_WINDOW
    assert table_of(match).state.cuts == ((0, "first"),)


def test_without_the_rule_nothing_is_sealed_before(players: list[Player], match: Match, clock: Clock) -> None:
    assert table_of(match).state.seal is None
    assert match.next_sealed == ""
    assert refusal(lambda: say(match, players[0], clock, do="cut", word="a")) == TableRefusal.STALE_WINDOW


@pytest.mark.parametrize("key", [game.key for game in registry.GAMES])
def test_every_game_is_cut_and_its_record_proves_it(players: list[Player], clock: Clock, key: str) -> None:
    short = {"kraken": {"rounds": 2}, "kan": {"rounds": 2}, "kalooki": {"deals": [1]}}
    match = cut_match(players, clock, game=key, **short.get(key, {}))
    say(match, players[3], clock, do="cut", word="laatste")
    say(match, players[1], clock, do="cut", word="12 uur")
    play_until(match, players, clock(), never)
    assert match.status == Match.Status.FINISHED
    record = json.loads(json.dumps(folding.record_of(match)))
    assert record["proof"][0]["cuts"] == [
        {"seat": 1, "word": "12 uur"},
        {"seat": 3, "word": "laatste"},
    ]
    report = check_record(record, registry.game)
    assert report["ok"], report
    assert set(report["proof"]) == {"ok"}
    record["proof"][0]["cuts"][0]["word"] = "13 uur"
    del record["digest"]
    assert check_record(record, registry.game)["code"] == "wrong_proof"
    unwritable, one_for_two = "\ud800", "12 uur\n3 laatste"
    for cuts in (
        [{"seat": 3, "word": "a"}, {"seat": 1, "word": "b"}],
        [{"seat": 1}],
        "kaas",
        [None],
        [{"seat": 1, "word": unwritable}],
        [{"seat": 1, "word": one_for_two}],
    ):
        record["proof"][0]["cuts"] = cuts
        assert check_record(record, registry.game)["code"] == "wrong_proof"


def test_a_changed_cut_changes_the_digest(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock, rounds=1)
    say(match, players[1], clock, do="cut", word="kaas")
    play_until(match, players, clock(), never)
    record = json.loads(json.dumps(folding.record_of(match)))
    record["proof"][0]["cuts"][0]["word"] = "worst"
    assert check_record(record, registry.game)["code"] in ("wrong_proof", "wrong_digest")
    record["proof"] = [dict(record["proof"][0], round=9, deal=9)]
    assert check_record(record, registry.game)["ok"] is False


def test_the_seed_is_nowhere_before_the_round_is_closed(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock, rounds=1)
    seed = seeds.sealed_seed(match.pk).hex()
    say(match, players[0], clock, do="cut", word="kaas")
    deal_now(match, clock)
    client = client_of(players[1])
    for path in ("", "rules/", "sheet/"):
        assert seed not in client.get(f"/t/{match.code}/{path}").content.decode()
    assert seed not in json.dumps(folding.record_of(match))
    about = client.get(f"/t/{match.code}/rules/").content.decode()
    assert "kaas" in about
    play_until(match, players, clock(), never)
    page = client.get(f"/t/{match.code}/round/1/").content.decode()
    assert seed in page
    assert 'data-cuts="0 kaas"' in page
    assert "The deal follows from the sealed secret." in page


def test_a_cut_without_a_word_is_none_for_the_house_knows_the_secret(
    players: list[Player], clock: Clock
) -> None:
    match = cut_match(players, clock)
    for data in ({}, {"word": ""}, {"word": "  "}):
        assert refusal(lambda data=data: say(match, players[0], clock, do="cut", **data)) == "unfit_cut"
    assert table_of(match).state.seal.cuts == ()


@pytest.mark.parametrize("word", ["kaas!", "a\u202eb", "a\u200bb", "\ud800", "a_b", "\N{GRINNING FACE}"])
def test_a_word_has_letters_and_digits_only(players: list[Player], clock: Clock, word: str) -> None:
    match = cut_match(players, clock)
    assert refusal(lambda: say(match, players[0], clock, do="cut", word=word)) == "unfit_cut"


def test_where_nobody_talks_only_a_drawn_number_cuts(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock, chat_on=False)
    assert (
        refusal(lambda: say(match, players[0], clock, do="cut", word="ik heb azen")) == TableRefusal.TALK_OFF
    )
    say(match, players[0], clock, do="cut", word="0123-4567-8901-2345")
    assert table_of(match).state.seal.cuts == ((0, "0123-4567-8901-2345"),)
    assert "readonly" in client_of(players[1]).get(f"/t/{match.code}/").content.decode()


def test_the_word_of_somebody_muted_is_not_shown_while_playing(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock)
    say(match, players[0], clock, do="cut", word="geheimpje")
    deal_now(match, clock)
    services.mute(match_id=match.pk, player=players[1], seat=0)
    assert "geheimpje" not in client_of(players[1]).get(f"/t/{match.code}/rules/").content.decode()
    assert "geheimpje" in client_of(players[2]).get(f"/t/{match.code}/rules/").content.decode()


def test_a_word_is_told_to_nobody_before_the_deal(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock)
    say(match, players[0], clock, do="cut", word="geheimpje")
    for path in ("", "rules/"):
        page = client_of(players[1]).get(f"/t/{match.code}/{path}").content.decode()
        assert "geheimpje" not in page
    page = client_of(players[1]).get(f"/t/{match.code}/").content.decode()
    assert table_of(match).state.seal.commitment in page
    assert f"Cut by {players[0].nickname}." in page
    assert 'id="answer-cut"' in page
    assert 'id="answer-cut"' not in client_of(players[0]).get(f"/t/{match.code}/").content.decode()


def test_a_process_that_begins_plays_on_from_the_cut_deal(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock)
    say(match, players[0], clock, do="cut", word="kaas")
    loading.forget_all()
    deal_now(match, clock)
    before = table_of(match).randomness
    loading.forget_all()
    assert table_of(match).randomness == before
    assert before.cuts == ((0, "kaas"),)


def test_a_seal_that_no_key_opens_is_made_anew(players: list[Player], clock: Clock) -> None:
    before = transaction.savepoint()
    match = cut_match(players, clock, rounds=1)
    first = table_of(match).state.seal
    say(match, players[0], clock, do="cut", word="lost")
    Match.objects.filter(pk=match.pk).update(next_sealed="of another key")
    deal_now(match, clock)
    second = table_of(match).state.seal
    assert second.deal == first.deal
    assert second.commitment != first.commitment
    assert "The seal was renewed" in client_of(players[0]).get(f"/t/{match.code}/").content.decode()
    loading.forget_all()
    match.refresh_from_db()
    assert match.wake_at == clock() + timedelta(seconds=due_times.MAX_CUT_SECONDS)
    assert due_times.dues(table_of(match))[0].at == match.wake_at
    assert awaited.seats_asked_to_cut(table_of(match)) == {0, 1, 2, 3}
    say(match, players[0], clock, do="cut", word="again")
    deal_now(match, clock)
    assert Round.objects.filter(match=match).count() == 1
    assert table_of(match).state.cuts == ((0, "again"),)
    assert services.verify_log(match) == ("the seal of deal 1 was renewed",)
    play_until(match, players, clock(), never)
    page = client_of(players[0]).get(f"/t/{match.code}/round/1/").content.decode()
    assert first.commitment in page
    assert "The seal was renewed" in page
    record = json.loads(json.dumps(folding.record_of(match)))
    assert record["proof"][0]["earlier_seals"] == [first.commitment]
    assert check_record(record, registry.game)["ok"]
    del record["proof"][0]["earlier_seals"]
    assert check_record(record, registry.game)["code"] == "wrong_digest"
    transaction.savepoint_rollback(before)  # the match is ill on purpose


def test_a_deal_without_a_seal_is_a_fault_where_the_deck_is_cut(players: list[Player], clock: Clock) -> None:
    before = transaction.savepoint()
    match = start_match(players=players, now=clock(), options={"rounds": 1})
    assert services.verify_log(match) == ()
    match.deck_cut = True
    match.save(update_fields=["deck_cut"])
    assert services.verify_log(match) == ("deal 1 was dealt without a seal",)
    transaction.savepoint_rollback(before)  # the match is ill on purpose


def test_the_deck_is_cut_by_a_plain_form(players: list[Player], clock: Clock) -> None:
    match = cut_match(players, clock, rounds=1)
    for player, typed, button in ((players[0], "kaas", "cut"), (players[1], "", "never_cut")):
        client = client_of(player)
        form = form_on(match, client, "answer-cut")
        press(client, form, ("do", button), word=typed)
    said = words(match)
    assert [entry["do"] for entry in said] == ["seal", "cut", "never_cut"]
    assert said[1]["word"] == "kaas"


def test_a_table_is_made_with_it_through_the_page(players: list[Player], clock: Clock) -> None:
    client = client_of(players[0])
    form = {"preset": registry.GAMES[0].presets[0].key, "visibility": "link", "deck_cut": "on"}
    client.post("/t/new/", form)
    match = Match.objects.get()
    assert match.deck_cut
    assert "The deck is cut" in client.get(f"/t/{match.code}/rules/").content.decode()
