/* All moments of a round are in the page: stepping shows one and hides the others; arrow keys step too. */

const moments = document.getElementById("moments");
const last = Number(moments?.dataset.last);

/* Show the moment after so many cards. The links go on working without this script. */
export function show(card) {
  const moment = document.getElementById(`card-${card}`);
  if (!moment) {
    return;
  }
  for (const part of ["card", "facts"]) {
    document.getElementById(`${part}-${moments.dataset.card}`).hidden = true;
    document.getElementById(`${part}-${card}`).hidden = false;
  }
  moments.dataset.card = card;
  document.getElementById("moment-word").textContent = moment.querySelector(".moment-title").textContent;
  for (const tick of moments.querySelectorAll(".tick")) {
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
  const link = moments.querySelector(`[data-step="${step}"]`);
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
  if (!moments || !link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) {
    return;
  }
  event.preventDefault();
  if (link.dataset.card !== undefined) {
    step(Number(link.dataset.card));
    if (!moments.contains(link)) {
      moments.scrollIntoView();
    }
  } else if (link.hasAttribute("href")) {
    step(Number(moments.dataset.card) + (link.dataset.step === "on" ? 1 : -1));
  }
});

document.addEventListener("keydown", (event) => {
  const card = Number(moments?.dataset.card);
  const to = { ArrowLeft: card - 1, ArrowRight: card + 1, Home: 0, End: last }[event.key];
  if (!moments || to === undefined || event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  if (!event.target.closest("input, textarea, select, summary") && to >= 0 && to <= last) {
    event.preventDefault();
    step(to);
  }
});
