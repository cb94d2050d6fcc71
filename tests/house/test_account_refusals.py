"""A refusal of the accounts that a view forgot is a page with its sentence, in every room, and no server error."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.html import escape

from accounts.errors import AccountRefusal, AccountRefused
from accounts.models import Club, Player
from tests.clients import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "address", "called"),
    [
        ("post", "/play/", "games.table.lobby.waiting_views.player_or_guest"),
        ("post", "/c/{club}/invite/code/off/", "games.league.joining_views.switch_code_off"),
        ("get", "/cases/", "games.disputes.filing_views.queries.my_cases"),
        ("post", "/friends/regular/", "games.people.views.choose_regulars"),
    ],
)
def test_a_refusal_that_a_view_forgot_is_answered_with_its_sentence(
    club: Club, players: list[Player], monkeypatch: pytest.MonkeyPatch, method: str, address: str, called: str
) -> None:
    def refused(*_given: object, **_named: object) -> Any:
        raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)

    monkeypatch.setattr(called, refused)
    answer = getattr(client_of(players[0]), method)(address.format(club=club.slug))
    assert (answer.status_code, answer["Refusal-Code"]) == (403, "needs_account")
    assert escape(str(AccountRefusal.NEEDS_ACCOUNT.label)) in answer.content.decode()
