/* Playing by keyboard: the hand is one stop of the Tab key, whose cards the arrows reach, and the focus waits where one's
   turn is. */

import { byId } from "../page.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

let byKey = false;

const cards = () => Array.from(document.querySelectorAll("#hand .card:not([data-slotted])"));
const playable = (card) => !card.hasAttribute("aria-disabled");

/** What every fresh drawing needs: one card is the stop, the one that has the focus or the first that may be played. */
export function oneStop() {
  const held = cards();
  stopAt(held.find((card) => card === document.activeElement) || held.find(playable) || held[0]);
}

function stopAt(stop) {
  for (const card of cards()) card.tabIndex = card === stop ? 0 : -1;
}

/** Who plays by keyboard and whose focus went with what they answered finds it where they are asked, or on the sheet. */
export function meetTurn() {
  if (!byKey || document.activeElement !== document.body) return;
  const meets = document.querySelector("#sheet.is-open") || asked(byId("prompt"));
  if (meets) meets.focus({ preventScroll: true });
}

function asked(prompt) {
  if (!prompt.classList.contains("yours")) return null;
  return prompt.classList.contains("plays") ? cards().find(playable) : prompt.querySelector(".answer button");
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("#hand .card")) stopAt(event.target);
});

document.addEventListener("keydown", (event) => {
  byKey = true;
  // A key held down says one thing: the focus may have come to the next question meanwhile.
  if (event.repeat && event.key === "Enter" && event.target.closest("#hand, #prompt")) event.preventDefault();
  const held = cards();
  const place = held.indexOf(event.target);
  if (place < 0 || !STEPS[event.key]) return;
  event.preventDefault();
  held[(place + STEPS[event.key] + held.length) % held.length].focus();
});

document.addEventListener("pointerdown", () => (byKey = false));
