/* Your turn: seen, heard and felt, each as wished. */

import { byId, faceAt, table } from "./page.js";
import { untilLanded } from "./motion.js";
import { announce } from "./saying.js";
import { play, shake } from "./sound.js";

const title = document.title;
const OFFERS = ["#answer", "#answer-groups >", "#answer-none", "#answer-suit", "#answer-ready", "#answer-go-on"].map((form) => `${form} button`).join();
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

/** Whose turn is seen: places of the order of play, and the sentence with whether it is a question to this player. One
    that was answered is not read any more. */
export function turnSeen() {
  if (table().matches(".is-answered")) return { at: turnsNow(), words: "", yours: false };
  const words = byId("prompt").querySelector(".ask-before") || byId("prompt").querySelector(".ask-words");
  return { at: turnsNow(), words: words.textContent, yours: byId("prompt").classList.contains("yours") };
}

const turnsNow = () => Array.from(table().className.matchAll(/\bwith-turn-(\d)/g), (found) => found[1]);

const RING = { borderColor: "var(--camp, var(--gold))", boxShadow: "0 0 0 3px var(--turn-ring, rgb(242 193 78 / 34%))" };
const NO_RING = { borderColor: "var(--camp, rgb(255 255 255 / 38%))", boxShadow: "none" };
const HIDDEN = { opacity: 0 };

/** What the question and the tip on it are drawn with. The forms of the answers have no box of their own. */
export const partsOfQuestion = () => document.querySelectorAll("#prompt .ask > :not(.ask-before), #prompt > :not(.ask, .answer), #prompt > .answer > *, #advice.is-given");

/** Let the ring and the sentence of the turn be seen where they were (`turn` of `turnSeen`) until every card lies; answers
    are seen with their own question. Only their pictures wait: whoever is asked may answer at once. */
export function showTurnOnLanding({ turn: old }) {
  const time = untilLanded();
  if (!time) return;
  const now = turnsNow();
  const stay = (element, look, how = {}) => element.animate([look, look], { duration: time, ...how });
  for (const face of old.at.filter((at) => !now.includes(at)).map(faceAt)) if (face) stay(face, RING);
  for (const face of now.filter((at) => !old.at.includes(at)).map(faceAt)) {
    if (!face) continue;
    stay(face, NO_RING);
    stay(face, HIDDEN, { pseudoElement: "::before" });
  }
  const ask = byId("prompt").querySelector(".ask");
  if (!ask || ask.querySelector(".ask-before") || wordsOf(ask) === old.words) return;
  const kept = document.createElement("p");
  kept.className = `ask-before${old.yours ? " is-yours" : ""}`;
  kept.setAttribute("aria-hidden", "true");
  kept.textContent = old.words;
  const parts = Array.from(partsOfQuestion(), (part) => stay(part, HIDDEN));
  ask.prepend(kept);
  Promise.allSettled(parts.map((motion) => motion.finished)).then(() => kept.remove());
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
  const calls = question && !byId("prompt").matches(".prompt--one-answer"); // what is answered by itself calls nobody
  document.title = calls ? `● ${title}` : title;
  clearTimeout(waiting);
  if (question || news.length) waitedFor = "";
  if (!question) waiting = setTimeout(sayWaiting, SILENCE);
  else if (question !== asked) news.push(...questionTold());
  if (!calls || asked) return;
  shake(40);
  play("turn");
}

function sayWaiting() {
  const words = wordsOf(byId("prompt"));
  if (words !== waitedFor) announce([words]);
  waitedFor = words;
}
