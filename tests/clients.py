"""Browsers of the tests: the one way in which a test signs somebody in."""

from __future__ import annotations

from django.test import Client

from accounts.models import Player


def client_of(player: Player | None, **options: bool) -> Client:
    """A browser in which that person is signed in; None is a visitor. The options are those of Django's client."""
    client = Client(**options)
    if player is not None:
        client.force_login(player)
    return client
