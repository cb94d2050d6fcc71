/* The line for what was missed: after sleep, a tunnel or another tab the server is asked what went by since. */

import { shownSeq } from "./page.js";
import { send } from "./connection/socket.js";

let left = null; // how far the match was on the screen when the player last looked away
let unanswered = null; // since where was asked, until the answer is here: a line that breaks in between asks again

/** Ask what went by since log entry `seq`, or since the player looked away. */
export function showMissed(seq) {
  if (document.hidden) return;
  const since = Math.min(...[seq, left, unanswered].filter((one) => one !== null));
  left = null;
  if (shownSeq() <= since) return;
  unanswered = since;
  send({ do: "missed", since: String(since) });
}

/** The answer is on the screen. */
export function missedShown() {
  unanswered = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = shownSeq();
  else if (left !== null) showMissed(left);
});
