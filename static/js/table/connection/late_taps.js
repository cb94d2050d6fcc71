/* Buttons of a new question that come where others stood: for half a second they act on no tap, which was meant for
   those before. Keys act at once, and after the player's own answer taps do too. */

import { byId } from "../page.js";
import { offerNow, questionNow } from "../turn.js";

const MEANT_FOR_ANOTHER = 500; // ms

let read = "";
let buttonsSeen = -Infinity;
let heldBackUntil = -Infinity;

const hasButtons = () => byId("prompt").querySelector("button") !== null;

const askedNow = () => questionNow() || offerNow();

/** Keep what the player reads before a push changes it; `answered` says that an own answer is on its way. */
export function seeQuestion({ answered }) {
  if (hasButtons()) {
    read = askedNow();
    buttonsSeen = performance.now();
  }
  if (answered) heldBackUntil = buttonsSeen = -Infinity;
}

/** Hold back taps on the buttons of the question on the screen, where they came in the place of others. */
export function ignoreLateTaps() {
  const now = performance.now();
  if (hasButtons() && askedNow() !== read && now - buttonsSeen < MEANT_FOR_ANOTHER) {
    heldBackUntil = now + MEANT_FOR_ANOTHER;
    read = askedNow();
  }
  if (now < heldBackUntil) byId("prompt").animate({ pointerEvents: ["none", "none"] }, heldBackUntil - now);
}
