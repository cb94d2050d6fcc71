/* What lies on the table, as classes of the table itself: each zone says on its root which parts it has (`with-melds`).
   The server does the same in the first drawing. A style sheet that searched for the parts (`:has`) would do so again at
   every change of the page. */

import { table } from "./page.js";

const PART = "with-";

const partsOf = (element) => Array.from(element.classList).filter((name) => name.startsWith(PART));

/** Bring the classes of the table up to date with its zones. */
export function showContents() {
  const lying = new Set(Array.from(table().querySelectorAll(`[class*=" ${PART}"]`), partsOf).flat());
  const { classList } = table();
  classList.remove(...partsOf(table()).filter((name) => !lying.has(name)));
  classList.add(...lying);
}
