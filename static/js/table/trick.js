/* What lies in the middle: a card comes from its player, a trick goes to its winner. */

import { byId, faceAt, saidOfCard, table, wordsFor, you } from "./page.js";
import { trickIsComplete } from "./hand/hand.js";
import { forgetLifted, liftedBox } from "./connection/waiting.js";
import { fly, hold, liftOver, middleOf, middleOfBox, noteFlight, noteHappening, untilLanded } from "./motion.js";
import { play, shake } from "./sound.js";

/** Flights of a card until a trick is with its winner. */
export const SWEEP_FLIGHTS = 1.7;

const SHINE_FLIGHTS = 3.4; // flights for which cards that brought more shine (felt/trick.css)

/* A card comes turned, held a little nearer to the eye, and lies flat at last. The last one of a round comes down from
   higher. */
const landing = (turn, height) => (away) => [
  { translate: away, rotate: `${turn}deg`, scale: 0.84 },
  { offset: 0.7, rotate: `${turn / 3}deg`, scale: 1 + height },
  { translate: "0 0", rotate: "0deg", scale: 1 },
];
const IN_THE_AIR = { "--shadow-card": "0 12px 18px rgb(0 0 0 / 46%)" };
/* A trick is pushed together under the card that won it, and drawn from there to its winner. */
const drawnIn = (together) => (away) => [
  { translate: "0 0", rotate: "0deg", opacity: 1 },
  { offset: 0.45, translate: together, rotate: "4deg", opacity: 1 },
  { offset: 0.85, opacity: 1 },
  { translate: away, rotate: "12deg", scale: 0.4, opacity: 0 },
];
const TURNS = [-16, 11, 17, -12, 14, -10]; // degrees, by place round the table
const LIGHT = 0.1;
const HEAVY = 0.42;

/** The place round the table that an element belongs to. */
export const atOf = (item) => (item.className.match(/at-(\d)/) || [])[1];

/** The cards in the middle as they are drawn now. */
export function trickNow() {
  const list = document.querySelector("#trick .trick:not(.leaving)");
  const items = document.querySelectorAll("#trick .trick:not(.leaving) > li, #trick .pile > li, #trick .row-of > li:not(.fits)");
  const cards = Array.from(items, (item) => ({
    item,
    at: atOf(item),
    card: (item.querySelector(".card") || item).className.match(/\b[SHDCX][2-9TJQKAX]\b/)[0],
    wins: item.classList.contains("wins"),
    words: wordsFor(item.querySelector(".card") || item),
  }));
  const lit = Boolean(list && list.querySelector(".lit"));
  return { list, cards, lit, complete: Boolean(list && list.classList.contains("complete")) };
}

/** The cards in the middle before others are drawn, and where those of a finished trick lie: looked for while nothing is
    laid out anew. */
export function trickBefore() {
  const now = trickNow();
  return now.complete ? { ...now, middles: now.cards.map(({ item }) => middleOf(item)) } : now;
}

/* The end of a trick that was drawn over before it could be seen, where the trick before this one can be looked at. */
function finishedMeanwhile(old) {
  const last = Array.from(document.querySelectorAll("#strip .last-trick .trick > li"));
  const words = last.map(wordsFor);
  if (!old.cards.every((one) => words.includes(one.words))) return [];
  const winner = last.find((item) => item.classList.contains("wins"));
  const unseen = words.filter((each) => !old.cards.some((one) => one.words === each));
  return winner ? [...unseen, takes(atOf(winner), wordsFor(winner))] : unseen;
}

/** Who takes the trick: the player at that place, whose card is told in these words. */
export function takes(at, words) {
  const { sayTakes, sayOwnTakes } = table().dataset;
  return at === you() ? sayOwnTakes : sayTakes.replace("{name}", saidOfCard(words).name);
}

/** Who plays the card that is told in these words. */
export function playedBy(at, words) {
  const { sayPlays, sayOwnPlays } = table().dataset;
  const { name, card } = saidOfCard(words);
  return at === you() ? sayOwnPlays.replace("{card}", card) : sayPlays.replace("{name}", name).replace("{card}", card);
}

/* Whether the list held the card, which is taken out: of twins each counts once. */
const takenFrom = (cards, card) => cards.includes(card) && Boolean(cards.splice(cards.indexOf(card), 1));

/** Lay the tricks of each player before them: a back for each, by their places. */
export function layHeaps() {
  const heaps = heapsNow();
  for (const seat of document.querySelectorAll(".seats > .seat")) layHeap(seat, Number(heaps[atOf(seat)] || 0));
}

const heapsNow = () => (byId("strip").dataset.heaps || "").split(" ");

function layHeap(seat, tricks) {
  const old = seat.querySelector(".tricks");
  if (tricks === (old ? old.childElementCount : 0)) return;
  if (old) old.remove();
  if (!tricks) return;
  const heap = document.createElement("span");
  heap.className = "tricks";
  heap.setAttribute("aria-hidden", "true");
  heap.append(...Array.from({ length: tricks }, () => document.createElement("i")));
  seat.append(heap);
}

/** Show what has changed since `old` (of `trickBefore`), and add it to the news; cards fly where `flight` (of `duration`)
    is not 0. */
export function showTrick({ trick: old, flight, sheetOpen }, news) {
  const now = trickNow();
  const had = old.cards.map((one) => one.card);
  const fresh = now.cards.filter((one) => !takenFrom(had, one.card));
  const sameTrick = old.cards.length > 0 && now.cards.length >= old.cards.length && fresh.length < now.cards.length;
  if (now.complete && !(old.complete && sameTrick)) {
    trickIsComplete(true);
    const winner = now.cards.find((one) => one.wins);
    news.push(...fresh.map((one) => one.words));
    if (winner) news.push(takes(winner.at, winner.words));
  } else {
    if (!now.complete) trickIsComplete(false);
    if (old.cards.length && !old.complete && !sameTrick) news.push(...finishedMeanwhile(old));
    news.push(...fresh.map((one) => one.words));
  }
  const taken = old.complete && !sameTrick && old.list && !isTaken(old.list);
  if (taken) play("trick");
  if (fresh.length) play("card");
  if (!flight) return;
  const last = now.complete && !document.querySelector("#hand .card") && document.querySelector("#hand");
  const ways = (fresh.length > 2 ? [] : fresh).map((one) => {
    const face = faceAt(one.at);
    const from = one.at === you() && liftedBox() ? middleOfBox(liftedBox()) : face && middleOf(face);
    return { ...one, from, to: middleOf(one.item) };
  });
  const swept = taken && !sheetOpen; // with the sheet the round was over, and what comes now is a deal
  if (swept) sweep(old, flight);
  if (now.lit && !old.lit) noteHappening(shining(now), SHINE_FLIGHTS * flight);
  if (fresh.length > 2) return;
  for (const { item, at, from, to } of ways) {
    if (!from) continue;
    // Who took the trick and leads puts nothing down while it is still being drawn in; one's own tap waits for nothing.
    const delay = swept && at !== you() ? flight : 0;
    if (delay) hold(item, { opacity: 0 }, delay);
    fly(item, from, to, landing(TURNS[at] || 0, last ? HEAVY : LIGHT), flight, { delay, fill: "backwards" });
    noteFlight(delay + flight);
    hold(item.querySelector(".card") || item, IN_THE_AIR, delay + 0.7 * flight);
    liftOver(document.querySelector("#trick .middle"), delay + flight, { overBar: at === you() });
  }
  if (last && fresh.length) shake(25);
  forgetLifted();
}

/* The answer to the claim, or who takes the trick and what it brings beside its cards. */
function shining({ list, cards }) {
  const answer = document.querySelector("#trick .claim-answer");
  if (answer) return wordsFor(answer);
  const winner = cards.find((one) => one.wins);
  const bonus = list.querySelector(".trick-bonus");
  return winner && bonus ? `${takes(winner.at, winner.words)}: ${bonus.textContent}` : "";
}

function sweep({ list, cards, middles }, flight) {
  const winner = cards.find((one) => one.wins);
  const face = winner && faceAt(winner.at);
  const middle = document.querySelector("#trick .middle");
  if (!face || !middle) return;
  noteHappening(takes(winner.at, winner.words), SWEEP_FLIGHTS * flight);
  const to = middleOf(face);
  const leaving = list.cloneNode(true);
  leaving.classList.replace("complete", "leaving");
  leaving.setAttribute("aria-hidden", "true");
  middle.prepend(leaving);
  liftOver(middle, SWEEP_FLIGHTS * flight);
  const heap = middles[cards.indexOf(winner)];
  const flights = Array.from(leaving.children, (item, number) => {
    const own = middles[number];
    return fly(item, to, own, drawnIn(`${heap.x - own.x}px ${heap.y - own.y}px`), SWEEP_FLIGHTS * flight).finished;
  });
  Promise.allSettled(flights).then(() => leaving.remove());
  const top = document.querySelector(`.seats > .at-${winner.at} > .tricks > i:last-child`);
  if (top) hold(top, { visibility: "hidden" }, 0.9 * SWEEP_FLIGHTS * flight);
}

const OWN_TRICK_TIME = 1800; // ms for which a trick lies that this player took and leads after: as long as before a bot leads

let ownTrickWaits = 0; // the timer of such a trick

/** Draw in a trick that this player took once it was seen, and not only when they lead, unless they may still claim
    something in it. It is the previous trick then. */
export function drawInOwnTrick({ flight }) {
  clearTimeout(ownTrickWaits);
  const { complete, list, cards } = trickNow();
  if (!complete || isTaken(list) || !byId("prompt").matches(".yours.plays:not(.prompt--claims)")) return;
  const winner = cards.find((one) => one.wins);
  if (!winner || winner.at !== you()) return;
  const draw = () => {
    drawInTrick(flight);
    play("trick");
    const previous = document.querySelector("#strip .last-trick");
    if (!previous) return;
    previous.querySelector(".trick").replaceChildren(...Array.from(list.children, asPrevious));
    previous.hidden = false;
  };
  ownTrickWaits = setTimeout(draw, untilLanded() + OWN_TRICK_TIME);
}

function asPrevious(item) {
  const shown = item.cloneNode(true);
  shown.classList.remove("lit");
  shown.querySelectorAll(".trick-bonus").forEach((bonus) => bonus.remove());
  return shown;
}

const isTaken = (list) => list.matches(".is-taken");

/** Draw the finished trick on the table to its winner, after which none lies there. */
export function drawInTrick(flight) {
  const now = trickBefore();
  if (!now.complete || isTaken(now.list)) return;
  const winner = now.cards.find((one) => one.wins);
  const heap = winner && heapsNow()[winner.at];
  if (heap) layHeap(document.querySelector(`.seats > .at-${winner.at}`), Number(heap) + 1); // the last one is in no heap yet
  sweep(now, flight);
  now.list.classList.add("is-taken");
}
