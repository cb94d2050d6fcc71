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
from games.league.access import number_of
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.evenings.forms import DateForm, EveningForm
from games.league.models import Evening
from games.league.services.evenings import seat_plans


def _draw(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw(
        evening_id=evening.pk,
        version=version,
        chance=SystemRandom(),
        movement=request.POST.get("movement", ""),
        **_by(request),
    )


def _draw_rest(request: HttpRequest, evening: Evening, version: int) -> None:
    services.draw_rest(
        evening_id=evening.pk,
        version=version,
        chance=SystemRandom(),
        movement=request.POST.get("movement", ""),
        **_by(request),
    )


def _open(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_round(evening_id=evening.pk, version=version, **_by(request))


def _start(request: HttpRequest, evening: Evening, version: int) -> None:
    services.start_tables(evening_id=evening.pk, now=timezone.now())


def _close(request: HttpRequest, evening: Evening, version: int) -> None:
    services.close_evening(
        evening_id=evening.pk, version=version, missed=_words_for_missed(request), **_by(request)
    )


def _mark_missed_rounds(request: HttpRequest, evening: Evening, version: int) -> None:
    services.mark_missed_rounds(
        evening_id=evening.pk, version=version, missed=_words_for_missed(request), **_by(request)
    )
    messages.success(request, gettext("Saved."))


def _words_for_missed(request: HttpRequest) -> dict[int, str]:
    """The words of a form about rounds missed, by entrant."""
    words = {name: word for name, word in request.POST.items() if name.startswith("missed-")}
    return {number_of(name.removeprefix("missed-")): word for name, word in words.items()}


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
    repeats = seat_plans.repeats_of(evening, number, (one, other))
    entered = queries.entrants_by_key(evening.competition)  # after the seats: who has one has a name
    for repeat in repeats:
        sentence = (
            gettext("{one} and {other} are partners in round {rounds} too.")
            if repeat.partners
            else gettext("{one} and {other} are opponents in round {rounds} too.")
        )
        first, second = (entered[entrant].name for entrant in repeat.entrants)
        rounds = ", ".join(map(str, repeat.rounds))
        messages.warning(request, sentence.format(one=first, other=second, rounds=rounds))


def _add_late_table(request: HttpRequest, evening: Evening, version: int) -> None:
    entrants = [number_of(each) for each in request.POST.getlist("entrants")]
    services.add_table(
        evening_id=evening.pk,
        version=version,
        round_number=number_of(request.POST.get("round", "")),
        entrants=entrants,
        **_by(request),
    )


def _walk_in(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walk_in(
        evening_id=evening.pk,
        competition=evening.competition,
        text=request.POST.get("names", "")[:200],
        again="again" in request.POST,
        **_by(request),
    )


def _substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    instead, only_round = request.POST.get("instead", ""), request.POST.get("only_round", "")
    name, after_rounds = request.POST.get("new_name", "").strip(), request.POST.get("after_rounds", "")
    if not request.POST.get("absent") or not (instead or name):
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
        services.substitute(instead=None if instead == "bot" else _player(instead), **about)


def _ask_for_substitute(request: HttpRequest, evening: Evening, version: int) -> None:
    only_round = request.POST.get("only_round", "")
    count = services.ask_for_substitute(
        evening_id=evening.pk,
        absent=_player(request.POST.get("absent", "")),
        only_round=number_of(only_round) if only_round else None,
        **_by(request),
    )
    messages.success(
        request,
        ngettext("{count} member was told.", "{count} members were told.", count).format(count=count),
    )


def _withdraw_request(request: HttpRequest, evening: Evening, version: int) -> None:
    services.withdraw_request(
        evening_id=evening.pk, request_id=number_of(request.POST.get("request", "")), now=timezone.now()
    )


def _name_leader(request: HttpRequest, evening: Evening, version: int) -> None:
    _name_director(request, evening, leads=True)


def _unname_leader(request: HttpRequest, evening: Evening, version: int) -> None:
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
        table_id=sent_table(request, evening),
        version=version,
        missing=_missing_players(request),
        **_by(request),
    )


def _put_on_paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(table_id=sent_table(request, evening), version=version, **_by(request))


def _put_back_on_phones(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_on_paper(
        table_id=sent_table(request, evening), version=version, on_paper=False, **_by(request)
    )


def _play_later(request: HttpRequest, evening: Evening, version: int) -> None:
    form = DateForm(request.POST)
    if not form.is_valid():
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    services.set_table_date(
        table_id=sent_table(request, evening),
        version=version,
        starts_at=form.cleaned_data["starts_at"],
        **_by(request),
    )


def _play_now(request: HttpRequest, evening: Evening, version: int) -> None:
    services.open_postponed_for_club(table_id=sent_table(request, evening), version=version, **_by(request))


def _put_all_on_paper(request: HttpRequest, evening: Evening, version: int) -> None:
    services.put_all_on_paper(evening_id=evening.pk, version=version, **_by(request))


def _sign_all(request: HttpRequest, evening: Evening, version: int) -> None:
    services.sign_all(evening_id=evening.pk, **_by(request))


def _cancel(request: HttpRequest, evening: Evening, version: int) -> None:
    services.cancel_evening(
        evening_id=evening.pk,
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _plan_again(request: HttpRequest, evening: Evening, version: int) -> None:
    services.plan_again(evening_id=evening.pk, version=version, **_by(request))


def _break_off(request: HttpRequest, evening: Evening, version: int) -> None:
    services.break_off(
        table_id=sent_table(request, evening),
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _answer(request: HttpRequest, evening: Evening, version: int) -> None:
    left = request.POST.get("arbiter", "")
    table = sent_table(request, evening, named=left)
    text = request.POST.get(f"answer-{table}", "")
    services.answer_call(table_id=table, text=text, arbiter=bool(left), **_by(request))


def _walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    services.walkover(
        table_id=sent_table(request, evening),
        version=version,
        missing=_missing_players(request),
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _take_back_walkover(request: HttpRequest, evening: Evening, version: int) -> None:
    services.take_back_walkover(
        table_id=sent_table(request, evening),
        version=version,
        reason=request.POST.get("reason", ""),
        **_by(request),
    )


def _change_absence_to(word: str) -> Callable[[HttpRequest, Evening, int], None]:
    """The action that says afterwards whether somebody came."""

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


def _player(key: str) -> Player:
    """The player whose id a form names."""
    return get_object_or_404(Player, pk=number_of(key))


def _missing_players(request: HttpRequest) -> set[int]:
    """The players (ids) ticked as not being there; a pair has one tick for both, with a plus between."""
    return {number_of(each) for group in request.POST.getlist("missing") for each in group.split("+")}


def sent_table(request: HttpRequest, evening: Evening, *, named: str = "") -> int:
    """The table (id) of this evening that a form names, or Http404."""
    table = number_of(named or request.POST.get("table", ""))
    if not evening.tables.filter(pk=table).exists():
        raise Http404
    return table


ACTIONS: Final[Mapping[str, Callable[[HttpRequest, Evening, int], None]]] = {
    "draw": _draw,
    "rest": _draw_rest,
    "open": _open,
    "start": _start,
    "close": _close,
    "missed": _mark_missed_rounds,
    "reopen": _reopen,
    "absence_yes": _change_absence_to("yes"),
    "absence_no": _change_absence_to("no"),
    "absence_absent": _change_absence_to("absent"),
    "swap": _swap,
    "late_table": _add_late_table,
    "walk_in": _walk_in,
    "substitute": _substitute,
    "wanted": _ask_for_substitute,
    "not_wanted": _withdraw_request,
    "start_late": _start_late,
    "paper": _put_on_paper,
    "cards": _put_back_on_phones,
    "play_later": _play_later,
    "play_now": _play_now,
    "all_paper": _put_all_on_paper,
    "all_come": _sign_all,
    "cancel": _cancel,
    "plan_again": _plan_again,
    "break_off": _break_off,
    "answer": _answer,
    "walkover": _walkover,
    "take_back_walkover": _take_back_walkover,
    "move": _move,
    "director": _name_leader,
    "no_director": _unname_leader,
}
FOR_THE_CLUB: Final = frozenset({"cancel", "plan_again", "move", "director", "no_director"})
"""Actions that a director of the evening has no right to."""
