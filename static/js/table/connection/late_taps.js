/* Buttons of a new question that come where others stood: for a moment they are not lit and act on no tap, which was
   meant for those before. Keys act at once, and after the player's own answer taps do too. */

import { hold } from "../motion.js";
import { byId } from "../page.js";
import { offerNow, questionNow } from "../turn.js";

const LATE_TAP_TIME = 700; // ms in which a tap is meant for what stood there before
const TAP_TRAVEL_TIME = 2500; // ms after buttons went in which a thumb may still be on its way to them, whatever came between
const UNLIT = { opacity: 0.4 };

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

/** Whether a tap on an answer counts not yet. */
export const isHeldBack = () => performance.now() < heldBackUntil;

/** Hold back taps on the buttons of the question on the screen, and on the piles that answer it too, where they came in
    the place of others. */
export function ignoreLateTaps() {
  const now = performance.now();
  if (hasButtons() && askedNow() !== read && now - buttonsSeen < TAP_TRAVEL_TIME) {
    heldBackUntil = now + LATE_TAP_TIME;
    read = askedNow();
  }
  if (!isHeldBack()) return;
  hold(byId("prompt"), { pointerEvents: "none" }, heldBackUntil - now);
  document.querySelectorAll("#prompt > .answer .button").forEach((button) => hold(button, UNLIT, heldBackUntil - now));
  document.querySelectorAll("#trick .is-offered").forEach((pile) => hold(pile, { outlineColor: "transparent" }, heldBackUntil - now));
}
