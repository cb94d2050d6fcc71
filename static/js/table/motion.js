/* Motion shows cause; how long it takes, if anything, is the player's wish. */

import { page } from "./page.js";

export const EASE = "cubic-bezier(.22,.8,.3,1)";

/** How long a card flies, in ms; 0 for who wants nothing to move. */
export const duration = () => parseFloat(getComputedStyle(page).getPropertyValue("--flight")) || 0;

export const middleOfBox = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

export const middleOf = (element) => middleOfBox(element.getBoundingClientRect());

/** Move an element between two points in `time` ms; `frames` makes the key frames from the way between them, as a
    `translate`. `timing` is what else `animate` is to know. It measures nothing: who moves several measures all of them
    first, because the browser lays out the page anew for each look after a motion has begun. */
export function fly(element, from, to, frames, time, timing = {}) {
  const move = { x: from.x - to.x, y: from.y - to.y };
  return element.animate(frames(`${move.x}px ${move.y}px`), { duration: time, easing: EASE, ...timing });
}

let landsAt = -Infinity;

/** A card has begun to fly, and lies after `time` ms. */
export function noteFlight(time) {
  landsAt = Math.max(landsAt, performance.now() + time);
}

/** How long it takes until every card lies, in ms. */
export const untilLanded = () => Math.max(0, landsAt - performance.now());

/** Let a figure be seen as it was, or not at all where `old` is "", until the cards that made it lie, after `time` ms. */
export function holdFigure(figure, old, time) {
  const words = figure.firstChild;
  const now = words.data;
  if (!time || now === old) return;
  if (old) words.data = old;
  const look = { opacity: old ? 1 : 0 };
  figure.animate([look, look], { duration: time }).finished.then(() => (words.data = now), () => (words.data = now));
}
