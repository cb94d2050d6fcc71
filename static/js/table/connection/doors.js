/* One form, two doors: the socket, or an ordinary post. While there is no socket the page is read again now and then. */

import { shownSeq, table } from "../page.js";
import { band } from "../saying.js";
import { mayPlay } from "../hand/hand.js";
import { isGone, isOpen, rememberForm } from "./socket.js";
import { busy, idle, maySay } from "./waiting.js";
import { swap } from "./swap.js";

function fields(form, button) {
  const data = {};
  const all = new FormData(form);
  if (button && button.name) all.append(button.name, button.value);
  for (const [name, value] of all) {
    if (name === "csrfmiddlewaretoken") continue;
    data[name] = data[name] ? `${data[name]};${value}` : value;
  }
  return data;
}

async function post(form, button) {
  const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers") || "{}") };
  try {
    const body = new URLSearchParams(fields(form, button));
    const answer = await fetch(form.action, { method: "POST", body, headers });
    const html = await answer.text();
    if (/id="(seq|notice|table)"/.test(html)) swap(html);
    else if (answer.status < 500) location.reload();
    else outOfReach();
  } catch {
    outOfReach();
  }
}

/* The table stays on the screen: a page that says no more than that would be a dead end. */
function outOfReach() {
  idle();
  band(true);
}

/** Read the page again where no socket brings the news. */
export async function readAgain() {
  if (isOpen() || isGone() || document.hidden || !table()) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok || isOpen()) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
    if (fresh && Number(fresh.dataset.seq) > shownSeq()) swap(fresh.outerHTML);
  } catch {
    band(true);
  }
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches("#table [ws-send]")) return;
    const button = event.submitter;
    const talk = form.id === "say" || form.id === "chat";
    const tip = form.id === "ask-advice"; // no move waits for it
    const allowed =
      talk || (tip && !button.matches(".is-pressed")) ||
      (!tip && !table().hasAttribute("aria-busy") && (form.id === "hand" ? mayPlay(button) : maySay(button)));
    if (!allowed || !isOpen()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (!allowed) return;
    if (tip) button.classList.add("is-pressed");
    else if (!talk) busy(button);
    if (!isOpen()) post(form, button);
    if (form.id === "chat") setTimeout(() => form.reset());
    if (form.id === "say" || form.matches(".menu-form")) form.closest("details").open = false;
  },
  true,
);

document.addEventListener("htmx:wsConfigSend", (event) => {
  const submit = event.detail.triggeringEvent;
  const form = fields(event.target, submit && submit.submitter);
  rememberForm(form);
  event.detail.messageBody = JSON.stringify(form);
});
