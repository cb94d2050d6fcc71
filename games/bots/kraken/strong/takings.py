"""What both sides have taken before the tricks to come: finished tricks, declarations, stuk. Points and roem stand in
one int, as `compact/positions.py` packs them."""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import BONUS, BONUS_PLACE, MARRIAGE, Form, times_bonus
from games.bots.kraken.strong.belief import Belief
from games.engine.kraken.declarations import STUK, compare, everything
from games.engine.kraken.legal import STRENGTH
from games.engine.kraken.options import Options
from games.engine.seats import Seat
from games.engine.trick_taking import winning_place
from games.engine.view import View


def takings_so_far(view: View, belief: Belief) -> tuple[int, int]:
    """Finished tricks with the roem that was claimed, and the declarations that counted, for sides 0 and 1.

    The roem of the last finished trick is taken to be claimed where it still may be.
    """
    taken = [0, 0]
    form, options = belief.form, belief.options
    claimed = {word.trick for word in view.words if word.text.code == "said_roem"}
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    for number, trick in enumerate(tricks, start=1):
        cards = [card for _, card in trick]
        winner = trick[winning_place(cards, STRENGTH[belief.trump], belief.trump)][0]
        worth = belief.rules.worths[form.mask(cards)]
        open_still = number == len(tricks) and belief.table.lying == 0
        if options.bonus_mode != "automatic" and number not in claimed and not open_still:
            worth &= ~BONUS
        taken[winner % 2] += worth
    for group in view.laid_open:
        points = int(dict(group.label.facts)["points"])
        taken[group.seat % 2] += points * times_bonus(belief.trump, options) << BONUS_PLACE
    return taken[0], taken[1]


def with_stuk(taken: tuple[int, int], dealt: Sequence[int], options: Options, times: int) -> tuple[int, int]:
    """The same with stuk for the side of the hand that was dealt king and queen of trumps."""
    if options.declarations == "off":
        return taken
    for seat, hand in enumerate(dealt):
        if hand & MARRIAGE == MARRIAGE:
            stuk = STUK * times << BONUS_PLACE
            return (taken[0] + stuk, taken[1]) if seat % 2 == 0 else (taken[0], taken[1] + stuk)
    return taken


def declared_points(
    hands: Sequence[int], form: Form, options: Options, first: Seat, times: int
) -> tuple[int, int]:
    """The points of both sides from declarations when all four declare everything."""
    if options.declarations == "off":
        return 0, 0
    fours = positions.fours(options.quads)
    if not any(positions.runs_in(hand) or any(hand & four == four for four in fours) for hand in hands):
        return 0, 0
    declarations = [everything(form.cards(hand), options) for hand in hands]
    points = compare(declarations, trump=form.suits[-1], first=first, options=options).points
    return points[0] * times << BONUS_PLACE, points[1] * times << BONUS_PLACE
