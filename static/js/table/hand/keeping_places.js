/* No card moves under a thumb that may tap it. A hand closes up when a card is played, while others are asked; whoever
   takes the trick with its last card leads at once, so there the place of that card stays empty until the next one. */

import { byId } from "../page.js";

/** Keep the place of the one card that is gone since `old` (the values of the hand before) where its player leads on. */
export function keepPlace(old) {
  const hand = document.querySelector("#hand:not(.hand--sorts)");
  if (!hand || !byId("prompt").matches(".plays") || !document.querySelector("#trick .trick.complete")) return;
  const cards = Array.from(hand.querySelectorAll(".card"));
  const gone = old.findIndex((value) => !cards.some((card) => card.value === value));
  if (gone < 0 || old.length !== cards.length + 1) return;
  const place = document.createElement("i");
  place.className = "card-place";
  place.setAttribute("aria-hidden", "true");
  hand.insertBefore(place, cards[gone] || null);
}
