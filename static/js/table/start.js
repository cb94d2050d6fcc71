/* A page with a table on it begins to live. */

import { table } from "./page.js";
import { oneStop } from "./hand/keys.js";
import { sortHand } from "./hand/sorting.js";
import { layOut } from "./hand/arranging.js";
import { layOutPlaces } from "./hand/placing.js";
import { offerPiles } from "./hand/piles.js";
import { fillCut } from "./cut.js";
import { announce } from "./saying.js";
import { showFirstDeal } from "./deal.js";
import { layHeaps } from "./trick.js";
import { showContents } from "./contents.js";
import { openBeside } from "./panels.js";
import { questionNow, questionTold } from "./turn.js";
import { keepAwake } from "./connection/wake.js";
import { keepAlive } from "./connection/socket.js";
import { readAgain } from "./connection/doors.js";

const READER_DELAY = 500; // ms after which a screen reader listens to a new page

if (table()) {
  if (window.htmx) {
    window.htmx.config.attributesToSettle = []; // a zone is as it is sent; carrying styles over would break the CSP
    window.htmx.config.wsReconnectDelay = (tries) => Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
  }
  sortHand();
  layOut();
  layOutPlaces();
  offerPiles();
  fillCut();
  oneStop();
  showContents();
  openBeside();
  layHeaps();
  showFirstDeal();
  const asked = questionNow(); // one that comes with a push is told by it, and not once more here
  setTimeout(() => asked && asked === questionNow() && announce(questionTold(), { seen: false }), READER_DELAY);
  keepAlive();
  setInterval(readAgain, 6000);
  keepAwake();
}
