"""Reading a match record: its head, its entries, its digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.engine.errors import IllegalAction, MalformedAction, Refusal, Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import changed_options, read_options
from games.engine.record.digest import SCHEME, digest_of
from games.engine.record.proofs import Proofs
from games.engine.seats import parse_actor

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
        "levels",
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


def malformed(detail: str) -> WrongRecord:
    """The refusal of a record that is not one."""
    return WrongRecord(None, MalformedAction(Refusal.MALFORMED, detail=detail))


@dataclass(frozen=True, slots=True)
class Head:
    """The parsed parts of a record apart from its entries. `written` is the record itself."""

    game: Game[Any]
    options: Any
    players: int
    log: Sequence[Any]
    proofs: Proofs
    written: Mapping[str, Any]


def read_head(record: object, find_game: FindGame) -> Head:
    """The head of a record. Raises WrongRecord."""
    if not isinstance(record, Mapping):
        raise malformed("it is not an object")
    if record.get("format") != FORMAT:
        raise malformed(f"its format is not {FORMAT}")
    try:
        for key in record:
            if key not in KEYS:
                raise MalformedAction(Refusal.UNKNOWN_FIELD, field=key[:40])
        for key in ("game", "log"):
            if key not in record:
                raise MalformedAction(Refusal.MISSING_FIELD, field=key)
        if not isinstance(record["game"], str):
            raise malformed("its game is not text")
        version = record.get("version")
        if "version" in record and type(version) is not int:
            raise malformed("its version is not a number")
        game = find_game(record["game"], version)
        values, log, proofs = record.get("options", {}), record["log"], record.get("proof", [])
        if not isinstance(values, Mapping):
            raise malformed("its options are not an object")
        players = _players(record, game)
        if not isinstance(log, list) or not isinstance(proofs, list):
            raise malformed("its log or proof is not a list")
        return Head(game, read_options(game.Options, values), players, log, Proofs(proofs), record)
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
        raise malformed("it does not name the right number of players")
    if not all(isinstance(name, str) for name in names):
        raise malformed("a player's name is not text")
    return len(names)


def digest_found(head: Head) -> str:
    """Whether the record has a digest, and that it is right. Raises IllegalAction(wrong_digest)."""
    if "digest" not in head.written:
        return "absent"
    about = covered_head(head.game, head.options, head.players)
    expected = {"scheme": SCHEME, "value": digest_of(about, head.written.get("proof", []), head.log)}
    if head.written["digest"] != expected:
        raise IllegalAction(Refusal.WRONG_DIGEST)
    return "ok"


def covered_head(game: Game[Any], options: Any, players: int) -> dict[str, object]:
    """The part of a record's head that its digest covers."""
    return {
        "game": game.key,
        "version": game.version,
        "options": changed_options(options),
        "players": players,
    }


def read_entry(item: object, seats: int) -> Entry:
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
