"""Template tags about disputed rounds, for pages of other applications."""

from __future__ import annotations

from django import template
from django.utils import timezone

from accounts.models import Club, Player
from games.disputes import access, labels, queries
from games.disputes.models import Case, Ruling
from games.table.log.models import Match
from games.trail import trail_word

register = template.Library()
register.filter("trail_word", trail_word)
register.filter("trail_change", labels.trail_change)
register.filter("subject_name", labels.subject_name)
register.filter("subject_label", labels.subject_label)
register.filter("place_of", labels.place_of)
register.filter("table_place", labels.table_place)


@register.filter
def is_on_appeal(ruling: int) -> bool:
    """Whether the ruling of that number (0 for none) decided an appeal."""
    appeals = Ruling.objects.filter(instance=Ruling.Instance.APPEAL)
    return bool(ruling) and appeals.filter(pk=ruling).exists()


@register.simple_tag
def open_cases(player: Player) -> int:
    """The number of a player's disputed rounds that are not decided."""
    return queries.my_open_cases(player) if player.is_authenticated else 0


@register.simple_tag
def cases_asking(player: Player) -> int:
    """The number of disputed rounds about which an arbiter waits for the player's answer."""
    return queries.asked_of(player, timezone.now()) if player.is_authenticated else 0


@register.simple_tag
def cases_waiting(arbiter: Player) -> int:
    """The number of disputed rounds that wait for an arbiter and that this one may decide."""
    return queries.waiting_for(arbiter)


@register.simple_tag
def calls_waiting(arbiter: Player) -> int:
    """The number of tables that call and that this arbiter can answer."""
    return len(queries.open_calls(arbiter=arbiter))


@register.simple_tag
def judges(player: Player, club: Club | None = None) -> bool:
    """Whether the player is an arbiter of this club; without a club: of any, or staff."""
    if club is not None or not player.is_authenticated:
        return club is not None and access.is_judge(player, club)
    return player.is_staff or bool(queries.clubs_judged_by(player))


@register.simple_tag
def cases_at_table(code: str, reader: Player) -> tuple[Case, ...]:
    """The cases about the match with this code that the reader may know of, by round; none where `code` is ""."""
    match = Match.objects.filter(code=code).select_related("club").first() if code else None
    if match is None or not reader.is_authenticated:
        return ()
    return queries.cases_of_match(match, reader=reader)


@register.simple_tag
def cases_on(match: Match, number: int, reader: Player) -> tuple[Case, ...]:
    """The cases about one round of a match that the reader may know of."""
    if not reader.is_authenticated:
        return ()
    return tuple(case for case in queries.cases_of_match(match, reader=reader) if case.round.number == number)


@register.simple_tag
def disputable_rounds(code: str, reader: Player) -> frozenset[int]:
    """The numbers of the rounds of a match (its code) that the reader may dispute now."""
    if not reader.is_authenticated:
        return frozenset()
    return queries.disputable_rounds(player=reader, code=code, now=timezone.now())
