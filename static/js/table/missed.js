/* The line for what was missed: after sleep, a tunnel or another tab the server is asked what went by since. */

import { shownSeq } from "./page.js";
import { send } from "./connection/socket.js";

let left = null; // how far the match was on the screen when the player last looked away

/** Ask what went by since log entry `seq`, or since the player looked away. */
export function showMissed(seq) {
  const since = left === null ? seq : Math.min(left, seq);
  if (!document.hidden && shownSeq() > since) send({ do: "missed", since: String(since) });
  if (!document.hidden) left = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = shownSeq();
  else if (left !== null) showMissed(left);
});
