/* What is seen at a glance beside hand, trick and words, as sentences: those that are new or different are told. */

import { byId, nameOf, table, wordsFor, you } from "./page.js";
import { MAX_DRAWN } from "./hand/newest.js";

const textOf = (element) => (element ? wordsFor(element).trim().replace(/\s+/g, " ") : "");
const namesOf = (cards) => Array.from(cards, textOf).join(", ");

/** Every fact as a sentence, by what it is about. */
export function factsNow() {
  const facts = {};
  const say = (about, sentence) => (facts[about] = sentence);
  const all = (what) => document.querySelectorAll(what);
  say("label", textOf(byId("strip").querySelector(".strip-label")));
  say("poster", textOf(byId("trick").querySelector(".poster-line")));
  all(".seats > .seat").forEach((seat) => {
    const role = textOf(seat.querySelector(".role"));
    if (role) say(`${seat.id} role`, `${nameOf(seat)}: ${role}`);
  });
  const trumps = byId("strip").querySelector(".strip-trump .suit");
  if (trumps) say("trumps", `${textOf(trumps.closest(".strip-trump").querySelector(".visually-hidden"))} ${textOf(trumps)}`);
  all("#prompt .showing").forEach((one, place) => {
    const names = namesOf(one.querySelectorAll(".card"));
    say(`showing ${place}`, `${textOf(one.firstElementChild)}${names && `: ${names}`}`);
  });
  const pile = byId("trick").querySelector(".discard");
  const top = pile && pile.querySelector("li:last-child");
  if (top) say(`pile ${textOf(pile.querySelector(".pile-count"))}`, `${pile.querySelector("ol").getAttribute("aria-label")}: ${textOf(top)}`);
  all("#trick .meld").forEach((meld) => {
    const who = textOf(meld.closest(".meld-row").querySelector(".meld-who"));
    say(`meld ${meld.dataset.target}`, `${who}: ${textOf(meld.querySelector(".meld-of"))} ${namesOf(meld.querySelectorAll(".card"))}`);
  });
  say("asked", textOf(byId("trick").querySelector(".asked")));
  all("#trick .captured .visually-hidden").forEach((points) => {
    const heap = points.closest(".captured");
    const own = heap.classList.contains(`for-${you()}`);
    const side = own ? table().dataset.sayOurs : heap.querySelector(".captured-by").title;
    say(`captured ${side}`, `${side}: ${textOf(points)}`);
  });
  return facts;
}

/** Add to the news what differs from `old` (of `factsNow`). Trumps that a player has just named are told as their word. Who
    added a card to a meld is told before (laid.js): the meld itself says only whose it is, and how it lies now. */
export function showFacts(old, news) {
  for (const [about, sentence] of Object.entries(factsNow())) {
    const named = about === "trumps" && news.some((line) => line.split(": ")[1] === sentence.split(": ")[1]);
    if (!sentence || old[about] === sentence || named || isUncovered(about, old)) continue;
    const grown = about.startsWith("meld ") && old[about];
    news.push(grown ? `${document.querySelector("#trick .melds").getAttribute("aria-label")}: ${sentence}` : sentence);
  }
}

/* Whether the pile shows a card again because the one on it was taken, which is told as that: nobody has thrown it away. */
function isUncovered(about, old) {
  const before = Object.keys(old).find((one) => one.startsWith("pile "));
  return about.startsWith("pile ") && before !== undefined && Number(about.slice(5)) < Number(before.slice(5));
}

/** Add a hand that was dealt anew to the news, or the cards that came into the one held before (`old`: their values). */
export function showHand(old, news) {
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  const fresh = cards.filter((card) => !old.includes(card.value));
  if (!fresh.length) return;
  const { sayHand, sayDrawn } = table().dataset;
  const drawn = fresh.length <= MAX_DRAWN && old.length > 0;
  news.push(drawn ? sayDrawn.replace("{cards}", namesOf(fresh)) : sayHand.replace("{cards}", namesOf(cards)));
}

export const handNow = () => Array.from(document.querySelectorAll("#hand .card"), (card) => card.value);
