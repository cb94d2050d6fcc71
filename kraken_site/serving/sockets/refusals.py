"""Refuse WebSockets before they are accepted: Daphne answers the handshake with 403."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


async def refuse(receive: Any, send: Any) -> None:
    """Answer the handshake with a refusal."""
    await receive()
    await send({"type": "websocket.close"})


async def unknown_address(_scope: Mapping[str, Any], receive: Any, send: Any) -> None:
    """ASGI application for sockets of an address that does not exist."""
    await refuse(receive, send)
