/* Groups filled from the hand by taps: a card of the hand goes into the open group, a card of a group is picked for the
   tools beside it. Without a script the form has a list for each card instead. */

import { byId, wish } from "../page.js";
import { showContents } from "../contents.js";
import { announce, tell } from "../saying.js";
import { fits } from "./placing.js";

let groups = []; // by slot the values of its cards, in order
let undoing = []; // earlier groups, for undo
let openSlot = 0; // the slot a tap fills
let picked = ""; // the card of a group the tools work on
let answers = ""; // the window the groups answer
let unfolded = true; // false where a card may be played instead and the groups are folded away

const arranging = () => byId("answer-arrange");
const proposal = () => byId("answer-proposal");
const plays = () => byId("prompt").classList.contains("plays");
const slots = () => Array.from(arranging().querySelectorAll(".slot"));
/** The card of the hand with that value, or null. */
export const inHand = (value) => document.querySelector(`#hand .card[value="${value}"]`);
const repeated = () => "repeated" in arranging().dataset;
/** Whether a single card is asked for: a tap on it sends it as one plays a card, unless every card is tapped twice. */
const singleCard = () => {
  const [slot, ...others] = slots();
  return !others.length && slot.dataset.least === "1" && slot.dataset.most === "1" && !wish("confirmTap");
};
const slotOf = (value) => {
  const inOpen = groups[openSlot].includes(value);
  return inOpen ? openSlot : groups.findIndex((cards) => cards.includes(value));
};

/* Whether a card lies in a slot and not in the hand any more, where its place stays free. */
const isSlotted = (value) => !repeated() && slotOf(value) >= 0;

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
    unfolded = !plays();
    openSlot = 0;
  }
  groups = groups.map((cards) => cards.filter(inHand));
  if (proposal()) proposal().querySelector(".proposal-cards").hidden = true;
  const plain = form.querySelector(".arrange-plain");
  plain.hidden = true;
  plain.querySelectorAll("select, input").forEach((field) => (field.disabled = true));
  showGroups();
}

function showGroups() {
  const form = arranging();
  form.classList.toggle("is-open", unfolded);
  form.querySelector(".arrange-open").hidden = unfolded;
  form.querySelector(".slots").hidden = !unfolded || singleCard();
  form.querySelector(".arrange-send").hidden = !unfolded || singleCard();
  slots().forEach((slot, number) => {
    const cards = groups[number];
    slot.querySelector(".slot-name").setAttribute("aria-pressed", String(number === openSlot));
    const { least, most } = slot.dataset; // one that may stay empty asks for nothing
    slot.querySelector(".slot-count").textContent = least === "0" ? cards.length || "" : `${cards.length}/${Number(least) || most}`;
    const lying = slot.querySelector(".slot-cards");
    lying.replaceChildren(...cards.map(cardInGroup));
    slot.classList.toggle("from-five", cards.length >= 5);
    lying.classList.toggle("from-five", cards.length >= 5);
    lying.classList.toggle("from-eight", cards.length >= 8);
  });
  document.querySelectorAll("#hand .card").forEach((card) => card.toggleAttribute("data-slotted", isSlotted(card.value)));
  // A card that may not be played alone may go into a group, or to what lies on the table.
  document.querySelectorAll("#hand .barred").forEach((card) => {
    if (unfolded || fits(card.value)) card.removeAttribute("aria-disabled");
    else card.setAttribute("aria-disabled", "true");
  });
  form.querySelector(".arrange-tools").hidden = !unfolded || singleCard() || (!undoing.length && !plays());
  form.querySelector("[data-tool=fold]").hidden = !unfolded || singleCard() || !plays();
  form.querySelector("[data-tool=undo]").disabled = !undoing.length;
  for (const name of ["earlier", "later", "out"]) form.querySelector(`[data-tool=${name}]`).disabled = !picked;
  const sends = form.querySelector(".arrange-send");
  if (tooShort() < 0) sends.removeAttribute("aria-disabled");
  else sends.setAttribute("aria-disabled", "true");
  const { classList } = byId("prompt");
  classList.toggle("with-open-groups", unfolded);
  classList.toggle("with-open-slots", unfolded && !singleCard());
  classList.toggle("prompt--begun-slots", groups.some((cards) => cards.length));
  showContents();
  showOpenSlot();
  sendWith(groups.filter((cards) => cards.length).map((cards) => cards.join(" ")));
}

/* The slots scroll where they do not fit; the one that a tap fills lies in sight. */
function showOpenSlot() {
  const room = arranging().querySelector(".slots").getBoundingClientRect();
  const slot = slots()[openSlot].getBoundingClientRect();
  if (slot.bottom > room.bottom || slot.right > room.right || slot.top < room.top || slot.left < room.left) {
    slots()[openSlot].scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** The first slot that has too few cards, -1 where none has. */
const tooShort = () => slots().findIndex((slot, number) => groups[number].length < Number(slot.dataset.least));

/* The slot that lacks cards is opened, and the player is told how many. */
function sayWhatLacks() {
  openSlot = tooShort();
  showGroups();
  const slot = slots()[openSlot];
  const count = slot.dataset.least - groups[openSlot].length;
  const { lacksOne, lacksMore } = arranging().dataset;
  const name = slot.querySelector(".slot-name").firstChild.textContent.trim();
  tell((count === 1 ? lacksOne : lacksMore).replace("{slot}", name).replace("{count}", count));
}

/** A slot and the cards in it, as a sentence. */
function slotTold(slot, number) {
  const name = slot.querySelector(".slot-name").firstChild.textContent.trim();
  const cards = groups[number].map((value) => inHand(value).textContent);
  return cards.length ? `${name}: ${cards.join(", ")}` : "";
}

function cardInGroup(value) {
  const held = inHand(value);
  const card = document.createElement("button");
  card.type = "button";
  card.className = held.className;
  card.classList.remove("barred", "apart", "advised", "is-new");
  card.textContent = held.textContent;
  card.dataset.grouped = value;
  card.setAttribute("aria-pressed", String(value === picked));
  return card;
}

/* One field for each group; an empty one says that there is none. */
function sendWith(filled) {
  const form = arranging();
  const name = form.dataset.field;
  form.querySelectorAll(`input[name=${name}]`).forEach((field) => field.remove());
  for (const cards of filled.length ? filled : [""]) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
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
  if (groups[openSlot].length >= Number(slot.dataset.most) || groups[openSlot].includes(value) || isSlotted(value)) return;
  const name = slot.querySelector(".slot-name");
  announce([`${inHand(value).textContent}: ${name.textContent.trim()}`], { seen: false });
  if (singleCard()) {
    // The card stays in the hand until the table answers, so a tap that got lost can be tapped again.
    sendWith([value]);
    arranging().requestSubmit();
    return;
  }
  change(() => groups[openSlot].push(value));
  goOn();
}

/** Put a card of the hand into the group of that slot, where groups are filled. */
export function putInto(slot, value) {
  if (!arranging() || !unfolded || !inHand(value)) return;
  openSlot = slots().indexOf(slot);
  put(value);
  showGroups();
}

/* A group that has just become long enough gives way to the next that is too short. */
function goOn() {
  if (groups[openSlot].length !== Number(slots()[openSlot].dataset.least)) return;
  const next = tooShort();
  if (next < 0) return;
  openSlot = next;
  showGroups();
}

const TOOLS = {
  open() {
    unfolded = true;
    showGroups();
    slots()[0].querySelector(".slot-name").focus({ preventScroll: true });
  },
  fold() {
    unfolded = false;
    undoing = [];
    picked = "";
    groups = slots().map(() => []);
    showGroups();
    arranging().querySelector("[data-tool=open]").focus({ preventScroll: true });
  },
  propose() {
    unfolded = true;
    const proposed = proposal().elements[arranging().dataset.field].value.split(";").map((cards) => cards.split(" "));
    change(() => (groups = slots().map((_slot, number) => proposed[number] || [])));
    announce(slots().map(slotTold), { seen: false });
    arranging().querySelector(".arrange-send").focus({ preventScroll: true });
  },
  earlier: () => moved(-1),
  later: () => moved(1),
  out() {
    change(() => {
      openSlot = slotOf(picked); // which now lacks a card
      const cards = groups[openSlot];
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
    if (event.target.closest("#answer-proposal button")) {
      event.preventDefault();
      TOOLS.propose();
      return;
    }
    if (event.target.closest(".arrange-send[aria-disabled]")) {
      event.preventDefault();
      event.stopPropagation();
      sayWhatLacks();
      return;
    }
    const held = event.target.closest("#hand .card");
    if (held && unfolded) {
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
      openSlot = number;
      showGroups();
    }
    const tool = event.target.closest("[data-tool]");
    if (tool) TOOLS[tool.dataset.tool]();
  },
  true,
);
