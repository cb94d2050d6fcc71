/* The word this device cuts the deck with: drawn by the browser, because the site knows the secret that it is added to. */

let ownCut = { seal: "", word: "" };

/** Draw a word into the empty field; one that was typed stays when the question comes anew. */
export function fillCut() {
  const field = document.querySelector("#answer-cut [name=word]");
  if (!field) return;
  const seal = document.querySelector(".cut-seal code").textContent;
  if (ownCut.seal !== seal) ownCut = { seal, word: field.value };
  ownCut.word ||= drawnWord();
  field.value = ownCut.word;
}

/* Four groups of four digits; the server knows this shape where nobody talks (`agreements.DRAWN`). */
const drawnWord = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => String(number % 10000).padStart(4, "0")).join("-");

document.addEventListener("input", (event) => {
  if (event.target.matches("#answer-cut [name=word]")) ownCut.word = event.target.value;
});
