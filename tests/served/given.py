"""Database and Redis for the processes that tests start: of the kind the tests themselves run on."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from django.conf import settings


def on_postgresql() -> bool:
    """Whether the tests run on PostgreSQL and Redis, else on a file and in memory."""
    return not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


def server_environment(database: str) -> dict[str, str]:
    """The environment of server processes on that database: a file, or a name where the tests have PostgreSQL."""
    if not on_postgresql():
        return {"DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": ""}
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()
    redis = settings.CACHES["default"]["LOCATION"]
    return {"DATABASE_URL": url, "REDIS_URL": redis, "WEB_PROCESSES": "2"}
