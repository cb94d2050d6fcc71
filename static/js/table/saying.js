/* Saying things: to the eye, to the ear, and that the line is down. */

import { hold, untilLanded } from "./motion.js";
import { byId, table } from "./page.js";

/** A sentence for the player, shown anew even where it is the same as before. */
export function tell(sentence) {
  const old = byId("notice");
  if (!old || !sentence) return;
  const fresh = old.cloneNode();
  fresh.textContent = sentence;
  old.replaceWith(fresh);
}

const MAX_SENTENCES = 40; // sentences that can be read again

/** What happened, read aloud: each sentence is added to the log of the page, so that none takes the place of another. Where
    the log is seen too (contents.js), it is without what stands in large letters elsewhere (`seen: false`), and a line is
    seen when the cards lie. */
export function announce(sentences, { seen = true } = {}) {
  const live = byId("live");
  if (!live) return;
  const time = seen && live.matches(".is-seen") ? untilLanded() : 0;
  for (const sentence of sentences.map((each) => each.trim()).filter(Boolean)) {
    const line = document.createElement("p");
    if (!seen) line.className = "unseen";
    line.textContent = sentence;
    live.append(line);
    if (time) hold(line, { opacity: 0 }, time);
  }
  while (live.children.length > MAX_SENTENCES) live.firstElementChild.remove();
}

let lineSays = ""; // what the band says; "" while the line is good

/** Say in the band, which lies over the totals in the strip, that the line is down, or no more; and that what was tapped
    before goes out when it is back. */
export function band(shown) {
  const { sayReconnecting, sayKept } = shown && table() ? table().dataset : {};
  lineSays = (table() && table().hasAttribute("aria-busy") ? sayKept : sayReconnecting) || "";
  showBand();
}

/** Say in the band that the server does not answer. */
export function bandSlow() {
  lineSays = table() ? table().dataset.saySlow : "";
  showBand();
}

/** Let the band be as it was, in a strip that is drawn anew. */
export function showBand() {
  const element = byId("strip") && byId("strip").querySelector(".band");
  if (!element) return;
  element.textContent = lineSays;
  element.hidden = !lineSays;
}

/** Say why this screen is silent, beside the way back where there is one. */
export function sayGone(sentence, { forGood = false } = {}) {
  const element = byId("gone");
  if (!element) return;
  band(false);
  element.querySelector("span").textContent = sentence;
  element.querySelector("a").hidden = forGood;
  element.hidden = false;
  for (const own of [byId("prompt"), byId("hand")]) if (own) own.inert = true;
}
