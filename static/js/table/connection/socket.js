/* The socket: whether it is open, that it stays so, and coming back. One page has one socket at a time: the newest, which
   the server knows by the page and a number that counts up. What a replaced one still says or does is ignored. */

import { seated, shownSeq, table } from "../page.js";
import { band, bandSlow, sayGone } from "../saying.js";
import { keepAwake } from "./wake.js";

const BEAT_INTERVAL = 20000; // ms between two heartbeats that ask for news
const TURN_BEAT_INTERVAL = 2000; // ms between two signs of life while this player is asked something
const SLOW_LINE_TIME = 2000; // ms without an answer after which the line is said to be slow: with a beat at most five seconds
const MAX_SILENCE = 4000; // ms without an answer, or until an attempt is given up
const CLOSE_ELSEWHERE = 4409; // close code of a screen whose player has loaded the table on another one since
const CLOSE_WITHDRAWN = 4410; // close code of a screen in the middle of the table whose code holds no longer
const RETRY_CODES = [1006, 1011, 1012, 1013]; // close codes after which the socket extension connects again by itself

let current = null; // the WebSocket
let number = 0;
let wrapper = null; // what the extension offers for it
let open = false;
let gone = false;
let heardAt = 0;
let askedAt = 0; // when the oldest frame without an answer was sent, 0 for none
let triedAt = 0;
let pending = null; // the form that was sent last and not answered yet

/** Whether moves can go over the socket now. */
export const isOpen = () => open;

/** Whether the seat has gone to another screen, so that this one is silent for good. */
export const isGone = () => gone;

/** The server has said something. */
export function heard() {
  heardAt = Date.now();
  askedAt = 0;
  if (open) band(false);
}

/** A form is on its way; `forgetForm` forgets it. */
export function rememberForm(fields) {
  pending = fields;
  askedAt = askedAt || Date.now();
}

/** Forget the form that was on its way. */
export function forgetForm() {
  pending = null;
}

/** Send the form again that got no answer, where its question still stands. Twice the same form is one move. */
export function sendAgain() {
  const fields = pending;
  pending = null;
  if (!fields || !open || !fields.window) return false;
  const asked = Array.from(table().querySelectorAll('input[name="window"]')).some((one) => one.value === fields.window);
  if (!asked) return false;
  send(fields);
  pending = fields;
  return true;
}

/** Send these fields, where the socket is open. */
export function send(fields) {
  if (!open) return;
  askedAt = askedAt || Date.now();
  current.send(JSON.stringify(fields));
}

/** Connect anew, unless that was just tried. */
export function reconnect() {
  if (gone || Date.now() - triedAt < 2000) return;
  triedAt = Date.now();
  if (wrapper) wrapper.reconnect();
  else if (current) current.close(); // the first attempt hangs; the extension makes another one
}

function ping() {
  if (open) send({ do: "ping", seq: String(shownSeq()) });
}

const isAsked = () => seated() && table().querySelector('input[name="window"]') !== null;

/* A sign of life costs the server nothing; it is asked for only where a stalled line keeps somebody waiting. */
function watch() {
  const now = Date.now();
  if (document.hidden || gone) return;
  if (open && askedAt && now - askedAt > SLOW_LINE_TIME) {
    bandSlow();
    if (now - askedAt > MAX_SILENCE) reconnect();
  } else if (open && !askedAt && now - heardAt > TURN_BEAT_INTERVAL && isAsked()) {
    send({ do: "ping", look: "no" });
  } else if (!open && now - triedAt > MAX_SILENCE) {
    reconnect();
  }
}

function awake() {
  if (document.hidden) return;
  keepAwake();
  if (open && Date.now() - heardAt < BEAT_INTERVAL + 5000) ping();
  else reconnect();
}

/** Keep the socket alive from now on, through sleep and tunnels. */
export function keepAlive() {
  setInterval(ping, BEAT_INTERVAL);
  setInterval(watch, 500);
  setTimeout(() => !open && !wrapper && band(Boolean(document.querySelector("[ws-connect]"))), 3000);
  document.addEventListener("visibilitychange", awake);
  window.addEventListener("pageshow", (event) => event.persisted && awake());
  window.addEventListener("online", awake);
}

/* The extension asks for each socket here (documented as `htmx.createWebSocket`). */
function createWebSocket(url) {
  if (current) {
    current.onopen = current.onclose = current.onerror = null;
    current.close();
  }
  number += 1;
  const address = new URL(url);
  address.searchParams.set("number", String(number));
  current = new WebSocket(address);
  triedAt = Date.now();
  open = false;
  return current;
}
if (window.htmx && table()) window.htmx.createWebSocket = createWebSocket;

/** Whether an event comes from a socket that this page has replaced. */
export const isReplaced = (event) => Boolean(event && event.target && event.target !== current);

document.addEventListener("htmx:wsOpen", (event) => {
  if (isReplaced(event.detail.event)) return;
  wrapper = event.detail.socketWrapper;
  open = true;
  askedAt = 0;
  heard();
});

document.addEventListener("htmx:wsClose", (event) => {
  if (isReplaced(event.detail.event)) return;
  const code = event.detail.event.code;
  wrapper = event.detail.socketWrapper || wrapper;
  open = false;
  if (code >= 4000) {
    gone = true;
    const { sayElsewhere, sayWithdrawn, sayClosed } = table().dataset;
    if (code === CLOSE_WITHDRAWN) sayGone(sayWithdrawn, { forGood: true });
    else sayGone(code === CLOSE_ELSEWHERE ? sayElsewhere : sayClosed);
    return;
  }
  setTimeout(() => !open && band(true), 700);
  if (!RETRY_CODES.includes(code)) setTimeout(() => !open && reconnect(), 400 + Math.random() * 1500);
});
