"""The match record: what a player downloads, a reviewer checks and an outside program can write by hand
(record.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.engine.actions import Deal, Turn
from games.engine.digest import SCHEME, digest_of
from games.engine.errors import IllegalAction, MalformedAction, Refusal, Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import changed_options, read_options
from games.engine.proofs import Proofs
from games.engine.seats import HOUSE, parse_actor

FORMAT: Final = "card-club-record/1"
KEYS: Final = frozenset(
    {
        "format",
        "game",
        "options",
        "players",
        "log",
        "proof",
        "digest",
        "version",
        "match",
        "started",
        "finished",
    }
)
ENTRY_NOTES: Final = frozenset({"at", "automatic"})
"""Fields of a log entry that say when and how, and which the rules check ignores."""


FindGame: TypeAlias = Callable[[str, int | None], Game[Any]]
"""The game of a key in a version; None: its newest."""


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
    head = _header(record, find_game)
    game, state = head.game, head.game.start(head.options, head.players)
    offered: list[list[str] | None] = []
    deals = 0
    for place, item in enumerate(head.log):
        try:
            entry = _entry(item, head.players)
            action = game.parse(entry.data)
            choices = _choices(game, state, entry) if with_choices else None
            before, state = state, game.apply(state, entry.by, action)
            deals += isinstance(action, Deal)
            if isinstance(action, Deal | Turn):
                head.proofs.check(game, before, state, deals)
        except Refused as refused:
            raise WrongRecord(place, refused) from refused
        offered.append(choices)
    try:
        proved, digest = head.proofs.found(deals), _digest_found(head)
    except Refused as refused:
        raise WrongRecord(None, refused) from refused
    report: dict[str, object] = {
        "ok": True,
        "rounds": game.reports(state),
        "totals": list(game.progress(state).column_totals),
        "next": _next(game, state),
        "proof": proved,
        "digest": digest,
    }
    if with_choices:
        report["choices"] = offered
    return report


def _malformed(detail: str) -> WrongRecord:
    return WrongRecord(None, MalformedAction(Refusal.MALFORMED, detail=detail))


@dataclass(frozen=True, slots=True)
class _Head:
    """What a record says beside its entries, read. `written` is the record itself."""

    game: Game[Any]
    options: Any
    players: int
    log: Sequence[Any]
    proofs: Proofs
    written: Mapping[str, Any]


def _header(record: object, find_game: FindGame) -> _Head:
    """Raises WrongRecord."""
    if not isinstance(record, Mapping):
        raise _malformed("it is not an object")
    if record.get("format") != FORMAT:
        raise _malformed(f"its format is not {FORMAT}")
    try:
        for key in record:
            if key not in KEYS:
                raise MalformedAction(Refusal.UNKNOWN_FIELD, field=key[:40])
        for key in ("game", "log"):
            if key not in record:
                raise MalformedAction(Refusal.MISSING_FIELD, field=key)
        if not isinstance(record["game"], str):
            raise _malformed("its game is not text")
        version = record.get("version")
        if "version" in record and type(version) is not int:
            raise _malformed("its version is not a number")
        game = find_game(record["game"], version)
        values, log, proofs = record.get("options", {}), record["log"], record.get("proof", [])
        if not isinstance(values, Mapping):
            raise _malformed("its options are not an object")
        players = _players(record, game)
        if not isinstance(log, list) or not isinstance(proofs, list):
            raise _malformed("its log or proof is not a list")
        return _Head(game, read_options(game.Options, values), players, log, Proofs(proofs), record)
    except Refused as refused:
        raise WrongRecord(None, refused) from refused


def _players(record: Mapping[str, Any], game: Game[Any]) -> int:
    """How many play. Their names may be left out where the game fixes the number. Raises WrongRecord,
    MalformedAction."""
    if "players" not in record:
        if len(game.seats) > 1:
            raise MalformedAction(Refusal.MISSING_FIELD, field="players")
        return game.seats[0]
    names = record["players"]
    if not isinstance(names, list) or len(names) not in game.seats:
        raise _malformed("it does not name the right number of players")
    if not all(isinstance(name, str) for name in names):
        raise _malformed("a player's name is not text")
    return len(names)


def _digest_found(head: _Head) -> str:
    """Whether the record has a digest, and that it is right. Raises IllegalAction(wrong_digest)."""
    if "digest" not in head.written:
        return "absent"
    about = _covered_head(head.game, head.options, head.players)
    expected = {"scheme": SCHEME, "value": digest_of(about, head.written.get("proof", []), head.log)}
    if head.written["digest"] != expected:
        raise IllegalAction(Refusal.WRONG_DIGEST)
    return "ok"


def _covered_head(game: Game[Any], options: Any, players: int) -> dict[str, object]:
    return {
        "game": game.key,
        "version": game.version,
        "options": changed_options(options),
        "players": players,
    }


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
    digest = digest_of(_covered_head(game, options, len(players)), proofs, log)
    return {
        "format": FORMAT,
        "game": game.key,
        "version": game.version,
        "options": changed_options(options),
        "players": list(players),
        **(about or {}),
        "log": log,
        "proof": list(proofs),
        "digest": {"scheme": SCHEME, "value": digest},
    }
