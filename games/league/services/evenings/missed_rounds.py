"""What the rounds count that somebody came too late for or left before: the director is asked, or the rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import Player
from accounts.names import sort_key
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, Evening, EveningMark
from games.league.services.competition_standing import standing_of
from games.league.services.corrections import add_entry
from games.league.services.evenings.seats import rounds_missed
from games.league.services.locking import lock_drawn_evening, save_and_announce
from games.league.standings.evening_scores import kind_by_rule
from games.league.standings.points import Points
from games.league.standings.scores import MISSED_KINDS, MISSED_ROUNDS, EveningResult, Mark, MarkKind


class MissedWorth(NamedTuple):
    """What the rounds an entrant missed are worth as rounds of waiting and otherwise, or by the rules, and the `answer`
    the director has given, "" for none."""

    waited: Points
    nothing: Points
    by_rule: Points
    answer: str


def worths_of_missed(evening: Evening, found: Mapping[int, Sequence[int]]) -> dict[int, MissedWorth]:
    """The worth of each choice about the rounds `found` by `rounds_missed`, by entrant."""
    kinds, answers = _kinds(evening), _answers(evening)
    by_rule = [
        Mark(entrant, evening.pk, MarkKind.BY_RULE, len(numbers))
        for entrant, numbers in found.items()
        if kinds.get(entrant) != MarkKind.BY_RULE
    ]
    excused = [
        Mark(entrant, evening.pk, MarkKind.EXCUSED, len(numbers))
        for entrant, numbers in found.items()
        if answers.get(entrant) != "waited"
    ]
    rules = evening.competition.the_rules
    as_waited = standing_of(evening.competition, closing=evening, more=excused).season.on(evening.pk)
    as_missed = standing_of(evening.competition, closing=evening).season.on(evening.pk)
    as_ruled = {}
    if rules.missed != "asked":
        as_ruled = standing_of(evening.competition, closing=evening, more=by_rule).season.on(evening.pk)
    ruled = kind_by_rule(MarkKind.BY_RULE, rules)
    return {
        entrant: MissedWorth(
            _part(as_waited.get(entrant), MarkKind.EXCUSED),
            _part(as_missed.get(entrant), MarkKind.MISSED),
            _part(as_ruled.get(entrant), ruled),
            answers.get(entrant, ""),
        )
        for entrant in found
    }


def require_known_answers(missed: Mapping[int, str]) -> None:
    """Refuse unreadable where an answer is none of MISSED_ROUNDS."""
    if not set(missed.values()) <= MISSED_ROUNDS.keys():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)


def require_all_answered(evening: Evening, missed: Mapping[int, str]) -> None:
    """Refuse missed_rounds_unsaid where the director is asked and the answer about somebody is neither in `missed` nor
    stored, and makes a difference."""
    rules = evening.competition.the_rules
    found = rounds_missed(evening, with_expected=True)
    if rules.missed != "asked" or not found:
        return
    unsaid = [
        entrant
        for entrant, worth in worths_of_missed(evening, found).items()
        if not missed.get(entrant, worth.answer) and (rules.same_cards or worth.waited != worth.nothing)
    ]
    if unsaid:
        raise LeagueRefused(LeagueRefusal.MISSED_ROUNDS_UNSAID, names=_names(unsaid))


def mark_missed_rounds(
    *, evening_id: int, version: int, missed: Mapping[int, str], actor: Player, now: datetime
) -> Evening:
    """Say while the evening runs what the rounds count that these entrants missed, as `close_evening` is told; it may
    be said otherwise on closing. Refuses changed_meanwhile, not_drawn, unreadable (another word)."""
    require_known_answers(missed)
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        found = rounds_missed(evening, with_expected=True)
        _store_missed(evening, {entrant: found[entrant] for entrant in missed if entrant in found}, missed)
        add_entry(
            competition=evening.competition,
            actor=actor,
            what="missed_rounds",
            now=now,
            detail=f"{evening.number}",
        )
        return save_and_announce(evening)


def mark_missed_on_closing(evening: Evening, missed: Mapping[int, str]) -> None:
    """Mark the rounds that latecomers and leavers missed, as it was said of each now or before; other marks of an
    earlier closing go."""
    answers = {**_answers(evening), **missed}
    EveningMark.objects.filter(evening=evening, kind__in=MISSED_KINDS).delete()
    _store_missed(evening, rounds_missed(evening), answers)


def _store_missed(evening: Evening, found: Mapping[int, Sequence[int]], missed: Mapping[int, str]) -> None:
    """Mark these rounds by entrant, in place of what was said of the entrants before."""
    before = EveningMark.objects.filter(evening=evening, kind__in=MISSED_KINDS, entrant__in=found)
    before.delete()
    is_asked = evening.competition.the_rules.missed == "asked"
    EveningMark.objects.bulk_create(
        EveningMark(
            evening=evening,
            entrant_id=entrant,
            kind=MISSED_ROUNDS[missed.get(entrant, "nothing")] if is_asked else MarkKind.BY_RULE,
            points=1,
            round=number,
        )
        for entrant, numbers in found.items()
        for number in numbers
    )


def _kinds(evening: Evening) -> dict[int, MarkKind]:
    """The kind of the marks of rounds missed, by entrant."""
    marks = EveningMark.objects.filter(evening=evening, kind__in=MISSED_KINDS)
    return {entrant: MarkKind(kind) for entrant, kind in marks.values_list("entrant", "kind")}


def _answers(evening: Evening) -> dict[int, str]:
    """What the director said of the rounds missed, by entrant."""
    words = {kind: word for word, kind in MISSED_ROUNDS.items()}
    return {entrant: words[kind] for entrant, kind in _kinds(evening).items() if kind in words}


def _names(entrants: Sequence[int]) -> str:
    """The names of these entrants (keys) in a sentence, pairs without a name by their players."""
    found = Entrant.objects.filter(pk__in=entrants).prefetch_related("members__player")
    names = [
        each.name or " – ".join(member.player.nickname for member in each.members.all()) for each in found
    ]
    return ", ".join(sorted(names, key=sort_key))


def _part(result: EveningResult | None, kind: MarkKind) -> Points:
    """The points of an evening that are of that kind."""
    return sum([part.points for part in result.parts if part.kind == kind]) if result else 0
