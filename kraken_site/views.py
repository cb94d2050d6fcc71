"""`/readyz`: whether the server can serve pages, asked by monitors."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database and Redis, where there is one, answer too; else 503 with what does not."""
    missing = []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        missing.append("database")
    if settings.REDIS_URL and not _redis_answers():
        missing.append("redis")
    if missing:
        return HttpResponse(f"no answer from: {', '.join(missing)}\n", content_type="text/plain", status=503)
    return HttpResponse("ready\n", content_type="text/plain")


def _redis_answers() -> bool:
    from redis import Redis  # six megabytes, for several servers alone
    from redis.exceptions import RedisError

    with Redis.from_url(settings.REDIS_URL, socket_timeout=2) as redis:
        try:
            return bool(redis.ping())
        except (RedisError, OSError):
            return False
