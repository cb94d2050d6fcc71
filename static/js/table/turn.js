/* Your turn: seen, heard and felt, each as wished. */

import { byId, table, unwished } from "./page.js";
import { announce } from "./saying.js";

const title = document.title;
const OFFERS = ["#answer", "#answer-groups >", "#answer-none", "#answer-suit", "#answer-ready"].map((form) => `${form} button`).join();
const SILENCE = 2500; // ms without news after which it is said for whom everybody waits
const RINGS_LATE = 1000; // ms after which a sound would be taken for that of another turn

let sound = null;
let ringing = false;
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
  const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive; // untouched pages may not
  if (touched && !unwished("vibration") && navigator.vibrate) navigator.vibrate(40);
  if (!unwished("sound")) chime();
}

function sayWaiting() {
  const words = wordsOf(byId("prompt"));
  if (words !== waitedFor) announce([words]);
  waitedFor = words;
}

/** Two tones, and then the device sleeps: a context that runs keeps the speaker of a phone awake all evening. A sound that
    the phone held back until it is late is not made. */
async function chime() {
  if (!sound || ringing) return;
  ringing = true;
  const asked = performance.now();
  await sound.resume();
  if (performance.now() - asked > RINGS_LATE) return fallSilent();
  const tones = [660, 880].map((pitch, step) => {
    const at = sound.currentTime + step * 0.11;
    const tone = new OscillatorNode(sound, { type: "sine", frequency: pitch });
    const volume = new GainNode(sound, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.06, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.22);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.24);
    return tone;
  });
  tones.at(-1).onended = fallSilent;
}

function fallSilent() {
  ringing = false;
  sound.suspend();
}

/** Sound is only allowed from a click or a key on: `pointerdown` of a finger is none. */
function allowSound() {
  if (sound || !window.AudioContext || unwished("sound")) return;
  sound = new AudioContext();
  sound.resume().then(() => ringing || sound.suspend());
}

document.addEventListener("click", allowSound, true);
document.addEventListener("keydown", allowSound, true);
