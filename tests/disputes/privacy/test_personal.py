"""Deleting an account clears the player's texts in cases and in other people's notices; the cases stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Notice, Player
from accounts.personal_data import data_of, erase_account
from games.disputes import services
from games.disputes.models import Case
from games.disputes.notices import notify_called
from games.table.log.models import Match
from games.table.log.states import DirectorCall
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


def test_erasure_clears_the_texts_and_keeps_the_case(
    file: Callable[..., Case], seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    complaint = case.complaints.get()
    who, text = complaint.player, complaint.text
    assert [each["text"] for each in data_of(who, now=clock.now)["complaints"]] == [text]
    assert Notice.objects.filter(text__endswith=text).exists()

    erase_account(player=who, now=clock.now)

    complaint.refresh_from_db()
    assert (complaint.text, complaint.player) == ("", who)
    assert not Notice.objects.filter(text__contains=text).exists()
    assert Case.objects.get(pk=case.pk).state == case.state


def test_a_text_that_was_filed_anew_is_cleared_from_the_notices_too(
    file: Callable[..., Case], seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    """The other complaint keeps the case open, so the first text gives way to the second."""
    who, other = seated_players[0], seated_players[1]
    case = file(0, text="He said a word of roem.")
    file(1, text="She is right.")
    services.withdraw(case_id=case.pk, player=who, now=clock.now)
    file(0, text="He said two words.")
    told = Notice.objects.filter(player=arbiters[0], url=f"/cases/{case.pk}/")
    assert told.filter(text__contains="He said").count() == 2

    erase_account(player=who, now=clock.now)

    assert not Notice.objects.filter(text__contains="He said").exists()
    assert told.filter(text__contains="She is right.").exists()
    assert case.complaints.get(player=other).text == "She is right."


def test_the_words_of_a_call_are_cleared_from_the_notices_too(
    match: Match, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    """A call that becomes a complaint has the same words."""
    call = DirectorCall(seat=0, round=1, why="He said a word of roem.", at=clock.now, seq=1)
    notify_called(match, call, by=seated_players[0].pk, now=clock.now)
    told = Notice.objects.filter(player__in=arbiters, url="/desk/#calls")
    assert told.filter(text__contains="He said").count() == 2
    erase_account(player=seated_players[0], now=clock.now)
    assert [notice.text for notice in told] == ["", ""]
