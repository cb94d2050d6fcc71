"""The news and the contact text on the page of a club: plain text, short, written and removed by the secretary."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import MAX_CONTACT_LENGTH, MAX_NEWS_LENGTH, Club, ClubNews, Player
from accounts.personal_data import erase_account
from accounts.services import create_club
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.trail import AuditEntry
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
EDIT, CLUB = "/c/troefboer/news/", "/c/troefboer/"
TAGS = "<b>Soup</b> & <script>alert(1)</script>"
ESCAPED = "&lt;b&gt;Soup&lt;/b&gt; &amp; &lt;script&gt;alert(1)&lt;/script&gt;"


def news_on_page(client: Client) -> list[str]:
    """The news on the page of the club, from top to bottom."""
    page = client.get(CLUB).content.decode()
    return re.findall(r'<article[^>]*><p class="typed">(.*?)</p>', page, re.DOTALL)


def words_in_trail(club: Club) -> list[tuple[str, str, str]]:
    lines = AuditEntry.objects.filter(club=club).order_by("pk")
    return [
        (line.what, line.after, line.reason)
        for line in lines
        if "news" in line.what or "contact" in line.what
    ]


def test_news_stand_newest_first_until_the_secretary_removes_them(
    league_club: Club, members: list[Player], desk: Client
) -> None:
    for text in ("First", "Second"):
        assert desk.post(EDIT, {"do": "publish", "text": text}).status_code == 302
    member = client_of(members[0])
    assert news_on_page(member) == ["Second", "First"]
    first = ClubNews.objects.get(text="First")
    for _again in range(2):
        assert desk.post(EDIT, {"do": "remove", "news": first.pk}).status_code == 302
    assert news_on_page(member) == ["Second"]
    assert words_in_trail(league_club) == [
        ("news_published", "", ""),
        ("news_published", "", ""),
        ("news_removed", "", ""),
    ]


def test_the_contact_text_stands_on_the_page_and_goes_when_it_is_emptied(
    league_club: Club, members: list[Player], desk: Client
) -> None:
    member = client_of(members[0])
    assert "How to reach the club" not in member.get(CLUB).content.decode()
    for _again in range(2):
        assert desk.post(EDIT, {"do": "contact", "contact": "Ring Siem\r\n020 1"}).status_code == 302
    page = member.get(CLUB).content.decode()
    assert '<p class="typed">Ring Siem\n020 1</p>' in page
    assert desk.post(EDIT, {"do": "contact", "contact": ""}).status_code == 302
    assert "How to reach the club" not in member.get(CLUB).content.decode()
    assert [what for what, *_more in words_in_trail(league_club)] == ["contact_changed"] * 2


def test_both_are_plain_text(league_club: Club, members: list[Player], desk: Client) -> None:
    desk.post(EDIT, {"do": "publish", "text": TAGS})
    desk.post(EDIT, {"do": "contact", "contact": TAGS})
    for page in (client_of(members[0]).get(CLUB), desk.get(EDIT)):
        assert page.content.decode().count(ESCAPED) == 2
        assert "<b>Soup" not in page.content.decode()


def test_both_have_a_largest_size(league_club: Club, secretary: Player, desk: Client, clock: Clock) -> None:
    for do, field, longest in (
        ("publish", "text", MAX_NEWS_LENGTH),
        ("contact", "contact", MAX_CONTACT_LENGTH),
    ):
        refused = desk.post(EDIT, {"do": do, field: "x" * (longest + 1)})
        assert refused.status_code == 422
        assert "x" * longest in refused.content.decode()
        assert desk.post(EDIT, {"do": do, field: "x" * longest}).status_code == 302
    about = {"club": league_club, "actor": secretary, "now": clock()}
    for text, code in (
        ("x" * (MAX_NEWS_LENGTH + 1), LeagueRefusal.NEWS_TOO_LONG),
        (" ", LeagueRefusal.UNREADABLE),
        ("a\0b", LeagueRefusal.UNREADABLE),
    ):
        with pytest.raises(LeagueRefused) as refused_text:
            services.publish_news(text=text, **about)
        assert refused_text.value.code == code
    with pytest.raises(LeagueRefused) as refused_contact:
        services.write_contact(text="x" * (MAX_CONTACT_LENGTH + 1), **about)
    assert refused_contact.value.code == LeagueRefusal.NEWS_TOO_LONG
    assert ClubNews.objects.count() == 1


def test_the_newest_texts_stay_and_the_oldest_goes(
    league_club: Club, secretary: Player, desk: Client, clock: Clock
) -> None:
    for number in range(services.MAX_NEWS_KEPT + 1):
        services.publish_news(
            club=league_club, text=f"{number}", actor=secretary, now=clock() + timedelta(minutes=number)
        )
    assert news_on_page(desk) == [f"{number}" for number in range(services.MAX_NEWS_KEPT, 0, -1)]


def test_only_the_secretary_of_this_club_writes_and_removes(
    league_club: Club,
    members: list[Player],
    secretary: Player,
    desk: Client,
    make_player: Callable[..., Player],
    clock: Clock,
) -> None:
    """The permission table holds the rest; here the news of another club."""
    other = create_club(name="Elders", slug="elders", owner=make_player("Elsje"), at=clock())
    theirs = services.publish_news(club=other, text="Ours", actor=secretary, now=clock())
    assert client_of(members[0]).post(EDIT, {"do": "publish", "text": "Mine"}).status_code == 403
    assert desk.post(EDIT, {"do": "remove", "news": theirs.pk}).status_code == 302
    for wrong in ({}, {"do": "x"}, {"do": "remove"}, {"do": "remove", "news": "x"}):
        assert desk.post(EDIT, wrong).status_code == 422
    assert list(ClubNews.objects.all()) == [theirs]


def test_a_deleted_account_takes_its_names_out_of_both(
    league_club: Club, members: list[Player], secretary: Player, clock: Clock
) -> None:
    gone = members[3]
    about = {"club": league_club, "actor": secretary, "now": clock()}
    services.publish_news(text=f"{gone.nickname} has won the ham.", **about)
    services.write_contact(text=f"Ring {gone.nickname}.", **about)
    erase_account(player=gone, now=clock())
    league_club.refresh_from_db()
    assert ClubNews.objects.get().text == f"N.N. {gone.pk} has won the ham."
    assert league_club.contact == f"Ring N.N. {gone.pk}."


def test_everybody_reads_them_where_the_club_is_public_and_nobody_else_where_it_is_not(
    league_club: Club, desk: Client, client: Client
) -> None:
    desk.post(EDIT, {"do": "publish", "text": "Soup"})
    assert client.get(CLUB).status_code == 302
    Club.objects.update(is_public=True)
    assert news_on_page(client) == ["Soup"]
    assert "Everybody who opens the club" in desk.get(EDIT).content.decode()
