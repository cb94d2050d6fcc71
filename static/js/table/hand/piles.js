/* Stock and discard pile under a thumb: a tap draws from where the question lets one draw, and lays the raised card on the
   discard pile. The buttons of the question and a second tap on the card do the same, by keys too. */

import { byId } from "../page.js";
import { isHeldBack } from "../connection/late_taps.js";
import { discard } from "./dragging.js";

const answerOf = (word) => document.querySelector(`#answer button[value="${word}"]`);
const raisedCard = () => document.querySelector("#prompt.plays ~ #hand .card[data-up]:not([aria-disabled])");

/** What every fresh drawing needs: the piles that one may draw from are marked. */
export function offerPiles() {
  for (const [pile, word] of [["stock", "stock"], ["discard", "take"]]) {
    const there = document.querySelector(`#trick .${pile}`);
    if (there) there.classList.toggle("is-offered", answerOf(word) !== null);
  }
}

document.addEventListener("click", (event) => {
  const pile = event.target.closest("#trick .pile-of");
  if (!pile || byId("table").hasAttribute("aria-busy")) return;
  const answer = answerOf(pile.matches(".stock") ? "stock" : "take");
  if (answer && isHeldBack()) return;
  if (answer) answer.click();
  else if (pile.matches(".discard") && raisedCard()) discard(raisedCard().value);
});
