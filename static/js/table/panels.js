/* Small things that open and close. */

import { table } from "./page.js";

const PANELS = ".menu, .talk-panel, .last-trick";
const BESIDE = ".talk-panel, .last-trick";
/* As in the style sheet (frame/wide.css). */
const wide = window.matchMedia("((width >= 1000px) and (height >= 560px)) or ((width >= 740px) and (height >= 800px))");
const narrow = window.matchMedia("(width < 1000px)");
const low = window.matchMedia("(height < 700px)");

/** Whether there is room for talk and the trick before beside the table, where they lie open. */
export const hasRoom = () => wide.matches;

const stage = window.matchMedia("(width >= 1200px) and (height >= 780px)");

/** Whether the end of a round is counted up on the cloth, and not at the side. */
export const hasStage = () => stage.matches;

/* Somebody sits where the trick before would lie on a low screen, and with five or six on a tablet. */
const isSeatedOver = () => low.matches || (narrow.matches && table().matches(".of-5, .of-6"));
const liesOpen = (panel) => hasRoom() && panel.matches(BESIDE) && !(panel.matches(".last-trick") && isSeatedOver());

/** Open what has its own place beside the table. */
export function openBeside() {
  if (!table() || !hasRoom()) return;
  table().querySelectorAll(BESIDE).forEach((panel) => (panel.open = panel.open || liesOpen(panel)));
}

wide.addEventListener("change", () => {
  if (table()) table().querySelectorAll(BESIDE).forEach((panel) => (panel.open = liesOpen(panel)));
});

document.addEventListener("click", (event) => {
  const shower = event.target.closest("[data-show]");
  if (shower && shower.closest("#table")) {
    const what = shower.dataset.show;
    if (!what || table().dataset.shows === what) delete table().dataset.shows;
    else table().dataset.shows = what;
  }
  document.querySelectorAll("#table details[open]").forEach((panel) => {
    if (liesOpen(panel)) return;
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
  openBeside();
});

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches && event.target.matches(".talk-panel") && event.target.open) delete event.target.dataset.new;
  },
  true,
);
