"""A push service of the test's own, and the people who get messages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.accounts.push.service import PushService, push_service


@pytest.fixture
def service(settings: object) -> Iterator[PushService]:
    """A push service the site may post to."""
    with push_service() as running:
        settings.PUSH_HOSTS = [running.address]
        yield running
