/* Looking back together: the steps of one are the steps of all who have pressed the button, and anybody may step. */

import { show } from "./steps.js";

const AGAIN = 2000; // ms until a lost line is tried again
const together = document.querySelector("[data-together]");
const steering = document.getElementById("together-word");
let line = null;

function follow() {
  line = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${together.dataset.together}`);
  line.addEventListener("message", (event) => {
    const { card, name } = JSON.parse(event.data);
    show(card);
    steering.textContent = together.dataset.saySteers.replace("{name}", name);
  });
  line.addEventListener("close", (event) => {
    if (event.target === line && event.code < 4000) setTimeout(() => event.target === line && follow(), AGAIN);
  });
}

function toggle() {
  const on = together.getAttribute("aria-pressed") !== "true";
  together.setAttribute("aria-pressed", String(on));
  steering.textContent = on ? together.dataset.sayOpen : "";
  if (on) {
    follow();
    return;
  }
  const old = line;
  line = null;
  old.close();
}

if (together) {
  together.hidden = false;
  together.addEventListener("click", toggle);
  document.addEventListener("review:stepped", (event) => {
    if (!line || line.readyState !== WebSocket.OPEN) return;
    line.send(JSON.stringify({ card: event.detail }));
    steering.textContent = together.dataset.sayYou;
  });
}
