"""The toy game as an installed app: a server with the settings `tests.toy.settings` offers it beside the others."""

from __future__ import annotations

from django.apps import AppConfig

from games.engine import registry
from tests.toy import TOY


class ToyConfig(AppConfig):
    """Registers the game; its rules page is found because the app is installed."""

    name = "tests.toy"

    def ready(self) -> None:
        registry.add(TOY)
