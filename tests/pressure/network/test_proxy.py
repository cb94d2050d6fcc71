"""The proxy as its `Caddyfile` says, in front of two real servers: TLS, sockets, limits of time and size."""

from __future__ import annotations

import base64
import contextlib
import http.client
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.table.log.models import Match
from tests.made_once import ROOT
from tests.patience import PATIENCE
from tests.pressure.phones import Phone
from tests.served.backends import own_redis, wait
from tests.served.processes import free_port, serving

pytestmark = [
    pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed"),
    pytest.mark.slow,
]
OPENED = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
)
STORM, AT_ONCE = 600, 60
TOO_LARGE = (413, 502)
"""The status for a body too large; older releases of Caddy abort the upstream request with 502."""


@dataclass(frozen=True)
class Site:
    """The club as it is reached from outside. `trust` holds the proxy's own certificate authority."""

    port: int
    trust: ssl.SSLContext

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    def line(self, source: str = "127.0.0.1") -> ssl.SSLSocket:
        """A new connection from the address `source`, TLS done."""
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(source, 0))
        return self.trust.wrap_socket(plain, server_hostname="localhost")

    def status(self, path: str, body: bytes | None = None, **headers: str) -> int:
        """The status a page is answered with."""
        asked = http.client.HTTPSConnection("localhost", self.port, context=self.trust, timeout=PATIENCE)
        with contextlib.closing(asked):
            asked.request("GET" if body is None else "POST", path, body, headers)
            return asked.getresponse().status

    def opened(
        self, match: Match, origin: str = "", source: str = "127.0.0.1", **headers: str
    ) -> tuple[ssl.SSLSocket, str]:
        """A visitor's socket of a table, and what the server says to that."""
        line = self.line(source)
        asked = OPENED.format(
            path=f"/ws/t/{match.code}/", host=self.host, origin=origin or f"https://{self.host}"
        )
        key = base64.b64encode(os.urandom(16)).decode()
        said = {"Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", **headers}
        line.sendall(
            (asked + "".join(f"{name}: {value}\r\n" for name, value in said.items()) + "\r\n").encode()
        )
        return line, line.recv(65536).decode("latin-1")


@pytest.fixture
def site(environment: dict[str, str], tmp_path: Path) -> Iterator[Site]:
    """Two servers behind the proxy, which signs its certificate itself."""
    port = free_port()
    with contextlib.ExitStack() as stack:
        redis = stack.enter_context(own_redis())
        behind = {
            **environment,
            "REDIS_URL": redis.url,
            "WEB_PROCESSES": "2",
            "SITE_ORIGINS": f"https://localhost:{port},https://127.0.0.1:{port}",  # the second for who waits for it
        }
        servers = [stack.enter_context(serving(behind, "--no-steward")) for _ in range(2)]
        about = {
            **os.environ,
            "CLUB_HOST": "localhost",
            "CLUB_SERVERS": " ".join(f"127.0.0.1:{server.port}" for server in servers),
            "XDG_DATA_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
        }
        here = f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port {port}\n"
        file = tmp_path / "Caddyfile"
        file.write_text((ROOT / "Caddyfile").read_text().replace("{\n", here, 1))
        log = stack.enter_context((tmp_path / "caddy.log").open("w"))
        command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
        proxy = subprocess.Popen(command, env=about, stdout=log, stderr=log)
        stack.callback(proxy.wait)
        stack.callback(proxy.terminate)
        authority = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait(lambda: _runs(proxy) and authority.exists() and "END CERTIFICATE" in authority.read_text())
        made = Site(port, ssl.create_default_context(cafile=str(authority)))
        wait(lambda: _runs(proxy) and _answers(made))
        yield made


def _runs(proxy: subprocess.Popen[bytes]) -> bool:
    assert proxy.poll() is None, "the proxy ended, and caddy.log says why"
    return True


def _answers(site: Site) -> bool:
    with contextlib.suppress(OSError):
        return site.status("/readyz") == 200
    return False


def test_pages_and_sockets_come_through(site: Site, match: Match) -> None:
    """Both servers take part, in turns."""
    assert site.status(f"/t/{match.code}/") == 200
    for _ in range(4):
        line, said = site.opened(match)
        line.close()
        assert " 101 " in said


def test_who_sends_headers_too_slowly_or_a_body_too_large_is_dropped(site: Site) -> None:
    with site.line() as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-And: ")
        assert slow.recv(4096) == b""
    assert site.status("/accounts/login/", b"x" * 1_200_000, Referer=f"https://{site.host}/") in TOO_LARGE
    assert site.status("/c/there/members/import/", b"x" * 1_200_000, Referer=f"https://{site.host}/") == 403
    assert site.status("/c/there/members/import/", b"x" * 2_200_000) in TOO_LARGE
    assert site.status("/accounts/login/", **{"X-Long": "x" * 30_000}) == 431
    assert site.status("/healthz") == 200


def test_a_storm_of_refused_sockets_reaches_no_server_and_fails_no_other_socket(
    site: Site, match: Match
) -> None:
    """The proxy refuses pages of other sites itself; visitors' sockets open while all of those come at once."""

    def is_refused(_number: int) -> bool:
        line, said = site.opened(match, origin="https://evil.example")
        line.close()
        return " 403 " in said

    with ThreadPoolExecutor(AT_ONCE) as strangers:
        refused = [strangers.submit(is_refused, number) for number in range(STORM)]
        opened = []
        while not all(one.done() for one in refused) or not opened:
            line, said = site.opened(match)
            line.close()
            opened.append(" 101 " in said)
    assert all(one.result() for one in refused)
    assert all(opened)


def test_one_server_is_enough(site: Site, match: Match) -> None:
    """Pages come from whichever answers."""
    assert {site.status(f"/t/{match.code}/") for _ in range(6)} == {200}


def test_the_phone_of_a_player_is_served(site: Site, phones: list[Phone], match: Match) -> None:
    line, said = site.opened(match, Cookie=phones[0].cookie)
    assert " 101 " in said
    shown = said
    while 'id="hand"' not in shown:
        more = line.recv(65536).decode("latin-1")
        assert more, "closed before the hand was shown"
        shown += more
    line.close()
