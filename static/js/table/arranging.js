/* Groups filled from the hand by taps: a card of the hand goes into the open group, a card of a group is picked for the
   tools beside it. Without a script the form has a list for each card instead. */

import { byId } from "./page.js";
import { announce } from "./saying.js";

let groups = []; // by slot the values of its cards, in order
let undoing = []; // earlier groups, for undo
let openSlot = 0; // the slot a tap fills, -1 for none
let picked = ""; // the card of a group the tools work on
let answers = ""; // the window the groups answer

const arranging = () => byId("answer-arrange");
const slots = () => Array.from(arranging().querySelectorAll(".slot"));
const inHand = (value) => document.querySelector(`#hand .card[value="${value}"]`);
const slotOf = (value) => groups.findIndex((cards) => cards.includes(value));

/** What every fresh drawing needs: the groups of the same question stay, those of another are empty. */
export function layOut() {
  const form = arranging();
  if (!form) return;
  const now = form.elements.window.value;
  if (now !== answers) {
    answers = now;
    undoing = [];
    picked = "";
    groups = slots().map(() => []);
    openSlot = byId("prompt").classList.contains("plays") ? -1 : 0;
  }
  groups = groups.map((cards) => cards.filter(inHand));
  form.querySelector(".slots").hidden = false;
  const plain = form.querySelector(".arrange-plain");
  plain.hidden = true;
  plain.querySelectorAll("select").forEach((list) => (list.disabled = true));
  showGroups();
}

function showGroups() {
  slots().forEach((slot, number) => {
    const cards = groups[number];
    slot.querySelector(".slot-name").setAttribute("aria-pressed", String(number === openSlot));
    slot.querySelector(".slot-count").textContent = `${cards.length}/${Math.max(1, slot.dataset.least)}`;
    slot.classList.toggle("is-filled", cards.length >= Math.max(1, slot.dataset.least));
    slot.querySelector(".slot-cards").replaceChildren(...cards.map(cardInGroup));
  });
  document.querySelectorAll("#hand .card").forEach((card) => (card.hidden = slotOf(card.value) >= 0));
  arranging().querySelector(".arrange-tools").hidden = !undoing.length;
  arranging().querySelectorAll("[data-tool]").forEach((tool) => {
    tool.disabled = tool.dataset.tool === "undo" ? !undoing.length : !picked;
  });
  sendWith(groups.filter((cards) => cards.length).map((cards) => cards.join(" ")));
}

function cardInGroup(value) {
  const held = inHand(value);
  const card = document.createElement("button");
  card.type = "button";
  card.className = held.className;
  card.classList.remove("barred", "apart", "advised");
  card.textContent = held.textContent;
  card.dataset.grouped = value;
  card.setAttribute("aria-pressed", String(value === picked));
  return card;
}

/* One field for each group; an empty one says that there is none. */
function sendWith(filled) {
  const form = arranging();
  form.querySelectorAll("input[name=combinations]").forEach((field) => field.remove());
  for (const cards of filled.length ? filled : [""]) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "combinations";
    field.value = cards;
    form.append(field);
  }
}

function change(doing) {
  undoing.push(groups.map((cards) => [...cards]));
  doing();
  showGroups();
}

function put(value) {
  const slot = slots()[openSlot];
  if (groups[openSlot].length >= Number(slot.dataset.most)) return;
  change(() => groups[openSlot].push(value));
  const name = slot.querySelector(".slot-name");
  announce([`${inHand(value).textContent}: ${name.textContent.trim()}`]);
}

const TOOLS = {
  earlier: () => moved(-1),
  later: () => moved(1),
  out() {
    change(() => {
      const cards = groups[slotOf(picked)];
      cards.splice(cards.indexOf(picked), 1);
      picked = "";
    });
  },
  undo() {
    groups = undoing.pop();
    if (slotOf(picked) < 0) picked = "";
    showGroups();
  },
};

function moved(by) {
  const cards = groups[slotOf(picked)];
  const place = cards.indexOf(picked);
  if (place + by < 0 || place + by >= cards.length) return;
  change(() => cards.splice(place + by, 0, ...cards.splice(place, 1)));
}

document.addEventListener(
  "click",
  (event) => {
    if (!arranging()) return;
    const held = event.target.closest("#hand .card");
    if (held && openSlot >= 0) {
      event.preventDefault();
      event.stopPropagation();
      put(held.value);
    }
    const grouped = event.target.closest("[data-grouped]");
    if (grouped) {
      picked = picked === grouped.dataset.grouped ? "" : grouped.dataset.grouped;
      showGroups();
      const again = arranging().querySelector(`[data-grouped="${grouped.dataset.grouped}"]`);
      if (again) again.focus({ preventScroll: true });
    }
    const name = event.target.closest(".slot-name");
    if (name) {
      const number = slots().indexOf(name.closest(".slot"));
      openSlot = number === openSlot && byId("prompt").classList.contains("plays") ? -1 : number;
      showGroups();
    }
    const tool = event.target.closest("[data-tool]");
    if (tool) TOOLS[tool.dataset.tool]();
  },
  true,
);
