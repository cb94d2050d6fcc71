"""The rights of each role in a club, checked by views and services."""

from __future__ import annotations

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser

from accounts.models import Club, Membership, Player, Role


class Right(StrEnum):
    """Rights in a club."""

    SEE = "see"
    PLAY = "play"
    SEE_PHONES = "see-phones"
    RUN_EVENING = "run-evening"
    DECIDE_DISPUTES = "decide-disputes"
    MANAGE_MEMBERS = "manage-members"
    SET_ROLES = "set-roles"


RIGHTS: dict[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right) - {Right.DECIDE_DISPUTES},
    Role.SECRETARY: frozenset(
        {Right.SEE, Right.PLAY, Right.SEE_PHONES, Right.RUN_EVENING, Right.MANAGE_MEMBERS}
    ),
    # Arbiters do not run evenings, so that they never decide on their own arrangements.
    Role.ARBITER: frozenset({Right.SEE, Right.PLAY, Right.SEE_PHONES, Right.DECIDE_DISPUTES}),
    Role.MEMBER: frozenset({Right.SEE, Right.PLAY, Right.SEE_PHONES}),
    Role.GUEST: frozenset({Right.SEE, Right.PLAY}),
}


def may(*, player: Player | AnonymousUser, club: Club, right: Right) -> bool:
    """Whether `player` has `right` in `club`. Staff of the site have no rights by being staff.

    Everybody may see a public club. An inactive player has no rights.
    """
    if right is Right.SEE and club.is_public:
        return True
    if not player.is_authenticated or not player.is_active:
        return False
    role = Membership.objects.filter(club=club, player=player).values_list("role", flat=True).first()
    return role is not None and right in RIGHTS[Role(role)]


def holders(*, club: Club, right: Right) -> list[int]:
    """The keys of the members who have `right` in `club`."""
    roles = [role for role, rights in RIGHTS.items() if right in rights]
    return list(
        Membership.objects.filter(club=club, role__in=roles, player__is_active=True)
        .order_by("player")
        .values_list("player", flat=True)
    )
