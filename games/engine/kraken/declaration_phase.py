"""The declaration phase, and the phase after the last declaration (rules/kraken 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.game import replace_fields
from games.engine.kraken import declarations
from games.engine.kraken.options import Options
from games.engine.kraken.state import SEATS, Phase, Round, clockwise_from
from games.engine.seats import Seat


def open_declarations(round_: Round, options: Options) -> Round:
    """The declaration phase, or play where nobody is asked: declarations off or automatic."""
    if options.declarations == "off":
        return _start_play(replace_fields(round_, declared=((), (), (), ())), options)
    if options.declare_mode == "automatic":
        everything = tuple(declarations.everything(hand, options) for hand in round_.dealt)
        return _start_play(replace_fields(round_, declared=everything), options)
    return round_


def speakers(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats that have still to declare: all of them when sealed, the next one from the leader when open."""
    waiting = tuple(seat for seat in clockwise_from(round_.first_to_lead) if round_.declared[seat] is None)
    return waiting if options.declare_reveal == "sealed" else waiting[:1]


def declare(round_: Round, options: Options, seat: Seat, groups: Sequence[Sequence[Card]]) -> Round:
    """One seat's declarations. Raises IllegalAction: already_spoken, not_a_combination, card_used_twice."""
    if round_.declared[seat] is not None:
        raise IllegalAction(Refusal.ALREADY_SPOKEN)
    declaration = declarations.declared_combinations(round_.dealt[seat], groups, options)
    declared = tuple(declaration if other == seat else round_.declared[other] for other in SEATS)
    after = replace_fields(round_, declared=declared)
    return after if None in declared else _start_play(after, options)


def _start_play(round_: Round, options: Options) -> Round:
    assert round_.trump is not None
    comparison = declarations.compare(
        [declaration or () for declaration in round_.declared],
        trump=round_.trump,
        first=round_.first_to_lead,
        options=options,
    )
    leader = round_.first_to_lead
    return replace_fields(round_, phase=Phase.PLAY, comparison=comparison, leader=leader, to_play=leader)
