"""Yellow and red cards: who gives them, what they carry over to the next evenings, and who reads of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Club, Notice, Player, Role
from accounts.notices import notices_of
from accounts.personal_data import data_of, erase_account
from games.club_clock import club_clock
from games.disputes import conduct, services
from games.disputes.errors import DisputeRefused
from games.disputes.models import Case, CaseKind, Colour, ConductCard, Offence
from games.league import services as league_services
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.table import services as table_services
from games.table.log.models import Match
from games.table.services.seats import open_table_like
from games.trail import AuditEntry
from tests.conftest import Clock
from tests.disputes.conftest import MADE
from tests.house.addresses import client_of
from tests.league.conftest import drawn, opened, planned, sign_up

pytestmark = pytest.mark.django_db
WEEK = 7 * 24 * 3600


@pytest.fixture(autouse=True)
def clock_of_the_club(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The club's clock shows the time of the test."""
    monkeypatch.setattr(club_clock, "now", lambda: clock.now)


@pytest.fixture
def club(league_table: LeagueTable, clock: Clock) -> Club:
    """The club, at the end of its first evening, which began four hours ago."""
    Evening.objects.filter(pk=league_table.evening_id).update(starts_at=clock.now - timedelta(hours=4))
    return league_table.evening.competition.season.club


@pytest.fixture
def give(club: Club, arbiters: list[Player], clock: Clock) -> Callable[..., ConductCard]:
    """A function by which the first arbiter gives a card."""

    def given(player: Player, colour: Colour = Colour.YELLOW, **more: object) -> ConductCard:
        return services.give_conduct_card(
            club=club,
            player=player,
            colour=colour,
            offence=Offence.ACCUSED,
            reason="“You cheat”, at the bar.",
            arbiter=arbiters[0],
            now=clock.now,
            **more,
        )

    return given


@pytest.fixture
def hold_evening(
    competition: Competition, secretary: Player, clock: Clock
) -> Callable[[Sequence[Entrant]], None]:
    """A function that holds an evening a week later with these four people, as far as their table being started."""

    def held(who: Sequence[Entrant]) -> None:
        evening = planned(competition, clock.advance(WEEK))
        sign_up(evening, who, secretary, clock.now)
        drawn(evening)
        opened(evening, secretary, clock.now)

    return held


def carried(card: ConductCard) -> conduct.OnRecord:
    (found,) = conduct.on_record([ConductCard.objects.get(pk=card.pk)])
    return found


def test_a_yellow_card_is_on_record_over_four_evenings_its_player_plays(
    give: Callable[..., ConductCard],
    hold_evening: Callable[..., None],
    entrants: list[Entrant],
    members: list[Player],
    clock: Clock,
) -> None:
    """An evening without the player makes it no shorter, nor does the rest of the evening on which it was given."""
    card = give(members[0])
    left = [carried(card).left]
    for who in (entrants[:4], entrants[4:8], entrants[:4], entrants[:4], entrants[:4]):
        hold_evening(who)
        left.append(carried(card).left)
    assert left == [4, 3, 3, 2, 1, 0]
    assert not carried(card).counts


def test_a_red_card_costs_the_next_evening_and_stays_on_record_after_it(
    give: Callable[..., ConductCard],
    hold_evening: Callable[..., None],
    entrants: list[Entrant],
    members: list[Player],
) -> None:
    card = give(members[0], Colour.RED)
    assert carried(card).sits_out
    hold_evening(entrants[4:8])
    assert (carried(card).sits_out, carried(card).left) == (False, 4)
    hold_evening(entrants[:4])
    assert carried(card).left == 3


def test_the_director_of_the_next_evening_sees_who_sits_out(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    give(members[0], Colour.RED)
    give(members[1])
    evening = planned(competition, clock.advance(WEEK))
    sign_up(evening, entrants[4:8], secretary, clock.now)
    cockpit = reverse("league:cockpit", args=[evening.pk])
    director = client_of(secretary)
    assert director.get(cockpit).content.decode().count("red card: does not play") == 1
    drawn(evening)
    opened(evening, secretary, clock.now)
    after = planned(competition, clock.advance(WEEK))
    assert "red card" not in director.get(reverse("league:cockpit", args=[after.pk])).content.decode()


def test_a_second_yellow_card_is_red_while_the_first_is_on_record(
    give: Callable[..., ConductCard], hold_evening: Callable[..., None], members: list[Player]
) -> None:
    player = members[0]
    give(player)
    second = give(player)
    assert (second.colour, second.second) == (Colour.RED, True)


def test_a_card_after_the_first_has_gone_is_yellow_again(
    give: Callable[..., ConductCard],
    hold_evening: Callable[..., None],
    entrants: list[Entrant],
    members: list[Player],
) -> None:
    player = members[0]
    give(player)
    for _ in range(conduct.CARRIED):
        hold_evening(entrants[:4])
    assert give(player).colour == Colour.YELLOW


def test_a_card_that_is_taken_back_carries_nothing_over(
    give: Callable[..., ConductCard], members: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    player = members[0]
    card = give(player)
    for _twice in range(2):
        services.withdraw_conduct_card(
            card_id=card.pk, arbiter=arbiters[1], reason="It was the other table.", now=clock.now
        )
    assert not carried(card).counts
    assert give(player).colour == Colour.YELLOW
    assert AuditEntry.objects.filter(what="conduct_card_back").count() == 1


def test_who_is_told(give: Callable[..., ConductCard], secretary: Player, members: list[Player]) -> None:
    """The player of every card; of a red one those who run the evenings too; nobody else at all."""
    player = members[0]
    Notice.objects.all().delete()
    give(player)
    assert list(Notice.objects.values_list("player", flat=True)) == [player.pk]
    give(player)
    assert set(Notice.objects.values_list("player", flat=True)) == {player.pk, secretary.pk}
    told = notices_of(secretary).first()
    assert told is not None
    assert "You cheat" not in told.text


@pytest.mark.parametrize(
    ("by", "to", "code"),
    [
        ("secretary", "player", "not_allowed"),
        ("arbiter", "arbiter", "own_card"),
        ("arbiter", "stranger", "no_such_player"),
    ],
)
def test_who_gives_a_card_and_to_whom(
    club: Club,
    arbiters: list[Player],
    secretary: Player,
    members: list[Player],
    make_player: Callable[..., Player],
    clock: Clock,
    by: str,
    to: str,
    code: str,
) -> None:
    people = {
        "secretary": secretary,
        "arbiter": arbiters[0],
        "player": members[0],
        "stranger": make_player("Stranger"),
    }
    with pytest.raises(DisputeRefused) as refused:
        services.give_conduct_card(
            club=club,
            player=people[to],
            colour=Colour.RED,
            offence=Offence.RUDE,
            reason="x",
            arbiter=people[by],
            now=clock.now,
        )
    assert refused.value.code == code
    assert not ConductCard.objects.exists()


def test_an_arbiter_gives_a_card_from_a_case_and_sees_it_at_the_next(
    file: Callable[..., Case],
    desk: Client,
    club: Club,
    sitting: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = file(kind=CaseKind.CONDUCT, text="He called me a cheat.")
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    page = desk.get(reverse("disputes:desk_case", args=[case.pk])).content.decode()
    address = f"{reverse('disputes:club_conduct', args=[club.slug])}?case={case.pk}"
    assert address in page
    assert "Nobody here has a card on record." in page
    form = {"player": sitting[1].pk, "colour": "yellow", "offence": "accused", "reason": "Before everybody."}
    assert desk.post(address, form).status_code == 302
    card = ConductCard.objects.get()
    assert (card.player, card.case, card.given_by) == (sitting[1], case, arbiters[0])
    page = desk.get(reverse("disputes:desk_case", args=[case.pk])).content.decode()
    assert "On record over 4 more evenings" in page
    page = desk.get(reverse("disputes:club_conduct", args=[club.slug])).content.decode()
    assert "Before everybody." in page
    back = reverse("disputes:conduct_withdraw", args=[club.slug, card.pk])
    assert desk.post(back, {"text": ""}).status_code == 422
    assert desk.post(back, {"text": "It was a joke."}).status_code == 302
    assert "Taken back." in desk.get(reverse("disputes:club_conduct", args=[club.slug])).content.decode()


def test_the_player_sees_what_is_carried_over_and_nobody_else_does(
    give: Callable[..., ConductCard], club: Club, sitting: list[Player]
) -> None:
    give(sitting[0])
    mine, other = client_of(sitting[0]), client_of(sitting[1])
    words = "On record over 4 more evenings: another card is red."
    for address in (reverse("home"), reverse("disputes:my_conduct")):
        assert words in mine.get(address).content.decode(), address
        assert words not in other.get(address).content.decode(), address
    assert other.get(reverse("disputes:club_conduct", args=[club.slug])).status_code == 403


def test_the_grid_is_public_and_names_public_accusation(client: Client) -> None:
    page = client.get(reverse("disputes:conduct")).content.decode()
    assert "Accusing somebody publicly is an offence itself" in page
    assert "Reporting is private." in page
    for offence in conduct.GRID:
        assert f'id="{offence.value}"' in page
    assert set(conduct.GRID) == set(Offence)


def test_with_a_card_on_record_the_grid_never_says_yellow() -> None:
    """Because the program turns that card into a red one."""
    assert not {again for _first, again in conduct.GRID.values()} & {
        conduct.Penalty.YELLOW,
        conduct.Penalty.WORD,
    }


def test_what_a_red_card_carries_over_is_said_in_dutch(
    give: Callable[..., ConductCard], sitting: list[Player]
) -> None:
    card = give(sitting[0], Colour.RED)
    with override("nl"):
        assert carried(card).carries == (
            "Speelt niet mee op de volgende avond. Telt nog 4 avonden mee: nog een kaart is rood."
        )


def test_a_card_is_in_the_data_of_its_player_and_goes_with_the_account(
    give: Callable[..., ConductCard], sitting: list[Player], clock: Clock
) -> None:
    card = give(sitting[0])
    give(sitting[1], Colour.RED)
    (own,) = data_of(sitting[0], now=clock.now)["conduct_cards"]
    assert (own["colour"], own["reason"]) == ("yellow", card.reason)
    erase_account(player=sitting[0], now=clock.now)
    assert [each.reason for each in ConductCard.objects.order_by("pk")] == ["", card.reason]


def test_a_table_outside_an_evening_is_no_evening(
    give: Callable[..., ConductCard], club: Club, match: Match, sitting: list[Player], clock: Clock
) -> None:
    """Another match of the club, alone with bots on a later day: a card would be gone after four of those."""
    yellow, red = give(sitting[0]), give(sitting[1], Colour.RED)
    for player in sitting[:2]:
        alone = open_table_like(
            match,
            created_by=player,
            options=match.options,
            now=clock.advance(WEEK),
            visibility=match.visibility,
        )
        assert alone.club == club
        table_services.sit(match_id=alone.pk, player=player)
        table_services.fill_with_bots(match_id=alone.pk, player=player)
        table_services.start_match(match_id=alone.pk, player=player, now=clock.now)
    assert carried(yellow).left == conduct.CARRIED
    assert carried(red).sits_out


def test_a_sheet_typed_on_another_day_is_of_its_evening(
    give: Callable[..., ConductCard], match: Match, sitting: list[Player], clock: Clock
) -> None:
    """A table of an evening before the card, begun after it: postponed, or on a sheet that came in later."""
    yellow, red = give(sitting[0]), give(sitting[1], Colour.RED)
    Match.objects.filter(pk=match.pk).update(started_at=clock.advance(WEEK))
    assert carried(yellow).left == conduct.CARRIED
    assert carried(red).sits_out


def test_an_evening_counts_once_its_tables_are_open(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Tables drawn days ahead are no evening yet, and an evening that is called off never was."""
    yellow, red = give(members[0]), give(members[5], Colour.RED)
    evening = planned(competition, clock.advance(WEEK))
    sign_up(evening, entrants[:4], secretary, clock.now)
    evening = drawn(evening)
    assert (carried(yellow).left, carried(red).sits_out) == (4, True)
    league_services.cancel_evening(
        evening_id=evening.pk, version=evening.version, actor=secretary, reason="Snow.", now=clock.now
    )
    assert (carried(yellow).left, carried(red).sits_out) == (4, True)


def test_who_was_replaced_at_the_table_played_that_evening(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """They played the first round, their substitute plays the rest. The table counts once its sheet is begun."""
    left, came, stayed = give(members[0]), give(members[9]), give(members[10])
    evening = planned(competition, clock.advance(WEEK))
    sign_up(evening, entrants[:4], secretary, clock.now)
    drawn(evening)
    (table,) = opened(evening, secretary, clock.now, on_paper=True)
    evening.refresh_from_db()
    league_services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=members[0],
        instead=members[9],
        actor=secretary,
        now=clock.now,
        after_rounds=1,
    )
    assert [carried(card).left for card in (left, came, stayed)] == [4, 4, 4]
    league_services.type_round(
        table_id=table.pk, number=1, values={**MADE, "points": "100"}, player=members[9], now=clock.now
    )
    assert [carried(card).left for card in (left, came, stayed)] == [3, 3, 4]


def test_a_red_card_costs_the_first_evening_that_begins_after_it_and_no_other(
    give: Callable[..., ConductCard],
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Given in the afternoon it costs the evening of the same day."""
    first = planned(competition, clock.advance(WEEK))
    second = planned(competition, clock.now + timedelta(days=7))
    clock.now = first.starts_at - timedelta(hours=3)
    card = give(members[0], Colour.RED)

    def shown(evening: Evening) -> bool:
        page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
        return "red card: does not play" in page.content.decode()

    assert (shown(first), shown(second)) == (True, False)
    sign_up(first, entrants[4:8], secretary, clock.now - timedelta(hours=2))
    drawn(first)
    assert (shown(first), shown(second)) == (True, False)
    opened(first, secretary, first.starts_at)
    assert not carried(card).sits_out
    assert (shown(first), shown(second)) == (False, False)
    assert carried(card).left == 4


def test_a_red_card_does_not_wait_for_an_evening_that_nobody_held(
    give: Callable[..., ConductCard], competition: Competition, members: list[Player], clock: Clock
) -> None:
    card = give(members[0], Colour.RED)
    forgotten = planned(competition, clock.advance(WEEK))
    following = planned(competition, forgotten.starts_at + timedelta(days=7))

    def barred() -> list[bool]:
        both = (forgotten, following)
        return [
            members[0].pk in conduct.sitting_out_by_card(club=card.club_id, starts_at=each.starts_at)
            for each in both
        ]

    clock.now = forgotten.starts_at + timedelta(hours=2)
    assert (carried(card).misses, barred()) == (forgotten.starts_at, [True, False]), "it may begin late"
    clock.now = following.starts_at - timedelta(hours=1)
    assert (carried(card).misses, barred()) == (following.starts_at, [False, True])


def test_a_card_of_a_case_is_taken_back_by_who_may_decide_the_case(
    give: Callable[..., ConductCard],
    file: Callable[..., Case],
    club: Club,
    sitting: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """An arbiter who sat at the table gives none there, and takes none back that was given there."""
    card = give(sitting[1], case=file(kind=CaseKind.CONDUCT, text="He called me a cheat."))
    club.memberships.filter(player=sitting[2]).update(role=Role.ARBITER)
    buttons = [
        reverse("disputes:conduct_withdraw", args=[club.slug, card.pk])
        in client_of(each).get(reverse("disputes:club_conduct", args=[club.slug])).content.decode()
        for each in (sitting[2], arbiters[1])
    ]
    assert buttons == [False, True]
    with pytest.raises(DisputeRefused) as refused:
        services.withdraw_conduct_card(card_id=card.pk, arbiter=sitting[2], reason="A joke.", now=clock.now)
    assert refused.value.code == "sat_there"
    assert carried(card).counts
    services.withdraw_conduct_card(card_id=card.pk, arbiter=arbiters[1], reason="A joke.", now=clock.now)
    assert not carried(card).counts


def test_the_trail_has_no_words_that_an_erasure_would_leave(
    give: Callable[..., ConductCard], sitting: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    card = give(sitting[0])
    services.withdraw_conduct_card(card_id=card.pk, arbiter=arbiters[1], reason="A joke.", now=clock.now)
    found = AuditEntry.objects.filter(what__in=["conduct_card", "conduct_card_back"])
    assert [each.reason for each in found] == ["", ""]
