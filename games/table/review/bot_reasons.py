"""The reason for a bot's move in a closed round, computed again from the view of its seat; it is not stored."""

from __future__ import annotations

from games.bots import levels
from games.bots.levels import Level
from games.table.review.evidence import Step
from games.table.screen.narration import Narrator


def why_done(narrator: Narrator, step: Step) -> str:
    """The reason in one sentence; "" for a person, and where today's bot would have done something else. The card of a
    bot that searched is explained as it was played: the search is not made again."""
    if step.seat is None or step.by not in ("bot", "stand_in"):
        return ""
    game, state = narrator.game, step.before
    view, choices = narrator.view(state, step.seat), game.choices(state, step.seat)
    level = Level(step.level or Level.EASY)
    why = levels.reason(game, level, view, choices, game.parse(step.data).data())
    return narrator.say(why) if why is not None else ""
