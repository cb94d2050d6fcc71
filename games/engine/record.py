"""The match record: what a player downloads, a reviewer checks and an outside program can write by hand (record.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

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


class WrongRecord(Exception):
    """A record the check refuses: `at` is the place in the log (None: before it), `refused` the reason."""

    def __init__(self, at: int | None, refused: Refused) -> None:
        super().__init__(at, refused)
        self.at = at
        self.refused = refused


def check_record(
    record: object, find_game: Callable[[str], Game[Any]], *, with_choices: bool = False
) -> dict[str, object]:
    """Play a record through the rules and report it as `check_record` prints it. Never raises for a bad record."""
    try:
        return _check(record, find_game, with_choices=with_choices)
    except WrongRecord as wrong:
        refused = wrong.refused
        return {"ok": False, "at": wrong.at, "code": refused.code.value, "message": refused.sentence}


def _check(record: object, find_game: Callable[[str], Game[Any]], *, with_choices: bool) -> dict[str, object]:
    game, state, log, proofs = _header(record, find_game)
    offered: list[list[str] | None] = []
    fates = _fates(proofs)
    deals = 0
    for place, item in enumerate(log):
        try:
            entry = _entry(item, state_seats=len(game.progress(state).sides))
            action = game.parse(entry.data)
            choices = _choices(game, state, entry) if with_choices else None
            before, state = state, game.apply(state, entry.by, action)
            deals += isinstance(action, Deal)
            if isinstance(action, Deal | Turn) and deals in fates:
                _check_chance(game, before, state, fates[deals], deals)
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


def _header(
    record: object, find_game: Callable[[str], Game[Any]]
) -> tuple[Game[Any], Any, Sequence[object], Sequence[object]]:
    """The game, its start, the log and the proofs. Raises WrongRecord."""
    if not isinstance(record, Mapping):
        raise _malformed("it is not an object")
    if record.get("format") != FORMAT:
        raise _malformed(f"its format is not {FORMAT}")
    try:
        for key in record:
            if key not in KEYS:
                raise MalformedAction(Refusal.UNKNOWN_FIELD, field=str(key)[:40])
        for key in ("game", "players", "log"):
            if key not in record:
                raise MalformedAction(Refusal.MISSING_FIELD, field=key)
        if not isinstance(record["game"], str):
            raise MalformedAction(Refusal.UNKNOWN_GAME, game=str(record["game"])[:24])
        game = find_game(record["game"])
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


def _entry(item: object, *, state_seats: int) -> Entry:
    """One line of the log. Raises MalformedAction."""
    if not isinstance(item, Mapping):
        raise MalformedAction(Refusal.MALFORMED, detail="an entry of the log is not an object")
    if "by" not in item:
        raise MalformedAction(Refusal.MISSING_FIELD, field="by")
    for name, value in item.items():
        if name not in ENTRY_NOTES and not isinstance(value, str):
            raise MalformedAction(Refusal.MALFORMED, detail=f"“{str(name)[:24]}” is not text")
    by = parse_actor(item["by"], state_seats)
    return Entry(
        by, {name: value for name, value in item.items() if name != "by" and name not in ENTRY_NOTES}
    )


def _choices(game: Game[Any], state: Any, entry: Entry) -> list[str] | None:
    """What the actor could have chosen instead: cards for a card, words for a word, None for house and declarations."""
    if entry.by == HOUSE or entry.data["do"] == "declare":
        return None
    offered = [choice.data for choice in game.choices(state, int(entry.by))]
    if "card" in entry.data:
        return sorted(data["card"] for data in offered if data["do"] == entry.data["do"])
    return sorted({data["do"] for data in offered if "card" not in data})


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


def _fates(proofs: Sequence[object]) -> dict[int, Fate | None]:
    """By round: the chance each proof claims; None where its parts contradict each other. Raises WrongRecord."""
    fates: dict[int, Fate | None] = {}
    for proof in proofs:
        if not isinstance(proof, Mapping) or not isinstance(proof.get("round"), int):
            raise _malformed("a proof does not name its round")
        fates[proof["round"]] = _fate(proof)
    return fates


def _fate(proof: Mapping[str, object]) -> Fate | None:
    context = proof.get("context")
    try:
        seed = bytes.fromhex(str(proof.get("seed")))
        fate = Fate(seed)
    except ValueError:
        return None
    sealed = commitment(seed=seed, context=context) if isinstance(context, str) else None
    return fate if proof.get("shuffle") == VERSION and proof.get("commitment") == sealed else None


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
    """A record to give out. `entries` come with their notes (`at`, `automatic`), `about` may hold match, started, finished.

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
