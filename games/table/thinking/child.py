"""The think worker of this machine: a child process, asked through a pipe and started again when it ends."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings

from games.table.thinking.open_questions import Thinkers

LINE_LONGEST: Final = 2**20
STARTED_AGAIN: Final = 2.0
"""Seconds between the end of a child and the start of the next."""
LOOKED_AFTER: Final = 5.0
"""Seconds without an answer after which a child that owes one is killed."""

log = logging.getLogger("club.think")


async def keep(thinkers: Thinkers | None) -> None:
    """Keep a worker running for ever; `thinkers` ask it, None where it takes its questions from Redis.

    The child ends when its standard input does, so it cannot outlive this process.
    """
    while True:
        child = await asyncio.create_subprocess_exec(*command(), stdin=PIPE, stdout=PIPE, limit=LINE_LONGEST)
        try:
            await _serve(child, thinkers)
        finally:
            if thinkers is not None:
                thinkers.connect(None)
            with suppress(ProcessLookupError):
                child.kill()
            ended_with = await child.wait()
        log.warning("the think worker ended (%s); another is started", ended_with)
        await asyncio.sleep(STARTED_AGAIN)


def command() -> tuple[str, ...]:
    """The command line of the child."""
    return sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "think", "--child"


async def _serve(child: Process, thinkers: Thinkers | None) -> None:
    """Hand questions and answers to and fro until the child ends or owes an answer too long."""
    if thinkers is None or child.stdin is None or child.stdout is None:
        await child.wait()
        return
    loop, questions = asyncio.get_running_loop(), child.stdin
    thinkers.connect(lambda line: _write_soon(loop, questions, line))
    while True:
        try:
            async with asyncio.timeout(LOOKED_AFTER):
                line = await child.stdout.readline()
        except TimeoutError:
            if thinkers.is_silent():
                return
            continue
        if not line:
            return
        thinkers.hear(line)


def _write_soon(loop: asyncio.AbstractEventLoop, questions: asyncio.StreamWriter, line: bytes) -> None:
    """Write the line on the event loop; the pipe of a child that has ended loses it."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(questions.write, line)
