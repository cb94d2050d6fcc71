/* Time at the table: rings run down, countdowns count. */

import { byId } from "./page.js";

const WARNING_TIME = 10000; // ms before the end from which the ring warns

const screen = byId("screen");
const [arrival] = performance.getEntriesByType("navigation");
const age = arrival && arrival.responseStart ? performance.now() - arrival.responseStart : 0;
const skew = screen ? Date.now() - age - Number(screen.dataset.now) : 0; // this clock against the server's, ms

const serverNow = () => Date.now() - skew;

function rings() {
  document.querySelectorAll(".seat[data-due]").forEach((seat) => {
    const { free, due, bank } = seat.dataset;
    const left = Math.min(1, (Number(due) - Math.max(serverNow(), Number(free))) / (Number(bank) * 1000));
    seat.style.setProperty("--left", Math.max(0, left).toFixed(3));
    seat.classList.toggle("is-late", Number(due) - serverNow() < WARNING_TIME);
  });
}

function countdowns() {
  document.querySelectorAll("[data-until]").forEach((clock) => {
    const seconds = Math.max(0, Math.ceil((Number(clock.dataset.until) - serverNow()) / 1000));
    const words = seconds || "toZero" in clock.dataset ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
    if (clock.textContent !== words) clock.textContent = words;
    const line = clock.closest(".ask-time");
    if (line) line.classList.toggle("is-over", !seconds);
  });
  document.querySelectorAll("[data-from]").forEach((choices) => {
    choices.hidden = Number(choices.dataset.from) > serverNow();
  });
  document.querySelectorAll("[data-before]").forEach((words) => {
    words.hidden = Number(words.dataset.before) <= serverNow();
  });
}

/** Everything on the table that shows the time, as it is now. */
function showTime() {
  rings();
  countdowns();
}

document.addEventListener("table:shown", showTime);

setInterval(showTime, 250);
showTime();
