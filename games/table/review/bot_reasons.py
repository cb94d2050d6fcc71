"""Why a bot did what it did in a closed round: worked out again from what its seat saw, never kept."""

from __future__ import annotations

from games.engine import bots
from games.table.review.evidence import Step
from games.table.screen.narration import Telling


def why_done(telling: Telling, step: Step) -> str:
    """The reason in one sentence; "" for a person, and where today's bot would have done something else."""
    if step.seat is None or step.by not in ("bot", "stand_in"):
        return ""
    game, state = telling.game, step.before
    view, choices = game.view(state, step.seat), game.choices(state, step.seat)
    why = bots.reason(game, view, choices, game.parse(step.data).data())
    return telling.say(why) if why is not None else ""
