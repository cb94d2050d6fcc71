"""How a server process reaches its think workers: through Redis where there is one, else its own child process."""

from __future__ import annotations

import asyncio

from django.conf import settings

from games.table.thinking import child
from games.table.thinking.open_questions import thinkers


async def run(*, with_worker: bool) -> None:
    """Keep the workers within reach for ever, and with `with_worker` one of them running."""
    if not settings.REDIS_URL:
        if with_worker:
            await child.keep(thinkers)
        return
    from games.table.thinking import over_redis  # imported here: the Redis library takes six megabytes

    reaching = over_redis.connect(thinkers, settings.REDIS_URL)
    await (asyncio.gather(reaching, child.keep(None)) if with_worker else reaching)
