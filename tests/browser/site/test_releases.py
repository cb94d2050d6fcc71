"""Storage of a phone: a new release replaces the files of the old one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.patience import PATIENCE

WORKER = Path("static/root/service-worker.js")
TAKE_OVER = """async () => {
  const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  await navigator.serviceWorker.register("/service-worker.js");
  await taken;
}"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const each of await (await caches.open(name)).keys()) found.push(new URL(each.url).pathname);
  return found.sort();
}"""
ONCE_IT_KEEPS = f"""async ([wanted, patience]) => {{
  const end = performance.now() + patience;
  for (;;) {{
    const found = await ({KEPT})();
    if (String(found) === String(wanted) || performance.now() > end) return found;
    await new Promise((done) => setTimeout(done, 20));
  }}
}}"""
"""The paths of the cached files, read again until they are the wanted ones or the patience ends."""
ALWAYS = [
    "/static/css/club.css",
    "/static/css/contrast.css",
    "/static/img/icon.svg",
    "/static/js/offline.js",
    "/static/offline.html",
]


class Release(BaseHTTPRequestHandler):
    """The worker of the club, and something under every other name."""

    def do_GET(self) -> None:
        is_worker = self.path == "/service-worker.js"
        content = WORKER.read_bytes() if is_worker else b"<!doctype html><title>A page</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_words: object) -> None:
        """Discard the server's log lines."""


@pytest.fixture
def address() -> Iterator[str]:
    """Where a server answers."""
    with ThreadingHTTPServer(("localhost", 0), Release) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_file_of_a_new_release_takes_the_place_of_the_old_one(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.evaluate(TAKE_OVER)

    def keeps(asked: list[str], wanted: list[str]) -> bool:
        for path in asked:
            page.evaluate("(path) => fetch(path)", path)
        wanted = sorted([*ALWAYS, *wanted])
        return page.evaluate(ONCE_IT_KEEPS, [wanted, PATIENCE * 1000]) == wanted

    style, script = "/static/css/club.0123456789ab.css", "/static/js/table.0123456789ab.js"
    assert keeps([style, script], [style, script])
    newer = "/static/css/club.ba9876543210.css"
    assert keeps([newer], [newer, script])
    page.close()
