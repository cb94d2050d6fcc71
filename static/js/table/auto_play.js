/* What is done for a player: where there is one answer that is no card, it is given after a pause; and what their settings
   let be done (`autoPlayLast`, `autoDeclare`), the last card, and saying what they hold. */

import { byId, page } from "./page.js";
import { duration } from "./motion.js";

const MIN_PLAY_DELAY = 700; // ms; what is done for somebody takes as long as a bot takes, whatever is held
const MAX_PLAY_DELAY = 1500;
const ONLY_ANSWER_DELAYS = [1500, 4000]; // ms, on a page with a line to the table; as people take who look through their cards first: it tells nobody what is held
const TRICK_TIME = 2100; // ms a finished trick stays before a last card is led for somebody

let answeredWindow = "";

function autoPlay() {
  const prompt = byId("prompt");
  const hand = byId("hand");
  if (!prompt || !hand) return;
  const agreements = byId("agreements");
  const asked = prompt.querySelector('[name="window"]');
  if (!asked || asked.value === answeredWindow || (agreements && agreements.querySelector('[value="return"]'))) return;
  const cards = hand.querySelectorAll("button.card");
  let button = null;
  let wait = MIN_PLAY_DELAY + Math.random() * (MAX_PLAY_DELAY - MIN_PLAY_DELAY);
  if (page.dataset.autoPlayLast !== undefined && prompt.classList.contains("plays") && cards.length === 1) {
    button = cards[0];
    if (document.querySelector("#trick .trick.complete")) wait += TRICK_TIME;
  } else if (page.dataset.autoDeclare !== undefined) {
    button = prompt.querySelector("#answer-groups button") || prompt.querySelector("#answer-none button");
  }
  if (!button && prompt.matches(".prompt--one-answer") && document.querySelector("[ws-connect]")) {
    button = prompt.querySelector(":is(#answer, #answer-none) button");
    const [soonest, latest] = ONLY_ANSWER_DELAYS;
    wait = soonest + Math.random() * (latest - soonest);
    if (button && duration()) button.animate({ backgroundSize: ["0 100%", "100% 100%"] }, { duration: wait });
  }
  if (!button) return;
  answeredWindow = asked.value;
  setTimeout(() => press(button.name, button.value, asked.value), wait);
}

/* The zones may have been drawn again meanwhile: the same button of the same window. */
function press(name, value, window) {
  const prompt = byId("prompt");
  const asked = prompt && prompt.querySelector('[name="window"]');
  if (!asked || asked.value !== window) return;
  const forms = ["hand", "answer-groups", "answer-none", "answer"].map(byId).filter(Boolean);
  for (const form of forms) {
    const button = Array.from(form.querySelectorAll("button")).find((one) => one.name === name && one.value === value);
    if (button && (form.id !== "hand" || name === "card")) {
      form.requestSubmit(button);
      return;
    }
  }
}

document.addEventListener("table:shown", autoPlay);

setInterval(autoPlay, 250); // the answer to a form changes the zones too, and no push follows it
autoPlay();
