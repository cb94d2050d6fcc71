"""A match as readable text: choices, actions, and the sheet line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.actions import Data
from games.engine.game import Game
from games.engine.log import Entry
from games.engine.options import changed_options
from games.engine.view import View
from games.engine.words import Text


def transcript(game: Game[Any], options: Any, log: Sequence[Entry]) -> str:
    """The whole match, one line an entry."""
    return "\n".join([*_head(game, options), *_match(game, options, log), ""])


def _head(game: Game[Any], options: Any) -> Iterator[str]:
    yield f"{game.key}, version {game.version}"
    for name, value in sorted(changed_options(options).items()):
        yield f"  {name} = {value}"


def _match(game: Game[Any], options: Any, log: Sequence[Entry]) -> Iterator[str]:
    state = game.start(options, game.seats[0])
    for entry in log:
        before, state = state, game.apply(state, entry.by, game.parse(entry.data))
        if entry.data["do"] == "deal":
            yield from _deal(game, state)
        else:
            yield f"{entry.by:>5}  {entry_in_words(entry.data):<24}{offer_in_words(game, before, entry)}".rstrip()
        yield from _news(game, game.view(before, None), game.view(state, None))
    view = game.view(state, None)
    totals = numbers(column(view, view.totals))
    yield f"{sentence(game, view.prompt.text)} Totals {totals}, won by {numbers(winners(view))}"


def _deal(game: Game[Any], state: Any) -> Iterator[str]:
    view = game.view(state, None)
    yield ""
    name = f": {sentence(game, view.label)}" if view.label else ""
    number = f", deal {view.deal}" if view.deal != view.round else ""
    yield f"ROUND {view.round}{number}{name}, dealt by {next(seat.seat for seat in view.seats if seat.dealer)}"
    for seat in view.seats:
        yield f"    {seat.seat}: {' '.join(held.card for held in game.view(state, seat.seat).hand)}"


def _news(game: Game[Any], before: View, after: View) -> Iterator[str]:
    """Public events of an entry: a finished trick, a total, combinations shown, a closed round."""
    known = before.last_trick.number if before.last_trick is not None and before.round == after.round else 0
    if after.last_trick is not None and after.last_trick.number != known:
        cards = " ".join(card for _, card in after.last_trick.cards)
        yield f"       trick {after.last_trick.number}: {cards}, taken by {after.last_trick.winning}"
    if after.running is not None and after.running != before.running and after.running.cards:
        crossed = [line.total for line in after.running.lines if line.crossed_by is not None]
        yield f"       total {after.running.total}{f', past {crossed[-1]}' if crossed else ''}"
    if after.shown != before.shown:
        for group in after.shown:
            yield f"       {group.seat} shows {' '.join(group.cards)} ({sentence(game, group.label)})"
    for result in after.results[len(before.results) :]:
        for line in result.lines:
            yield f"       {sentence(game, line.text):<56}{numbers(column(after, line.points))}"
        yield f"       {sentence(game, result.verdict):<55} {numbers(column(after, result.score))}"


def entry_in_words(data: Data) -> str:
    """A log entry in words: its word and what it names."""
    return " ".join(data.values()) or data["do"]


def offer_in_words(game: Game[Any], state: Any, entry: Entry) -> str:
    """Whether the actor must or may act, and between what."""
    pending = game.pending(state)[entry.by]
    if entry.by == "house":
        return f"[{pending.window}]"
    choices = [
        choice.data.get("card") or entry_in_words(choice.data) for choice in game.choices(state, entry.by)
    ]
    return f"[{pending.window}, {'must' if pending.must else 'may'}: {', '.join(choices)}]"


def sentence(game: Game[Any], text: Text) -> str:
    facts = dict(text.facts)
    if "length" in facts:
        facts["run"] = f"run of {facts['length']}"  # the screen has a word for each length
    return game.words[text.code].format(**facts, Run=str(facts.get("run", "")).capitalize())


def numbers(row: Sequence[int]) -> str:
    return " - ".join(map(str, row))


def column(view: View, points: Sequence[int]) -> list[int]:
    """Points per seat as the sheet has them, column by column."""
    return [points[column[0]] for column in view.columns]


def winners(view: View) -> list[int]:
    """The columns in first place."""
    return [number for number, column in enumerate(view.columns) if column[0] in view.winners]
