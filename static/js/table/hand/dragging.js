/* Dragging cards: onto the felt to play one, to another place of a big hand, into a group, onto a meld that lights up,
   onto the discard pile. Every one of these can be done by taps and keys as well. */

import { byId, table } from "../page.js";
import { inHand, putInto } from "./arranging.js";
import { raise } from "./hand.js";
import { fits } from "./placing.js";
import { moveCard } from "./sorting.js";

const DRAG_DISTANCE = 8; // px a pointer moves before it drags

/* A hand that is sorted has an order of its own; any other is dragged from where there is a discard pile to drag to, or
   where one of its cards is to be played. */
const mayBeDragged = () => document.querySelector("#hand.hand--sorts, #table .discard, #prompt.plays") !== null;

/* Where no card is thrown away, the felt is where one is played. */
const playsOnFelt = () => byId("prompt").classList.contains("plays") && byId("hand").elements.do.value === "play";

let held = null; // the card under the pointer, where it began, and whether it moves

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("#hand .card");
  held = card && mayBeDragged() && event.button === 0 ? { value: card.value, x: event.clientX, y: event.clientY, pointer: event.pointerId, moves: false } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.pointer) return;
  const [across, down] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moves && Math.hypot(across, down) < DRAG_DISTANCE) return;
  const card = inHand(held.value);
  if (!card) return;
  if (!held.moves) {
    held.moves = true;
    if (fits(held.value)) raise(card);
    byId("hand").classList.add("is-dragged-from");
    const pile = document.querySelector("#trick .discard");
    if (pile) pile.classList.toggle("is-target", byId("prompt").matches(".plays:not(.with-open-groups)"));
  }
  card.dataset.dragged = "";
  card.style.translate = `${across}px ${down}px`;
  lightSlot(event);
});

document.addEventListener("pointerup", (event) => {
  const dragged = held && held.moves ? { ...held, translate: `${event.clientX - held.x}px ${event.clientY - held.y}px` } : null;
  letGo();
  if (!dragged) return;
  swallowClick();
  dropped(dragged, document.elementFromPoint(event.clientX, event.clientY), event.clientX);
});

document.addEventListener("pointercancel", letGo);

/* The slot that would take the card is lit. */
function lightSlot({ clientX, clientY }) {
  const under = document.elementFromPoint(clientX, clientY);
  const slot = under && under.closest(".slot");
  document.querySelectorAll(".slot").forEach((one) => one.classList.toggle("is-target", one === slot));
}

function letGo() {
  const card = held && inHand(held.value);
  if (card) {
    delete card.dataset.dragged;
    card.style.translate = "";
  }
  for (const lit of document.querySelectorAll("#hand.is-dragged-from, #trick .discard.is-target, .slot.is-target")) lit.classList.remove("is-dragged-from", "is-target");
  held = null;
}

/* The click that follows the drag of a mouse is no tap on what lies there. */
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

function dropped({ value, translate }, under, x) {
  const card = inHand(value);
  if (!under || !card) return;
  const slot = under.closest(".slot");
  const beside = under.closest("#hand .card");
  if (slot) setTimeout(() => putInto(slot, value));
  else if (under.closest(".meld.is-fitting")) letLie(value, translate, () => under.closest(".meld").click());
  else if (under.closest(".discard") && byId("prompt").classList.contains("plays")) letLie(value, translate, () => discard(value));
  else if (under.closest(".felt") && playsOnFelt()) letLie(value, translate, () => discard(value));
  else if (beside && beside.closest(".hand--sorts")) setTimeout(() => putBeside(value, beside, x));
}

/** Raise a card of the hand and send it as the one that is played or thrown away. */
export function discard(value) {
  const card = inHand(value);
  if (!card) return;
  raise(card);
  card.form.requestSubmit(card);
}

/* The card goes from where the player let go of it, and lies there until the answer comes. It is sent when the click that
   follows the drag has been swallowed. */
function letLie(value, translate, send) {
  inHand(value).style.translate = translate;
  setTimeout(() => {
    const card = inHand(value);
    if (!card) return;
    card.style.translate = translate;
    send();
    card.style.translate = table().matches(".is-answered") ? translate : "";
  });
}

function putBeside(value, beside, x) {
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  const [from, at] = [cards.indexOf(inHand(value)), cards.indexOf(beside)];
  const box = beside.getBoundingClientRect();
  const after = x > box.left + box.width / 2;
  moveCard(value, at + Number(after) - Number(from < at + Number(after)));
}
