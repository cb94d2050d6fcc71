/* Motion shows cause; how long it takes, if anything, is the player's wish. */

import { page } from "./page.js";

export const EASE = "cubic-bezier(.22,.8,.3,1)";

/** How long a card flies, in ms; 0 for who wants nothing to move. */
export const duration = () => parseFloat(getComputedStyle(page).getPropertyValue("--flight")) || 0;

export const middleOfBox = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

export const middleOf = (element) => middleOfBox(element.getBoundingClientRect());

/** Move an element between two points in `time` ms; `frames` makes the key frames from the way between them, as a
    `translate`. `timing` is what else `animate` is to know. It measures nothing: who moves several measures all of them
    first, because the browser lays out the page anew for each look after a motion has begun. */
export function fly(element, from, to, frames, time, timing = {}) {
  const move = { x: from.x - to.x, y: from.y - to.y };
  return element.animate(frames(`${move.x}px ${move.y}px`), { duration: time, easing: EASE, ...timing });
}

/** Let an element, or its `pseudoElement`, be seen with this look for `time` ms. Nothing is drawn anew meanwhile: the motion
    is one that has not begun. */
export const hold = (element, look, time, pseudoElement = null) =>
  element.animate([look, look], { delay: time, duration: 0, fill: "backwards", pseudoElement });

/** Let an element lie over faces and names for `time` ms, because cards fly over them; `overBar` also over the bar of the
    question, where a card comes out of the own hand below it and takes no tap from the buttons. */
export const liftOver = (element, time, { overBar = false } = {}) =>
  hold(element, overBar ? { zIndex: 4, pointerEvents: "none" } : { zIndex: 3 }, time);

let landsAt = -Infinity;

/** A card has begun to fly, and lies after `time` ms. */
export function noteFlight(time) {
  landsAt = Math.max(landsAt, performance.now() + time);
}

/** How long it takes until every card lies, in ms. */
export const untilLanded = () => Math.max(0, landsAt - performance.now());

let happening = []; // in words, each with when it begins and ends, and whether the buttons wait for it too

/** Something is shown from `from` to `until`, in ms from now: the line of the question says these words meanwhile. The
    buttons of the question wait only for what `holds` them; a card on its way does so in any case. */
export function noteHappening(words, until, { from = 0, holds = false } = {}) {
  const now = performance.now();
  if (words && until > from) happening.push({ words, holds, begins: now + from, ends: now + until });
}

/** What is being shown now and after it, in order, with when that begins and ends in ms from now. What begins later takes
    the place of what is still shown, which does not come again. */
export function happeningNow() {
  const now = performance.now();
  happening.sort((one, other) => one.begins - other.begins);
  const latest = happening.findLastIndex((one) => one.begins <= now);
  happening = happening.filter((one, place) => one.ends > now && place >= latest);
  return happening.map(({ words, holds, begins, ends }, place) => {
    const next = happening[place + 1];
    return { words, holds, from: Math.max(0, begins - now), until: Math.min(ends, next ? next.begins : ends) - now };
  }).filter(({ from, until }) => until > from);
}

/** Let a figure be seen as it was, or not at all where `old` is "", until the cards that made it lie, after `time` ms; then
    what it has gained stands below it until something else happens (`forgetGains`). */
export function holdFigure(figure, old, time) {
  const words = figure.firstChild;
  const now = words.data;
  if (now === old) return;
  const show = () => {
    words.data = now;
    markGain(figure, lastNumber(now) - lastNumber(old));
  };
  if (!time) {
    show();
    return;
  }
  if (old) words.data = old;
  hold(figure, { opacity: old ? 1 : 0 }, time).finished.then(show, show);
}

const lastNumber = (words) => Number((words.match(/\d+(?=\D*$)/) || [0])[0]);

function markGain(figure, gain) {
  if (!(gain > 0)) return;
  const mark = document.createElement("i");
  mark.className = "gain is-new";
  mark.setAttribute("aria-hidden", "true");
  mark.textContent = `+${gain}`;
  figure.append(mark);
}

/** Take away the marks of what was gained before. */
export function forgetGains() {
  document.querySelectorAll(".gain.is-new").forEach((mark) => mark.remove());
}
