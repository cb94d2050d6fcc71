"""The digest of a match record: a chain of SHA-256 over game, options and proofs, then over the log entry by entry."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final

SCHEME: Final = "sha256-chain/1"
PROOF_FIELDS: Final = ("round", "shuffle", "context", "commitment", "seed")
NOT_COVERED: Final = frozenset({"at", "automatic"})
"""Notes of an entry. A time may be left out of a record; `automatic` is covered where it is true."""


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
    covered = {name: value for name, value in entry.items() if name not in NOT_COVERED}
    return {**covered, "automatic": True} if entry.get("automatic") is True else covered


def _covered_of_proof(proof: object) -> list[object]:
    """The fields a proof consists of, in one order; a field of another kind than text or number counts as absent."""
    fields = proof if isinstance(proof, Mapping) else {}
    return [value if isinstance(value, str | int) else None for value in map(fields.get, PROOF_FIELDS)]
