"""Records of matches: written, read and checked.

Their form is an outside contract: records of an earlier program are answered as they were then
(`tests/engine/record/test_old_records.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.engine.actions import BY_CHANCE, Action, Arrange, Close, Deal
from games.engine.errors import IllegalAction, MalformedAction, Refusal, Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import changed_options, read_options
from games.engine.seats import HOUSE, Seat, parse_actor
from games.engine.shuffle import VERSION, Cuts, Randomness, commitment

# The digest of a match record: a chain of SHA-256 over game, options and proofs, then over the log entry by entry.

SCHEME: Final = "sha256-chain/1"
PROOF_FIELDS: Final = ("round", "shuffle", "context", "commitment", "seed")
"""Fields that every proof has, old ones too (`games/table/log/folding.py`); the digest covers them in this order."""
ENTRY_NOTES: Final = frozenset({"at", "automatic"})
"""Fields of a log entry that say when and how, and which the rules ignore. Of them the digest covers an `automatic`
that is true: a time may be left out of a record."""


def digest_of(
    head: Mapping[str, object], proofs: Iterable[object], log: Iterable[Mapping[str, object]]
) -> str:
    """The last link of the chain, in hex.

    `head` is plain JSON about game, version, options and players. Each link is the SHA-256 of the link before it and
    one entry, so an entry cannot be dropped, added, moved or edited without another digest. Anybody can work a new one
    out: it shows that a record was changed, not by whom, and is no signature.
    """
    link = _link(b"", {"scheme": SCHEME, **head, "proof": [_covered_of_proof(proof) for proof in proofs]})
    for entry in log:
        link = _link(link, _covered_of_entry(entry))
    return link.hex()


def _link(before: bytes, item: Mapping[str, object]) -> bytes:
    written = json.dumps(item, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(before + written.encode()).digest()


def _covered_of_entry(entry: Mapping[str, object]) -> dict[str, object]:
    covered = {name: value for name, value in entry.items() if name not in ENTRY_NOTES}
    return {**covered, "automatic": True} if entry.get("automatic") is True else covered


def _covered_of_proof(proof: object) -> list[object]:
    """The fields a proof consists of, in one order; a field of another kind than text or number counts as absent. The
    cuts, and the seals that were shown before the last, come after them where there are any.
    """
    fields = proof if isinstance(proof, Mapping) else {}
    covered = [value if isinstance(value, str | int) else None for value in map(fields.get, PROOF_FIELDS)]
    return [*covered, *(fields[name] for name in ("cuts", "earlier_seals") if name in fields)]


# Verification of a match record's proofs: the house's random actions must follow from the seeds.

PROOF_OK: Final = "ok"
PROOF_ABSENT: Final = "absent"


class Proofs:
    """The proofs of one record, by deal. A proof whose parts contradict each other has no chance (None).

    A proof without `deal` is of a game with one deal a round: its round is the number of the deal.
    """

    def __init__(self, written: Sequence[object]) -> None:
        """Raises MalformedAction for a proof that does not name its round, or its deal by a number."""
        self._randomness: dict[int, list[Randomness | None]] = {}
        for proof in written:
            if not isinstance(proof, Mapping) or type(proof.get("round")) is not int:
                raise MalformedAction(Refusal.MALFORMED, detail="a proof does not name its round")
            deal = proof.get("deal", proof["round"])
            if type(deal) is not int:
                raise MalformedAction(Refusal.MALFORMED, detail="a proof does not name its deal")
            self._randomness.setdefault(deal, []).append(_proved_randomness(proof))

    def check(self, game: Game[Any], before: Any, after: Any, number: int) -> None:
        """Compare the house's random action in deal `number` with the one its seed gives. Raises
        IllegalAction(wrong_proof).
        """
        for randomness in self._randomness.get(number, ()):
            if (
                randomness is None
                or game.apply(before, HOUSE, game.house_action(before, randomness)) != after
            ):
                raise IllegalAction(Refusal.WRONG_PROOF, deal=number)

    def by_deal(self, deals: int) -> list[str]:
        """By deal of the log, whether it was proved.

        A proof of a deal after the end of the log is passed over: a record may end anywhere. Where a deal of the log
        has none, it belongs to that one and was renumbered. Raises IllegalAction(wrong_proof).
        """
        proved = [number in self._randomness for number in range(1, deals + 1)]
        strangers = [number for number in self._randomness if not 1 <= number <= deals]
        wrong = [number for number in strangers if number < 1 or not all(proved)]
        if wrong:
            raise IllegalAction(Refusal.WRONG_PROOF, deal=wrong[0])
        return [PROOF_OK if one else PROOF_ABSENT for one in proved]


def _proved_randomness(proof: Mapping[str, object]) -> Randomness | None:
    seed, context = proof.get("seed"), proof.get("context")
    if proof.get("shuffle") != VERSION or not isinstance(seed, str) or not isinstance(context, str):
        return None
    try:
        randomness = Randomness(bytes.fromhex(seed), cuts_of_proof(proof))
        sealed = commitment(seed=randomness.seed, context=context)
    except ValueError:
        return None
    return randomness if proof.get("commitment") == sealed else None


def cuts_of_proof(proof: Mapping[str, object]) -> Cuts:
    """The cuts of a proof, none where it has none: objects of a `seat` and a `word`, each seat once and in order.

    Raises ValueError.
    """
    written = proof.get("cuts", [])
    if not isinstance(written, list):
        raise ValueError("the cuts are a list")
    cuts = tuple(map(_read_cut, written))
    seats = [seat for seat, _word in cuts]
    if seats != sorted(set(seats)):
        raise ValueError("each seat cuts once, in the order of the seats")
    return cuts


def _read_cut(written: object) -> tuple[Seat, str]:
    cut = written if isinstance(written, Mapping) else {}
    seat, word = cut.get("seat"), cut.get("word")
    if cut.keys() != {"seat", "word"} or type(seat) is not int or not isinstance(word, str) or "\n" in word:
        raise ValueError("a cut has a seat and a word in one line")
    word.encode()  # the deal follows from its bytes; half a pair of surrogates has none
    return seat, word


# Reading a match record: its head, its entries, its digest.

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
FindGame: TypeAlias = Callable[[str, int | None], Game[Any]]
"""The game of a key in a version; None: its newest."""


class WrongRecord(Exception):  # noqa: N818 (it is the record that is wrong)
    """A record the check refuses: `at` is the place in the log (None: before it), `refused` the reason."""

    def __init__(self, at: int | None, refused: Refused) -> None:
        super().__init__(at, refused)
        self.at = at
        self.refused = refused


def malformed_record(detail: str) -> WrongRecord:
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
        raise malformed_record("it is not an object")
    if record.get("format") != FORMAT:
        raise malformed_record(f"its format is not {FORMAT}")
    try:
        for key in record:
            if key not in KEYS:
                raise MalformedAction(Refusal.UNKNOWN_FIELD, field=key[:40])
        for key in ("game", "log"):
            if key not in record:
                raise MalformedAction(Refusal.MISSING_FIELD, field=key)
        if not isinstance(record["game"], str):
            raise malformed_record("its game is not text")
        version = record.get("version")
        if "version" in record and type(version) is not int:
            raise malformed_record("its version is not a number")
        game = find_game(record["game"], version)
        values, log, proofs = record.get("options", {}), record["log"], record.get("proof", [])
        if not isinstance(values, Mapping):
            raise malformed_record("its options are not an object")
        players = _players(record, game)
        if not isinstance(log, list) or not isinstance(proofs, list):
            raise malformed_record("its log or proof is not a list")
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
        raise malformed_record("it does not name the right number of players")
    if not all(isinstance(name, str) for name in names):
        raise malformed_record("a player's name is not text")
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


# Writing a match record to give out.


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
    started, finished, and the levels of bots by seat.

    The caller leaves out running rounds. The cards that the first dealer was drawn by are left out as well: they bear
    on nothing, and readers of records refuse keys they do not know.
    """
    log = [
        {"by": str(entry.by), **{key: value for key, value in entry.data.items() if key != "drawn"}, **notes}
        for entry, notes in entries
    ]
    digest = digest_of(covered_head(game, options, len(players)), proofs, log)
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


# Checking a match record: played through the rules entry by entry.


def check_text(written: bytes, find_game: FindGame, *, with_choices: bool = False) -> dict[str, object]:
    """Check a record as it was written, in UTF-8. Never raises for a bad one."""
    try:
        record = json.loads(written)
    except (ValueError, RecursionError):
        return _refusal(malformed_record("it is not JSON"))
    return check_record(record, find_game, with_choices=with_choices)


def check_record(record: object, find_game: FindGame, *, with_choices: bool = False) -> dict[str, object]:
    """Play a record through the rules and report it as `check_record` prints it. Never raises for a bad
    record."""
    try:
        return _check(record, find_game, with_choices=with_choices)
    except WrongRecord as wrong:
        return _refusal(wrong)
    except RecursionError:  # JSON is read a little deeper than the digest can write it again
        return _refusal(malformed_record("it is nested too deeply"))


def _refusal(wrong: WrongRecord) -> dict[str, object]:
    refused = wrong.refused
    return {"ok": False, "at": wrong.at, "code": refused.code.value, "message": refused.sentence}


def _check(record: object, find_game: FindGame, *, with_choices: bool) -> dict[str, object]:
    head = read_head(record, find_game)
    game, state = head.game, head.game.start(head.options, head.players)
    offered: list[list[str] | None] = []
    deals = 0
    for place, item in enumerate(head.log):
        try:
            entry = read_entry(item, head.players)
            action = game.parse(entry.data)
            choices = _choices(game, state, entry, action) if with_choices else None
            before = after_count(game, state) if isinstance(action, Deal) else state
            state = game.apply(before, entry.by, action)
            deals += isinstance(action, Deal)
            if isinstance(action, BY_CHANCE):
                head.proofs.check(game, before, state, deals)
        except Refused as refused:
            raise WrongRecord(place, refused) from refused
        offered.append(choices)
    try:
        proved, digest = head.proofs.by_deal(deals), digest_found(head)
    except Refused as refused:
        raise WrongRecord(None, refused) from refused
    report: dict[str, object] = {
        "ok": True,
        "rounds": game.reports(after_count(game, state)),
        "totals": list(game.progress(after_count(game, state)).column_totals),
        "next": _next(game, state),
        "proof": proved,
        "digest": digest,
    }
    if with_choices:
        report["choices"] = offered
    return report


def after_count(game: Game[Any], state: Any) -> Any:
    """The state once the house has closed a window of which a record may leave out the closing; else the same state."""
    waiting = game.pending(state).get(HOUSE)
    return game.apply(state, HOUSE, Close()) if waiting is not None and waiting.implied else state


def _choices(game: Game[Any], state: Any, entry: Entry, action: Action) -> list[str] | None:
    """The alternatives of the actor: cards for a card, words for a word (those `next` would have named), None
    for the house, for groups of cards, in windows that are not listed and for words of which no choice is listed.
    """
    if entry.by == HOUSE or isinstance(action, Arrange):
        return None
    waiting = game.pending(state).get(entry.by)
    if waiting is not None and not waiting.listed:
        return None
    choices = game.choices(state, int(entry.by))
    if any(not choice.listed for choice in choices if choice.data["do"] == entry.data["do"]):
        return None
    offered = [choice.data for choice in choices if choice.listed]
    if "card" in entry.data:
        return sorted({data["card"] for data in offered if data["do"] == entry.data["do"]})
    return sorted({data["do"] for data in offered})


def _next(game: Game[Any], state: Any) -> dict[str, list[str]]:
    """The actors that may or must act after the record, each with its words."""
    waiting: dict[str, list[str]] = {}
    for actor, pending in game.pending(state).items():
        words = (
            {pending.kind}
            if actor == HOUSE
            else {choice.data["do"] for choice in game.choices(state, int(actor))}
        )
        waiting[str(actor)] = sorted(words)
    return dict(sorted(waiting.items()))
