/* A deal: packets fly from the dealer to every seat, and the own hand opens once. What a thumb aims at stands still: only
   the pictures of the cards move, and any tap ends it. What the player is asked about them is seen when they lie. */

import { byId, nameOf, table, you } from "./page.js";
import { duration, EASE, fly, hold, middleOf, noteHappening } from "./motion.js";
import { showPoster } from "./laid.js";
import { play } from "./sound.js";
import { MAX_DRAWN } from "./hand/newest.js";
import { hideCamps } from "./seats.js";
import { atOf } from "./trick.js";
import { partsOfQuestion } from "./turn.js";

/* All times in flights of a card. */
const ROUNDS = 2; // packets for each seat
const DEAL_FLIGHTS = 1.5; // from the first packet to the last
const OPENING_START = 1.4; // when the hand begins to open
const OPENING_FLIGHTS = 1; // from its first card to its last
const CARD_FLIGHTS = 1.2; // of each of them
const MAX_DEAL_AGE = 8000; // ms after the game moved on in which a page that is opened shows the deal
const CLOSED_HAND_GAP = 14; // px that a card lies from the next in a hand that is not open yet

const MAX_DEAL_WAIT = 10000; // ms that a question waits for the pictures of the cards

let running = [];
let picturesCome = false; // whether pictures of the own cards are still on their way
const unseen = []; // what waits for them
let hidesCamps = false; // whether who belongs to which camp is seen only after the deal that is shown
let skips = false; // whether the finger that is down has ended a deal

/* Whether the cards of the own hand were dealt since `old` (the values of the one before). */
function isDealt(cards, old) {
  return cards.length > MAX_DRAWN && !cards.some((card) => old.includes(card.value));
}

/** How long a deal that has come since `hand` (the values of the one before) will be shown, in ms; 0 for none. */
export function dealTime({ hand: old, flight }) {
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  const opens = document.querySelector(".seats > .deals") ? OPENING_START : 0;
  return isDealt(cards, old) ? (opens + OPENING_FLIGHTS + CARD_FLIGHTS) * flight : 0;
}

/** Show the hand that was dealt since `hand` (the values of the one before); nothing moves where `flight` is 0. */
export function showDeal({ hand: old, flight }) {
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  if (!isDealt(cards, old)) return;
  sessionStorage.setItem("dealt", valuesOf(cards));
  play("shuffle");
  if (flight) deal(cards, flight);
}

/** Whether a deal is being shown. */
export const deals = () => running.some((motion) => motion.playState !== "finished");

/** Let the question to this player, and the tip on it, be seen when the cards lie and their pictures are here. Whoever taps
    ends the deal and sees it. */
export function hideQuestionWhileDealing() {
  const left = Math.max(picturesCome ? MAX_DEAL_WAIT : 0, ...running.map(timeLeft));
  if (!left || !byId("prompt").matches(".yours, .with-answers")) return;
  for (const part of partsOfQuestion()) {
    const motion = hold(part, { opacity: 0 }, left);
    (picturesCome ? unseen : running).push(motion);
  }
}

/** Let these motions end with the deal that is being shown. */
export function endWithDeal(motions) {
  if (deals()) running.push(...motions);
}

/* The pictures of a hand that lies on a page that has just been opened are on their way: what is asked about it is seen when
   they are here. */
function awaitPictures(cards) {
  const addresses = Array.from(cards, (card) =>
    Array.from(getComputedStyle(card, "::before").backgroundImage.matchAll(/url\("([^"]+)"\)/g), (found) => found[1]));
  picturesCome = true;
  const pictures = Array.from(new Set(addresses.flat()), (address) => Object.assign(new Image(), { src: address }).decode());
  Promise.allSettled(pictures).then(() => {
    picturesCome = false;
    unseen.splice(0).forEach((motion) => motion.finish());
    hideQuestionWhileDealing();
  });
}

const timeLeft = (motion) => (motion.playState === "finished" ? 0 : motion.effect.getComputedTiming().endTime - motion.currentTime);

/** Go on with the deal, whose cards have been drawn anew: a page that opens is sent its whole table by the socket a
    moment later. From its beginning it would take away what was seen. */
export function goOnDealing({ flight }) {
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  const gone = Math.max(0, ...running.map((motion) => motion.currentTime));
  if (!flight || !cards.length) return;
  deal(cards, flight);
  if (hidesCamps) running.push(...hideCamps(dealTime({ hand: [], flight })));
  running.forEach((motion) => (motion.currentTime = gone));
}

function deal(cards, flight) {
  endDeal();
  const seats = Array.from(document.querySelectorAll(".seats > .seat"));
  const dealer = seats.findIndex((seat) => seat.classList.contains("deals"));
  const ways = waysFromTheMiddle(cards);
  if (dealer >= 0) running.push(...dealPackets(seats, dealer, flight));
  running.push(...openHand(cards, ways, dealer < 0 ? 0 : OPENING_START * flight, flight));
  if (dealer >= 0) noteHappening(dealing(seats[dealer]), Math.max(...running.map(timeLeft)), { holds: true });
}

function dealing(dealer) {
  const { sayDeals, sayOwnDeals } = table().dataset;
  return atOf(dealer) === you() ? sayOwnDeals : sayDeals.replace("{name}", nameOf(dealer));
}

/* A page that shows a deal asks the browser to wait for this script with its first picture; one that does not know how
   has drawn the hand already, which would be taken away again. */
const isPainted = () => performance.getEntriesByType("paint").length > 0;

/** Show the hand that lies on a page that has just been opened, where it was dealt a moment ago and neither this tab nor
    this page has shown it. */
export function showFirstDeal() {
  const ago = Number(byId("screen").dataset.now) - Number(table().dataset.moved);
  const played = document.querySelector("#trick :is(.trick, .pile, .row-of) > li:not(.fits), #trick .meld, #strip .last-trick");
  const cards = document.querySelectorAll("#hand .card");
  if (played || !cards.length || ago < 0 || ago > MAX_DEAL_AGE || sessionStorage.getItem("dealt") === valuesOf(cards)) return;
  awaitPictures(cards);
  const flight = isPainted() ? 0 : duration();
  showDeal({ hand: [], flight });
  hidesCamps = flight > 0;
  if (hidesCamps) endWithDeal(hideCamps(dealTime({ hand: [], flight })));
  hideQuestionWhileDealing();
  showPoster({ poster: false, flight });
}

const valuesOf = (cards) => Array.from(cards, (card) => card.value).sort().join(" ");

/** Finish what still moves. */
function endDeal() {
  running.forEach((motion) => motion.finish());
  running = [];
}

function dealPackets(seats, dealer, flight) {
  const felt = table().querySelector(".felt");
  const from = middleOf(seats[dealer].querySelector(".face"));
  const at = (seat) => Number(seat.className.match(/\bat-(\d)/)[1]);
  const way = table().matches(".turns-right") ? -1 : 1;
  const turnsAfter = (seat) => (way * (at(seat) - at(seats[dealer])) - 1 + 2 * seats.length) % seats.length;
  const box = felt.getBoundingClientRect();
  const places = seats.map((seat) => middleOf(String(at(seat)) === you() ? byId("hand") : seat.querySelector(".face")));
  const order = [...seats].sort((one, other) => turnsAfter(one) - turnsAfter(other));
  const step = (DEAL_FLIGHTS * flight) / (ROUNDS * order.length - 1 || 1);
  return Array.from({ length: ROUNDS * order.length }, (_each, number) => {
    const to = places[seats.indexOf(order[number % order.length])];
    return sendPacket({ felt, box, from, to, time: flight, delay: number * step });
  });
}

function sendPacket({ felt, box, from, to, time, delay }) {
  const packet = document.createElement("i");
  packet.className = "packet card back";
  packet.setAttribute("aria-hidden", "true");
  packet.style.left = `${to.x - box.left}px`;
  packet.style.top = `${to.y - box.top}px`;
  felt.append(packet);
  const frames = (away) => [
    { translate: away, rotate: "-40deg", opacity: 1 },
    { offset: 0.85, opacity: 1 },
    { translate: "0 0", rotate: "8deg", opacity: 0 },
  ];
  const motion = fly(packet, from, to, frames, time, { delay, fill: "backwards" });
  motion.finished.then(() => packet.remove(), () => packet.remove());
  return motion;
}

/* How far each card lies from where it was while the hand was together, in px. */
function waysFromTheMiddle(cards) {
  const middle = middleOf(byId("hand")).x;
  return cards.map((card, number) => middle - middleOf(card).x + (number - cards.length / 2) * CLOSED_HAND_GAP);
}

/* The pictures of the cards come from the middle, each to its place; meanwhile a finger meets the card itself. */
function openHand(cards, ways, delay, flight) {
  const step = (OPENING_FLIGHTS * flight) / cards.length;
  return cards.map((card, number) => {
    const frames = [
      { translate: `${ways[number]}px 18px`, rotate: `${(number - cards.length / 2) * 3}deg`, opacity: 0, pointerEvents: "none" },
      { offset: 0.3, opacity: 1 },
      { translate: "0 0", rotate: "0deg", opacity: 1, pointerEvents: "none" },
    ];
    const how = { pseudoElement: "::before", duration: CARD_FLIGHTS * flight, delay: delay + number * step, easing: EASE };
    return card.animate(frames, { ...how, fill: "backwards" });
  });
}

/* The tap that ends a deal is not meant for a card that was not seen yet. A table that came anew has ended it already. */
window.addEventListener("pointerdown", () => {
  skips = running.some((motion) => motion.playState === "running" && motion.effect.target.isConnected);
  endDeal();
}, true);
window.addEventListener("click", (event) => {
  if (skips && event.target.closest("#hand, #prompt")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  skips = false;
}, true);
window.addEventListener("keydown", endDeal, true);
