/* A page with a table on it begins to live. */

import { table } from "./page.js";
import { oneStop } from "./keys.js";
import { sortHand } from "./sorting.js";
import { layOut } from "./arranging.js";
import { keepAwake } from "./wake.js";
import { keepAlive } from "./socket.js";
import { readAgain } from "./doors.js";

if (table()) {
  if (window.htmx) {
    window.htmx.config.attributesToSettle = []; // a zone is as it is sent; carrying styles over would break the CSP
    window.htmx.config.wsReconnectDelay = (tries) => Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
  }
  sortHand();
  layOut();
  oneStop();
  keepAlive();
  setInterval(readAgain, 6000);
  keepAwake();
}
