"""A push service on this machine, and browsers that decrypt what it got."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.http import urlsafe_base64_encode

from accounts.models import Player, PushDevice
from accounts.push import subscribe
from tests.conftest import Clock


@dataclass
class Received:
    """A post to the service: path, headers with small letters, encrypted body."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Answers every post with `status` (201 unless told otherwise) and keeps it."""

    address: str
    status: int = 201
    location: str = ""
    got: list[Received] = field(default_factory=list)


class Browser:
    """The keys of one subscription."""

    def __init__(self, service: PushService, name: str) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = token_bytes(16)
        self.path = f"/push/{name}"
        self.service = service

    @property
    def subscription(self) -> dict[str, str]:
        """The fields the browser gives the site."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.service.address + self.path,
            "p256dh": urlsafe_base64_encode(point),
            "auth": urlsafe_base64_encode(self.auth),
        }

    def subscribed(self, player: Player, clock: Clock) -> PushDevice:
        """The device of the player, whose browser this is."""
        return subscribe(player=player, name="Firefox, Android", now=clock(), **self.subscription)

    def shown(self) -> list[dict[str, Any]]:
        """The messages this browser got, decrypted with its keys."""
        mine = [each for each in self.service.got if each.path == self.path]
        return [
            json.loads(http_ece.decrypt(each.body, private_key=self.private, auth_secret=self.auth))
            for each in mine
        ]


@contextmanager
def push_service(before_answer: Callable[[], object] = bool) -> Iterator[PushService]:
    """A push service that runs until the end of the block; each answer is given after a call of `before_answer`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.got.append(Received(self.path, headers, body))
            before_answer()
            self.send_response(service.status)
            if service.location:
                self.send_header("Location", service.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
