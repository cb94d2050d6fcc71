/* Cards between the piles and the hands: who draws takes the card from its pile, who called gets the discard and the card
   that goes with it, and a card that is thrown away comes from the hand. Each flies as a picture over the table, under
   which everything may be tapped. */

import { faceAt, table, you } from "./page.js";
import { fly, hold, middleOfBox, noteFlight } from "./motion.js";
import { MAX_DRAWN } from "./hand/newest.js";
import { liftedBox } from "./connection/waiting.js";
import { play } from "./sound.js";
import { atOf } from "./trick.js";
import { codeOf } from "./laid.js";

/* All times in flights of a card. */
const DRAW_FLIGHTS = 1.2;
const NEXT_CARD_FLIGHTS = 0.5; // from a card to the next of the same call

const numberIn = (element) => (element ? Number(element.textContent) : 0);

/** The piles now and how many cards each seat holds, by its place; null where there is no stock. A card of the hand that
    was tapped is `lifted`. */
export function pilesNow() {
  const stock = document.querySelector("#trick .stock");
  const discard = document.querySelector("#trick .discard");
  if (!stock || !discard) return null;
  const top = discard.querySelector("li:last-child");
  const holds = {};
  document.querySelectorAll(".seats > .seat").forEach((seat) => (holds[atOf(seat)] = numberIn(seat.querySelector(".holds b"))));
  return {
    stock: numberIn(stock.querySelector(".pile-count")),
    thrown: numberIn(discard.querySelector(".pile-count")),
    top: top ? codeOf(top) : "",
    holds,
    turn: (table().className.match(/\bwith-turn-(\d)/) || [])[1],
    lifted: liftedBox(),
  };
}

/** Show the cards that were drawn and thrown since `piles` (of `pilesNow`) and `hand` (its values); nothing moves where
    `flight` is 0. */
export function showDrawn({ piles: old, hand, flight }) {
  const now = old && pilesNow();
  if (!now) return;
  const thrown = now.thrown === old.thrown + 1;
  if (thrown) play("card");
  if (!flight) return;
  const taken = takenSince(old, now, hand);
  const stock = document.querySelector("#trick .stock .card");
  const pile = document.querySelector("#trick .discard ol");
  const ways = taken.map((one) => ({ ...one, from: one.card ? pile : stock }));
  // A turn that went by in one piece: its player has drawn before the card was thrown.
  const unseen = thrown && old.stock - now.stock > ways.filter((one) => one.from === stock).length && old.turn !== you();
  if (unseen) ways.push({ at: old.turn, from: stock });
  if (thrown) ways.push({ ...throwing(old, pile), delay: unseen ? DRAW_FLIGHTS : 0 });
  if (thrown && old.top) keepTop(old.top, (DRAW_FLIGHTS + (unseen ? DRAW_FLIGHTS : 0)) * flight);
  const measured = ways.map((one) => ({ ...one, start: boxOf(one.from), end: boxOf(one.item || faceAt(one.at)) }));
  measured.filter((one) => one.start && one.end).forEach((one, number) => sendPicture(one, (one.delay || number * NEXT_CARD_FLIGHTS) * flight, DRAW_FLIGHTS * flight));
}

/* Who has got which card: {at, card, item}; `card` is the discard, "" a card of the stock, and `item` the card of the
   own hand. */
function takenSince(old, now, hand) {
  const own = Array.from(document.querySelectorAll("#hand .card")).filter((card) => !hand.includes(card.value));
  const others = Object.keys(now.holds).filter((at) => at !== you() && now.holds[at] > old.holds[at]);
  const more = (at) => now.holds[at] - old.holds[at];
  if (own.length > MAX_DRAWN || !hand.length && own.length || others.some((at) => more(at) > MAX_DRAWN)) return [];
  const taken = own.map((item) => ({ at: you(), card: "", item }));
  for (const at of others) for (let count = 0; count < more(at); count += 1) taken.push({ at, card: "" });
  if (!old.top || old.thrown !== now.thrown + 1) return taken;
  const most = Math.max(...others.map(more));
  const got = taken.find((one) => one.item && codeOf(one.item) === old.top) || taken.find((one) => !one.item && more(one.at) === most);
  if (!got) return taken;
  got.card = old.top;
  return [got, ...taken.filter((one) => one !== got)];
}

/* The card on the pile: out of the own hand, where it was tapped, or from who was to play. */
function throwing(old, pile) {
  const item = pile.querySelector("li:last-child");
  return { item, card: codeOf(item), from: old.turn === you() && old.lifted ? old.lifted : faceAt(old.turn) };
}

/* The card that lay on top is seen there until the next one has landed on it. */
function keepTop(card, time) {
  const below = document.createElement("i");
  below.className = `card-below card ${card}`;
  below.setAttribute("aria-hidden", "true");
  document.querySelector("#trick .discard").append(below);
  setTimeout(() => below.remove(), time);
}

/* Middle and width of an element or a box. */
function boxOf(one) {
  if (!one) return null;
  const box = one instanceof Element ? one.getBoundingClientRect() : one;
  return { ...middleOfBox(box), width: box.width };
}

/* The picture of a card flies; the card itself, where it lies at the end, is seen when that has landed. */
function sendPicture({ item, card, start, end }, delay, time) {
  const box = table().getBoundingClientRect();
  const picture = document.createElement("i");
  picture.className = `drawn-card card ${card || (item ? codeOf(item) : "back")}`;
  picture.setAttribute("aria-hidden", "true");
  picture.style.left = `${end.x - box.left}px`;
  picture.style.top = `${end.y - box.top}px`;
  table().append(picture);
  const width = picture.offsetWidth || 1;
  const [grown, small] = [start.width / width, item ? end.width / width : 0.5];
  const frames = (away) => [
    { translate: away, scale: grown, rotate: "0deg", opacity: 1 },
    { offset: 0.5, scale: Math.max(grown, small) * 1.08, rotate: "-6deg" },
    { offset: 0.9, opacity: 1 },
    { translate: "0 0", scale: small, rotate: "0deg", opacity: item ? 1 : 0 },
  ];
  const motion = fly(picture, start, end, frames, time, { delay, fill: "backwards" });
  motion.finished.then(() => picture.remove(), () => picture.remove());
  if (item) hold(item, { opacity: 0 }, delay + time, "::before");
  noteFlight(delay + time);
}
