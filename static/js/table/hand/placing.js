/* Places on the table for the raised card: those where it fits are offered with the cards that lie there then, and their
   melds light up. Without a script every place of every card is offered. */

import { byId } from "../page.js";
import { showContents } from "../contents.js";

const placesForm = () => byId("answer-place");
const placesOf = (card) => Array.from(placesForm() ? placesForm().querySelectorAll(".spot-card") : []).filter((one) => one.dataset.card === card);

/** Whether a card of the hand fits somewhere on the table. */
export const fits = (card) => placesOf(card).length > 0;

/** The button that adds a card where a tip says, where it says so of this card. */
export const advisedPlace = (card) => placesOf(card).find((one) => one.matches(".lit"));

/** Offer the places of this card, "" for none. The meld that a tip names is marked in any case. */
export function showPlaces(card) {
  document.querySelectorAll(".meld:is(.is-fitting, .is-advised)").forEach((meld) => meld.classList.remove("is-fitting", "is-advised"));
  if (!placesForm()) return;
  const advised = placesForm().querySelector(".spot-card.lit");
  if (advised && meldOf(advised)) meldOf(advised).classList.add("is-advised");
  placesForm().querySelectorAll(".spot-card").forEach((button) => (button.hidden = button.dataset.card !== card));
  placesForm().querySelectorAll(".spot").forEach((spot) => (spot.hidden = !spot.querySelector(".spot-card:not([hidden])")));
  placesForm().hidden = !fits(card);
  const { classList } = byId("prompt");
  classList.toggle("with-open-spots", fits(card));
  classList.toggle("prompt--raised", fits(card));
  classList.toggle("prompt--fewer-spots", fits(card) && placesForm().querySelector(".spot[hidden]") !== null);
  showContents();
  for (const button of placesOf(card)) {
    const meld = meldOf(button);
    if (meld) meld.classList.add("is-fitting");
  }
}

/** What every fresh drawing needs: the raised card keeps its places. */
export function layOutPlaces() {
  const raised = document.querySelector("#hand [data-up]");
  document.querySelectorAll("#hand .barred").forEach((card) => fits(card.value) && card.removeAttribute("aria-disabled"));
  showPlaces(raised ? raised.value : "");
}

const meldOf = (button) => document.querySelector(`.meld[data-target="${button.closest(".spot").dataset.target}"]`);

// A tap on a meld that is lit up sends the raised card there; where the card has two places in it, these are asked.
document.addEventListener("click", (event) => {
  const meld = event.target.closest(".meld.is-fitting");
  if (!meld) return;
  const offered = Array.from(placesForm().querySelectorAll(".spot-card:not([hidden])")).filter((one) => meldOf(one) === meld);
  if (offered.length === 1) offered[0].click();
  else if (offered.length) offered[0].focus();
});
