/* Talk: a bubble with the face of who spoke, a mark on the panel. */

import { byId, faceAt, table, wordsFor, you } from "./page.js";
import { announce } from "./saying.js";
import { hasRoom } from "./panels.js";

const TALK_TIME = 4000; // ms

let saidNow = null; // the face of who spoke last, and the words
let fades = 0;

/** What has been said, as lines of the panel. */
export const talkNow = () => Array.from(document.querySelectorAll("#talk > li"));

/** Show what was said beyond the first `known` lines. */
export function showTalk(known) {
  const lines = talkNow();
  const panel = table().querySelector(".talk-panel");
  if (lines.length <= known || !panel) return;
  const list = byId("talk");
  list.scrollTop = list.scrollHeight;
  if (panel.open && !hasRoom()) return;
  const fresh = lines.slice(known);
  if (!panel.open && fresh.some((line) => !line.classList.contains(`at-${you()}`))) panel.dataset.new = "";
  for (const line of fresh) bubble(line);
}

/* In the place of the totals, with the face of who speaks: over the cloth it would lie over somebody or something. */
function bubble(line) {
  const face = faceAt(line.className.match(/at-(\d)/)[1]);
  saidNow = { face: face ? face.className : "", words: line.lastElementChild.textContent };
  showSaid();
  announce([wordsFor(line)]);
  clearTimeout(fades);
  fades = setTimeout(() => {
    saidNow = null;
    showSaid();
  }, TALK_TIME);
}

/** Show what is said now, also in a strip that is drawn anew. */
export function showSaid() {
  const place = byId("strip") && byId("strip").querySelector(".said-now");
  if (!place) return;
  place.hidden = !saidNow;
  if (!saidNow) return;
  const [face, words] = [document.createElement("i"), document.createElement("span")];
  face.className = saidNow.face;
  words.textContent = saidNow.words;
  place.replaceChildren(face, words);
}
