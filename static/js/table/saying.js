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

/** Show or hide the band over the felt that says the line is down. */
export function band(shown) {
  const element = table() && table().querySelector(".band");
  if (element) element.hidden = !shown;
}

/** Say why this screen is silent for good, beside the way back. */
export function sayGone(sentence) {
  const element = byId("gone");
  if (!element) return;
  band(false);
  element.querySelector("span").textContent = sentence;
  element.hidden = false;
  for (const own of [byId("prompt"), byId("hand")]) if (own) own.inert = true;
}
