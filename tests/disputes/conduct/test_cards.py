"""Yellow and red cards: who gives them, who is told, and who reads of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Club, Notice, Player, Role
from accounts.notices import notices_of
from accounts.personal_data import data_of, erase_account
from games.disputes import conduct, services
from games.disputes.errors import DisputeRefused
from games.disputes.models import Case, CaseKind, Colour, ConductCard, Offence
from games.league.models import Competition, Entrant
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conduct.conftest import WEEK, record_of
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up

pytestmark = pytest.mark.django_db


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
    evening = plan_evening(competition, clock.advance(WEEK))
    sign_up(evening, entrants[4:8], secretary, clock.now)
    cockpit = reverse("league:cockpit", args=[evening.pk])
    director = client_of(secretary)
    assert director.get(cockpit).content.decode().count("red card: does not play") == 1
    draw_evening(evening)
    open_round(evening, secretary, clock.now)
    after = plan_evening(competition, clock.advance(WEEK))
    assert "red card" not in director.get(reverse("league:cockpit", args=[after.pk])).content.decode()


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
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    case = file(kind=CaseKind.CONDUCT, text="He called me a cheat.")
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    page = desk.get(reverse("disputes:desk_case", args=[case.pk])).content.decode()
    address = f"{reverse('disputes:club_conduct', args=[club.slug])}?case={case.pk}"
    assert address in page
    assert "Nobody here has a card on record." in page
    form = {
        "player": seated_players[1].pk,
        "colour": "yellow",
        "offence": "accused",
        "reason": "Before everybody.",
    }
    assert desk.post(address, form).status_code == 302
    card = ConductCard.objects.get()
    assert (card.player, card.case, card.given_by) == (seated_players[1], case, arbiters[0])
    page = desk.get(reverse("disputes:desk_case", args=[case.pk])).content.decode()
    assert "On record over 4 more evenings" in page
    page = desk.get(reverse("disputes:club_conduct", args=[club.slug])).content.decode()
    assert "Before everybody." in page
    back = reverse("disputes:conduct_withdraw", args=[club.slug, card.pk])
    assert desk.post(back, {"text": ""}).status_code == 422
    assert desk.post(back, {"text": "It was a joke."}).status_code == 302
    assert "Taken back." in desk.get(reverse("disputes:club_conduct", args=[club.slug])).content.decode()


def test_the_player_sees_what_is_carried_over_and_nobody_else_does(
    give: Callable[..., ConductCard], club: Club, seated_players: list[Player]
) -> None:
    give(seated_players[0])
    mine, other = client_of(seated_players[0]), client_of(seated_players[1])
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


def test_what_a_red_card_carries_over_is_said_in_dutch(
    give: Callable[..., ConductCard], seated_players: list[Player]
) -> None:
    card = give(seated_players[0], Colour.RED)
    with override("nl"):
        assert record_of(card).carries == (
            "Speelt niet mee op de volgende avond. Telt nog 4 avonden mee: nog een kaart is rood."
        )


def test_a_card_is_in_the_data_of_its_player_and_goes_with_the_account(
    give: Callable[..., ConductCard], seated_players: list[Player], clock: Clock
) -> None:
    card = give(seated_players[0])
    give(seated_players[1], Colour.RED)
    (own,) = data_of(seated_players[0], now=clock.now)["conduct_cards"]
    assert (own["colour"], own["reason"]) == ("yellow", card.reason)
    erase_account(player=seated_players[0], now=clock.now)
    assert [each.reason for each in ConductCard.objects.order_by("pk")] == ["", card.reason]


def test_a_card_of_a_case_is_taken_back_by_who_may_decide_the_case(
    give: Callable[..., ConductCard],
    file: Callable[..., Case],
    club: Club,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """An arbiter who sat at the table gives none there, and takes none back that was given there."""
    card = give(seated_players[1], case=file(kind=CaseKind.CONDUCT, text="He called me a cheat."))
    club.memberships.filter(player=seated_players[2]).update(role=Role.ARBITER)
    buttons = [
        reverse("disputes:conduct_withdraw", args=[club.slug, card.pk])
        in client_of(each).get(reverse("disputes:club_conduct", args=[club.slug])).content.decode()
        for each in (seated_players[2], arbiters[1])
    ]
    assert buttons == [False, True]
    with pytest.raises(DisputeRefused) as refused:
        services.withdraw_conduct_card(
            card_id=card.pk, arbiter=seated_players[2], reason="A joke.", now=clock.now
        )
    assert refused.value.code == "sat_there"
    assert record_of(card).counts
    services.withdraw_conduct_card(card_id=card.pk, arbiter=arbiters[1], reason="A joke.", now=clock.now)
    assert not record_of(card).counts


def test_the_trail_has_no_words_that_an_erasure_would_leave(
    give: Callable[..., ConductCard], seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    card = give(seated_players[0])
    services.withdraw_conduct_card(card_id=card.pk, arbiter=arbiters[1], reason="A joke.", now=clock.now)
    found = AuditEntry.objects.filter(what__in=["conduct_card", "conduct_card_back"])
    assert [each.reason for each in found] == ["", ""]


def test_the_cards_of_a_club_cost_its_arbiters_page_no_queries_each(
    club: Club, give: Callable[..., ConductCard], members: list[Player], arbiters: list[Player]
) -> None:
    client, page = client_of(arbiters[1]), reverse("disputes:club_conduct", args=[club.slug])
    client.get(page)
    asked = []
    for four in (members[:4], members[4:8]):
        for player in four:
            give(player)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).content.decode().count(">Take it back</button>") > 0
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_cards_of_a_case_cost_the_page_the_look_at_their_case_once(
    club: Club,
    give: Callable[..., ConductCard],
    file: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
) -> None:
    """The rule of taking back is asked for each case, whoever reads: also who has no button, as one who sat there."""
    club.memberships.filter(player=seated_players[3]).update(role=Role.ARBITER)
    page = reverse("disputes:club_conduct", args=[club.slug])
    first, second = (file(number=number, kind=CaseKind.CONDUCT, text="Rude.") for number in (1, 2))
    asked: dict[Player, list[int]] = {arbiters[1]: [], seated_players[3]: []}
    buttons: dict[Player, list[int]] = {arbiters[1]: [], seated_players[3]: []}
    for player, case in ((0, first), (1, first), (2, first), (0, second)):
        give(seated_players[player], case=case)
        for reader in asked:
            client = client_of(reader)
            client.get(page)
            with CaptureQueriesContext(connection) as queries:
                shown = client.get(page).content.decode()
            buttons[reader].append(shown.count(">Take it back</button>"))
            asked[reader].append(len(queries))
    assert buttons == {arbiters[1]: [1, 2, 3, 4], seated_players[3]: [0, 0, 0, 0]}
    for one, same, again, another in asked.values():
        assert one == same == again
        assert another - again <= 6


def test_a_yellow_card_after_a_red_one_is_not_called_a_second_yellow_one(
    club: Club, give: Callable[..., ConductCard], members: list[Player], desk: Client
) -> None:
    give(members[0], Colour.RED)
    page = reverse("disputes:club_conduct", args=[club.slug])
    given = {"player": members[0].pk, "colour": "yellow", "offence": "rude", "reason": "At the bar."}
    told = desk.post(page, given, follow=True).content.decode()
    assert "The card is red, since another was on record." in told
    assert "The player and those who run the evenings are told." in told
    assert "a yellow one, while another card was on record" in told
    assert "second" not in told.lower()
