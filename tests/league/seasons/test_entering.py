"""Promises of entering: pairs by two names a line, somebody at the door, another partner, and what was entered by
mistake is taken away."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant
from games.league.queries import entrants_by_key
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import (
    draw_evening,
    enter_all,
    open_round,
    owner_of,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def names_of(competition: Competition) -> list[str]:
    return sorted(entrant.name for entrant in entrants_by_key(competition).values())


def by_name(
    competition: Competition, text: str, now: datetime, *, new: bool = False
) -> list[tuple[int, str]]:
    entered = services.enter_by_name(
        competition=competition, text=text, new_members=new, actor=owner_of(competition), now=now
    )
    return [(fault.line, fault.sentence) for fault in entered.faults]


def test_pairs_come_in_two_names_a_line_as_people_write_them(pairs: Competition, clock: Clock) -> None:
    text = "M01, M02\nM03 - M04\nm05 en M06\nM07;M08\n\nM09\tM10\nM11 & M12"
    assert by_name(pairs, text, clock()) == []
    assert names_of(pairs) == [f"M{one:02} – M{one + 1:02}" for one in range(1, 12, 2)]


def test_a_list_with_a_fault_enters_nobody_and_names_every_fault(
    pairs: Competition, league_club: Club, clock: Clock
) -> None:
    members = league_club.memberships.count()
    text = "M01, M02\nM03, Nobody\nM04\nM01, M05\nNew Nel, M06"
    assert [line for line, _said in by_name(pairs, text, clock())] == [2, 3, 4, 5]
    assert [line for line, _said in by_name(pairs, text, clock(), new=True)] == [3, 4]
    assert names_of(pairs) == []
    assert league_club.memberships.count() == members


def test_a_line_with_another_number_of_names_is_told_what_to_do(
    competition: Competition, pairs: Competition, secretary: Player, clock: Clock
) -> None:
    (alone,) = by_name(competition, "Jannie, Kobus", clock(), new=True)
    assert alone == (
        1,
        "In this competition everybody plays alone: one name at a time. Here stands: Jannie, Kobus.",
    )
    ((line, said),) = by_name(pairs, "M01, M02\nM03", clock())
    assert (line, said) == (
        2,
        "In this competition pairs play: two names with a comma between. Here stands: M03.",
    )
    assert not Player.objects.filter(nickname="Jannie").exists()
    evening = plan_evening(competition, clock())
    about = {"evening_id": evening.pk, "competition": competition, "actor": secretary, "now": clock()}
    at_the_door = lambda: services.walk_in(text="Jannie, Kobus", **about)  # noqa: E731
    assert refusal(at_the_door) == LeagueRefusal.PLAYS_ALONE


def test_a_team_of_three_is_told_to_be_four(league_club: Club, members: list[Player], clock: Clock) -> None:
    teams = services.add_competition(
        season=services.create_season(club=league_club, name="Teams", now=clock()),
        name="Teams",
        game="kraken",
        seating="swiss",
        size=4,
    )
    ((line, said),) = by_name(teams, "M01, M02, M03", clock())
    assert (line, said) == (
        1,
        "In this competition teams play: four names with commas between. Here stands: M01, M02, M03.",
    )


def test_the_box_for_names_says_what_this_competition_takes_and_keeps_what_was_typed(
    competition: Competition, pairs: Competition, secretary: Player
) -> None:
    desk = shown.client_of(secretary)
    alone = desk.get(f"/l/{competition.pk}/manage/").content.decode()
    assert "One name a line." in alone
    assert "One pair a line" not in alone
    assert (
        "One pair a line: two names with a comma between"
        in desk.get(f"/l/{pairs.pk}/manage/").content.decode()
    )
    sent = {"do": "names", "names-names": "Jannie, Kobus", "names-new_members": "on"}
    faulty = desk.post(f"/l/{competition.pk}/manage/", sent)
    assert faulty.status_code == 422
    box = faulty.context["forms"]["names"]["names"]
    assert "autofocus" in str(box)
    assert "Jannie, Kobus</textarea>" in str(box)
    assert faulty.content.decode().count("autofocus") == 1


def test_names_that_nobody_has_become_members_without_a_login(
    pairs: Competition, league_club: Club, clock: Clock
) -> None:
    assert by_name(pairs, "Opa Jan, Tante Riet\nM01, Buurman", clock(), new=True) == []
    assert names_of(pairs) == ["M01 – Buurman", "Opa Jan – Tante Riet"]
    new = Player.objects.filter(memberships__club=league_club, nickname="Opa Jan").get()
    assert not new.has_usable_password()


def test_a_numbered_list_makes_no_doubles_and_the_page_names_the_new_members(
    competition: Competition, league_club: Club, members: list[Player], secretary: Player
) -> None:
    before = league_club.memberships.count()
    said = {"do": "names", "names-names": "1. M01\n2) m02\n 3.M03\n12. Opa Jan", "names-new_members": "on"}
    answer = (
        shown.client_of(secretary).post(f"/l/{competition.pk}/manage/", said, follow=True).content.decode()
    )
    assert "1 new member: Opa Jan." in answer
    assert names_of(competition) == ["M01", "M02", "M03", "Opa Jan"]
    assert league_club.memberships.count() == before + 1


def test_a_list_of_names_that_is_too_long_enters_nobody_and_faults_name_their_line(
    competition: Competition, members: list[Player], secretary: Player
) -> None:
    desk, address = shown.client_of(secretary), f"/l/{competition.pk}/manage/"

    def answer(names: str) -> str:
        sent = {"do": "names", "names-names": names, "names-new_members": "on"}
        return desk.post(address, sent, follow=True).content.decode()

    many = "".join(f"Somebody {chr(0x4E00 + number)}\r\n" for number in range(200))
    assert "Line 202: At most 200 lines at once." in answer(f"{many}\r\nM01")
    assert "Line 4: " in answer("\r\nM01\r\n\r\nM02, M03\r\n")
    assert "This field is required" in answer(" \r\n")
    assert names_of(competition) == []


def test_somebody_at_the_door_comes_whether_known_or_not(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())

    def at_the_door(text: str) -> Entrant:
        return services.walk_in(
            evening_id=evening.pk, competition=competition, text=text, actor=secretary, now=clock()
        )

    assert at_the_door("M03") == entrants[2]
    new = at_the_door("Late Leo")
    coming = set(evening.sign_ups.filter(comes=True).values_list("entrant", flat=True))
    assert coming == {entrants[2].pk, new.pk}
    assert refusal(lambda: at_the_door("Late Leo, M04")) == LeagueRefusal.PLAYS_ALONE
    assert refusal(lambda: at_the_door("")) == LeagueRefusal.UNKNOWN_NAME
    assert refusal(lambda: at_the_door("x" * 90)) == LeagueRefusal.NAME_REFUSED


def test_who_takes_part_already_is_named_with_those_they_play_with(
    competition: Competition,
    entrants: list[Entrant],
    pairs: Competition,
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """A name entered twice, and at the door one of a pair whose partner is away, alone or with somebody else."""
    ((_line, said),) = by_name(competition, "M01", clock())
    assert said == "M01 takes part already."
    by_name(pairs, "M01, M02\nM03, M04", clock())
    evening = plan_evening(pairs, clock())
    about = {"evening_id": evening.pk, "competition": pairs, "actor": secretary, "now": clock()}
    with_m01 = "M02 takes part already, with M01. If one of them is away for an evening, let them come"
    for names in ("M02", "M11, M02", "M02, M03"):
        with pytest.raises(LeagueRefused) as refused:
            services.walk_in(text=names, **about)
        assert refused.value.code == LeagueRefusal.PLAYS_WITH_OTHERS
        assert refused.value.sentence.startswith(with_m01)
    ((_line, said),) = by_name(pairs, "M05, M02", clock())
    assert said.startswith(with_m01)
    with pytest.raises(LeagueRefused) as refused:
        services.change_entrant(
            entrant=pairs.entrants.last(), players=members[1:3], name="", actor=secretary, now=clock()
        )
    assert refused.value.sentence.startswith(with_m01)


def test_somebody_at_the_door_sits_down_when_the_rest_is_drawn(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    desk = shown.client_of(secretary)
    for number in range(4):
        evening.refresh_from_db()
        sent = {"do": "walk_in", "names": f"New {number}", "version": evening.version}
        assert desk.post(f"/e/{evening.pk}/cockpit/do/", sent).status_code == 302
    evening.refresh_from_db()
    desk.post(f"/e/{evening.pk}/cockpit/do/", {"do": "rest", "version": evening.version})
    assert evening.tables.filter(round=1).count() == 2


def test_another_partner_sits_at_tables_to_come_and_old_ones_stay(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    by_name(pairs, "M01, M02\nM03, M04\nM05, M06\nM07, M08", clock())
    evening = plan_evening(pairs, clock())
    everybody = list(pairs.entrants.all())
    sign_up(evening, everybody, secretary, clock())
    evening = draw_evening(evening)
    open_round(evening, secretary, clock())
    entrant = everybody[0]
    services.change_entrant(
        entrant=entrant, players=[members[0], members[10]], name="The Aces", actor=secretary, now=clock()
    )
    seats = entrant.seats.order_by("table__round", "number").values_list("table__round", "player__nickname")
    assert list(seats) == [(1, "M01"), (1, "M02"), (2, "M01"), (2, "M11")]
    assert "The Aces: M01, M11" in names_of(pairs)
    assert [entry.what for entry in pairs.corrections.all()] == ["entrant_changed"]
    taken = lambda: services.change_entrant(  # noqa: E731
        entrant=entrant, players=[members[0], members[3]], name="", actor=secretary, now=clock()
    )
    assert refusal(taken) == LeagueRefusal.PLAYS_WITH_OTHERS
    assert (
        refusal(lambda: services.remove_entrant(entrant=entrant, actor=secretary, now=clock()))
        == LeagueRefusal.HAS_RESULTS
    )


def test_after_another_partner_an_older_page_is_refused(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    """Who sits where has changed: of two who lead, one shall not act on seats that the other no longer has."""
    by_name(pairs, "M01, M02\nM03, M04", clock())
    evening = plan_evening(pairs, clock())
    entrant, *_others = everybody = list(pairs.entrants.all())
    sign_up(evening, everybody, secretary, clock())
    evening = draw_evening(evening)
    services.change_entrant(
        entrant=entrant, players=[members[0], members[10]], name="", actor=secretary, now=clock()
    )
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    assert refusal(lambda: services.open_round(**about)) == LeagueRefusal.CHANGED_MEANWHILE


def test_what_was_entered_by_mistake_is_taken_away(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    services.remove_entrant(entrant=entrants[0], actor=secretary, now=clock())
    assert competition.entrants.count() == len(entrants) - 1


def test_the_tools_of_the_secretary_do_all_of_it(pairs: Competition, secretary: Player) -> None:
    desk = shown.client_of(secretary)
    address = f"/l/{pairs.pk}/manage/"
    faulty = desk.post(address, {"do": "names", "names-names": "M01, M02\nM03"})
    assert faulty.status_code == 422
    assert "Line 2: " in faulty.content.decode()
    assert desk.post(address, {"do": "names", "names-names": "M01, M02\nM03, M04"}).status_code == 302
    plan = {
        "do": "evening",
        "evening-starts_at": "2099-01-06T20:00",
        "evening-deadline": "2099-01-06T18:00",
        "evening-times": "3",
        "evening-weeks": "2",
    }
    assert desk.post(address, plan).status_code == 302
    days = [evening.starts_at.date().isoformat() for evening in pairs.evenings.all()]
    assert days == ["2099-01-06", "2099-01-20", "2099-02-03"]
    last = pairs.evenings.last()
    assert last is not None
    gone = {"do": "evening", "evening": last.pk, "version": last.version}
    assert desk.post(f"/l/{pairs.pk}/delete/", gone).status_code == 302
    assert pairs.evenings.count() == 2
    entrant = pairs.entrants.earliest("pk")
    page = desk.get(f"/l/{pairs.pk}/entrant/{entrant.pk}/change/")
    assert page.status_code == 200
    players = list(Player.objects.filter(nickname__in=["M01", "M09"]).values_list("pk", flat=True))
    sent = {"do": "change", "players": players, "name": "New"}
    assert desk.post(f"/l/{pairs.pk}/entrant/{entrant.pk}/change/", sent).status_code == 302
    assert names_of(pairs) == ["M03 – M04", "New: M01, M09"]
    assert desk.post(f"/l/{pairs.pk}/entrant/{entrant.pk}/change/", {"do": "remove"}).status_code == 422
    assert desk.post(f"/l/{pairs.pk}/delete/", {"do": "competition"}).status_code == 422


def test_a_withdrawn_player_is_named_as_such_and_takes_part_again_with_one_tap(
    competition: Competition, entrants: list[Entrant], desk: Client, secretary: Player, clock: Clock
) -> None:
    services.withdraw(entrant=entrants[0], actor=secretary, reason="Moved", now=clock())
    manage = reverse("league:league_manage", args=[competition.pk])
    answer = desk.post(manage, {"do": "names", "names-names": "M01"}).content.decode()
    assert "M01 is withdrawn from this competition" in answer
    assert "M01 takes part again" in answer
    evening = plan_evening(competition, clock())
    door = {"do": "walk_in", "names": "M01", "version": evening.version}
    at_the_door = reverse("league:cockpit_do", args=[evening.pk])
    answer = desk.post(at_the_door, door)
    assert answer["Refusal-Code"] == "is_withdrawn"
    assert "M01 is withdrawn from this competition" in answer.content.decode()
    assert "They take part again, and come" in answer.content.decode()
    assert desk.post(at_the_door, {**door, "again": "1"}).status_code == 302
    entrants[0].refresh_from_db()
    assert entrants[0].withdrawn_at is None
    assert evening.sign_ups.get(entrant=entrants[0]).comes


def test_a_withdrawn_pair_is_named_as_such(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    (pair,) = enter_all(pairs, [members[:2]])
    services.withdraw(entrant=pair, actor=secretary, reason="Moved", now=clock())
    about = {"competition": pairs, "actor": secretary, "now": clock()}
    evening = plan_evening(pairs, clock())
    refused = refusal(lambda: services.walk_in(evening_id=evening.pk, text="M01, M02", **about))
    assert refused == LeagueRefusal.IS_WITHDRAWN
    services.walk_in(evening_id=evening.pk, text="M01, M02", again=True, **about)
    pair.refresh_from_db()
    assert pair.withdrawn_at is None
