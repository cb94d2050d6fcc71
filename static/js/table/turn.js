/* Your turn: seen, heard and felt, each as wished. */

import { byId, faceAt, table } from "./page.js";
import { happeningNow, hold, untilLanded } from "./motion.js";
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

/** Whose turn is seen: places round the table, and the sentence with whether it is a question to this player. One
    that was answered is not read any more. */
export function turnSeen() {
  if (table().matches(".is-answered")) return { at: turnsNow(), words: "", yours: false };
  const words = byId("prompt").querySelector(".ask-before:not(.is-event)") || byId("prompt").querySelector(".ask-words");
  return { at: turnsNow(), words: words.textContent, yours: byId("prompt").classList.contains("yours") };
}

const turnsNow = () => Array.from(table().className.matchAll(/\bwith-turn-(\d)/g), (found) => found[1]);

const RING = { borderColor: "var(--camp, var(--gold))", boxShadow: "0 0 0 3px var(--turn-ring, rgb(242 193 78 / 34%))" };
const NO_RING = { borderColor: "var(--camp, rgb(255 255 255 / 38%))", boxShadow: "none" };
const HIDDEN = { opacity: 0 };
const NO_LINE = { boxShadow: "none" }; // of a question that is not this player's
const UNMARKED = { borderColor: "var(--paper-edge)", boxShadow: "var(--shadow-card)" }; // a card that is not advised yet

/** What the question and the tip on it are drawn with. The forms of the answers have no box of their own. */
export const partsOfQuestion = () => document.querySelectorAll("#prompt .ask > :not(.ask-before), #prompt > :not(.ask, .answer), #prompt > .answer > *, #advice.is-given");

/** Let the ring of the turn be seen where it was (`turn` of `turnSeen`) until every card lies. */
export function showTurnOnLanding({ turn: old }) {
  const time = untilLanded();
  if (!time) return;
  const now = turnsNow();
  for (const face of old.at.filter((at) => !now.includes(at)).map(faceAt)) if (face) hold(face, RING, time);
  for (const face of now.filter((at) => !old.at.includes(at)).map(faceAt)) {
    if (!face) continue;
    hold(face, NO_RING, time);
    if (face.closest("[data-due]")) hold(face, HIDDEN, time, "::before");
  }
}

/** Let the question be seen when what led to it was: until every card lies the sentence before stands there (`turn` of
    `turnSeen`), and what happens is said as long as it is shown. Buttons are seen with their own question and wait for the
    cards alone. Only pictures wait: whoever is asked may answer at once. Returns the motions that hold it back. */
export function showQuestionInTime({ turn: old }) {
  const ask = byId("prompt").querySelector(".ask");
  if (!ask || ask.querySelector(".ask-before")) return [];
  const landed = untilLanded();
  const events = happeningNow();
  const held = Math.max(landed, ...events.filter((one) => one.holds).map((one) => one.until));
  const end = byId("prompt").querySelector(OFFERS) ? held : Math.max(held, ...events.map((one) => one.until));
  const told = events.filter((one) => one.from < end).map((one) => ({ ...one, until: Math.min(one.until, end), name: " is-event" }));
  if (told.length) told.at(-1).until = end;
  const before = told.length ? told[0].from : landed;
  if (!end || (!told.length && wordsOf(ask) === old.words)) return [];
  if (before) told.unshift({ words: old.words, from: 0, until: before, name: old.yours ? " is-yours" : "" });
  const hidden = Array.from(partsOfQuestion(), (part) => hold(part, HIDDEN, part.parentElement === ask || part.id === "advice" ? end : held));
  if (byId("prompt").matches(".yours") && !old.yours) hidden.push(hold(byId("prompt"), NO_LINE, end));
  for (const card of document.querySelectorAll("#hand .advised")) hidden.push(hold(card, UNMARKED, end, "::before"));
  const lines = told.map(saidMeanwhile);
  ask.prepend(...lines.map(({ line }) => line));
  return [...hidden, ...lines.flatMap(({ motions }) => motions)];
}

/* A line in the place of the question, from `from` to `until`, and the motions by which it is seen. */
function saidMeanwhile({ words, from, until, name }) {
  const line = document.createElement("p");
  line.className = `ask-before${name}`;
  line.setAttribute("aria-hidden", "true");
  line.textContent = words;
  const gone = () => line.remove();
  const motions = [hold(line, { opacity: 1 }, until)];
  motions[0].finished.then(gone, gone);
  if (from) motions.push(hold(line, HIDDEN, from)); // the later of two is seen
  return { line, motions };
}

/** Mark whose turn it is after this `news`, and return what is asked in words: each question and each offer is told once;
    those before are `asked` and `offered` (of `questionNow` and `offerNow`). One turn is signalled once. */
export function turnTo({ question: asked, offer: offered }, news) {
  const question = questionNow();
  const offer = offerNow();
  const told = [];
  if (offer && offer !== offered) {
    const words = offer.slice(offer.indexOf(" ") + 1);
    told.push(wordsOf(byId("prompt")), table().dataset.sayOffer.replace("{words}", words));
  }
  const calls = question && !byId("prompt").matches(".prompt--one-answer"); // what is answered by itself calls nobody
  document.title = calls ? `● ${title}` : title;
  clearTimeout(waiting);
  if (question || news.length || told.length) waitedFor = "";
  if (!question) waiting = setTimeout(sayWaiting, SILENCE);
  else if (question !== asked) told.push(...questionTold());
  if (calls && !asked) {
    shake(40);
    play("turn");
  }
  return told;
}

function sayWaiting() {
  const words = wordsOf(byId("prompt"));
  if (words !== waitedFor) announce([words], { seen: false });
  waitedFor = words;
}
