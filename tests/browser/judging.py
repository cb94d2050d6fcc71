"""Checks of a page on a phone: faults found by axe, and elements that do not fit the screen."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe

from tests.browser.phone import Phone

AXE: Final = Axe()
OF_COLOUR: Final = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours; all others give the same in both themes."""


SMALLEST = {"width": 320, "height": 640}


STICKS_OUT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.right > innerWidth + 1 && getComputedStyle(one).position !== "absolute"
      && !one.closest(".visually-hidden, .skip-link");
  })
  .map((one) => `${one.tagName}.${one.className}`)"""
OUTSIDE = """() => [...document.querySelectorAll("#hand .card, #prompt .button, .strip > *, .seat .face, .trick .card")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1)
  .map(([name, box]) => `${name}: ${box.left}..${box.right}, ${box.top}..${box.bottom}`)"""
CUT = """() => [...document.querySelectorAll("#prompt .button, #prompt p")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
COVERED_FACES = """() => [...document.querySelectorAll(".seat > .face")].filter((face) => face.checkVisibility())
  .map((face) => [face, face.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth
    || [...document.querySelectorAll(".seat > :not(.face, .word, .makes, .explains), .captured")]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .some((other) => Math.max(0, Math.min(other.right, box.right) - Math.max(other.left, box.left))
        * Math.max(0, Math.min(other.bottom, box.bottom) - Math.max(other.top, box.top))
        > 0.12 * box.width * box.height))
  .map(([face]) => face.parentElement.id)"""
"""Seats whose face lies outside of the screen or has more than a corner under something else; what somebody says and
the trumps they made may lie over it, and the button that explains a seat is not seen."""
BUTTONS = """() => [...document.querySelectorAll("#prompt .button")].map((button) => {
  const box = button.getBoundingClientRect();
  return { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
})"""


AT_REST = """() => document.getAnimations()
  .every((one) => one.playState !== "running" || one.animationName === "notice")"""
"""Whether every animation has ended, but for the one that takes a notice away after some seconds."""


def at_rest(phone: Phone) -> None:
    """Wait until nothing on the page moves any more."""
    assert phone.wait_for(AT_REST), "something still moves"


def axe_violations(phone: Phone, *rules: str) -> list[dict[str, Any]]:
    """Return what axe finds on the current page, loaded to its end: of these rules, or of all."""
    phone.page.wait_for_load_state()
    if not phone.page.evaluate("() => 'axe' in window"):
        phone.page.evaluate(AXE.axe_script)
    # What is loaded before is for pages with sound or film; every style sheet would be read once more.
    options = {"resultTypes": ["violations"], "preload": False, **({"runOnly": list(rules)} if rules else {})}
    found: list[dict[str, Any]] = phone.page.evaluate(
        "async (options) => (await axe.run(options)).violations", options
    )
    return found


def judge(phone: Phone, where: str) -> list[str]:
    """The faults axe finds on the current page: all in the light theme, those of colour in the dark one too."""
    found = []
    for theme, rules in (("light", ()), ("dark", OF_COLOUR)):
        phone.page.emulate_media(color_scheme=theme)
        at_rest(phone)
        for fault in axe_violations(phone, *rules):
            nodes = "; ".join(f"{node['target'][0]}: {node['failureSummary']}" for node in fault["nodes"])
            found.append(f"{where}, {theme}: {fault['id']} ({fault['help']}) {nodes}")
    return found


NEW_TO_AXE: Final = """() => {
  window.judged ??= new Set();
  const looks = [...document.querySelectorAll("body, body *")].map((one, at) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return "";
    const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(one);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.6 : 24);
    return [at, color, backgroundColor, large].join();
  }).filter((look) => look && !window.judged.has(look));
  looks.forEach((look) => window.judged.add(look));
  return looks.length > 0;
}"""
"""Whether an element is seen, or has colours or letters, as in no size in which this was asked before."""


def judge_once(phone: Phone, where: str) -> list[str]:
    """As `judge`, for a page that is looked at in several sizes: [] where it shows nothing new in this one."""
    return judge(phone, where) if phone.page.evaluate(NEW_TO_AXE) else []


def sticking_out(phone: Phone, path: str) -> list[str]:
    """The elements wider than the screen, or a sentence where the page scrolls sideways."""
    phone.visit(path)
    return too_wide(phone, path)


CLIPPED: Final = """() => [...document.querySelectorAll(".list-row *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"))
  .filter((one) => {
    const [box, row] = [one, one.closest(".list-row")].map((each) => each.getBoundingClientRect());
    const inside = row.right - parseFloat(getComputedStyle(one.closest(".list-row")).paddingRight);
    return box.right > inside + 1 || (one.matches(".list-main") && one.scrollWidth > one.clientWidth + 1);
  })
  .map((one) => `${one.className}: ${one.textContent.trim()}`)"""
"""The elements that are cut off in a row of a list, or run into its end."""
WIDTHS: Final = (320, 1280, 360, 768)
"""The ends first: what is seen between them is mostly seen on one of the two."""
HEIGHT: Final = 740


def too_wide(phone: Phone, where: str) -> list[str]:
    """The elements of the current page that are wider than the screen, or a sentence where it scrolls sideways."""
    found = [f"{where}: {one}" for one in phone.page.evaluate(STICKS_OUT)]
    if phone.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
        found.append(f"{where} scrolls sideways")
    return found


def faults_in_all_widths(phone: Phone, where: str) -> list[str]:
    """Return what the current page gets wrong in each width: elements too wide or cut in its lists, faults of axe."""
    found = []
    phone.page.evaluate("() => { delete window.judged; }")
    for width in WIDTHS:
        phone.page.set_viewport_size({"width": width, "height": HEIGHT})
        found += [f"{width}: {one}" for one in too_wide(phone, where) + judge_once(phone, where)]
        found += [f"{width}: {where} cuts {one}" for one in phone.page.evaluate(CLIPPED)]
    return found


def judge_in_all_widths(phone: Phone, path: str) -> list[str]:
    """Visit a page; the faults it has in each width of a screen."""
    phone.visit(path)
    return faults_in_all_widths(phone, path)
