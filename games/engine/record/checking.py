"""Checking a match record: played through the rules entry by entry."""

from __future__ import annotations

import json
from typing import Any

from games.engine.actions import BY_CHANCE, Action, Arrange, Close, Deal
from games.engine.errors import Refused
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.record.reading import FindGame, WrongRecord, digest_found, malformed, read_entry, read_head
from games.engine.seats import HOUSE


def check_text(written: bytes, find_game: FindGame, *, with_choices: bool = False) -> dict[str, object]:
    """Check a record as it was written, in UTF-8. Never raises for a bad one."""
    try:
        record = json.loads(written)
    except (ValueError, RecursionError):
        return _refusal(malformed("it is not JSON"))
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
    head = read_head(record, find_game)
    game, state = head.game, head.game.start(head.options, head.players)
    offered: list[list[str] | None] = []
    deals = 0
    for place, item in enumerate(head.log):
        try:
            entry = read_entry(item, head.players)
            action = game.parse(entry.data)
            choices = _choices(game, state, entry, action) if with_choices else None
            before = counted(game, state) if isinstance(action, Deal) else state
            state = game.apply(before, entry.by, action)
            deals += isinstance(action, Deal)
            if isinstance(action, BY_CHANCE):
                head.proofs.check(game, before, state, deals)
        except Refused as refused:
            raise WrongRecord(place, refused) from refused
        offered.append(choices)
    try:
        proved, digest = head.proofs.found(deals), digest_found(head)
    except Refused as refused:
        raise WrongRecord(None, refused) from refused
    report: dict[str, object] = {
        "ok": True,
        "rounds": game.reports(counted(game, state)),
        "totals": list(game.progress(counted(game, state)).column_totals),
        "next": _next(game, state),
        "proof": proved,
        "digest": digest,
    }
    if with_choices:
        report["choices"] = offered
    return report


def counted(game: Game[Any], state: Any) -> Any:
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
