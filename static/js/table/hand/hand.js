/* The hand: lift, hold back, confirm. */

import { byId, table, wish } from "../page.js";
import { duration, EASE, hold, middleOf } from "../motion.js";
import { announce, tell } from "../saying.js";
import { chooseAhead, dropAhead } from "./ahead.js";
import { advisedPlace, fits, showPlaces } from "./placing.js";

const LEAD_HOLD_TIME = 1500; // ms after a finished trick in which leading asks for a second tap, where something can be claimed

let raised = null;
let waitsFor = ""; // what the card that is up waits for, in words
let completeSince = -Infinity;

/** Lift one card and lower all others. */
export function raise(button) {
  lower();
  if (!button) return;
  dropAhead();
  raised = button.value;
  button.dataset.up = "";
  showPlaces(raised);
}

/** Lift one card, which waits for another tap: the place of the question says so as long as it is up. */
function holdUp(button, sentence) {
  raise(button);
  waitsFor = sentence;
  sayWhatWaits();
  announce([sentence], { seen: false });
}

/** Let the place of the question say what a card that is up waits for. */
export function sayWhatWaits() {
  const ask = byId("prompt").querySelector(".ask");
  const said = ask.querySelector(".ask-raised");
  if (said) said.remove();
  byId("prompt").classList.toggle("prompt--up", waitsFor !== "");
  if (!waitsFor) return;
  const words = document.createElement("p");
  words.className = "ask-raised";
  words.setAttribute("aria-hidden", "true"); // announced
  words.textContent = waitsFor;
  ask.prepend(words);
}

export function lower() {
  raised = null;
  waitsFor = "";
  sayWhatWaits();
  document.querySelectorAll("#hand [data-up]").forEach((card) => {
    delete card.dataset.up;
    card.style.translate = "";
  });
  showPlaces("");
}

/** A trick has just been finished (leading then waits for a moment), or there is none such any more. */
export function trickIsComplete(complete) {
  completeSince = complete ? performance.now() : -Infinity;
}

function sayWhyNot(card) {
  const why = byId("prompt").querySelector(`.why[data-for~="${card}"]`);
  if (!why) return;
  byId("prompt").querySelectorAll(".why[data-for]").forEach((other) => (other.hidden = true));
  const again = why.cloneNode(true);
  again.hidden = false;
  again.classList.add("is-said");
  why.replaceWith(again);
  announce([again.textContent], { seen: false });
}

/* A card that is played in a trick is another act than one that is thrown on a pile. */
const throwsAway = () => byId("hand").elements.do.value === "discard";

/** Whether this tap plays the card; where it does not, the player is told why. */
export function mayPlay(button) {
  const words = table().dataset;
  if (button && chooseAhead(button)) return false;
  const advised = button && advisedPlace(button.value);
  if (advised) {
    if (raised === button.value) advised.click(); // who follows a tip must not throw away what it says to add
    else holdUp(button, words.sayPlaceAdvised);
    return false;
  }
  if (button && raised !== button.value && fits(button.value)) {
    holdUp(button, button.classList.contains("barred") || !throwsAway() ? words.sayPlace : words.sayPlaceOrThrow);
    return false;
  }
  if (button && button.classList.contains("barred")) {
    lower();
    sayWhyNot(button.value);
    return false;
  }
  if (!button || !byId("prompt").classList.contains("plays")) {
    const asked = byId("prompt").matches(".yours") && byId("prompt").querySelector(".ask-words");
    const first = asked && (asked.dataset.first || words.sayFirst.replace("{question}", asked.textContent));
    tell(first || words.sayWait);
    return false;
  }
  if (raised === button.value) return true;
  if (byId("answer") && performance.now() - completeSince < LEAD_HOLD_TIME) {
    holdUp(button, words.sayHold);
    return false;
  }
  if (wish("confirmTap")) {
    holdUp(button, words.sayConfirm);
    return false;
  }
  // In a hand that is sorted a tap also picks the card that is moved, so one tap may not end the turn.
  if (byId("hand").matches(".hand--sorts")) {
    holdUp(button, throwsAway() ? words.sayThrow : words.sayAgain);
    return false;
  }
  return true;
}

/** How the player sees each card of the hand: darkened, and raised where it may be played. */
export function looksNow() {
  const plays = byId("prompt").matches(".plays");
  return new Map(Array.from(document.querySelectorAll("#hand .card"), (card) => {
    const barred = card.matches(".barred:not(.asks)");
    return [card.value, { barred, raised: plays && !barred }];
  }));
}

/** Let the cards be seen as they were (`old` of `looksNow`) for `time` ms, where their player is asked for one: they follow
    the card that was led when it lies. They may be played at once. */
export function keepLooks(old, time) {
  if (!time || !byId("prompt").matches(".plays")) return;
  const now = looksNow();
  for (const card of document.querySelectorAll("#hand .card:not([data-up])")) {
    const [was, is] = [old.get(card.value), now.get(card.value)];
    if (!was) continue;
    const look = {};
    if (was.barred !== is.barred) look["--shade"] = was.barred ? "brightness(0.66) saturate(0.85)" : "none";
    if (was.raised !== is.raised) look["--raise"] = was.raised ? "translateY(-8px)" : "none";
    if (Object.keys(look).length) hold(card, look, time);
  }
}

/** Show a hand as it is now. Where it holds the same cards its buttons stay under the thumb and only their marks change;
    false where it holds others. */
export function marked(fresh) {
  const old = byId("hand");
  const cards = Array.from(old.querySelectorAll(".card"));
  const marks = new Map(Array.from(fresh.querySelectorAll(".card"), (card) => [card.value, card]));
  if (cards.length !== marks.size || !cards.every((card) => marks.has(card.value))) return false;
  for (const card of cards) {
    const now = marks.get(card.value);
    card.className = now.className;
    card.toggleAttribute("aria-disabled", false);
    if (now.hasAttribute("aria-disabled")) card.setAttribute("aria-disabled", "true");
  }
  old.elements.do.value = fresh.elements.do.value;
  if (!old.matches(".hand--sorts")) layAsDrawn(cards, Array.from(marks.keys()));
  return true;
}

/* Trumps lie first once they are named, not when the first card is played: each picture slides from where its card was.
   A hand that sorts lies as its player wishes. */
function layAsDrawn(cards, values) {
  if (cards.every((card, at) => card.value === values[at])) return;
  const flight = duration();
  const were = cards.map((card) => middleOf(card).x);
  const focused = document.activeElement;
  const lying = [...cards].sort((one, other) => values.indexOf(one.value) - values.indexOf(other.value));
  lying.forEach((card) => card.parentElement.append(card));
  if (cards.includes(focused)) focused.focus({ preventScroll: true });
  if (!flight || cards.some((card) => card.getAnimations({ subtree: true }).length)) return;
  const ways = cards.map((card, at) => were[at] - middleOf(card).x);
  cards.forEach((card, at) => {
    const frames = [{ translate: `${ways[at]}px` }, { translate: "0" }];
    card.animate(frames, { pseudoElement: "::before", duration: flight, easing: EASE });
  });
}
