"""Fields of posts that are read without a form: a closed list, and every text among them has a largest size."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.conf import settings
from django.urls import reverse

from accounts.models import Club, Player
from accounts.models.clubs import JoinRequest
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Correction, Entrant, Evening
from games.people import reports
from games.people.models import MAX_ANSWER_LENGTH, Report
from games.trail import AuditEntry
from tests.clients import client_of
from tests.league.conftest import draw_evening, plan_evening, sign_up

READ_RAW = re.compile(r'request\.POST(?:\.get\(|\.getlist\(|\[)f?"([^"]+)"')
TEXTS: Final = frozenset(
    {"nickname", "reason", "text", "names", "new_name", "signals", "why", "answer-{table}", "answer"}
)
"""Texts that people type. `answer` is a word of a closed list but where staff answer a report."""
NUMBERS: Final = frozenset(
    {
        "absent",
        "after_rounds",
        "arbiter",
        "competition",
        "director",
        "entrant",
        "entrants",
        "evening",
        "friend",
        "minutes",
        "missing",
        "news",
        "number",
        "one",
        "only_round",
        "other",
        "paid",
        "player",
        "request",
        "round",
        "seat",
        "seen",
        "seq",
        "seq-{table.pk}",
        "table",
        "version",
        "points-{table.pk}-{place}",
        "whom",
        "withdraw",
    }
)
"""Read by `whole_number`, or cut to a few digits."""
WORDS: Final = frozenset(
    {
        "all",
        "back",
        "comes",
        "do",
        "finished",
        "first_game",
        "game",
        "instead",
        "instead_of",
        "kind",
        "level",
        "motion",
        "movement",
        "next",
        "on",
        "role",
        "sure-{table.pk}",
        "to-{entrant}",
    }
)
"""Words of a closed list, and what is only compared or followed: a code, an address of this site."""
LONG = "x" * 100_000


def test_every_field_that_is_read_raw_is_listed() -> None:
    """Another one is added here as what it is; a text needs its size and a test below."""
    found = {
        name
        for folder in ("accounts", "games", "kraken_site")
        for file in (settings.BASE_DIR / folder).rglob("*.py")
        for name in READ_RAW.findall(file.read_text())
    }
    assert found == TEXTS | NUMBERS | WORDS


Writing = Callable[..., object]


@pytest.fixture
def evening(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
) -> Evening:
    """An evening for which seats are drawn."""
    made = plan_evening(competition, clock())
    sign_up(made, entrants[:4], secretary, clock())
    return draw_evening(made)


def _cancel(evening: Evening, **about: Any) -> object:
    return services.cancel_evening(evening_id=evening.pk, version=evening.version, **about)


def _break_off(evening: Evening, **about: Any) -> object:
    table = evening.tables.get(round=1)
    return services.break_off(table_id=table.pk, version=evening.version, **about)


def _walkover(evening: Evening, **about: Any) -> object:
    table = evening.tables.get(round=1)
    away = {table.seats.get(number=0).player_id}
    return services.walkover(table_id=table.pk, version=evening.version, missing=away, **about)


def _move(evening: Evening, **about: Any) -> object:
    later = evening.starts_at + timedelta(days=7)
    about |= {"starts_at": later, "deadline": later, "place": ""}
    return services.move_evening(evening_id=evening.pk, version=evening.version, **about)


def _change_rules(evening: Evening, **about: Any) -> object:
    rules = {**evening.competition.rules, "best_of": 2}
    return services.change_rules(competition=evening.competition, rules=rules, **about)


def _withdraw(evening: Evening, **about: Any) -> object:
    return services.withdraw(entrant=evening.competition.entrants.first(), **about)


@pytest.mark.django_db
@pytest.mark.parametrize("write", [_cancel, _break_off, _walkover, _move, _change_rules, _withdraw])
def test_a_reason_that_is_too_long_changes_nothing(
    evening: Evening,
    secretary: Player,
    clock: Callable[[], datetime],
    write: Writing,
) -> None:
    before = (Correction.objects.count(), AuditEntry.objects.count())
    with pytest.raises(LeagueRefused) as refused:
        write(evening, actor=secretary, reason=LONG, now=clock())
    assert refused.value.code == LeagueRefusal.REASON_TOO_LONG
    assert (Correction.objects.count(), AuditEntry.objects.count()) == before
    assert Evening.objects.get(pk=evening.pk).version == evening.version


@pytest.mark.django_db
def test_a_name_at_the_door_that_is_too_long_makes_no_member(
    evening: Evening,
    secretary: Player,
) -> None:
    before = Player.objects.count()
    sent = {"version": evening.version, "do": "walk_in", "names": LONG}
    answer = client_of(secretary).post(reverse("league:cockpit_do", args=[evening.pk]), sent)
    assert (answer.status_code, answer["Refusal-Code"]) == (422, LeagueRefusal.NAME_REFUSED)
    assert Player.objects.count() == before


@pytest.mark.django_db
def test_a_substitutes_name_that_is_too_long_makes_no_member(
    evening: Evening,
    secretary: Player,
) -> None:
    before = Player.objects.count()
    absent = evening.tables.get(round=1).seats.get(number=0).player_id
    sent = {"version": evening.version, "do": "substitute", "absent": absent, "new_name": LONG}
    answer = client_of(secretary).post(reverse("league:cockpit_do", args=[evening.pk]), sent)
    assert (answer.status_code, answer["Refusal-Code"]) == (422, LeagueRefusal.NAME_REFUSED)
    assert Player.objects.count() == before


@pytest.mark.django_db
def test_words_to_a_club_are_cut_and_an_answer_to_a_reporter_is_refused(
    club: Club, players: list[Player], staff: Player, clock: Callable[[], datetime]
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=True)
    client_of(players[3]).post(reverse("league:club_ask", args=[club.slug]), {"text": LONG})
    assert len(JoinRequest.objects.get(player=players[3]).text) == 200
    written = reports.report(by=players[0], about=players[1], text="Rude.", about_round=None, now=clock())
    chosen = {"action": "settle_reports", "_selected_action": written.pk, "answer": LONG}
    client_of(staff).post(reverse("admin:games_report_changelist"), chosen)
    assert Report.objects.get(pk=written.pk).settled_at is None
    client_of(staff).post(
        reverse("admin:games_report_changelist"), {**chosen, "answer": LONG[:MAX_ANSWER_LENGTH]}
    )
    assert len(Report.objects.get(pk=written.pk).answer) == MAX_ANSWER_LENGTH
