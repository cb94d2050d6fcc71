"""Sign-ups, requests for a substitute and the stand-by list of an evening, as its cockpit shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from accounts.names import sort_key
from games.league import services
from games.league.models import Evening, PlayerSignUp, SubstituteRequest
from games.league.queries import Entered
from games.league.services.evenings.sit_outs import coming_to


@dataclass(frozen=True, slots=True)
class Attending:
    """An entrant and whether it comes (None: not known); if not, `signed_off` or did not come. `said` is what each
    player of a pair or team said: name, and whether they come.
    """

    pk: int
    name: str
    comes: bool | None
    signed_off: bool
    said: tuple[tuple[str, bool], ...]

    @property
    def differs(self) -> bool:
        """Whether one player comes and another cannot."""
        return len({comes for _name, comes in self.said}) > 1


class ShownAttendance(TypedDict):
    """The context of `league/evenings/_attendance.html`; `words` is everybody who takes part, by name."""

    evening: Evening
    words: tuple[Attending, ...]
    coming: int
    wanted: tuple[SubstituteRequest, ...]
    standing_by: tuple[str, ...]


def shown_attendance(evening: Evening, entered: Mapping[int, Entered]) -> ShownAttendance:
    """Sign-ups, open requests and the stand-by list at this moment."""
    words = attending(evening, entered)
    return {
        "evening": evening,
        "words": words,
        "coming": sum(each.comes is True for each in words),
        "wanted": tuple(services.open_requests(evening)),
        "standing_by": tuple(evening.stand_bys.values_list("player__nickname", flat=True)),
    }


def attending(evening: Evening, entered: Mapping[int, Entered]) -> tuple[Attending, ...]:
    """Every entrant that takes part, by name."""
    coming = set(coming_to(evening))
    comes = dict(evening.sign_ups.values_list("entrant", "comes"))
    signed_off = set(evening.sign_ups.filter(comes=False, in_time=True).values_list("entrant", flat=True))
    said: dict[int, list[tuple[str, bool]]] = defaultdict(list)
    rows = PlayerSignUp.objects.filter(evening=evening).order_by("player__nickname_sort")
    for entrant, player, name, one_comes in rows.values_list(
        "entrant", "player", "player__nickname", "comes"
    ):
        if entrant in entered and player in entered[entrant].players:
            said[entrant].append((name, one_comes))
    return tuple(
        Attending(
            each.pk,
            each.name,
            True if each.pk in coming else comes.get(each.pk),
            each.pk in signed_off,
            tuple(said[each.pk]),
        )
        for each in sorted(entered.values(), key=lambda each: sort_key(each.name))
        if not each.withdrawn
    )
