/* The cards that came into the hand last are marked until others come, where hands are drawn to. */

import { byId } from "../page.js";

export const MAX_DRAWN = 2; // cards that come into a hand at once; more are a new deal

let newest = []; // their values

/** Mark the cards that `old` (the values of the hand before) did not hold, or those of the time before where it did. */
export function markNewest(old) {
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  const fresh = cards.filter((card) => !old.includes(card.value)).map((card) => card.value);
  if (!old.length || fresh.length > MAX_DRAWN) newest = [];
  else if (fresh.length) newest = fresh;
  const drawn = byId("trick") && byId("trick").querySelector(".stock") ? newest : [];
  cards.forEach((card) => card.classList.toggle("is-new", drawn.includes(card.value)));
}
