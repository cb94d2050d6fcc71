"""Old matches replay to the same result in every later release, and can be read.

`golden/<game>-<version>-<name>.json` is a record with the answer `check_record` gave for it in that version of the
game; it is never written again. `golden/<same>.txt` is the match as a person reads it, written anew by
`pytest tests/engine --regenerate` when what a player sees or may do is meant to change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from games.engine import registry
from games.engine.log import Entry
from games.engine.options import read_options
from games.engine.record import check_record, write_record
from tests.engine.playing import play_match
from tests.engine.transcript import transcript

pytestmark = pytest.mark.usefixtures("toy")
GOLDEN: Final = Path(__file__).parent / "golden"

MATCHES: Final[dict[str, tuple[str, int, dict[str, Any]]]] = {
    "kraken-1-classic": ("kraken", 1, {"rounds": 2}),
    "kraken-1-app-style": ("kraken", 2, {"rounds": 2, "bonus_mode": "automatic", "double_spades": "off"}),
    "kraken-1-klaverjas-nl": (
        "kraken",
        3,
        {
            "rounds": 2,
            "multiplier_scope": "cards_only",
            "declarations_compare": "team_total",
            "declarations_tie": "both",
            "quads": "nines_150",
            "double_spades": "off",
        },
    ),
    "kraken-1-score-pad": (
        "kraken",
        4,
        {
            "rounds": 2,
            "must_beat": "declarers",
            "challenged_settlement": "both_score",
            "declare_mode": "automatic",
        },
    ),
    "kraken-1-rotterdam-free": (
        "kraken",
        5,
        {
            "rounds": 2,
            "play_rules": "rotterdam",
            "trump_mode": "free",
            "challenge_order": "team_first_click",
            "declare_reveal": "open",
            "false_claim": "twenty_to_opponents",
            "bonus_claim_by": "anyone",
        },
    ),
    "kraken-1-turned-card": (
        "kraken",
        6,
        {
            "rounds": 2,
            "trump_mode": "random",
            "deal_packets": "4-4",
            "stuk_mode": "automatic",
            "bonus_mode": "assisted",
            "pit_for": "either",
        },
    ),
    "kraken-1-revokes": ("kraken", 7, {"rounds": 2, "revoke_policy": "claimable", "bonus_mode": "automatic"}),
    "kraken-1-two-tricks": (
        "kraken",
        8,
        {"rounds": 2, "revoke_policy": "claimable", "revoke_penalty": "two_tricks", "revoke_claim_cost": 20},
    ),
    "kraken-1-director": ("kraken", 9, {"rounds": 2, "revoke_policy": "director", "play_rules": "rotterdam"}),
    "rosbiratschka-1-classic": ("rosbiratschka", 1, {}),
    "rosbiratschka-1-house-rules": (
        "rosbiratschka",
        2,
        {"slam": "off", "king_stop": "at_once", "hundred_line": "reach", "layout_choice": "free"},
    ),
    "kan-1-classic": ("kan", 1, {"rounds": 4}),
    "kan-1-tournament": (
        "kan",
        2,
        {"rounds": 4, "quota": "989", "double_kan": "blind_swap", "show_rule": "two_required"},
    ),
    "kan-1-house-rules": (
        "kan",
        3,
        {
            "rounds": 4,
            "double_kan": "redeal",
            "lead_call": "first_call",
            "dealer_rotation": "counterclockwise",
            "early_stop": "on",
            "round_end": "always_three",
            "shippo_jo": "on",
            "gyaku_fail": "plain",
            "gyaku_first": "plus_deal",
            "score_table": "zero_sum",
        },
    ),
    "kalooki-1-classic": ("kalooki", 29, {"deals": [1], "stock_out": "void_second"}),
    "kalooki-1-house-rules": (
        "kalooki",
        22,
        {
            "deals": [1],
            "early_hands": "twelve",
            "call_limit": 9,
            "call_priority": "seat_order",
            "refuse_means": "free_draw",
            "tack_four": "either_end",
            "upcard_joker": "turn_again",
            "final_discard": "required",
            "stock_out": "void_second",
        },
    ),
    "toy-1-classic": ("toy", 3, {"rounds": 2}),
    "toy-1-house-rules": ("toy", 4, {"rounds": 1, "turns": 4, "throwing": "never", "joker": "dead"}),
}
"""Name: game, seed of the random match it was made from, house rules. A new one is made by `--regenerate`."""


@pytest.fixture(params=sorted(MATCHES))
def name(request: pytest.FixtureRequest, regenerate: bool) -> str:
    """A golden match; one that has no record yet gets it where that was asked for."""
    path = GOLDEN / f"{request.param}.json"
    if regenerate and not path.exists():
        write_golden(path, *MATCHES[request.param])
    return str(request.param)


def write_golden(path: Path, key: str, seed: int, values: dict[str, Any]) -> None:
    game = registry.game(key)
    options = read_options(game.Options, values)
    _, log = play_match(game, options, seed)
    names = ["Anna", "Bert", "Cora", "Dirk", "Eva", "Finn"][: game.seats[0]]
    record = write_record(game, options, players=names, entries=[(entry, {}) for entry in log])
    del record["digest"]  # as the other records here were written
    answer = check_record(record, registry.game, with_choices=True)
    GOLDEN.mkdir(exist_ok=True)
    written = json.dumps({"record": record, "answer": answer}, indent=1, ensure_ascii=False)
    path.write_text(written + "\n", encoding="utf-8")


def golden(name: str) -> dict[str, Any]:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def test_an_old_match_has_the_result_it_had(name: str) -> None:
    kept = golden(name)
    answer = check_record(kept["record"], registry.game, with_choices=True)
    added = {"proof": ["absent"] * len(answer["rounds"]), "digest": "absent"}
    assert json.loads(json.dumps(answer)) == {**added, **kept["answer"]}
    assert answer["ok"] is True
    assert answer["next"] == {}


def test_a_match_reads_as_it_did(name: str, regenerate: bool) -> None:
    record = golden(name)["record"]
    game = registry.game(record["game"])
    log = []
    for line in record["log"]:
        by = line.pop("by")
        log.append(Entry(by if by == "house" else int(by), line))
    told = transcript(game, read_options(game.Options, record["options"]), log)
    path = GOLDEN / f"{name}.txt"
    if regenerate:
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_every_golden_file_is_told_here() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(MATCHES)
