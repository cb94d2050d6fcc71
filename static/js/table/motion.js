/* Motion shows cause; how long it takes, if anything, is the player's wish. */

import { page } from "./page.js";

export const EASE = "cubic-bezier(.22,.8,.3,1)";

/** How long a card flies, in ms; 0 for who wants nothing to move. */
export const duration = () => parseFloat(getComputedStyle(page).getPropertyValue("--flight")) || 0;

export const middleOfBox = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

export const middleOf = (element) => middleOfBox(element.getBoundingClientRect());

/** Move an element between two points; `frames` makes the key frames from the way between them, as a `translate`. It
    takes as long as `flights` flights of a card; `timing` is what else `animate` is to know. */
export function fly(element, from, to, frames, flights = 1, timing = {}) {
  const move = { x: from.x - to.x, y: from.y - to.y };
  return element.animate(frames(`${move.x}px ${move.y}px`), { duration: flights * duration(), easing: EASE, ...timing });
}
