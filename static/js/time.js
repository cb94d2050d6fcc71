/* Time at the table: rings run down, countdowns count, and what a player lets be done for them is done. */
(() => {
  "use strict";

  const SOONEST = 700; // ms; what is done for somebody takes as long as a bot takes, whatever is held
  const LATEST = 1500;
  const AFTER_TRICK = 2100; // ms a finished trick stays before a last card is led for somebody
  const LATE = 10000; // ms before the end from which the ring warns

  const page = document.documentElement;
  const byId = (id) => document.getElementById(id);
  let skew = 0; // this clock against the server's, ms: known from a ring that has just been pushed
  let known = new Map();
  let done = "";

  const now = () => Date.now() - skew;

  function rings() {
    const found = new Map();
    document.querySelectorAll(".seat[data-due]").forEach((seat) => {
      const { free, due, bank } = seat.dataset;
      found.set(seat.id, due);
      const left = Math.min(1, (Number(due) - Math.max(now(), Number(free))) / (Number(bank) * 1000));
      seat.style.setProperty("--left", Math.max(0, left).toFixed(3));
      seat.classList.toggle("is-late", Number(due) - now() < LATE);
    });
    known = found;
  }

  function countdowns() {
    document.querySelectorAll("[data-until]").forEach((clock) => {
      const seconds = Math.max(0, Math.ceil((Number(clock.dataset.until) - now()) / 1000));
      const words = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
      if (clock.textContent !== words) clock.textContent = words;
    });
    document.querySelectorAll("[data-from]").forEach((choices) => {
      choices.hidden = Number(choices.dataset.from) > now();
    });
  }

  /* What a player lets be done: the last card, and saying what they hold */

  function forYou() {
    const prompt = byId("prompt");
    const hand = byId("hand");
    if (!prompt || !hand) return;
    const around = byId("around");
    const asked = prompt.querySelector('[name="window"]');
    if (!asked || asked.value === done || (around && around.querySelector('[value="return"]'))) return;
    const cards = hand.querySelectorAll("button.card");
    let button = null;
    let wait = SOONEST + Math.random() * (LATEST - SOONEST);
    if (page.dataset.autoPlayLast !== undefined && prompt.classList.contains("plays") && cards.length === 1) {
      button = cards[0];
      if (document.querySelector("#trick > .trick.complete")) wait += AFTER_TRICK;
    } else if (page.dataset.autoDeclare !== undefined) {
      button = prompt.querySelector("#answer-groups button") || prompt.querySelector("#answer-none button");
    }
    if (!button) return;
    done = asked.value;
    setTimeout(() => press(button.name, button.value, asked.value), wait);
  }

  /* The zones may have been drawn again meanwhile: the same button of the same window. */
  function press(name, value, window) {
    const prompt = byId("prompt");
    const asked = prompt && prompt.querySelector('[name="window"]');
    if (!asked || asked.value !== window) return;
    const forms = ["hand", "answer-groups", "answer-none"].map(byId).filter(Boolean);
    for (const form of forms) {
      const button = Array.from(form.querySelectorAll("button")).find((one) => one.name === name && one.value === value);
      if (button && (form.id !== "hand" || name === "card")) {
        form.requestSubmit(button);
        return;
      }
    }
  }

  function look() {
    rings();
    countdowns();
    forYou();
  }

  document.addEventListener("htmx:wsAfterMessage", () => {
    document.querySelectorAll(".seat[data-since]").forEach((seat) => {
      if (known.get(seat.id) !== seat.dataset.due) skew = Date.now() - Number(seat.dataset.since);
    });
    look();
  });

  setInterval(look, 250);
  look();
})();
