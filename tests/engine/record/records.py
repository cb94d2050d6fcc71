"""Match records for the tests: the example of its contract, and a sealed match as the site would write it."""

from __future__ import annotations

import copy
import json
from typing import Any

from games.engine import registry
from games.engine.kraken import Kraken
from games.engine.kraken.options import Options
from games.engine.log import advance_house
from games.engine.record import FORMAT, check_record, write_record
from games.engine.shuffle import VERSION, Randomness, commitment
from tests.engine.kraken.table import HANDS
from tests.engine.refusals import EVERY_REFUSAL

Record = dict[str, Any]

WORDS = [
    {"by": "house", "do": "deal", "dealer": "3", "hands": HANDS},
    {"by": "0", "do": "trump", "suit": "H"},
    {"by": "1", "do": "pass"},
    {"by": "3", "do": "kraken"},
    {"by": "0", "do": "pass"},
    {"by": "2", "do": "re"},
    {"by": "1", "do": "pass"},
    {"by": "3", "do": "pass"},
    {"by": "0", "do": "declare", "combinations": "SJ SQ SK"},
    {"by": "1", "do": "declare", "combinations": ""},
    {"by": "2", "do": "declare", "combinations": ""},
    {"by": "3", "do": "declare", "combinations": ""},
    {"by": "0", "do": "play", "card": "SJ"},
    {"by": "1", "do": "play", "card": "S9"},
    {"by": "2", "do": "play", "card": "ST"},
    {"by": "3", "do": "play", "card": "HA"},
    {"by": "3", "do": "bonus"},
]


def record(*, log: list[Any] | None = None, **changed: Any) -> Record:
    """The example of the contract with a deal written out; keys set to None are left out."""
    written: Record = {
        "format": FORMAT,
        "game": "kraken",
        "options": {"play_rules": "rotterdam", "rounds": 1},
        "players": ["Anna", "Bert", "Cora", "Dirk"],
        "log": copy.deepcopy(WORDS) if log is None else log,
        **changed,
    }
    return {key: value for key, value in written.items() if value is not None}


def check(written: object, *, with_choices: bool = False) -> Record:
    return check_record(written, registry.game, with_choices=with_choices)


def refusal_of(written: object) -> tuple[int | None, str]:
    """Where and why a record is refused; the answer is one sentence, and JSON."""
    answer = check(written)
    assert set(answer) == {"ok", "at", "code", "message"}
    assert answer["ok"] is False
    assert answer["code"] in set(EVERY_REFUSAL)
    assert answer["message"]
    json.dumps(answer).encode()
    return answer["at"], answer["code"]


def without_digest(written: Record) -> Record:
    """The record as a program writes it that knows no digest."""
    return {key: value for key, value in written.items() if key != "digest"}


def apply(game: Kraken, state: Any, line: dict[str, str]) -> Any:
    actor = "house" if line["by"] == "house" else int(line["by"])
    return game.apply(state, actor, game.parse({key: text for key, text in line.items() if key != "by"}))


SEED = bytes(range(32))


def sealed_match(**changed: Any) -> Record:
    """The first deal of a match as the site would write it, proof and all."""
    game = Kraken()
    options = Options(trump_mode="random", rounds=1)
    dealt = advance_house(game, game.start(options, 4), randomness=Randomness(SEED))
    proof = {
        "round": 1,
        "seed": SEED.hex(),
        "context": "match 7, round 1",
        "shuffle": VERSION,
        "commitment": commitment(seed=SEED, context="match 7, round 1"),
        **changed,
    }
    written = write_record(
        game,
        options,
        players=["Anna", "Bert", "Cora", "Dirk"],
        entries=[(entry, {"at": "2026-03-14T20:00:00Z"}) for entry in dealt.entries],
        proofs=[proof],
        about={"match": "ABC", "started": "2026-03-14T20:00:00Z"},
    )
    return json.loads(json.dumps(written))
