"""Writing a match record to give out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import changed_options
from games.engine.record.digest import SCHEME, digest_of
from games.engine.record.reading import FORMAT, covered_head


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

    The caller leaves out running rounds.
    """
    log = [{"by": str(entry.by), **entry.data, **notes} for entry, notes in entries]
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
