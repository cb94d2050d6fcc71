"""Every action of the director's cockpit, by the name its buttons send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from random import SystemRandom
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.models import Player
from games.league import queries, services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.evening_views import number_of
from games.league.forms.evenings import EveningForm
from games.league.models import Evening


def _draw(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw(evening_id=evening.pk, version=version, chance=SystemRandom(), **_by(request))


def _rest(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw_rest(evening_id=evening.pk, version=version, chance=SystemRandom(), **_by(request))


def _open(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_round(evening_id=evening.pk, version=version, **_by(request))


def _start(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_tables(evening_id=evening.pk, now=timezone.now())


def _close(request: HttpRequest, evening: Evening, version: int) -> None:
    said = {name: word for name, word in request.POST.items() if name.startswith("missed-")}
    missed = {number_of(name.removeprefix("missed-")): word for name, word in said.items()}
    services.close_evening(evening_id=evening.pk, version=version, missed=missed, **_by(request))


def _reopen(request: HttpRequest, evening: Evening, version: int) -> None:
    services.reopen_evening(evening_id=evening.pk, version=version, **_by(request))


def _swap(request: HttpRequest, evening: Evening, version: int) -> None:
    """Exchange two; a sentence for each who now meets somebody of another round of the evening."""
    one = number_of(request.POST.get("one", ""))
    other = number_of(request.POST.get("other", ""))
    number = number_of(request.POST.get("round", ""))
    services.swap(
        evening_id=evening.pk, version=version, round_number=number, one=one, other=other, **_by(request)
    )
    entered = queries.entered_in(evening.competition)
    for repeat in queries.repeats_of(evening, number, (one, other)):
        said = (
            gettext("{one} and {other} are partners in round {rounds} too.")
            if repeat.partners
            else gettext("{one} and {other} are opponents in round {rounds} too.")
        )
        first, second = (entered[entrant].name for entrant in repeat.entrants)
        rounds = ", ".join(map(str, repeat.rounds))
        messages.warning(request, said.format(one=first, other=second, rounds=rounds))


def _late_table(request: HttpRequest, evening: Evening, version: int) -> None:
    entrants = [number_of(each) for each in request.POST.getlist("entrants")]
    table = services.add_table(
        evening_id=evening.pk,
        version=version,
        round_number=number_of(request.POST.get("round", "")),
        entrants=entrants,
        **_by(request),
    )
    if table.round <= evening.round:
        services.open_late(table_id=table.pk, version=version + 1, **_by(request))


def _walk_in(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walk_in(
        evening_id=evening.pk,
        competition=evening.competition,
        text=request.POST.get("names", "")[:200],
        **_by(request),
    )


def _substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    said, only_round = request.POST.get("instead", ""), request.POST.get("only_round", "")
    name, after_rounds = request.POST.get("new_name", "").strip(), request.POST.get("after_rounds", "")
    if not request.POST.get("absent") or not (said or name):
        raise LeagueRefused(LeagueRefusal.NOBODY_CHOSEN)
    about: dict[str, Any] = {
        "evening_id": evening.pk,
        "version": version,
        "absent": _player(request.POST["absent"]),
        "only_round": number_of(only_round) if only_round else None,
        "after_rounds": number_of(after_rounds) if after_rounds else 0,
        **_by(request),
    }
    if name:
        services.substitute_by_name(name=name[:200], **about)
    else:
        services.substitute(instead=None if said == "bot" else _player(said), **about)


def _wanted(request: HttpRequest, evening: Evening, version: int) -> None:
    only_round = request.POST.get("only_round", "")
    told = services.ask_for_substitute(
        evening_id=evening.pk,
        absent=_player(request.POST.get("absent", "")),
        only_round=number_of(only_round) if only_round else None,
        **_by(request),
    )
    messages.success(
        request,
        ngettext("{count} member was told.", "{count} members were told.", told).format(count=told),
    )


def _not_wanted(request: HttpRequest, evening: Evening, version: int) -> None:
    services.withdraw_request(
        evening_id=evening.pk, request_id=number_of(request.POST.get("request", "")), now=timezone.now()
    )


def _director(request: HttpRequest, evening: Evening, version: int) -> None:
    _name_director(request, evening, leads=True)


def _no_director(request: HttpRequest, evening: Evening, version: int) -> None:
    _name_director(request, evening, leads=False)


def _name_director(request: HttpRequest, evening: Evening, *, leads: bool) -> None:
    services.name_director(
        evening_id=evening.pk,
        director=_player(request.POST.get("director", "")),
        leads=leads,
        **_by(request),
    )


def _start_late(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_late(
        table_id=_table(request, evening),
        version=version,
        missing=_missing(request),
        **_by(request),
    )


def _paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version, **_by(request))


def _cards(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=_table(request, evening), version=version, on_paper=False, **_by(request))


def _cancel(request: HttpRequest, evening: Evening, version: int) -> None:
    services.cancel_evening(
        evening_id=evening.pk,
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _break_off(request: HttpRequest, evening: Evening, version: int) -> None:
    services.break_off(
        table_id=_table(request, evening),
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _answer(request: HttpRequest, evening: Evening, version: int) -> None:
    table = _table(request, evening)
    text = request.POST.get(f"answer-{table}", "")
    services.answer_call(table_id=table, text=text, **_by(request))


def _walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walkover(
        table_id=_table(request, evening),
        version=version,
        missing=_missing(request),
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _absence(word: str) -> Callable[[HttpRequest, Evening, int], None]:
    """Say afterwards whether somebody came."""

    def change(request: HttpRequest, evening: Evening, version: int) -> None:
        services.change_absence(
            evening_id=evening.pk,
            version=version,
            entrant=get_object_or_404(
                evening.competition.entrants, pk=number_of(request.POST.get("entrant", ""))
            ),
            word=word,
            **_by(request),
        )

    return change


def _move(request: HttpRequest, evening: Evening, version: int) -> None:
    form = EveningForm(request.POST, instance=copy(evening), prefix="move")
    if not form.is_valid():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.move_evening(
        evening_id=evening.pk,
        version=version,
        reason=request.POST.get("reason", ""),
        **form.cleaned_data,
        **_by(request),
    )


def _by(request: HttpRequest) -> dict[str, Any]:
    """The director who does it, and the time."""
    return {"actor": request.user, "now": timezone.now()}


def _player(said: str) -> Player:
    """The player whose id a form names."""
    return get_object_or_404(Player, pk=number_of(said))


def _missing(request: HttpRequest) -> set[int]:
    """The players (ids) ticked as not being there; a pair has one tick for both, with a plus between."""
    return {number_of(each) for said in request.POST.getlist("missing") for each in said.split("+")}


def _table(request: HttpRequest, evening: Evening) -> int:
    table = number_of(request.POST.get("table", ""))
    if not evening.tables.filter(pk=table).exists():
        raise Http404
    return table


DOING: Final[Mapping[str, Callable[[HttpRequest, Evening, int], None]]] = {
    "draw": _draw,
    "rest": _rest,
    "open": _open,
    "start": _start,
    "close": _close,
    "reopen": _reopen,
    "absence_yes": _absence("yes"),
    "absence_no": _absence("no"),
    "absence_absent": _absence("absent"),
    "swap": _swap,
    "late_table": _late_table,
    "walk_in": _walk_in,
    "substitute": _substitute,
    "wanted": _wanted,
    "not_wanted": _not_wanted,
    "start_late": _start_late,
    "paper": _paper,
    "cards": _cards,
    "cancel": _cancel,
    "break_off": _break_off,
    "answer": _answer,
    "walkover": _walkover,
    "move": _move,
    "director": _director,
    "no_director": _no_director,
}
FOR_THE_CLUB: Final = frozenset({"cancel", "move", "director", "no_director"})
"""Actions that a director of the evening has no right to."""
