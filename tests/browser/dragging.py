"""Cards that are dragged from the hand, by a mouse or by a finger."""

from __future__ import annotations

from typing import Protocol

import pytest
from playwright.sync_api import CDPSession

from tests.browser.phone import Phone


class Pointer(Protocol):
    """A mouse or a finger."""

    def down(self, x: float, y: float) -> None: ...

    def move(self, x: float, y: float) -> None: ...

    def up(self) -> None: ...


class Mouse:
    def __init__(self, phone: Phone) -> None:
        self.mouse = phone.page.mouse

    def down(self, x: float, y: float) -> None:
        self.mouse.move(x, y)
        self.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.mouse.move(x, y, steps=3)

    def up(self) -> None:
        self.mouse.up()


class Finger:
    def __init__(self, phone: Phone) -> None:
        self.session: CDPSession = phone.page.context.new_cdp_session(phone.page)

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", {"x": x, "y": y})

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", {"x": x, "y": y})

    def up(self) -> None:
        self._touch("touchEnd")


both = pytest.mark.parametrize("pointer", [Mouse, Finger], ids=["mouse", "finger"])


def drag(mine: Phone, card: str, onto: str, pointer: type[Mouse | Finger] = Mouse) -> None:
    """Drag a card of the hand to the middle of the right half of an element."""
    box, there = (mine.page.locator(one).bounding_box() for one in (f"#hand .card[value={card}]", onto))
    assert box is not None
    assert there is not None
    held: Pointer = pointer(mine)
    held.down(box["x"] + 8, box["y"] + 10)
    held.move(box["x"] + 16, box["y"] - 4)
    held.move(box["x"] + 30, box["y"] - 20)
    held.move(there["x"] + there["width"] * 0.75, there["y"] + min(there["height"] / 2, 12))
    held.up()
