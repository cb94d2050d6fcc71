"""The match record: what a player downloads, a reviewer checks and an outside program can write by hand
(record.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.engine.actions import Deal, Turn
from games.engine.errors import IllegalAction, MalformedAction, Refusal, Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import changed_options, read_options
from games.engine.seats import HOUSE, parse_actor
from games.engine.shuffle import VERSION, Fate, commitment

FORMAT: Final = "card-club-record/1"
KEYS: Final = frozenset(
    {"format", "game", "options", "players", "log", "proof", "version", "match", "started", "finished"}
)
ENTRY_NOTES: Final = frozenset({"at", "automatic"})
"""Fields of a log entry that say when and how, and which the rules check ignores."""


FindGame: TypeAlias = Callable[[str], Game[Any]]


class WrongRecord(Exception):  # noqa: N818 (it is the record that is wrong)
    """A record the check refuses: `at` is the place in the log (None: before it), `refused` the reason."""

    def __init__(self, at: int | None, refused: Refused) -> None:
        super().__init__(at, refused)
        self.at = at
        self.refused = refused


def check_text(written: bytes, find_game: FindGame, *, with_choices: bool = False) -> dict[str, object]:
    """Check a record as it was written, in UTF-8. Never raises for a bad one."""
    try:
        record = json.loads(written)
    except (ValueError, RecursionError):
        return _refusal(_malformed("it is not JSON"))
    return check_record(record, find_game, with_choices=with_choices)


def check_record(record: object, find_game: FindGame, *, with_choices: bool = False) -> dict[str, object]:
    """Play a record through the rules and report it as `check_record` prints it. Never raises for a bad
    record."""
    try:
        return _check(record, find_game, with_choices=with_choices)
    except WrongRecord as wrong:
        return _refusal(wrong)


def _refusal(wrong: WrongRecord) -> dict[str, object]:
    refused = wrong.refused
    return {"ok": False, "at": wrong.at, "code": refused.code.value, "message": refused.sentence}


def _check(record: object, find_game: FindGame, *, with_choices: bool) -> dict[str, object]:
    game, state, log, proofs = _header(record, find_game)
    offered: list[list[str] | None] = []
    fates = _fates(proofs)
    seats, deals = len(game.progress(state).sides), 0
    for place, item in enumerate(log):
        try:
            entry = _entry(item, seats)
            action = game.parse(entry.data)
            choices = _choices(game, state, entry) if with_choices else None
            before, state = state, game.apply(state, entry.by, action)
            deals += isinstance(action, Deal)
            if isinstance(action, Deal | Turn):
                for fate in fates.get(deals, ()):
                    _check_chance(game, before, state, fate, deals)
        except Refused as refused:
            raise WrongRecord(place, refused) from refused
        offered.append(choices)
    report: dict[str, object] = {
        "ok": True,
        "rounds": game.reports(state),
        "totals": list(game.progress(state).totals),
        "next": _next(game, state),
    }
    if with_choices:
        report["choices"] = offered
    return report


def _malformed(detail: str) -> WrongRecord:
    return WrongRecord(None, MalformedAction(Refusal.MALFORMED, detail=detail))


def _header(record: object, find_game: FindGame) -> tuple[Game[Any], Any, Sequence[object], Sequence[object]]:
    """The game, its start, the log and the proofs. Raises WrongRecord."""
    if not isinstance(record, Mapping):
        raise _malformed("it is not an object")
    if record.get("format") != FORMAT:
        raise _malformed(f"its format is not {FORMAT}")
    try:
        for key in record:
            if key not in KEYS:
                raise MalformedAction(Refusal.UNKNOWN_FIELD, field=key[:40])
        for key in ("game", "players", "log"):
            if key not in record:
                raise MalformedAction(Refusal.MISSING_FIELD, field=key)
        if not isinstance(record["game"], str):
            raise _malformed("its game is not text")
        game = find_game(record["game"])
        if "version" in record and (type(record["version"]) is not int or record["version"] != game.version):
            raise _malformed(f"version {game.version} of the game is the one known here")
        values = record.get("options", {})
        players, log, proofs = record["players"], record["log"], record.get("proof", [])
        if not isinstance(values, Mapping):
            raise _malformed("its options are not an object")
        if not isinstance(players, list) or len(players) not in game.seats:
            raise _malformed("it does not name the right number of players")
        if not all(isinstance(name, str) for name in players):
            raise _malformed("a player's name is not text")
        if not isinstance(log, list) or not isinstance(proofs, list):
            raise _malformed("its log or proof is not a list")
        return game, game.start(read_options(game.Options, values), len(players)), log, proofs
    except Refused as refused:
        raise WrongRecord(None, refused) from refused


def _entry(item: object, seats: int) -> Entry:
    """One line of the log. Raises MalformedAction."""
    if not isinstance(item, Mapping):
        raise MalformedAction(Refusal.MALFORMED, detail="an entry of the log is not an object")
    if "by" not in item:
        raise MalformedAction(Refusal.MISSING_FIELD, field="by")
    for name, value in item.items():
        if name not in ENTRY_NOTES and not isinstance(value, str):
            raise MalformedAction(Refusal.MALFORMED, detail=f"“{name[:24]}” is not text")
    by = parse_actor(item["by"], seats)
    return Entry(
        by, {name: value for name, value in item.items() if name != "by" and name not in ENTRY_NOTES}
    )


def _choices(game: Game[Any], state: Any, entry: Entry) -> list[str] | None:
    """What the actor could have chosen: cards for a card, words for a word (those `next` would have named),
    None for the house and for declarations."""
    if entry.by == HOUSE or entry.data["do"] == "declare":
        return None
    offered = [choice.data for choice in game.choices(state, int(entry.by))]
    if "card" in entry.data:
        return sorted(data["card"] for data in offered if data["do"] == entry.data["do"])
    return sorted({data["do"] for data in offered})


def _next(game: Game[Any], state: Any) -> dict[str, list[str]]:
    """Who may or must act after the record, and with which words."""
    waiting: dict[str, list[str]] = {}
    for actor, pending in game.pending(state).items():
        words = (
            {pending.kind}
            if actor == HOUSE
            else {choice.data["do"] for choice in game.choices(state, int(actor))}
        )
        waiting[str(actor)] = sorted(words)
    return dict(sorted(waiting.items()))


def _fates(proofs: Sequence[object]) -> dict[int, list[Fate | None]]:
    """By round: the chance each proof claims; None where its parts contradict each other. Raises
    WrongRecord."""
    fates: dict[int, list[Fate | None]] = {}
    for proof in proofs:
        if not isinstance(proof, Mapping) or type(proof.get("round")) is not int:
            raise _malformed("a proof does not name its round")
        fates.setdefault(proof["round"], []).append(_fate(proof))
    return fates


def _fate(proof: Mapping[str, object]) -> Fate | None:
    seed, context = proof.get("seed"), proof.get("context")
    if proof.get("shuffle") != VERSION or not isinstance(seed, str) or not isinstance(context, str):
        return None
    try:
        fate = Fate(bytes.fromhex(seed))
        sealed = commitment(seed=fate.seed, context=context)
    except ValueError:
        return None
    return fate if proof.get("commitment") == sealed else None


def _check_chance(game: Game[Any], before: Any, after: Any, fate: Fate | None, number: int) -> None:
    """What the house did by chance must be what the seed says. Raises IllegalAction(wrong_proof)."""
    if fate is None or game.apply(before, HOUSE, game.house_action(before, fate)) != after:
        raise IllegalAction(Refusal.WRONG_PROOF, round=number)


def write_record(
    game: Game[Any],
    options: Any,
    *,
    players: Sequence[str],
    entries: Iterable[tuple[Entry, Mapping[str, object]]],
    proofs: Sequence[Mapping[str, object]] = (),
    about: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """A record to give out. `entries` come with their notes (`at`, `automatic`), `about` may hold match,
    started, finished.

    The caller leaves out running rounds.
    """
    log = [{"by": str(entry.by), **entry.data, **notes} for entry, notes in entries]
    return {
        "format": FORMAT,
        "game": game.key,
        "version": game.version,
        "options": changed_options(options),
        "players": list(players),
        **(about or {}),
        "log": log,
        "proof": list(proofs),
    }
