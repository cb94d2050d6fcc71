"""Scripts that look, wait and play inside a page: it says at once when something has become so, and is not asked again
and again from outside."""

from __future__ import annotations

from typing import Final

WATCHED: Final = "{ subtree: true, childList: true, attributes: true, characterData: true }"
WAITED: Final = f"""([asked, longest]) => new Promise((done) => {{
  const holds = CONDITION;
  const givenUp = performance.now() + longest;
  const look = () => {{
    const found = holds(asked);
    if (!found && performance.now() < givenUp) return;
    watch.disconnect();
    clearInterval(again);
    document.removeEventListener("table:shown", look);
    done(found || null);
  }};
  const watch = new MutationObserver(look);
  watch.observe(document, {WATCHED});
  const again = setInterval(look, 100);
  document.addEventListener("table:shown", look);
  look();
}})"""
"""Ask a condition at each change of the page and every tenth of a second; gives what it finds, null when that took too
long."""
CHANGED: Final = f"""(longest) => new Promise((done) => {{
  window.watched ??= (() => {{
    const seen = {{ changes: 0, known: 0, tell: () => {{}} }};
    const note = () => {{
      seen.changes += 1;
      seen.tell();
    }};
    new MutationObserver(note).observe(document, {WATCHED});
    document.addEventListener("table:shown", note);
    return seen;
  }})();
  const seen = window.watched;
  const late = setTimeout(() => seen.tell(), longest);
  seen.tell = () => {{
    clearTimeout(late);
    seen.tell = () => {{}};
    seen.known = seen.changes;
    done();
  }};
  if (seen.changes > seen.known) seen.tell();
}})"""
"""Wait until the page has changed since the last time this was asked, or so many milliseconds are over."""
PLACE: Final = """([selector, at]) => {
  const there = document.querySelector(selector);
  if (!there || !("loaded" in document.documentElement.dataset)) return null;
  if (!there.checkVisibility({ visibilityProperty: true })) return null;
  if (there.closest(":disabled, [aria-disabled=true]")) return null;
  const middle = (box) => (at ? [box.left + there.clientLeft + at.x, box.top + there.clientTop + at.y]
    : [box.left + box.width / 2, box.top + box.height / 2]);
  let [x, y] = middle(there.getBoundingClientRect());
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
    there.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    [x, y] = middle(there.getBoundingClientRect());
  }
  if (!there.contains(document.elementFromPoint(x, y))) return null;
  delete window.answered;
  return [x, y];
}"""
"""Where a finger meets an element, once the page has loaded to its end, and the element is in sight, can be used and
has nothing over it; null until then. From then on `window.answered` is of the tap that follows."""
BEGUN: Final = f"""([buttons, ends, longest]) => {{
  const moment = MOMENT;
  const givenUp = performance.now() + longest;
  const met = new Set();
  window.stopPlaying?.();
  window.playing = new Promise((done) => {{
    let soon = 0;
    window.stopPlaying = () => {{
      watch.disconnect();
      clearInterval(again);
      clearTimeout(soon);
    }};
    const step = () => {{
      soon = 0;
      const now = moment();
      if (now) met.add(now);
      const over = ends.includes(now);
      if (over || performance.now() > givenUp) {{
        window.stopPlaying();
        done([[...met], over]);
      }} else if (now) document.querySelector(buttons[now] ?? now)?.click();
    }};
    const watch = new MutationObserver(() => {{
      soon ||= setTimeout(step, 5);
    }});
    watch.observe(document, {WATCHED});
    const again = setInterval(step, 100);
    step();
  }});
}}"""
"""Begin to click the button of each moment, as a beginner would tap it, until one of the last moments or until
it begins again."""
ENDED: Final = "() => window.playing"
"""Wait for the end of what `BEGUN` began; gives the moments met, and whether the last of them is one of the ends."""
