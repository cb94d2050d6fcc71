"""Decisions of bots that search, worked out in other processes so that no move waits for them.

A question is what one seat sees and may choose (`questions`), never a state or a seed. `asking` keeps the open
questions of a server process and says when none is worth asking; `answering` is the work itself. They reach each other
through the pipe of a child process (`child`, `worker`) or through Redis (`over_redis`). Why so:
docs/decisions/2026-11-22-strong-bots-think-in-worker-processes.md.
"""
