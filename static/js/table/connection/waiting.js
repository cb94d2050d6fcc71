/* Between a tap and its answer: the card is lifted, everything else waits; and the second tap of a bold word. */

import { table } from "../page.js";
import { lower, raise } from "../hand/hand.js";
import { forgetForm } from "./socket.js";

const ANSWER_TIMEOUT = 60000; // ms until a tap without an answer is given back; socket.js says after five seconds that it waits

let busyTimer = 0;
let liftedFrom = null;

/** Whether this tap says the word; a bold one asks for a second tap first. */
export function maySay(button) {
  if (!button || !button.dataset.confirm || button.classList.contains("is-armed")) return true;
  const words = button.textContent;
  button.classList.add("is-armed");
  button.textContent = button.dataset.confirm;
  setTimeout(() => {
    if (!button.isConnected) return;
    button.classList.remove("is-armed");
    button.textContent = words;
  }, 3000);
  return false;
}

/* Whether a button answers the question: a card, or a word below it. */
const answersQuestion = (button) => Boolean(button && button.form) && (button.form.id === "hand" || button.form.matches(".answer"));

/** The tap is on its way. A question that was answered is not read any more. */
export function busy(button) {
  const added = button && button.dataset.card && document.querySelector(`#hand .card[value="${button.dataset.card}"]`);
  if (added) liftedFrom = added.getBoundingClientRect();
  if (button && button.name === "card") {
    liftedFrom = button.getBoundingClientRect(); // where a drag has left it
    raise(button);
  } else if (button) {
    button.classList.add("is-pressed");
  }
  if (answersQuestion(button)) table().classList.add("is-answered");
  table().setAttribute("aria-busy", "true");
  clearTimeout(busyTimer);
  busyTimer = setTimeout(() => {
    idle();
  }, ANSWER_TIMEOUT);
}

/** The answer is there, or will not come. */
export function idle() {
  clearTimeout(busyTimer);
  forgetForm();
  table().removeAttribute("aria-busy");
  table().classList.remove("is-answered");
  document.querySelectorAll("#prompt .is-pressed").forEach((button) => button.classList.remove("is-pressed"));
  lower();
}

/** Let a tip be asked for again: it is there. No move has waited for it, so one that is on its way goes on. */
export function releaseTip() {
  document.querySelectorAll("#ask-advice .is-pressed").forEach((button) => button.classList.remove("is-pressed"));
}

/** Where on the screen the card was tapped that was played last, or null. */
export const liftedBox = () => liftedFrom;

export function forgetLifted() {
  liftedFrom = null;
}
