/* A big hand in the order its player wishes: by suit or by rank, remembered for this visit. */

const RANKS = "23456789TJQKAX";
const SUITS = "SHCDX";

const face = (card) => card.className.match(/\b[SHDCX][2-9TJQKAX]\b/)[0];
const ORDERS = {
  suit: (card) => SUITS.indexOf(face(card)[0]) * 20 - RANKS.indexOf(face(card)[1]),
  rank: (card) => SUITS.indexOf(face(card)[0]) - RANKS.indexOf(face(card)[1]) * 20,
};

/** What every fresh drawing of a big hand needs: the order that was wished for last. */
export function sortHand() {
  const by = sessionStorage.getItem("handOrder");
  document.querySelectorAll("#hand [data-sort]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.sort === by));
  });
  const rows = Array.from(document.querySelectorAll("#hand .hand-row"));
  if (!ORDERS[by] || !rows.length) return;
  const sizes = rows.map((row) => row.children.length);
  const cards = Array.from(document.querySelectorAll("#hand .card"));
  cards.sort((one, other) => ORDERS[by](one) - ORDERS[by](other) || (one.value < other.value ? -1 : 1));
  rows.forEach((row, number) => row.append(...cards.splice(0, sizes[number])));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#hand [data-sort]");
  if (!button) return;
  sessionStorage.setItem("handOrder", button.dataset.sort);
  sortHand();
});
