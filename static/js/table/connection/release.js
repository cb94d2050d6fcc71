/* A new release of the site: the page takes it between two rounds, never while cards are held. */

import { byId, page } from "../page.js";
import { isGone } from "./socket.js";

const RELEASE = "/release";
let isOld = false;

/** Whether nobody is disturbed by a new page: the sheet lies on the table, or the match is over. */
const isQuiet = () => Boolean(document.querySelector("#sheet.is-open") || byId("rematch") || byId("way-back"));

/** Load the page anew where it is of an older release and nothing is being played. */
export function renew() {
  if (isOld && isQuiet() && !isGone()) location.reload();
}

async function ask() {
  const answer = await fetch(RELEASE, { cache: "no-store" });
  if (answer.ok) isOld = (await answer.text()) !== page.dataset.release;
  renew();
}

// A server that was stopped for a new release closed the socket.
let opened = false;
document.addEventListener("htmx:wsOpen", () => {
  if (opened) ask().catch(() => {});
  opened = true;
});
document.addEventListener("table:shown", renew);
