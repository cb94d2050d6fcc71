"""Django app of the site, and the system checks of the environment a club is started in."""

from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from kraken_site.private_files import open_to_others


class KrakenSiteConfig(AppConfig):
    name = "kraken_site"


@register(Tags.compatibility)
def several_processes_need_redis(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse several server processes without Redis, through which they tell each other what changed."""
    if settings.WEB_PROCESSES < 2 or settings.REDIS_URL:
        return []
    return [
        Error(
            f"WEB_PROCESSES is {settings.WEB_PROCESSES}, and without Redis the processes cannot tell "
            "each other that a table changed.",
            hint="Set REDIS_URL to a Redis server, or WEB_PROCESSES to 1.",
            id="kraken_site.E001",
        )
    ]


@register(Tags.security)
def files_are_private(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse files that other accounts of the machine may read and whose mode this account cannot change."""
    database = settings.DATABASES["default"]
    local = Path(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else None
    return [
        Error(
            f"Other accounts on this machine may read or write {path}.",
            hint=f"Give it to the account that runs the club, then: chmod go= {path}",
            id="kraken_site.E002",
        )
        for path in open_to_others(settings.VAR_DIR, local)
    ]
