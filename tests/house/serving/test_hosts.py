"""From which pages a table's socket may be opened."""

import pytest

from kraken_site.asgi_middleware import LocalOriginCheck as OriginCheck
from kraken_site.hosts import is_local_host, origin_may_open
from tests.sockets import Socket


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.20:8000", True),
        ("10.0.0.5", True),
        ("[::1]:8000", True),
        ("kitchen.local", True),
        ("evil.example", False),
        ("8.8.8.8", False),
        ("192.168.1.20.evil.example", False),
        ("", False),
        ("evil.example@192.168.1.20:8000", False),
        ("evil.example\\@192.168.1.20", False),
        ("192.168.1.20\\.evil.example", False),
        ("192.168.1.20/.evil.example", False),
        ("192.168.1.20#.evil.example", False),
        ("192.168.1.20:8000\n", False),
        ("LOCALHOST:8000", True),
    ],
)
def test_local_play_knows_its_own_network(host: str, local: bool) -> None:
    assert is_local_host(host) is local


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://club.example", True),
        ("https://club.example:443", True),
        ("http://club.example", False),
        ("https://club.example:8443", False),
        ("https://www.club.example", False),
        ("https://evil.example", False),
        ("null", False),
        ("", False),
        ("https://club.example:nonsense", False),
        ("https://evil.example\\@club.example", False),
        ("https://evil.example@club.example", False),
        ("https://:@club.example", False),
        ("https://club.example/", False),
        ("https://club.example?evil.example", False),
        ("https://club.example#evil.example", False),
        ("https://club\t.example", False),
        (" https://club.example", False),
        ("https://club.example\n", False),
        ("https://club.example:99999", False),
        ("https://club。example", False),
    ],
)
def test_a_public_site_compares_scheme_host_and_port(settings, origin: str, allowed: bool) -> None:
    settings.SITE_ORIGINS, settings.LOCAL_PLAY = ["https://club.example"], False
    assert origin_may_open(origin, host="club.example") is allowed


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://192.168.1.20:8000", True),
        ("https://192.168.1.20:8000", False),
        ("http://192.168.1.20:9000", False),
        ("http://192.168.1.21:8000", False),
        ("http://evil.example", False),
        ("", False),
    ],
)
def test_in_local_play_the_page_comes_from_the_host_it_calls(settings, origin: str, allowed: bool) -> None:
    settings.SITE_ORIGINS, settings.LOCAL_PLAY = [], True
    assert origin_may_open(origin, host="192.168.1.20:8000") is allowed


@pytest.mark.parametrize(
    ("headers", "opens"),
    [
        ([(b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000")], True),
        ([(b"host", b"localhost:8000"), (b"origin", b"http://evil.example")], False),
        ([(b"host", b"localhost:8000")], False),
    ],
)
async def test_the_guard_refuses_before_the_table_hears_of_it(headers: list, opens: bool) -> None:
    heard = []

    async def table(scope, receive, send) -> None:
        heard.append(await receive())
        await send({"type": "websocket.accept"})

    socket = Socket(OriginCheck(table), "/ws/t/ABCDEF/", headers=headers)
    connected, _code = await socket.connect()
    assert connected is opens
    assert bool(heard) is opens
    await socket.disconnect()
