/* The socket: whether it is open, that it stays so, and coming back. */

import { shownSeq, table } from "../page.js";
import { band, sayGone } from "../saying.js";
import { keepAwake } from "./wake.js";

const BEAT = 20000; // ms between two heartbeats
const ELSEWHERE = 4409; // close code of a screen whose player has loaded the table on another one since
const WITHDRAWN = 4410; // close code of a screen in the middle of the table whose code was withdrawn
const RETRIED = [1006, 1011, 1012, 1013]; // close codes after which the socket extension connects again by itself

let socket = null;
let open = false;
let gone = false;
let heardAt = 0;
let triedAt = 0;

/** Whether moves can go over the socket now. */
export const isOpen = () => open;

/** Whether the seat has gone to another screen, so that this one is silent for good. */
export const isGone = () => gone;

/** The server has said something. */
export function heard() {
  heardAt = Date.now();
}

/** Send these fields, where the socket is open. */
export function send(fields) {
  if (open) socket.send(JSON.stringify(fields));
}

function ping() {
  if (!open) return;
  const asked = Date.now();
  send({ do: "ping", seq: String(shownSeq()) });
  setTimeout(() => {
    if (open && heardAt < asked) reconnect();
  }, 5000);
}

/** Connect anew, unless that was just tried. */
export function reconnect() {
  if (!socket || gone || Date.now() - triedAt < 2000) return;
  triedAt = Date.now();
  socket.reconnect();
}

function awake() {
  if (document.hidden) return;
  keepAwake();
  if (open && Date.now() - heardAt < BEAT + 5000) ping();
  else reconnect();
}

/** Keep the socket alive from now on, through sleep and tunnels. */
export function keepAlive() {
  setInterval(ping, BEAT);
  setTimeout(() => !open && !socket && band(Boolean(document.querySelector("[ws-connect]"))), 3000);
  document.addEventListener("visibilitychange", awake);
  window.addEventListener("pageshow", (event) => event.persisted && awake());
  window.addEventListener("online", awake);
}

document.addEventListener("htmx:wsConnecting", () => {
  triedAt = Date.now();
});

document.addEventListener("htmx:wsOpen", (event) => {
  socket = event.detail.socketWrapper;
  open = true;
  heard();
  band(false);
});

document.addEventListener("htmx:wsClose", (event) => {
  const code = event.detail.event.code;
  socket = event.detail.socketWrapper || socket;
  open = false;
  if (code >= 4000) {
    gone = true;
    const { sayElsewhere, sayWithdrawn, sayClosed } = table().dataset;
    if (code === WITHDRAWN) sayGone(sayWithdrawn, { forGood: true });
    else sayGone(code === ELSEWHERE ? sayElsewhere : sayClosed);
    return;
  }
  setTimeout(() => !open && band(true), 700);
  if (!RETRIED.includes(code)) setTimeout(() => !open && reconnect(), 1200 + Math.random() * 1500);
});
