"""The strip on top: the round, the totals, what is trumps, and the trick before this one."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.seats import Seat
from games.table.screen.zones.cards import LaidCard, laid
from games.table.screen.zones.scene import Column, Scene, by_column


class Trumps(NamedTuple):
    """The trumps of the round: `suit` is "" before they are made, `maker` where the rules made them, `times` is the
    multiplier, `said_by` the last speaker. `maker_at` and `said_at` are their places at the table, -1 for nobody.
    """

    suit: str = ""
    name: str = ""
    maker: str = ""
    times: int = 1
    said_by: str = ""
    maker_at: int = -1
    said_at: int = -1


class Strip(NamedTuple):
    """`totals` belong to `columns`, `label` names the round where rounds have names, `last` is the trick before."""

    language: str
    round: int
    rounds: int | None
    columns: tuple[Column, ...]
    totals: tuple[int, ...]
    label: str
    trumps: Trumps | None
    last: tuple[LaidCard, ...]


def strip_of(scene: Scene, *, look_back: bool) -> Strip:
    """The strip of a table, with the trick before this one where it can be looked at."""
    view = scene.view
    return Strip(
        scene.speech.language,
        view.round,
        view.rounds,
        scene.columns,
        by_column(view, view.totals),
        scene.say(view.label) if view.label else "",
        _trumps(scene),
        laid(scene, view.last_trick.cards, view.last_trick.winning) if view.last_trick and look_back else (),
    )


def _trumps(scene: Scene) -> Trumps | None:
    contract = scene.view.contract
    if contract is None:
        return None
    if contract.trump is None:
        return Trumps()
    times = contract.ladder[contract.level]
    speaker = contract.spoken[-1][0] if contract.level and contract.spoken else None
    name = scene.speech.suit_name(contract.trump)
    maker, maker_at = _who(scene, contract.maker)
    said_by, said_at = _who(scene, speaker)
    return Trumps(contract.trump, name, maker, times, said_by, maker_at, said_at)


def _who(scene: Scene, seat: Seat | None) -> tuple[str, int]:
    """The name of a seat and its place at the table."""
    return ("", -1) if seat is None else (scene.short[seat], scene.at[seat])
