/* A word that raises what the round counts: the cloth darkens, an arm rises with the word, and the ladder climbs a step.
   It lies over the felt for less than a second, catches no tap, and says nothing that the seat and the strip do not: their
   words are seen after it, so that none is read twice. */

import { byId, table, unbroken, you } from "./page.js";
import { noteHappening } from "./motion.js";
import { play, shake } from "./sound.js";

const WORDS_SHARE = 0.86; // share of the moment after which its words are gone, and those that stay are seen (felt/raise.css)
const SHAKES = [[30, 40, 60], [30, 40, 60, 40, 90], [40, 40, 70, 40, 140]]; // by level, in ms

/** What raised the round last, as the strip says it; level 0 while nothing has. */
export function raiseNow() {
  const times = byId("strip").querySelector(".times[data-word]");
  if (!times) return { level: 0 };
  const { level, word, ladder } = times.dataset;
  return { level: Number(level), word, by: speaker(times.nextElementSibling), ladder: ladder.split(" ") };
}

/* The name of the last speaker, or how this player is spoken to. */
function speaker(by) {
  if (!by) return "";
  return unbroken(by.querySelector(by.classList.contains(`for-${you()}`) ? ".mine" : ".whose").textContent);
}

/** Show that the round was raised since `old` (of `raiseNow`); whether it was. It is drawn only where things move
    (`flight` of `duration`). */
export function showRaise({ raise: old, flight }) {
  const now = raiseNow();
  if (now.level <= old.level) return false;
  shake(SHAKES[Math.min(now.level, SHAKES.length) - 1]);
  play("raise");
  const felt = table().querySelector(".felt");
  if (!flight || !felt) return true;
  const drawing = drawRaise(now);
  felt.append(drawing);
  const { duration } = drawing.getAnimations()[0].effect.getComputedTiming();
  noteHappening(now.by ? `${now.by}: ${now.word}` : now.word, duration);
  for (const same of felt.querySelectorAll("#trick .contract")) same.animate({ opacity: [0, 0, 1], offset: [0, WORDS_SHARE, 1] }, { duration });
  const ends = drawing.getAnimations({ subtree: true }).map((motion) => motion.finished);
  Promise.allSettled(ends).then(() => drawing.remove());
  return true;
}

function drawRaise({ level, word, by, ladder }) {
  const drawing = document.createElement("div");
  drawing.className = `raise raise--${level}`;
  drawing.setAttribute("aria-hidden", "true");
  for (let arm = 1; arm <= level; arm += 1) drawing.append(piece("i", "raise-arm"));
  const said = piece("p", "raise-said");
  said.append(piece("span", "raise-by", by), piece("b", "raise-word", word), ...ladder.map((times, step) => rung(times, step - level)));
  drawing.append(said);
  return drawing;
}

const rung = (times, above) => piece("span", `raise-step${above ? "" : " is-reached"}${above < 0 ? " is-below" : ""}`, `×${times}`);

function piece(tag, name, words = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = words;
  return made;
}
