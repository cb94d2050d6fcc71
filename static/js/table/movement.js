/* How much moves at the table, chosen in its menu: it holds at once, and the club keeps it for the player. */

import { page } from "./page.js";

const markMovement = (group) =>
  group.querySelectorAll("[data-movement]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.movement === (page.dataset.motion || "full")));
  });

document.addEventListener(
  "toggle",
  (event) => {
    const group = event.target.matches && event.target.matches("#table .menu[open]") && event.target.querySelector(".menu-movement");
    if (!group) return;
    group.hidden = false;
    markMovement(group);
  },
  true,
);

document.addEventListener("click", (event) => {
  const button = event.target.closest && event.target.closest("#table [data-movement]");
  if (!button) return;
  page.dataset.motion = button.dataset.movement;
  const group = button.closest(".menu-movement");
  markMovement(group);
  const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const body = new URLSearchParams({ motion: button.dataset.movement });
  fetch(group.dataset.act, { method: "POST", body, headers }).catch(() => {}); // chosen again at the next table
});
