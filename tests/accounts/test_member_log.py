"""Changes of memberships are logged with their actor, in the log of members and in the audit trail."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.invitations import remove_member
from accounts.members import set_role
from accounts.mentions import with_names
from accounts.models import Club, Player, Role
from accounts.models.clubs import MemberChange
from accounts.services import add_member, rename
from games.trail import AuditEntry
from tests.conftest import Clock

pytestmark = pytest.mark.django_db
What = MemberChange.What


def test_roles_and_removals_are_logged_with_their_actor(
    club: Club, players: list[Player], clock: Clock
) -> None:
    anna, bram, cleo, _daan = players
    add_member(club=club, player=cleo, at=clock())
    by = {"actor": anna, "now": clock()}
    set_role(club=club, player=bram, role=Role.SECRETARY, **by)
    set_role(club=club, player=bram, role=Role.SECRETARY, **by)
    remove_member(club=club, player=bram, **by)
    remove_member(club=club, player=bram, **by)
    remove_member(club=club, player=cleo, actor=cleo, now=clock())
    lines = MemberChange.objects.order_by("pk").values_list("player", "what", "before", "after", "actor")
    assert list(lines) == [
        (bram.pk, What.ROLE, Role.MEMBER, Role.SECRETARY, anna.pk),
        (bram.pk, What.REMOVED, Role.SECRETARY, "", anna.pk),
        (cleo.pk, What.LEFT, Role.MEMBER, "", cleo.pk),
    ]
    rename(player=bram, nickname="Bramble")
    trail = with_names(AuditEntry.objects.filter(club=club).order_by("pk"), "before", "after")
    assert [(line.what, line.before, line.after, line.actor_id) for line in trail] == [
        ("role_given", "Bramble: member", "secretary", anna.pk),
        ("removed_from_the_club", "Bramble: secretary", "", anna.pk),
        ("left_the_club", "Cleo: member", "", cleo.pk),
    ]


def test_the_pages_of_members_and_of_the_trail_show_the_log(
    club: Club, players: list[Player], client: Client, clock: Clock
) -> None:
    anna, bram, cleo, _daan = players
    add_member(club=club, player=cleo, at=clock())
    client.force_login(anna)
    client.post(f"/c/{club.slug}/members/", {"player": bram.pk, "role": Role.ARBITER})
    client.post(f"/c/{club.slug}/members/{cleo.pk}/leave/")
    page = client.get(f"/c/{club.slug}/members/").content.decode()
    assert "Bram: member → arbiter" in page
    assert "removed from the club · <bdi>Anna</bdi>" in page
    trail = client.get("/trail/").content.decode()
    assert "Gave a role" in trail
    assert "Bram: member → arbiter" in trail
    assert "Removed a member" in trail
