"""The levels bots get: when a match starts, and when one takes the seat of a person."""

from __future__ import annotations

from games.bots.levels import Level, has_levels
from games.engine.seats import Seat
from games.table.log.loading import Table


def level_of_stand_in(table: Table, seat: Seat) -> str:
    """The level of a bot that plays for the person of `seat`; "" where the game has one level.

    As at the start, the partner of a person is strong. Others have the level chosen for the table, and are strong where
    none was chosen: what a stand-in plays counts for somebody who sat down among people.
    """
    if not has_levels(table.game.key):
        return ""
    sides = table.game.progress(table.state.game_state).sides
    partners = [one for one in table.sitters if one.number != seat and sides[one.number] == sides[seat]]
    if any(not one.is_bot for one in partners):
        return Level.STRONG
    return table.bot_level or Level.STRONG


def levels_at_start(table: Table) -> dict[Seat, str]:
    """The level of each bot of a match that starts now; "" where the game has one level.

    The partner of a person is a strong one, others have the level they were seated with.
    """
    if not has_levels(table.game.key):
        return {one.number: "" for one in table.sitters if one.is_bot}
    sides = table.game.progress(table.game.start(table.options, len(table.sitters))).sides
    of_people = {sides[one.number] for one in table.sitters if not one.is_bot}
    return {
        one.number: Level.STRONG if sides[one.number] in of_people else one.level or Level.EASY
        for one in table.sitters
        if one.is_bot
    }
