"""The words of the audit trail: one closed list, each code with one meaning."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from accounts.models import Player
from games import trail
from games.disputes.labels import trail_change, trail_value
from games.league.models import Competition
from games.league.services.corrections import add_correction, add_entry
from games.trail import REMINDED, WORDS, AuditEntry, trail_word
from tests.conftest import Clock
from tests.league.conftest import plan_evening


def test_every_code_fits_its_column() -> None:
    longest = AuditEntry._meta.get_field("what").max_length
    assert [code for code in WORDS if len(code) > longest] == []


@pytest.mark.django_db
def test_a_line_without_words_is_not_written(clock: Clock) -> None:
    with pytest.raises(ValueError, match="odd"):
        trail.add_entry(what="odd", actor=None, now=clock.now)


def test_a_withdrawn_player_and_a_withdrawn_case_have_different_words() -> None:
    assert trail_word("entrant_withdrawn") == "withdrawn"
    assert trail_word("withdrawn") == "case withdrawn"


def test_a_reminder_in_the_trail_shows_its_days() -> None:
    assert [trail_value(days, REMINDED) for days in ("1", "7")] == ["after 1 day", "after 7 days"]
    assert trail_value("7") == "7"


def test_no_word_of_another_language_stands_in_a_dutch_line() -> None:
    with override("nl"):
        assert trail_value("1 : -1 (void); seat 2: -50") == "1 : −1 (telt niet mee); plaats 2: −50"
        assert trail_value("Bram: member", "role_given") == "Bram: lid"
        assert trail_value("secretary", "role_given") == "secretaris"


def test_amounts_and_moves_are_said_as_the_reader_writes_them() -> None:
    with override("nl"):
        assert trail_value("Dinsdag 1: € 0.00; ", "stake_changed") == "Dinsdag 1: € 0,00"
        assert trail_value("Dinsdag 1: € 2.50; 60/40", "stake_changed") == "Dinsdag 1: € 2,50; 60/40"
        assert trail_value("Dinsdag 1: Jan, € 2.50", "stake_paid").endswith("Jan, € 2,50")
    assert trail_value("Spring, ▲ 0, ▼ 0", "season_copied") == "Spring"
    assert trail_value("Spring, ▲ 10, ▼ 0", "season_copied") == "Spring, ▲ 10"


def test_what_a_line_changed_is_said_in_words() -> None:
    def said(what: str, after: str, before: str = "") -> str:
        return trail_change(AuditEntry(what=what, before=before, after=after))

    assert said("message_sent", "Tuesdays, 1: 11") == "Tuesdays, 1: to 11 members"
    assert said("message_sent", "1") == "to 1 member"
    assert said("drawn_anew", "Tuesdays: 1/2") == "Tuesdays: evening 1, from round 2 on"
    assert said("swapped", "Tuesdays: 1/2: Jan, Piet") == "Tuesdays: evening 1, round 2: Jan, Piet"
    assert (
        said("late_table", "Tuesdays: 1/2/3: Jan, Piet") == "Tuesdays: evening 1, round 2, table 3: Jan, Piet"
    )
    assert said("broken_off", "Tuesdays: 1: 2/3") == "Tuesdays: evening 1: round 2, table 3"
    assert said("broken_off", "Tuesdays: 2/3") == "Tuesdays: round 2, table 3", "a line of before"
    assert said("reopened", "Tuesdays: 4") == "Tuesdays: evening 4"
    assert said("correction", "Tuesdays: 4: Jan: +30", "+10") == "+10 → Tuesdays: evening 4: Jan: +30"
    assert said("correction", "Tuesdays: Jan: +30") == "Tuesdays: Jan: +30"
    assert said("substitute", "Tuesdays: 1: Kees: Gerard", "Kees") == (
        "Tuesdays: evening 1: Kees: Gerard plays for Kees"
    )
    assert said("substitute", "Tuesdays: Kees: bot", "Kees") == "Tuesdays: Kees: a bot plays for Kees"
    totals = ("Tuesdays: 3: 1630 : 1500", "3/3/1: 1603 : 1500")
    assert (
        said("sheet_corrected", *totals) == "evening 3, round 3, table 1: 1,603 : 1,500 became 1,630 : 1,500"
    )
    assert said("phone_noted", "", "Jan de Boer") == "Jan de Boer"
    assert said("club_renamed", "red", "final") == "final → red", "names, no codes"
    assert said("rejected", "rejected", "under_review") == "under review → rejected"
    assert said("conduct_card", "red", "Jan") == "Jan → Red card"
    assert said("role_given", "arbiter", "Jan: member") == "Jan: member → arbiter"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Winter: 2026", "1/2 finale", "2026"])
def test_a_number_in_the_name_of_a_competition_is_none_of_the_line(
    name: str, competition: Competition, secretary: Player, clock: Clock
) -> None:
    Competition.objects.filter(pk=competition.pk).update(name=name)
    competition.refresh_from_db()
    evening = plan_evening(competition, clock.now)

    def said(what: str, before: str = "", **value: str) -> str:
        about = {"competition": competition, "actor": secretary, "what": what, "now": clock.now}
        if "detail" in value:
            add_entry(before=before, **about, **value)
        else:
            add_correction(evening=evening, before=before, reason="So.", **about, **value)
        line = trail_change(AuditEntry.objects.first())
        return line.replace("\u2068", "").replace("\u2069", "")

    assert said("swapped", detail="2/1/3") == f"{name}: evening 2, round 1, table 3"
    assert said("broken_off", after="1/3") == f"{name}: evening 1: round 1, table 3"
    assert said("average_given", after="1/5/1 60 : 40 %") == (
        f"{name}: evening 1: round 1, table 5, deal 1: 60 : 40 %"
    )
    totals = said("sheet_corrected", before="1/3/1: 1603 : 1500", after="1630 : 1500")
    assert totals == "evening 1, round 3, table 1: 1,603 : 1,500 became 1,630 : 1,500"
