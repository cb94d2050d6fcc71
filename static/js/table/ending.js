/* The end of a round. Where its sheet would lie over what ended it, that is seen on the cloth for a moment first, and a
   trick is drawn to its winner; any tap or key goes on. Then the heaps are counted up, and the rest comes as the style
   sheet says, the sums and the totals in the strip with the sentence: they would tell the end before it is counted. Nobody
   waits for that: the sheet and its button are there from the first. */

import { byId, table, you } from "./page.js";
import { showContents } from "./contents.js";
import { EASE, untilLanded } from "./motion.js";
import { hasRoom, hasStage } from "./panels.js";
import { play } from "./sound.js";
import { SWEEP_FLIGHTS, drawInTrick, takes, trickNow } from "./trick.js";

const SHEET_COUNT_FLIGHTS = 1.8; // flights of a card that counting takes
const LAST_ACT_TIME = 2000; // ms for which the last act is seen, also where nothing moves
const REASON_TIME = 3500; // the same where it is said beside it why the deal has ended
const RESULT_FLIGHTS = 3.3; // flights of a card from the sheet to who has won (sheet/round-end.css)
const TOP_SHARE = 0.78; // share of it that a last round stays at the top

let sheetWaits = 0; // the timer of a sheet that is not open yet
let trickWaits = 0; // the timer of a trick that is drawn in before that
let opensAt = -Infinity;
let goesOn = null; // what is done once it is open
const counted = new WeakMap(); // what stands below a heap once it is counted
let cameAt = -Infinity; // when the end of the round that is seen began to come in

/** Let the end of the round come in, where cards take `flight` ms to fly; nothing moves where that is 0. */
export function showEnding(flight) {
  if (document.querySelector(`#sheet.is-open :is(.round-end-words.best-${you()}, .sheet-end h2 > .for-${you()})`)) play("win");
  cameAt = performance.now();
  comeIn(flight);
}

/** Whether the end of a round is coming in. */
export const isEnding = () => Array.from(document.querySelectorAll("#sheet .is-fresh")).some((end) =>
  end.getAnimations({ subtree: true }).some((motion) => motion.playState !== "finished"));

/** Go on with the end of a round that was coming in (`ending` of `isEnding`) and that another push has drawn anew. */
export function goOnEnding({ ending, flight }) {
  if (ending) comeIn(flight);
}

function comeIn(flight) {
  const end = document.querySelector("#sheet.is-open .round-end");
  if (!end || !flight) return;
  const gone = performance.now() - cameAt;
  end.classList.add("is-fresh");
  comeFromTop(end, flight);
  const drawn = [byId("sheet"), byId("strip")];
  for (const told of drawn) told.classList.add("is-ending");
  for (const motion of drawn.flatMap((told) => told.getAnimations({ subtree: true }))) motion.currentTime = gone;
  const heaps = Array.from(end.querySelectorAll(".heap-points"));
  for (const points of heaps) if (!counted.has(points)) counted.set(points, points.textContent); // it may be half counted
  const count = (now) => {
    const share = Math.min(Math.max(now - cameAt, 0) / (SHEET_COUNT_FLIGHTS * flight), 1);
    for (const points of heaps) points.textContent = share < 1 ? String(Math.round(share * points.dataset.points)).replace("-", "−") : counted.get(points);
    if (share < 1) requestAnimationFrame(count);
  };
  count(performance.now());
}

/* At the end of a match the last round is counted at the top of the cloth, and makes room for who has won. */
function comeFromTop(end, flight) {
  const winners = document.querySelector("#sheet.is-open > .sheet-end");
  if (!winners) return;
  const way = `0 ${winners.getBoundingClientRect().top - end.getBoundingClientRect().top}px`;
  end.animate({ translate: [way, way, "0 0"], offset: [0, TOP_SHARE, 1] }, { duration: RESULT_FLIGHTS * flight, easing: EASE });
}

/** Whether the sheet waits until the last act was seen. */
export const isSheetHeld = () => sheetWaits > 0;

/** Keep the sheet away from what has just ended the round (a card, where `lastAct`) until that was seen and the trick was
    drawn in, and then open it and do the rest; false where it covers nothing. A sheet that is drawn anew meanwhile waits no
    longer than the first. */
export function holdSheet(rest, { flight, lastAct, turn, old }) {
  const sheet = byId("sheet");
  goesOn = rest;
  if (isSheetHeld()) keepAnswersAway(turn, untilLanded());
  if (isSheetHeld() && sheet.matches(".is-held")) return true;
  if (!sheet.matches(".is-open") || (hasRoom() && !hasStage() && !isSheetHeld())) return isSheetHeld() && openSheet();
  const drawn = document.querySelector("#trick .trick.complete") ? SWEEP_FLIGHTS * flight : 0;
  if (!isSheetHeld()) opensAt = performance.now() + (lastAct ? (whyEnded() ? REASON_TIME : LAST_ACT_TIME) : drawn);
  const left = opensAt - performance.now();
  if (!isSheetHeld() && !(left > 0)) return false;
  stopWaiting();
  keepBefore(sheet, old);
  sheet.classList.remove("is-open", "with-open-sheet");
  sheet.classList.add("is-held");
  table().classList.add("is-ended");
  keepAnswersAway(turn, lastAct ? flight : 0);
  showContents();
  sheetWaits = setTimeout(openSheet, left);
  if (drawn && left >= drawn) trickWaits = setTimeout(drawInTrick, left - drawn, flight);
  return true;
}

/* Where a sheet lies beside the table, what stood there stays until the new one comes in. */
function keepBefore(sheet, old) {
  if (!hasStage() || !old || old === sheet) return;
  const kept = old.querySelector(".sheet-before") || old.cloneNode(true);
  kept.classList.add("sheet-before");
  kept.setAttribute("aria-hidden", "true");
  kept.inert = true;
  for (const one of [kept, ...kept.querySelectorAll("[id]")]) one.removeAttribute("id");
  sheet.append(kept);
}

/* The button to go on comes with the sheet: room for it would move the faces and the words now. Meanwhile the line of the
   question says who takes the last trick, once its last card lies: until then what it said before (`turn` of `turnSeen`). */
function keepAnswersAway(turn, flies) {
  const { cards, complete } = trickNow();
  const winner = complete && cards.find((one) => one.wins);
  const ask = byId("prompt").querySelector(".ask");
  if (winner && !ask.querySelector(".ask-before")) {
    const line = document.createElement("p");
    line.className = "ask-before is-event";
    line.setAttribute("aria-hidden", "true"); // told with the card
    const words = takes(winner.at, winner.words);
    line.textContent = flies ? turn.words : words;
    if (flies) setTimeout(() => (line.textContent = words), flies);
    ask.prepend(line);
  }
  const { classList } = byId("prompt");
  classList.toggle("answers-later", classList.contains("with-answers"));
  classList.remove("with-answers");
  tellWhy();
}

/* Where cards left in the hands are counted, a deal can end with any meld: who went out stands in the place of the
   question until the sheet opens, which is read aloud. */
const whyEnded = () => byId("sheet").querySelector(".round-end--hands > .round-end-words");

function tellWhy() {
  const said = byId("prompt").querySelector(".ended-why");
  if (said || !whyEnded()) return;
  const why = whyEnded().cloneNode(true);
  why.classList.add("ended-why");
  why.setAttribute("aria-hidden", "true");
  byId("prompt").append(why);
}

function stopWaiting() {
  clearTimeout(sheetWaits);
  clearTimeout(trickWaits);
}

/* False where the next deal has come meanwhile. */
function openSheet() {
  stopWaiting();
  sheetWaits = 0;
  table().classList.remove("is-ended");
  const why = byId("prompt").querySelector(".ended-why");
  if (why) why.remove();
  const sheet = document.querySelector("#sheet.is-held");
  if (!sheet) return false;
  sheet.classList.remove("is-held");
  sheet.classList.add("is-open", "with-open-sheet");
  byId("prompt").classList.replace("answers-later", "with-answers");
  const line = byId("prompt").querySelector(".ask-before");
  if (line) line.remove();
  showContents();
  goesOn();
  return true;
}

for (const sign of ["pointerdown", "keydown"]) window.addEventListener(sign, () => isSheetHeld() && openSheet(), true);
