/* All positions of a round are in the page: stepping shows one and hides the others; arrow keys step too. */

const positions = document.getElementById("moments"); // people keep addresses that end in #moments
const last = Number(positions?.dataset.last);

/* Show the position after so many cards. The links go on working without this script. */
export function show(card) {
  const position = document.getElementById(`card-${card}`);
  if (!position) {
    return;
  }
  for (const part of ["card", "facts"]) {
    document.getElementById(`${part}-${positions.dataset.card}`).hidden = true;
    document.getElementById(`${part}-${card}`).hidden = false;
  }
  positions.dataset.card = card;
  document.getElementById("position-word").textContent = position.querySelector(".position-title").textContent;
  for (const tick of positions.querySelectorAll(".tick")) {
    const now = Number(tick.dataset.card) === card;
    tick.classList.toggle("tick--now", now);
    now ? tick.setAttribute("aria-current", "step") : tick.removeAttribute("aria-current");
  }
  lead("back", card - 1);
  lead("on", card + 1);
  const wrong = document.getElementById("file-case");
  if (wrong) {
    wrong.search = `?card=${card}`;
  }
  history.replaceState(null, "", `?card=${card}#moments`);
}

/* A step of the player, which others who look back together follow. */
function step(card) {
  show(card);
  document.dispatchEvent(new CustomEvent("review:stepped", { detail: card }));
}

function lead(step, card) {
  const link = positions.querySelector(`[data-step="${step}"]`);
  if (card < 0 || card > last) {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
  } else {
    link.href = `?card=${card}#moments`;
    link.removeAttribute("aria-disabled");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-card], a[data-step]");
  if (!positions || !link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) {
    return;
  }
  event.preventDefault();
  if (link.dataset.card !== undefined) {
    step(Number(link.dataset.card));
    if (!positions.contains(link)) {
      positions.scrollIntoView();
    }
  } else if (link.hasAttribute("href")) {
    step(Number(positions.dataset.card) + (link.dataset.step === "on" ? 1 : -1));
  }
});

document.addEventListener("keydown", (event) => {
  const card = Number(positions?.dataset.card);
  const to = { ArrowLeft: card - 1, ArrowRight: card + 1, Home: 0, End: last }[event.key];
  if (!positions || to === undefined || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  if (!event.target.closest("input, textarea, select, summary") && to >= 0 && to <= last) {
    event.preventDefault();
    step(to);
  }
});
