"""Closing a round: tallies, findings, the sheet and the report of it, and the places at the end of a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.engine.cards import rank_of, suit_of
from games.engine.club import Bold, Tally
from games.engine.game import replace_fields
from games.engine.kraken.declarations import STUK, Combination, everything, trick_bonus
from games.engine.kraken.legal import POINTS
from games.engine.kraken.options import Options
from games.engine.kraken.scoring import revoke
from games.engine.kraken.scoring.settlement import (
    LEVEL_WORDS,
    MULTIPLIERS,
    TRICKS,
    Facts,
    Pair,
    Settlement,
    TeamLine,
    add_line,
    for_team,
)
from games.engine.kraken.state import SEATS, SIDES, Phase, Round, State, per_seat
from games.engine.trick_taking import Trick
from games.engine.view import Ending, EndingKind, Finding, RoundResult
from games.engine.words import Fact, Text, text
from games.engine.words import gettext_noop as _

# Tallies of a round for the rankings of a season: pits, rounds nat, krakens, roem; and the marks beside it on a
# sheet.


def roem_is_paid(options: Options) -> bool:
    """Whether all roem is written down for one team or the other (rules/kraken 1.7): not where the winner of a kraken
    writes down no more than its own points."""
    return options.challenged_settlement != "own_points"


CHALLENGES: Final = (_("kraken ×2"), _("re ×4"), _("superkraken ×8"))
"""How far a round was challenged, from level 1 on."""
ROEM_STEP: Final = 10
NO_ROEM: Final = (10, 30)
"""Roem is worth 20, 50, 100 and more: it adds up to any multiple of ten but these."""
TALLIES: Final = (
    Tally("pits", _("Pits"), in_a_round=1, likely=(1 / 4, 2)),
    Tally("nat", _("Rounds nat"), better="low", in_a_round=1, likely=(1 / 2, 2)),
    Tally(
        "krakens_won",
        _("Krakens won"),
        in_a_round=1,
        likely=(1 / 2, 2),
        bold=Bold(_("Boldest krakens"), "level", CHALLENGES),
    ),
    Tally("krakens_lost", _("Krakens lost"), better="low", in_a_round=1, likely=(1 / 2, 2)),
    Tally("roem", _("Roem"), step=ROEM_STEP, impossible=NO_ROEM, is_paid=roem_is_paid, likely=(60, 300)),
)


def tallies_of(facts: Facts, settlement: Settlement) -> Mapping[str, tuple[int, ...]]:
    """The amount of each tally per seat; both of a team have the team's.

    A kraken is the challengers' whatever was answered: they win it or lose it.
    """
    challengers = 1 - facts.declarers if facts.level else None
    won = settlement.winner == challengers
    of_teams: Mapping[str, Pair] = {
        "pits": (int(settlement.pit[0] > 0), int(settlement.pit[1] > 0)),
        "nat": _once(facts.declarers if settlement.winner != facts.declarers else None),
        "krakens_won": _once(challengers if won else None),
        "krakens_lost": _once(None if won else challengers),
        "roem": facts.bonus,
    }
    return {key: per_seat(amounts) for key, amounts in of_teams.items()}


def marks_of(facts: Facts, settlement: Settlement) -> tuple[Text, ...]:
    """How far it was challenged, and that the makers were nat."""
    marks = [text(f"mark_level_{facts.level}")] if facts.level else []
    return (*marks, text("mark_nat")) if settlement.winner != facts.declarers else tuple(marks)


def _once(team: int | None) -> Pair:
    """Counted once for that team; for neither where it is None."""
    return (0, 0) if team is None else for_team(team, 1)


# Findings of a closed round: roem claimed or missed, and stuk and combinations that were not claimed.


def findings(state: State) -> tuple[Finding, ...]:
    """The findings of the round closed last (rules/kraken 1.4, 1.6); none while a round runs."""
    round_ = state.round
    if round_ is None or round_.phase is not Phase.CLOSED:
        return ()
    found = [
        *_undeclared_combinations(round_, state.options),
        *_roem(round_, state.options),
        *_stuk(round_, state.options),
        *_revokes(round_, state.options),
    ]
    return tuple(sorted(found, key=lambda finding: finding.card))


def _undeclared_combinations(round_: Round, options: Options) -> Iterator[Finding]:
    """Whole combinations of the dealt hands that were held back; those the rules would not have let in as well
    are no loss."""
    if options.declarations == "off":
        return
    for seat in SEATS:
        declarations = {combination.cards for combination in round_.declared[seat] or ()}
        used = {card for cards in declarations for card in cards}
        for combination in everything(round_.dealt[seat], options):
            if combination.cards in declarations:
                continue
            if not options.declaration_card_reuse and not used.isdisjoint(combination.cards):
                continue
            what = text(
                "found_run_undeclared", seat=seat, length=len(combination.cards), card=combination.top
            )
            if combination.is_four:
                what = text("found_four_undeclared", seat=seat, rank=rank_of(combination.top))
            yield Finding(0, what, seat % 2, combination.points, missed=True, grants="declaration")


def _roem(round_: Round, options: Options) -> Iterator[Finding]:
    assert round_.trump is not None
    claimed = dict(round_.claimed)
    for number, trick in enumerate(round_.tricks):
        seat, card, team = claimed.get(number), 4 * (number + 1), trick.winner % 2
        if not trick.bonus:
            if seat is not None:
                yield Finding(
                    card, text("found_false_claim", seat=seat, trick=number + 1), seat % 2, 0, missed=False
                )
            continue
        kind = "+".join(name for name, _points in trick_bonus(trick.cards, round_.trump, options.quads))
        facts: dict[str, Fact] = {"points": trick.bonus, "trick": number + 1, "kind": kind}
        if seat is not None:
            yield Finding(card, text("found_roem", **facts, seat=seat), team, trick.bonus, missed=False)
        elif options.bonus_mode == "automatic":
            yield Finding(card, text("found_roem_counted", **facts), team, trick.bonus, missed=False)
        else:
            what, late = text("found_roem_lost", **facts), text("found_roem_too_late")
            yield Finding(
                card, what, team, trick.bonus, missed=True, grants="bonus", lost_by=late, rule="in-a-trick"
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


def _revokes(round_: Round, options: Options) -> Iterator[Finding]:
    """Every revoke with what came of it, and the claims where there was none."""
    revokes = revoke.revokes(round_, options)
    claimed = {revoke.Revoke(claim.trick, claim.seat) for claim in round_.accused}
    for one in revokes:
        trick = round_.tricks[one.trick]
        place = (one.seat - trick.leader) % 4
        outcome = ("right" if options.revoke_policy == "claimable" else "director") if one in claimed else ""
        code = f"found_revoke_{outcome}" if outcome else "found_revoke"
        what = text(code, seat=one.seat, trick=one.trick + 1, card=trick.cards[place])
        yield Finding(
            4 * one.trick + place + 1, what, one.seat % 2, 0, missed=False, rule="revoke", broken=True
        )
    for claim in round_.accused:
        if revoke.Revoke(claim.trick, claim.seat) not in revokes:
            what = text("found_revoke_wrong", seat=claim.by, other_seat=claim.seat, trick=claim.trick + 1)
            yield Finding(4 * (claim.trick + 1), what, claim.by % 2, 0, missed=False, rule="revoke")


# The end of a round: everything that happened as facts, lines and a report (rules/kraken 1.7).


def count_round(state: State) -> State:
    """After the last claim of roem and stuk: the sheet lies open where revokes may still be claimed, else the round is
    closed at once."""
    assert state.round is not None
    if revoke.is_possible(state.options):
        return replace_fields(state, round=replace_fields(state.round, phase=Phase.COUNTED))
    return close_round(state)


def result_of(round_: Round, options: Options) -> RoundResult:
    """The result of a round whose eight tricks are played, with the claims made by now."""
    facts = round_facts(round_, options)
    return _result(round_, options, facts, *_settle_round(round_, options, facts))


def _settle_round(round_: Round, options: Options, facts: Facts) -> tuple[Facts, Settlement]:
    """The facts after the penalty for a revoke, and the settlement from them."""
    penalty = revoke.penalty_of(round_, options)
    return revoke.settle_with(facts, options, penalty, tricks_taken(round_, options))


def tricks_taken(round_: Round, options: Options) -> tuple[revoke.Taken, ...]:
    """The finished tricks one by one, with the bonus that counts in each."""
    assert round_.trump is not None
    return tuple(
        revoke.Taken(trick.winner % 2, trick.points, counts, _trump_points(trick, round_.trump))
        for trick, counts in zip(round_.tricks, claimed_bonus(round_, options), strict=True)
    )


def close_round(state: State) -> State:
    """Score the round and write it on the sheet; the match may end with it (1.8)."""
    round_ = state.round
    assert round_ is not None
    facts = round_facts(round_, state.options)
    counted, settlement = _settle_round(round_, state.options, facts)
    totals = (state.totals[0] + settlement.score[0], state.totals[1] + settlement.score[1])
    result = _result(round_, state.options, facts, counted, settlement)
    results = (*state.results, result)
    return replace_fields(
        state,
        round=replace_fields(round_, phase=Phase.CLOSED),
        results=results,
        reports=(*state.reports, report(round_, state.options, settlement)),
        totals=totals,
        over=_is_over(state.options, results, totals),
    )


def _is_over(options: Options, results: tuple[RoundResult, ...], totals: Pair) -> bool:
    if options.match_length == "points":
        played = max(totals) >= options.target_points
    else:
        played = len(results) >= options.rounds
    return played and not (options.match_tie == "extra_round" and totals[0] == totals[1])


def places(state: State) -> tuple[int, ...]:
    """The place of each seat (1.8): first and second, all first for a draw; none while the match runs."""
    if not state.over:
        return ()
    ahead = state.totals[0] - state.totals[1]
    if not ahead and state.options.match_tie == "rounds_won":
        scores = [result.score for result in state.results]
        ahead = sum((score[0] > score[1]) - (score[0] < score[1]) for score in scores)
    return per_seat((1 + (ahead < 0), 1 + (ahead > 0)))


def claimed_bonus(round_: Round, options: Options) -> tuple[int, ...]:
    """The bonus of each finished trick that counts: claimed, or all of it in automatic mode."""
    claimed = {number for number, _seat in round_.claimed}
    automatic = options.bonus_mode == "automatic"
    return tuple(
        trick.bonus if automatic or number in claimed else 0 for number, trick in enumerate(round_.tricks)
    )


def stuk_counts(round_: Round, options: Options) -> bool:
    """Whether stuk in one hand scores: claimed, or in automatic mode once both cards are played (1.4.6)."""
    if options.declarations == "off" or round_.stuk_trick is None:
        return False
    return options.stuk_mode == "automatic" or round_.stuk_claimed


def round_facts(round_: Round, options: Options) -> Facts:
    """Points, tricks and bonus per team so far, each explained by a line."""
    assert round_.trump is not None
    assert round_.maker is not None
    cards, won, trumps = [0, 0], [0, 0], [0, 0]
    for trick in round_.tricks:
        team = trick.winner % 2
        cards[team] += trick.points
        won[team] += 1
        if round_.trump == "S":
            trumps[team] += _trump_points(trick, round_.trump)
    last = [0, 0]
    if len(round_.tricks) == TRICKS:
        last[round_.tricks[-1].winner % 2] = options.last_trick_points
    lines: list[TeamLine] = []
    add_line(lines, text("cards"), (cards[0] - last[0], cards[1] - last[1]))
    add_line(lines, text("last_trick"), (last[0], last[1]))
    lines += bonus_lines(round_, options)
    bonus = [sum(line.points[team] for line in lines) - cards[team] for team in (0, 1)]
    return Facts(
        cards=(cards[0], cards[1]),
        bonus=(bonus[0], bonus[1]),
        won=(won[0], won[1]),
        declarers=round_.maker % 2,
        trump=round_.trump,
        level=round_.level,
        trump_points=(trumps[0], trumps[1]),
        lines=tuple(lines),
    )


def _trump_points(trick: Trick, trump: str) -> int:
    return sum(POINTS[trump][card] for card in trick.cards if suit_of(card) == trump)


def bonus_lines(round_: Round, options: Options) -> list[TeamLine]:
    """Claimed roem trick by trick, false claims, declarations, stuk; nothing before trumps are made."""
    lines: list[TeamLine] = []
    claimers = dict(round_.claimed)
    for number, counts in enumerate(claimed_bonus(round_, options)):
        if not counts:
            continue
        trick = round_.tricks[number]
        assert round_.trump is not None
        kinds = "+".join(name for name, _points in trick_bonus(trick.cards, round_.trump, options.quads))
        claimer = claimers.get(number)
        what = text("roem", trick=number + 1, kind=kinds)
        if claimer is not None:
            what = text("roem_claimed", trick=number + 1, kind=kinds, seat=claimer)
        lines.append(TeamLine(what, for_team(trick.winner % 2, counts)))
    add_line(lines, text("false_claim"), round_.false_claims)
    if round_.comparison is not None:
        for seat in SEATS:
            for combination in round_.declared[seat] or ():
                counted = combination.points if round_.comparison.points[seat % 2] else 0
                add_line(lines, combination_line(combination, seat), for_team(seat % 2, counted))
    if round_.stuk_holder is not None and stuk_counts(round_, options):
        add_line(lines, text("stuk", seat=round_.stuk_holder), for_team(round_.stuk_holder % 2, STUK))
    return lines


def combination_line(combination: Combination, seat: int) -> Text:
    if combination.is_four:
        return text("declared_four", rank=rank_of(combination.top), seat=seat)
    return text("declared_run", length=len(combination.cards), card=combination.top, seat=seat)


def _result(
    round_: Round, options: Options, facts: Facts, counted: Facts, settlement: Settlement
) -> RoundResult:
    """The result from the facts as played and those `counted` after a penalty. A round with revokes keeps its facts as
    played, and what a ruling needs to score it again."""
    lying = [0, 0]
    for trick in round_.tricks:
        lying[trick.winner % 2] += trick.bonus
    return RoundResult(
        number=round_.number,
        score=per_seat(settlement.score),
        lines=tuple(line.per_seat() for line in settlement.lines),
        verdict=_verdict(round_, options, settlement),
        sides=SIDES,
        tallies=tallies_of(counted, settlement),
        deals=(round_.number,),
        trump=round_.trump,
        times=MULTIPLIERS[round_.level],
        marks=marks_of(facts, settlement),
        facts={
            "trump": round_.trump,
            "maker": round_.maker,
            "declarers": facts.declarers,
            "level": round_.level,
            "failed": settlement.failed,
            "nat": settlement.winner != facts.declarers,
            "winner": settlement.winner,
            "cards": list(facts.cards),
            "bonus": list(facts.bonus),
            "bonus_lying": lying,
            "pit": list(settlement.pit),
            "tricks": list(facts.won),
            **_facts_of_revokes(round_, options),
        },
        accused=revoke.accusations(round_, options),
        ending=_ending(facts.won, counted, settlement, _deciding_revoke(round_, options)),
        makers=facts.declarers,
    )


def _deciding_revoke(round_: Round, options: Options) -> revoke.Revoke | None:
    """The revoke for which a team loses all its points; None where none does."""
    return revoke.penalty_of(round_, options).revoke if options.revoke_penalty == "all" else None


def _verdict(round_: Round, options: Options, settlement: Settlement) -> Text:
    decided = _deciding_revoke(round_, options)
    if decided is None:
        return settlement.verdict
    return text("verdict_revoke", seat=decided.seat, trick=decided.trick + 1, side=1 - decided.seat % 2)


def _facts_of_revokes(round_: Round, options: Options) -> dict[str, object]:
    """What is known of revokes once a round is played: `revokes` and `revoke_claims` as (trick from 1, seat), a claim
    with its seat and its judgement; `taken` are the tricks. Nothing where no revoke is possible."""
    if not revoke.is_possible(options):
        return {}
    return {
        "revokes": [[one.trick + 1, one.seat] for one in revoke.revokes(round_, options)],
        "revoke_claims": [
            [claim.trick + 1, claim.seat, claim.by, revoke.judge(round_, options, claim)]
            for claim in round_.accused
        ],
        "taken": [list(one) for one in tricks_taken(round_, options)],
    }


def _ending(won: Pair, facts: Facts, settlement: Settlement, decided: revoke.Revoke | None) -> Ending:
    """The outcome of the team that had to have more; a pit without a challenge is what the round is about, and so is a
    revoke that decided it."""
    level = LEVEL_WORDS[facts.level]
    team = settlement.must_beat
    pit = settlement.pit[team] > 0
    code = f"{level}_{'failed' if settlement.failed else 'made'}"
    if pit and code == "round_made":
        code = "pit"
    if decided is not None:
        team, code = decided.seat % 2, "revoke"
    failed = settlement.failed or decided is not None
    kind: EndingKind = "failed" if failed else "all" if pit else "won" if facts.level else ""
    return Ending(
        tricks=per_seat(won),
        cards=per_seat(facts.cards),
        bonus=per_seat(facts.bonus),
        bonus_name=text("end_bonus"),
        about=team,
        text=text(f"end_{code}", side=team),
        own=text(f"own_end_{code}"),
        kind=kind,
        times=MULTIPLIERS[facts.level],
    )


def report(round_: Round, options: Options, settlement: Settlement | None = None) -> dict[str, object]:
    """A round as `check_record` prints it; a running one has what is known so far and score null."""
    cards, bonus, stuk = [0, 0], [0, 0], [0, 0]
    for trick, counts in zip(round_.tricks, claimed_bonus(round_, options), strict=True):
        cards[trick.winner % 2] += trick.points
        bonus[trick.winner % 2] += counts
    for team in (0, 1):
        bonus[team] += round_.false_claims[team]
    about_revokes = _facts_of_revokes(round_, options) if settlement else {}
    about_revokes.pop("taken", None)
    if round_.stuk_holder is not None and stuk_counts(round_, options):
        stuk[round_.stuk_holder % 2] = STUK
    return {
        "trump": round_.trump,
        "declarers": None if round_.maker is None else round_.maker % 2,
        "level": round_.level,
        "tricks": [[trick.winner, trick.points, trick.bonus] for trick in round_.tricks],
        "cards": cards,
        "bonus": bonus,
        "declared": list(round_.comparison.points) if round_.comparison else [0, 0],
        "stuk": stuk,
        "pit": list(settlement.pit) if settlement else [0, 0],
        "score": list(settlement.score) if settlement else None,
        "lines": [
            {"code": line.text.code, "facts": dict(line.text.facts), "points": list(line.points)}
            for line in (settlement.lines if settlement else ())
        ],
        **about_revokes,
    }
