/* A card chosen ahead: a tap before one's own turn, once the lead lies. It is played when the turn comes, if it may be; a
   second tap takes it back, and so does everything else than the cards of this trick. */

import { byId, table, wish } from "../page.js";
import { untilLanded } from "../motion.js";
import { tell } from "../saying.js";

const AHEAD_PAUSE = 350; // ms after the cards lie, in which a tap still takes the card back

let ahead = null; // {card, lead}: its value, and the card that was led in words
let playingAhead = 0;

const runningTrick = () => Array.from(document.querySelectorAll("#trick .middle > .trick:not(.leaving, .complete) > li"));
const leadNow = () => (runningTrick()[0] || { textContent: "" }).textContent;
const mayChooseAhead = () =>
  byId("hand").matches(":not(.hand--sorts)") && byId("hand").elements.do.value === "play" && !wish("confirmTap") &&
  !byId("prompt").matches(".yours") && leadNow() !== "" && !table().matches(".with-open-sheet, [aria-busy]");

/** Forget the card that was chosen ahead. */
export function dropAhead() {
  clearTimeout(playingAhead);
  playingAhead = 0;
  ahead = null;
  document.querySelectorAll("#hand [data-ahead]").forEach((card) => delete card.dataset.ahead);
}

/** A tap on a card while others play chooses it ahead, or takes it back; false where that cannot be. */
export function chooseAhead(button) {
  if (ahead && button.value === ahead.card) {
    dropAhead();
    tell(table().dataset.sayNotAhead);
    return true;
  }
  if (!mayChooseAhead() || runningTrick().some((item) => item.matches(`.at-${(table().className.match(/you-(\d)/) || [])[1]}`))) return false;
  dropAhead();
  ahead = { card: button.value, lead: leadNow() };
  button.dataset.ahead = "";
  tell(table().dataset.sayAhead);
  return true;
}

const aheadCard = () => ahead && document.querySelector(`#hand .card[value="${ahead.card}"]`);

/* Whether the player is asked for the card they chose, in the trick in which they chose it. */
const isDueAhead = (card) => byId("prompt").matches(".yours.plays") && !card.matches(".barred, [aria-disabled=true]");

function followAhead() {
  if (!ahead || !byId("hand")) return;
  const card = aheadCard();
  const asked = byId("prompt").matches(".yours");
  if (!card || leadNow() !== ahead.lead || (asked && !isDueAhead(card))) {
    dropAhead();
    return;
  }
  card.dataset.ahead = "";
  if (!asked || playingAhead) return;
  const { lead } = ahead;
  playingAhead = setTimeout(() => {
    const due = aheadCard();
    const plays = due && leadNow() === lead && isDueAhead(due) && !table().hasAttribute("aria-busy");
    dropAhead();
    if (plays) due.form.requestSubmit(due);
  }, untilLanded() + AHEAD_PAUSE);
}

document.addEventListener("table:shown", followAhead);
