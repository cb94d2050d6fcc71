"""A record the site wrote shows every change: entries dropped, swapped, added, edited, options, proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.bots.registry import easy_answer
from games.engine import registry
from games.engine.game import Game
from games.engine.log import Entry, advance
from games.engine.options import options_of, read_options
from games.engine.record import write_record
from games.engine.seats import HOUSE
from games.engine.shuffle import VERSION, Randomness, commitment
from tests.engine.playing import chosen_data, every_game
from tests.engine.record.records import Record, check, refusal_of, without_digest

pytestmark = pytest.mark.usefixtures("toy")
Change = tuple[str, Record]
OTHER_VALUES = {
    "by": ("0", "1", "2", "3", "house"),
    "do": ("pass", "kraken", "re", "play", "bonus", "stuk", "close", "place"),
    "card": ("S7", "SJ", "HK", "H9", "DA", "DT", "C8", "CQ"),
    "suit": ("S", "H", "D", "C"),
    "combinations": ("", "S7 S8 S9"),
    "dealer": ("0", "1", "2", "3"),
    "deck": ("S7 S8",),
}
DEFAULT = options_of(registry.game("kraken").Options)[0]
WRITTEN = {
    "kraken": {"rounds": 2, "stuk_mode": "on_second_card"},
    "rosbiratschka": {},
    "kalooki": {"deals": [1, 5]},
}
BY_BOTS = {"kalooki"}
"""Games whose rounds are long when they are played by chance."""


def site_record(game: Game[Any], seed: int = 3) -> Record:
    """A first round, played at random but with every claim, and the deal of the second, both proved."""
    rng = Random(seed)
    options = read_options(game.Options, WRITTEN.get(game.key, {}))
    state, entries, proofs = game.start(options, game.seats[0]), [], []
    while len(proofs) < 2:
        waiting = game.pending(state)
        if HOUSE in waiting and waiting[HOUSE].kind == "deal":
            randomness, context = Randomness(rng.randbytes(32)), f"BCDFGH/{len(proofs) + 1}"
            sealed = commitment(seed=randomness.seed, context=context)
            number = len(proofs) + 1
            named = {"round": number, "deal": number, "shuffle": VERSION, "context": context}
            proofs.append({**named, "commitment": sealed, "seed": randomness.seed.hex()})
        claims = [seat for seat, pending in waiting.items() if pending.kind == "claim"]
        actor = claims[0] if claims else next(iter(waiting))
        if actor == HOUSE:
            data = game.house_action(state, randomness).data()
        elif game.key in BY_BOTS:
            asked = sorted(
                (seat for seat in waiting if seat != HOUSE), key=lambda seat: not waiting[seat].must
            )
            answers = (
                (seat, easy_answer(game, game.view(state, seat), game.choices(state, seat), rng))
                for seat in asked
            )
            actor, data = next((seat, answer) for seat, answer in answers if answer is not None)
        else:
            offered = [
                choice for choice in game.choices(state, actor) if not claims or "card" not in choice.data
            ]
            data = chosen_data(rng.choice(offered), rng)
        done = advance(game, state, actor=actor, data=data, randomness=randomness)
        state = done.state
        entries += [(entry, notes_of(entry, len(entries))) for entry in done.entries]
    players = ["Anna", "Bert", "Cora", "Dirk", "Eva"][: game.seats[0]]
    written = write_record(game, options, players=players, entries=entries, proofs=proofs)
    return json.loads(json.dumps(written))


def notes_of(entry: Entry, place: int) -> dict[str, object]:
    at = f"2026-03-14T20:{place % 60:02}:00Z"
    return {"at": at, "automatic": True} if place % 7 == 3 and entry.by != HOUSE else {"at": at}


def changes_of_the_log(written: Record) -> Iterator[Change]:
    """Every entry dropped, said twice, swapped with the next, and edited in every field."""
    log = written["log"]
    for place, entry in enumerate(log):
        yield f"{place} dropped", {**written, "log": log[:place] + log[place + 1 :]}
        yield f"{place} twice", {**written, "log": [*log[:place], entry, *log[place:]]}
        yield f"{place} and all after it dropped", {**written, "log": log[:place]}
        if place + 1 < len(log):
            yield (
                f"{place} swapped",
                {**written, "log": [*log[:place], log[place + 1], entry, *log[place + 2 :]]},
            )
        for edited in edits(entry):
            yield f"{place} now {edited}", {**written, "log": [*log[:place], edited, *log[place + 1 :]]}


def edits(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in entry.items():
        if name not in ("at", "automatic"):
            yield {other: kept for other, kept in entry.items() if other != name}
        yield from ({**entry, name: other} for other in OTHER_VALUES.get(name, ()) if other != value)
    yield (
        {name: value for name, value in entry.items() if name != "automatic"}
        if "automatic" in entry
        else {
            **entry,
            "automatic": True,
        }
    )


def changes_of_the_head(game: Game[Any], written: Record) -> Iterator[Change]:
    """Every option at every other value (numbers at their ends and beside the one chosen), version and proofs."""
    now = read_options(game.Options, written["options"])
    for option in options_of(game.Options):
        now_at = getattr(now, option.name)
        values = list(option.values) or [option.lowest, option.highest, now_at - 1, now_at + 1]
        for value in values:
            if value != now_at:
                yield (
                    f"{option.name} {value}",
                    {**written, "options": {**written["options"], option.name: value}},
                )
    yield "another version", {**written, "version": game.version + 1}
    first, second = written["proof"]
    yield "no proofs", {**written, "proof": []}
    yield "no list of proofs", {name: value for name, value in written.items() if name != "proof"}
    yield "one proof stripped", {**written, "proof": [first]}
    yield "proofs swapped", {**written, "proof": [second, first]}
    yield "a proof said twice", {**written, "proof": [first, second, second]}
    for number in (0, 2, 3, 99):
        yield f"first proof of round {number}", {**written, "proof": [{**first, "round": number}, second]}
    for field in first:
        yield f"proof without {field}", {**written, "proof": [{**first, field: None}, second]}
        if first[field] != second[field]:
            yield f"{field} of the other", {**written, "proof": [{**first, field: second[field]}, second]}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
@every_game
def test_every_change_to_a_record_is_noticed(game: Game[Any], seed: int) -> None:
    """Over 9,000 changes in all."""
    written = site_record(game, seed)
    assert check(written)["digest"] == "ok"
    changes = [*changes_of_the_log(written), *changes_of_the_head(game, written)]

    unnoticed = [what for what, changed in changes if check(changed)["ok"]]

    assert len(changes) > 300
    assert unnoticed == []


@pytest.mark.parametrize("without", [("players",), ("match", "started"), ("players", "match")])
def test_names_and_times_may_be_absent_from_a_record_with_a_digest(without: tuple[str, ...]) -> None:
    """The digest does not cover the fields that the format makes optional."""
    written = site_record(registry.game("kraken"))
    for name in without:
        written.pop(name, None)
    for entry in written["log"]:
        del entry["at"]

    assert check(written)["digest"] == "ok"


def test_a_dropped_claim_makes_another_legal_game_and_only_the_digest_shows_it() -> None:
    written = site_record(registry.game("kraken"))
    place = next(place for place, entry in enumerate(written["log"]) if entry["do"] == "bonus")
    del written["log"][place]

    assert refusal_of(written) == (None, "wrong_digest")
    assert check(without_digest(written))["ok"] is True


def test_an_option_written_out_at_its_default_is_no_change() -> None:
    written = site_record(registry.game("kraken"))

    assert (
        check({**written, "options": {**written["options"], DEFAULT.name: DEFAULT.default}})["digest"] == "ok"
    )
