"""System checks of the whole: what Django cannot know about how the club is started."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


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
