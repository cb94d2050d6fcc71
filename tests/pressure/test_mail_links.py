"""Links in mail of a server in local play use the printed address, whatever Host header a request has."""

from __future__ import annotations

import http.client
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from tests.patience import PATIENCE
from tests.pressure.phones import CSRF
from tests.served.processes import serving, until

FORGED = "192.168.66.6:8000"
PRINTED = re.compile(r"On (?:this machine|your phone) +(http://\S+)")


@pytest.mark.slow
async def test_a_password_reset_leads_to_the_printed_address(
    environment: dict[str, str], players: list[Player]
) -> None:
    """Without a mail server mail goes to the console, so it stands in the log too."""
    await Player.objects.filter(pk=players[0].pk).aupdate(email="anna@example.org")
    log = Path(environment["VAR_DIR"]) / "log"
    with serving(environment) as server:
        assert await sync_to_async(ask_for_a_reset)(server.port) == 302
        await until(lambda: "/accounts/password/reset/key/" in log.read_text(), what="the mail is sent")
        text = log.read_text()
    printed = PRINTED.findall(text)[-1]
    assert f"{printed}accounts/password/reset/key/" in text
    assert FORGED not in text


def ask_for_a_reset(port: int) -> int:
    """Ask for a new password under a forged Host header; return the status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {
        "Host": FORGED,
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
    }
    try:
        connection.request(
            "POST", "/accounts/password/reset/", urlencode({"email": "anna@example.org"}), headers
        )
        return connection.getresponse().status
    finally:
        connection.close()
