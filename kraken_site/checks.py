"""System checks of the whole: what Django cannot know about how the club is started."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from kraken_site.private_files import open_to_others


@register(Tags.compatibility)
def several_processes_need_redis(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a second server process when it could not tell the first what changed."""
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
    """Refuse files of the club that other accounts of the machine may read and that are not ours to close."""
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
