/* The end of a round, where its sheet has just opened: the heaps are counted up, and the rest comes as the style sheet
   says, the sums and the totals in the strip with the sentence: they would tell the end before it is counted. Nobody waits for it: the sheet and its button are there from the first. */

import { you } from "./page.js";
import { play } from "./sound.js";

const COUNTED = 1.8; // flights of a card that counting takes

/** Let the end of the round come in, where cards take `flight` ms to fly; nothing moves where that is 0. */
export function showEnding(flight) {
  if (document.querySelector(`#sheet.is-open :is(.round-end-words.best-${you()}, .sheet-end h2 > .for-${you()})`)) play("win");
  const end = document.querySelector("#sheet.is-open .round-end");
  if (!end || !flight) return;
  end.classList.add("is-fresh");
  for (const told of document.querySelectorAll("#sheet, #strip")) told.classList.add("is-ending");
  const began = performance.now();
  const heaps = Array.from(end.querySelectorAll(".heap-points"), (points) => ({ points, whole: points.textContent, most: Number(points.dataset.points) }));
  const count = (now) => {
    const share = Math.min(Math.max(now - began, 0) / (COUNTED * flight), 1);
    for (const { points, whole, most } of heaps) points.textContent = share < 1 ? String(Math.round(share * most)).replace("-", "−") : whole;
    if (share < 1) requestAnimationFrame(count);
  };
  count(began);
}
