/* What lies on the table, as classes of the table itself: each zone says on its root which parts it has (`with-melds`).
   The server does the same in the first drawing. A style sheet that searched for the parts (`:has`) would do so again at
   every change of the page. */

import { byId, table } from "./page.js";

const PART = "with-";

const partsOf = (element) => Array.from(element.classList).filter((name) => name.startsWith(PART));

/** Bring the classes of the table up to date with its zones. While cards are played where there is nobody to talk to, what
    happened is seen in the place of talk. */
export function showContents() {
  const lying = new Set(Array.from(table().querySelectorAll(`[class*=" ${PART}"]`), partsOf).flat());
  const { classList } = table();
  classList.remove(...partsOf(table()).filter((name) => !lying.has(name)));
  classList.add(...lying);
  const live = byId("live");
  if (live) live.classList.toggle("is-seen", table().matches(".with-bots-only:not(.with-open-sheet)"));
}
