/* What a word or a role at a seat means: said with the first one of its kind that this browser sees, and whenever the seat
   is tapped. */

import { byId, nameOf } from "./page.js";
import { noteHappening } from "./motion.js";
import { tell } from "./saying.js";

const STORE = "meanings"; // the sentences this browser has said, one a line
const MEANING_TIME = 3500; // ms for which a first one stands in the place of the question

const known = () => (localStorage.getItem(STORE) || "").split("\n");

/** Explain the words of these seats (ids) that were not explained yet, and add that to the news. */
export function showMeanings(seats, news) {
  const meanings = new Map();
  for (const seat of seats.map(byId)) {
    const one = seat.querySelector(".explains[data-word]");
    if (one && !meanings.has(one.dataset.word)) meanings.set(one.dataset.word, nameOf(seat));
  }
  const fresh = Array.from(meanings).filter(([words]) => !known().includes(words));
  if (!fresh.length) return;
  localStorage.setItem(STORE, [...known(), ...fresh.map(([words]) => words)].join("\n"));
  noteHappening(fresh.map(([words, name]) => `${name} · ${words}`).join(" "), MEANING_TIME);
  news.push(...fresh.map(([words]) => words));
}

document.addEventListener("click", (event) => {
  const one = event.target.closest("#table .explains");
  if (one) tell([one.dataset.word, one.dataset.role].filter(Boolean).join(" "));
});
