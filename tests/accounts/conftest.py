"""Fixtures of accounts and clubs."""

from __future__ import annotations

import pytest

from accounts.models import Club, Player, Role


@pytest.fixture
def owner(club: Club) -> Player:
    return club.memberships.get(role=Role.OWNER).player
