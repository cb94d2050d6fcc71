"""A competition in words: places, what an evening was worth, its rules, and the worth of absence, waiting and
walkovers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext, ngettext

from games.engine.options import Option, options_of
from games.engine_words import points_text, with_sign
from games.league.models import Competition
from games.league.standings.points import Points
from games.league.standings.rules import CompetitionRules

# The place of an entrant in the list of an evening, and what the evening was worth.


def place_words(place: int, *, shared: bool) -> str:
    """A place as people say it: "2nd", and where others have as much "shared 2nd"."""
    words = str(ordinal(place))
    return gettext("shared {place}").format(place=words) if shared else words


def mean_text(score: Fraction | Points, rules: CompetitionRules) -> str:
    """A mean of several deals: "56.25 %", never broken between two lines, or points from the mean, as "+12.5"."""
    if rules.in_per_cent:
        return gettext("{number} %").replace(" ", "\u00a0").format(number=points_text(score))
    return with_sign(Fraction(score))


def worth_words(score: Fraction | Points, rules: CompetitionRules) -> str:
    """What an evening was worth, as it stands in a sentence: "56.25 %", or "+12.5 points a deal"."""
    words = mean_text(score, rules)
    return words if rules.in_per_cent else gettext("{number} points a deal").format(number=words)


# The rules of the competition, with the worth of absence, waiting and walkovers.


def rules_in_words(competition: Competition) -> dict[str, list[tuple[str, str]]]:
    """The rules of the competition in words: label and value by group, without those that change nothing here; where
    all tables are on paper without those of phones."""
    stored = competition.the_rules
    idle = stored.idle(sides=competition.most_sides)
    groups: dict[str, list[tuple[str, str]]] = {}
    for described in options_of(type(stored)):
        if described.name not in idle and not (described.on_phones and stored.cards == "paper"):
            groups.setdefault(gettext(described.group), []).append(
                (gettext(described.label), _value_in_words(stored, described))
            )
    return groups


def _value_in_words(rules: CompetitionRules, described: Option) -> str:
    value = getattr(rules, described.name)
    if described.name == "best_of" and not value:
        return gettext("all")
    return gettext(described.values[value]) if described.values else points_text(value)


def sign_off_in_words(competition: Competition) -> str:
    """The rule about an evening signed off in time, and what it is here."""
    rules = competition.the_rules
    described = next(each for each in options_of(type(rules)) if each.name == "announced")
    return f"{gettext(described.label)}: {_value_in_words(rules, described)}."


@dataclass(frozen=True, slots=True)
class Worths:
    """What a round of waiting, an evening signed off, one not come to, a walkover and a round missed are worth by the
    rules, in words; `missed` is "" where that is asked on closing."""

    waiting: str
    signed_off: str
    absent: str
    walkover: str
    missed: str = ""


def worths_of(competition: Competition) -> Worths:
    """The worths by the rules of the competition, in the active language."""
    rules = competition.the_rules
    labels = {each.name: each.values or {} for each in options_of(CompetitionRules)}
    if rules.same_cards:
        waiting = gettext("nothing")
    elif rules.counting == "wins":
        waiting = gettext(labels["waiting_place"][rules.waiting_place])
    elif rules.waiting == "fixed":
        waiting = _points_in_words(rules.waiting_points, rules)
    else:
        waiting = gettext(labels["waiting"][rules.waiting])
    low = competition.the_game.better == "low"
    absent = gettext("the worst of the evening") if low else _points_in_words(0, rules)
    if rules.announced == "fixed":
        signed_off = _points_in_words(rules.announced_points, rules)
    else:
        signed_off = (
            absent if low and rules.announced == "nothing" else gettext(labels["announced"][rules.announced])
        )
    return Worths(
        waiting,
        signed_off,
        absent,
        _worth_of_walkover(rules, low=low),
        _worth_of_missed(rules, waiting, absent),
    )


def _worth_of_missed(rules: CompetitionRules, waiting: str, absent: str) -> str:
    """What a round is worth that somebody came too late for or left before; `waiting` and `absent` are the words for a
    round of waiting, and for nothing. "" where it is asked on closing."""
    if rules.missed == "asked" or rules.same_cards:
        return ""
    words = {each.name: each.values or {} for each in options_of(CompetitionRules)}["missed"]
    return {"nothing": absent, "waiting": waiting}.get(rules.missed) or gettext(words[rules.missed])


def _worth_of_walkover(rules: CompetitionRules, *, low: bool) -> str:
    """What those have who came when their opponents did not."""
    if rules.same_cards:
        return gettext("nothing: the mean of the deals played stands")
    if rules.counting == "wins":
        return gettext("a win")
    points = _points_in_words(rules.walkover_points, rules)
    if low:
        return gettext("{points}, at most what the best table of the evening had").format(points=points)
    return points


def _points_in_words(points: int, rules: CompetitionRules) -> str:
    if rules.in_per_cent:
        return gettext("{number} per cent").format(number=points_text(points))
    return ngettext("{points} point", "{points} points", points).format(points=points_text(points))
