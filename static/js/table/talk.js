/* Talk: a bubble beside who spoke, a mark on the panel. */

import { byId, faceAt, table, wordsFor } from "./page.js";
import { announce } from "./saying.js";
import { middleOf } from "./motion.js";
import { hasRoom } from "./panels.js";

/** What has been said, as lines of the panel. */
export const talkNow = () => Array.from(document.querySelectorAll("#talk > li"));

/** Show what was said beyond the first `known` lines. */
export function showTalk(known) {
  const lines = talkNow();
  const panel = table().querySelector(".talk-panel");
  if (lines.length <= known || !panel) return;
  const list = byId("talk");
  list.scrollTop = list.scrollHeight;
  if (panel.open && !hasRoom()) return;
  if (!panel.open) panel.dataset.new = "";
  for (const line of lines.slice(known)) bubble(line);
}

function bubble(line) {
  const face = faceAt(line.className.match(/at-(\d)/)[1]);
  const felt = table().querySelector(".felt");
  if (!face || !felt) return;
  const said = document.createElement("span");
  said.className = "bubble";
  said.setAttribute("aria-hidden", "true");
  said.textContent = line.lastElementChild.textContent;
  felt.append(said);
  const box = felt.getBoundingClientRect();
  const at = middleOf(face);
  const left = Math.min(Math.max(8, at.x - box.left - said.offsetWidth / 2), box.width - said.offsetWidth - 8);
  said.style.left = `${left}px`;
  said.style.top = `${Math.max(4, at.y - box.top - 24 - said.offsetHeight)}px`;
  announce([wordsFor(line)]);
  setTimeout(() => said.remove(), 4000);
}
