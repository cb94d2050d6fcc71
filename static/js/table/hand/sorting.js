/* A hand of a game that sorts, or a big one, in the order its player wishes: by suit or by rank for this visit, or an own order of one deal, which the
   server keeps for every screen of the player and shows nobody else. */

import { byId } from "../page.js";

const RANKS = "AKQJT98765432";
const RISING_RANKS = "A23456789TJQKX"; // of a game in which hands lie from low to high
const SUITS = "SHCDX"; // of cards of one rank
const SORT_DELAY = 400; // ms without another change until the own order is kept

const tableScreen = byId("screen");
const kept = ((tableScreen && tableScreen.dataset.order) || "").split(" ").filter(Boolean);
let own = { deal: (kept.length && tableScreen.dataset.orderDeal) || "", cards: kept };
let touched = ""; // the card that was touched last
let sending = 0;

const hand = () => document.querySelector("#hand.hand--sorts");
const cardsInOrder = () => Array.from(document.querySelectorAll("#hand .card"));
const face = (card) => card.className.match(/\b[SHDCX][2-9TJQKAX]\b/)[0];
const place = (card) => (own.cards.includes(card.value) ? own.cards.indexOf(card.value) : own.cards.length);
const rank = (card) => ("rises" in hand().dataset ? RISING_RANKS : RANKS).indexOf(face(card)[1]);
const ORDERS = {
  suit: (card) => hand().dataset.suits.indexOf(face(card)[0]) * 20 + rank(card),
  rank: (card) => SUITS.indexOf(face(card)[0]) + rank(card) * 20,
  own: place,
};

/* The order in force, "" for the one the hand is drawn in. An own order holds for its deal. */
function order() {
  const chosen = sessionStorage.getItem("handOrder") || (own.deal ? "own" : "");
  return chosen === "own" && own.deal !== hand().dataset.deal ? "" : chosen;
}

/** What every fresh drawing of a big hand needs: the order that was wished for last. */
export function sortHand() {
  if (!hand()) return;
  const by = order();
  const cards = cardsInOrder();
  const ordered = own.deal === hand().dataset.deal;
  document.querySelectorAll("#hand [data-sort]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.sort === (by || hand().dataset.lies)));
    if (button.dataset.sort === "own") button.hidden = !ordered;
  });
  // Cards that come later lie at the end of the own order, one after the other, whatever their suit.
  if (ordered) own.cards.push(...cards.map((card) => card.value).filter((value) => !own.cards.includes(value)));
  if (!cards.some((card) => card.value === touched)) touched = "";
  document.querySelectorAll("#hand [data-move]").forEach((button) => (button.disabled = !touched));
  if (!ORDERS[by]) return;
  const tied = by === "own" ? () => 0 : (one, other) => (one.value < other.value ? -1 : 1);
  layIn(cards.sort((one, other) => ORDERS[by](one) - ORDERS[by](other) || tied(one, other)));
}

/* The rows keep their sizes. A card that keeps its place is not touched, so that it keeps the focus as well. */
function layIn(cards) {
  const rows = Array.from(document.querySelectorAll("#hand .hand-row"));
  const sizes = rows.map((row) => row.children.length);
  rows.forEach((row, number) => {
    cards.splice(0, sizes[number]).forEach((card, at) => {
      if (row.children[at] !== card) row.insertBefore(card, row.children[at] || null);
    });
  });
}

/** Put a card of the hand to the place of another one, and keep that order. */
export function moveCard(value, to) {
  const cards = cardsInOrder().map((card) => card.value);
  const from = cards.indexOf(value);
  if (!hand() || from < 0 || to < 0 || to >= cards.length || from === to) return;
  const focused = document.activeElement;
  cards.splice(to, 0, ...cards.splice(from, 1));
  own = { deal: hand().dataset.deal, cards };
  sessionStorage.setItem("handOrder", "own");
  sortHand();
  if (focused && focused.isConnected) focused.focus({ preventScroll: true });
  clearTimeout(sending);
  sending = setTimeout(keep, SORT_DELAY);
}

/* An order that does not arrive is sent with the next change; nobody waits for it. */
function keep() {
  const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers") || "{}") };
  const body = new URLSearchParams({ do: "order", deal: own.deal, cards: own.cards.join(" ") });
  fetch(tableScreen.dataset.act, { method: "POST", body, headers, keepalive: true }).catch(() => {});
}

function pick(card) {
  touched = card.value;
  document.querySelectorAll("#hand [data-move]").forEach((button) => (button.disabled = false));
}

for (const event of ["pointerdown", "focusin"]) {
  document.addEventListener(event, ({ target }) => {
    const card = target.closest && target.closest("#hand.hand--sorts .card");
    if (card) pick(card);
  });
}

document.addEventListener("click", (event) => {
  const sort = event.target.closest("#hand [data-sort]");
  if (sort) {
    sessionStorage.setItem("handOrder", sort.dataset.sort);
    sortHand();
  }
  const move = event.target.closest("#hand [data-move]");
  if (move) moveBy(touched, Number(move.dataset.move));
});

function moveBy(value, by) {
  moveCard(value, cardsInOrder().findIndex((card) => card.value === value) + by);
}

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const card = event.target.closest && event.target.closest("#hand.hand--sorts .card");
  if (!by || !event.shiftKey || !card) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  moveBy(card.value, by);
}, true);
