/* Saying things: to the eye, to the ear, and that the line is down. */

import { byId, table } from "./page.js";

/** A sentence for the player, shown anew even where it is the same as before. */
export function tell(sentence) {
  const old = byId("notice");
  if (!old || !sentence) return;
  const fresh = old.cloneNode();
  fresh.textContent = sentence;
  old.replaceWith(fresh);
}

/** What happened, read aloud. */
export function announce(sentences) {
  const live = byId("live");
  if (live && sentences.length) live.textContent = sentences.join(". ");
}

/** Show or hide the band over the felt; with a sentence of its own where one is given. */
export function band(shown, sentence) {
  const element = table() && table().querySelector(".band");
  if (!element) return;
  if (sentence) {
    element.textContent = sentence;
    element.classList.add("is-long");
  }
  element.hidden = !shown;
}
