"""Findings of a closed round: roem claimed or missed, and stuk and combinations that were not claimed."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.kraken.bonus import STUK, trick_bonus
from games.engine.kraken.declarations import everything
from games.engine.kraken.options import Options
from games.engine.kraken.state import SEATS, Phase, Round, State
from games.engine.view import Finding
from games.engine.words import text


def findings(state: State) -> tuple[Finding, ...]:
    """The findings of the round closed last (rules/kraken 1.4, 1.6); none while a round runs."""
    round_ = state.round
    if round_ is None or round_.phase is not Phase.CLOSED:
        return ()
    found = [
        *_undeclared(round_, state.options),
        *_roem(round_, state.options),
        *_stuk(round_, state.options),
    ]
    return tuple(sorted(found, key=lambda finding: finding.card))


def _undeclared(round_: Round, options: Options) -> Iterator[Finding]:
    """Whole combinations of the dealt hands that were held back; those the rules would not have let in as well
    are no loss."""
    if options.declarations == "off":
        return
    for seat in SEATS:
        spoken = {combination.cards for combination in round_.declared[seat] or ()}
        used = {card for cards in spoken for card in cards}
        for combination in everything(round_.dealt[seat], options):
            if combination.cards in spoken:
                continue
            if not options.declaration_card_reuse and not used.isdisjoint(combination.cards):
                continue
            what = text(
                "found_run_undeclared", seat=seat, length=len(combination.cards), card=combination.top
            )
            if combination.is_four:
                what = text("found_four_undeclared", seat=seat, rank=combination.top[1])
            yield Finding(0, what, seat % 2, combination.points, missed=True, grants="declaration")


def _roem(round_: Round, options: Options) -> Iterator[Finding]:
    assert round_.trump is not None
    claimed = dict(round_.claimed)
    for number, trick in enumerate(round_.tricks):
        seat, card, side = claimed.get(number), 4 * (number + 1), trick.winner % 2
        if not trick.bonus:
            if seat is not None:
                yield Finding(
                    card, text("found_false_claim", seat=seat, trick=number + 1), seat % 2, 0, missed=False
                )
            continue
        kind = "+".join(name for name, _points in trick_bonus(trick.cards, round_.trump, options.quads))
        if seat is not None:
            what = text("found_roem", points=trick.bonus, trick=number + 1, kind=kind, seat=seat)
        elif options.bonus_mode == "automatic":
            what = text("found_roem_counted", points=trick.bonus, trick=number + 1, kind=kind)
        else:
            what = text("found_roem_lost", points=trick.bonus, trick=number + 1, kind=kind)
        lost = what.code == "found_roem_lost"
        if not lost:
            yield Finding(card, what, side, trick.bonus, missed=False)
            continue
        late = text("found_roem_too_late")
        yield Finding(
            card, what, side, trick.bonus, missed=True, grants="bonus", lost_by=late, rule="in-a-trick"
        )


def _stuk(round_: Round, options: Options) -> Iterator[Finding]:
    """King and queen of trumps in one hand, both played, not claimed (1.4.6)."""
    seat, trick = round_.stuk_holder, round_.stuk_trick
    if seat is None or trick is None or options.declarations == "off" or options.stuk_mode == "automatic":
        return
    if not round_.stuk_claimed:
        what = text("found_stuk_lost", seat=seat)
        late = text("found_stuk_too_late")
        yield Finding(
            4 * (trick + 1),
            what,
            seat % 2,
            STUK,
            missed=True,
            grants="bonus",
            lost_by=late,
            rule="in-the-hand",
        )
