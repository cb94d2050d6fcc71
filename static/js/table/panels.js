/* Small things that open and close. */

import { table } from "./page.js";

const PANELS = ".menu, .talk-panel, .last-trick";

document.addEventListener("click", (event) => {
  const shower = event.target.closest("[data-show]");
  if (shower && shower.closest("#table")) {
    const what = shower.dataset.show;
    if (!what || table().dataset.shows === what) delete table().dataset.shows;
    else table().dataset.shows = what;
  }
  document.querySelectorAll("#table details[open]").forEach((panel) => {
    if (panel.matches(PANELS) && (shower || !panel.contains(event.target))) panel.open = false;
  });
});

/* What was sent from the menu is answered on the table under it. */
document.addEventListener("submit", (event) => {
  const menu = event.target.closest("#table .menu");
  if (menu) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !table()) return;
  delete table().dataset.shows;
  document.querySelectorAll("#table details[open]").forEach((panel) => (panel.open = false));
});

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches && event.target.matches(".talk-panel") && event.target.open) delete event.target.dataset.new;
  },
  true,
);
