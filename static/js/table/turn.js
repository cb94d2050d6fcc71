/* Your turn: seen, heard and felt, each as wished. */

import { byId, table } from "./page.js";
import { announce } from "./saying.js";
import { play, shake } from "./sound.js";

const title = document.title;
const OFFERS = ["#answer", "#answer-groups >", "#answer-none", "#answer-suit", "#answer-ready"].map((form) => `${form} button`).join();
const SILENCE = 2500; // ms without news after which it is said for whom everybody waits

let waiting = 0;
let waitedFor = ""; // the line said last while nothing happened; not said again before something does

/** The question to this player, in words that differ from every other question; "" while others are asked. */
export function questionNow() {
  const prompt = byId("prompt");
  if (!prompt.classList.contains("yours")) return "";
  const window = prompt.querySelector('[name="window"]');
  return `${window ? window.value : ""} ${wordsOf(prompt)}`;
}

/** The words this player may say now without having to, in words that differ from every other offer; "" for none. */
export function offerNow() {
  const prompt = byId("prompt");
  if (prompt.classList.contains("yours")) return "";
  const buttons = Array.from(prompt.querySelectorAll(OFFERS), (button) => button.textContent.trim().replace(/\s+/g, " "));
  const window = prompt.querySelector('[name="window"]');
  return buttons.length ? `${window ? window.value : ""} ${buttons.join(", ")}` : "";
}

const wordsOf = (prompt) => prompt.querySelector(".ask-words").textContent;

/** The question in words, and which cards may be played where some may not. */
export function questionTold() {
  const prompt = byId("prompt");
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  const free = cards.filter((card) => !card.classList.contains("barred"));
  const narrowed = prompt.classList.contains("plays") && free.length && free.length < cards.length;
  const names = free.map((card) => card.textContent).join(", ");
  return [wordsOf(prompt), ...(narrowed ? [table().dataset.sayMay.replace("{cards}", names)] : [])];
}

/** Mark whose turn it is. Each question and each offer is told once: those before are `asked` and `offered` (of
    `questionNow` and `offerNow`). One turn is signalled once. */
export function turnTo({ question: asked, offer: offered }, news) {
  const question = questionNow();
  const offer = offerNow();
  if (offer && offer !== offered) {
    const words = offer.slice(offer.indexOf(" ") + 1);
    news.push(wordsOf(byId("prompt")), table().dataset.sayOffer.replace("{words}", words));
  }
  document.title = question ? `● ${title}` : title;
  clearTimeout(waiting);
  if (question || news.length) waitedFor = "";
  if (!question) waiting = setTimeout(sayWaiting, SILENCE);
  else if (question !== asked) news.push(...questionTold());
  if (!question || asked) return;
  shake(40);
  play("turn");
}

function sayWaiting() {
  const words = wordsOf(byId("prompt"));
  if (words !== waitedFor) announce([words]);
  waitedFor = words;
}
