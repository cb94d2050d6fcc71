"""Push messages in the service worker: the notice that is shown, and the page a tap on it leads to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Worker

from tests.browser.phone import Phone

MESSAGE = {
    "title": "It is your turn",
    "body": "Aafke and the others wait.",
    "url": "/rules/kraken/",
    "tag": "turn-ABCDEF",
    "lang": "en",
}
READY = "() => navigator.serviceWorker.ready.then(() => true)"
STAND_IN = """() => {
  self.shown = [];
  self.went = [];
  self.closed = [];
  self.registration.showNotification = async (title, { body, tag, lang, actions, data, silent }) => {
    const fresh = { title, body, tag, lang, data, silent, actions: (actions || []).map((each) => each.title) };
    self.shown = [...self.shown.filter((one) => !tag || one.tag !== tag), fresh];
  };
  self.registration.getNotifications = async () => self.shown.map((notice) => ({
    data: notice.data,
    close() {
      self.shown = self.shown.filter((one) => one !== notice);
      self.closed.push(notice);
    },
  }));
  self.clients.openWindow = async (url) => { self.went.push(`opened ${url}`); };
  WindowClient.prototype.focus = async function () { self.went.push(`focused ${new URL(this.url).pathname}`); };
}"""
"""A chromium without windows has no notices, and only a person's tap may open a window: both are noted, not done."""
TAPPED = """async (action) => {
  const notice = self.shown.shift();
  const event = new ExtendableEvent("notificationclick");
  const waited = [];
  event.waitUntil = (promise) => waited.push(promise);
  self.dispatchEvent(Object.assign(event, { action, notification: { data: notice.data, close() {} } }));
  await Promise.all(waited);
  return self.went;
}"""
"""Tap the oldest notice, or its button."""


CHANGED = """async (told) => {
  const made = (endpoint, p256dh, auth) => ({
    options: { applicationServerKey: new Uint8Array([4]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
  });
  const [before, after] = [made("https://old.example/1", "o", "b"), made("https://new.example/1", "n", "a")];
  let now = before;
  const manager = Object.getPrototypeOf(self.registration.pushManager);
  manager.getSubscription = async () => now;
  manager.subscribe = async () => after;
  if (!told) await keepSubscription();
  now = after;
  const sent = [], waited = [];
  self.fetch = async (url, { method, body }) => sent.push([url, method, body.toString()]);
  const event = new ExtendableEvent("pushsubscriptionchange");
  event.waitUntil = (promise) => waited.push(promise);
  self.dispatchEvent(Object.assign(event, told ? { oldSubscription: before, newSubscription: after } : {}));
  await Promise.all(waited);
  return sent;
}"""
"""Change the subscription; what the worker posts for it."""


@pytest.fixture(scope="module")
def pictures() -> bool:
    return True


@pytest.fixture
def service_workers() -> str:
    """These phones keep pages, as people's do."""
    return "allow"


@dataclass
class Subscribed:
    """A phone on the first page, its worker, and what a push service does with a message for it (`deliver`)."""

    phone: Phone
    worker: Worker
    deliver: Callable[[dict[str, str]], None]

    def shown(self) -> list[dict[str, Any]]:
        """The notices there are."""
        return list(self.worker.evaluate("() => self.shown"))

    def receives(self, message: dict[str, str]) -> dict[str, Any]:
        """The notice that shows a message."""
        self.deliver(message)
        self.phone.keep(lambda: None, until=lambda: self._shows(message))
        return self.shown()[-1]

    def tapped(self, action: str = "") -> list[str]:
        """Where a tap on the oldest notice leads."""
        return list(self.worker.evaluate(TAPPED, action))

    def _shows(self, message: dict[str, str]) -> bool:
        return any(one["body"] == message["body"] for one in self.shown())


@pytest.fixture
def subscribe(phone: Callable[..., Phone]) -> Subscribed:
    """A phone whose worker is ready."""
    mine = phone()
    mine.visit("/")
    mine.page.evaluate(READY)
    service = mine.page.context.new_cdp_session(mine.page)
    found: list[str] = []
    service.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    service.send("ServiceWorker.enable")
    mine.keep(lambda: None, until=lambda: found and mine.page.context.service_workers)
    (worker,) = mine.page.context.service_workers
    worker.evaluate(STAND_IN)

    def deliver(message: dict[str, str]) -> None:
        about = {"origin": mine.address, "registrationId": found[-1], "data": json.dumps(message)}
        service.send("ServiceWorker.deliverPushMessage", about)

    return Subscribed(mine, worker, deliver)


def test_a_message_is_shown_and_a_tap_opens_its_page(subscribe: Subscribed) -> None:
    shown = subscribe.receives(MESSAGE)
    assert {name: shown[name] for name in ("title", "body", "tag", "lang")} == {
        name: MESSAGE[name] for name in ("title", "body", "tag", "lang")
    }
    assert shown["actions"] == []
    assert subscribe.tapped() == ["opened /rules/kraken/"]


def test_a_tap_goes_to_the_page_where_it_is_open(subscribe: Subscribed) -> None:
    subscribe.receives(MESSAGE)
    other = subscribe.phone.page.context.new_page()
    other.goto(subscribe.phone.address + MESSAGE["url"])
    assert subscribe.tapped() == ["focused /rules/kraken/"]


def test_a_page_that_shows_the_place_already_gets_a_silent_notice_that_goes_again(
    subscribe: Subscribed,
) -> None:
    """Browsers end the subscription of a site whose messages show nothing."""
    subscribe.phone.visit(MESSAGE["url"])
    subscribe.deliver(MESSAGE)
    subscribe.receives({**MESSAGE, "url": "/look/", "tag": "another", "body": "About another page."})
    assert [(one["body"], one["silent"]) for one in subscribe.shown()] == [("About another page.", False)]
    closed = subscribe.worker.evaluate("() => self.closed")
    assert [(one["body"], one["silent"]) for one in closed] == [(MESSAGE["body"], True)]


@pytest.mark.parametrize("told", ["by the browser", "kept by the worker"])
def test_a_browser_with_another_address_tells_the_club(subscribe: Subscribed, told: str) -> None:
    """Some browsers say in the event what the old and the new address are, others nothing at all."""
    sent = subscribe.worker.evaluate(CHANGED, told == "by the browser")
    assert sent == [
        [
            "/push/changed/",
            "POST",
            "endpoint=https%3A%2F%2Fnew.example%2F1&p256dh=n&auth=a&old_endpoint=https%3A%2F%2Fold.example%2F1&old_auth=b",
        ]
    ]


def test_a_second_message_about_the_same_takes_the_place_of_the_first(subscribe: Subscribed) -> None:
    for body in ("Aafke waits.", "Everybody waits."):
        subscribe.receives({**MESSAGE, "body": body})
    assert [one["body"] for one in subscribe.shown()] == ["Everybody waits."]


def test_i_can_is_answered_with_a_sentence_of_the_club(subscribe: Subscribed) -> None:
    wanted = {**MESSAGE, "title": "A substitute is wanted", "yes": "I can", "answer": "no such answer"}
    assert subscribe.receives(wanted)["actions"] == ["I can"]
    assert subscribe.tapped("yes") == []
    (told,) = subscribe.shown()
    assert told["title"].endswith(".")


def test_i_can_without_a_connection_leads_to_the_notices(subscribe: Subscribed) -> None:
    wanted = {**MESSAGE, "yes": "I can", "answer": "no such answer"}
    subscribe.receives(wanted)
    subscribe.worker.evaluate("() => { self.fetch = () => Promise.reject(new TypeError('no connection')); }")
    assert subscribe.tapped("yes") == ["opened /me/notices/"]
