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
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found: list[dict[str, Any]] = phone.page.evaluate(
        "async (options) => (await axe.run(options)).violations", options
    )
    return found


LOOKED_AT: Final = """(theme) => {
  const all = [...document.querySelectorAll("*")];
  const boxes = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
  const styles = new Map(all.map((one) => [one, getComputedStyle(one)]));
  const shown = new Set(all.filter((one) => one.checkVisibility({ visibilityProperty: true })));
  const bits = all.map((one) => {
    const box = boxes.get(one);
    const { overflowX, overflowY } = styles.get(one);
    const rolls = (how) => how === "auto" || how === "scroll";
    const scrolls = (rolls(overflowX) && one.scrollWidth > one.clientWidth)
      || (rolls(overflowY) && one.scrollHeight > one.clientHeight);
    const outside = box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
    return 8 * shown.has(one) + 4 * scrolls + 2 * outside + !(box.width && box.height);
  });
  const looks = (one) => {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = styles.get(one);
    const covers = [one.matches("img, svg, canvas, video"), backgroundColor, backgroundImage !== "none"].join();
    return [covers, [opacity, filter, mixBlendMode].join()];
  };
  const [bare, plain] = looks(document.head);
  const painted = [...shown].map((one) => [one, ...looks(one)])
    .filter(([, covers, effects]) => covers !== bare || effects !== plain)
    .map(([one, covers, effects]) => {
      const { position, zIndex } = styles.get(one);
      return [one, covers !== bare, [covers, effects, position, zIndex].join()];
    });
  const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const inside = (a, b) =>
    a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  // The background of the root lies under everything.
  const within = (place, one) => one === document.documentElement || inside(place, boxes.get(one));
  const range = document.createRange();
  const lines = [...shown].flatMap((one) => {
    if (one.matches("input, select, textarea")) return [[one, [boxes.get(one)]]];
    return [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()).map((node) => {
      range.selectNodeContents(node);
      return [one, [...range.getClientRects()]];
    });
  });
  const colours = lines.flatMap(([one, places]) => {
    const style = styles.get(one);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const link = one.closest("a");
    const ofLink = link && [styles.get(link), styles.get(link.parentElement)].flatMap((how) =>
      [how.color, how.display, how.textDecorationLine, how.fontWeight, how.fontStyle, how.borderBottomWidth]);
    const letters = [style.color, style.textShadow, large, ofLink].join();
    return places.map((place) => {
      const under = painted
        .filter(([other, covers]) => other.contains(one) || (covers && cross(place, boxes.get(other))))
        .map(([other, , paint]) => `${other.contains(one)} ${within(place, other)} ${paint}`);
      return letters + [...new Set(under)].join(";");
    });
  });
  window.judged ??= {};
  const known = (window.judged[theme] ??= new Set());
  const now = [...new Set([bits.join() + document.documentElement.outerHTML, ...colours])];
  const fresh = now.filter((what) => !known.has(what));
  fresh.forEach((what) => known.add(what));
  return fresh.length > 0;
}"""
"""Whether axe would find anything on this page, in this theme, that it has not been asked about before. That is: other
elements, or others of them shown, scrolling, empty or outside; letters of another colour or kind, or over another
stack of backgrounds."""


def judge(phone: Phone, where: str, *, again: bool = False) -> list[str]:
    """Return the faults axe finds on the current page: all in the light theme, those of colour in the dark one too.

    `again`: at each of several sizes of a page; axe looks only where a size shows it anything new.
    """
    found = []
    for theme, rules in (("light", ()), ("dark", OF_COLOUR)):
        phone.page.emulate_media(color_scheme=theme)
        phone.page.wait_for_timeout(50)
        if again and not phone.page.evaluate(LOOKED_AT, theme):
            continue
        for fault in axe_violations(phone, *rules):
            nodes = "; ".join(f"{node['target'][0]}: {node['failureSummary']}" for node in fault["nodes"])
            found.append(f"{where}, {theme}: {fault['id']} ({fault['help']}) {nodes}")
    return found


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
WIDTHS: Final = (320, 360, 768, 1280)
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
    for width in WIDTHS:
        phone.page.set_viewport_size({"width": width, "height": HEIGHT})
        found += [f"{width}: {one}" for one in too_wide(phone, where) + judge(phone, where, again=True)]
        found += [f"{width}: {where} cuts {one}" for one in phone.page.evaluate(CLIPPED)]
    return found


def judged_in_all_widths(phone: Phone, path: str) -> list[str]:
    """Visit a page; the faults it has in each width of a screen."""
    phone.visit(path)
    return faults_in_all_widths(phone, path)
