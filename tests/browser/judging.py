"""What is wrong with a page on a phone: what axe finds, and what does not fit."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe

from tests.browser.phone import Phone

THEMES = ("light", "dark")


SMALLEST = {"width": 320, "height": 640}


STICKS_OUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.right > innerWidth + 1 && getComputedStyle(one).position !== "absolute"
      && !one.closest(".visually-hidden, .skip-link");
  })
  .map((one) => `${one.tagName}.${one.className}`)"""


def judge(phone: Phone, where: str) -> list[str]:
    """What axe says of the page as it is now, in both themes."""
    found = []
    for theme in THEMES:
        phone.page.emulate_media(color_scheme=theme)
        phone.page.wait_for_timeout(50)
        for fault in Axe().run(phone.page).response["violations"]:
            nodes = "; ".join(f"{node['target'][0]}: {node['failureSummary']}" for node in fault["nodes"])
            found.append(f"{where}, {theme}: {fault['id']} ({fault['help']}) {nodes}")
    return found


def sticking_out(phone: Phone, path: str) -> list[str]:
    """What is wider than the screen on a page, or the page that can be pushed sideways."""
    phone.visit(path)
    found = [f"{path}: {one}" for one in phone.page.evaluate(STICKS_OUT)]
    if phone.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
        found.append(f"{path} scrolls sideways")
    return found
