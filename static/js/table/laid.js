/* What lies beside a trick: heaps of captured cards, melds and piles, rows, and a running total. What has come is seen to
   come from where it was, and nothing else moves. */

import { byId, faceAt, nameOf, table, wordsFor, you } from "./page.js";
import { EASE, fly, happeningNow, hold, holdFigure, liftOver, middleOf, middleOfBox, noteHappening } from "./motion.js";
import { liftedBox } from "./connection/waiting.js";
import { play, shake } from "./sound.js";
import { atOf, playedBy, takes } from "./trick.js";

/** The face of a card by its code, "" of a back. */
export const codeOf = (card) => (card.className.match(/\b[SHDCX][2-9TJQKAX]\b/) || [""])[0];
const codesOf = (list) => Array.from(list.querySelectorAll(".card"), codeOf);

/* All times in flights of a card. */
const LANDING_FLIGHTS = 1; // when the card that brought something lies
const TAKING_FLIGHTS = 1.7; // from the trick to a heap
const MELD_FLIGHTS = 2.4; // a meld, from its player to its place
const MELDS_APART = 1; // between the first and the last of several melds that are laid at once
const LAYING_SHOWN = 950; // ms for which the line of the question says who laid what
const MELD_GAP = 9; // px between the cards of a meld before it snaps together
const POINTS_COUNT_FLIGHTS = 1.6;
const WON_SHOWN = 2500; // ms for which the line of the question says that a deal is won
const WON_FLIGHTS = 3.4; // a banner over the felt that says so
const NOT_WON = { borderColor: "var(--camp)", background: "var(--felt-edge)", boxShadow: "none" };

/** What lies there now: cards by the name of their list, the points of each heap, whose turn it is, the running total,
    and where a card of the hand was tapped. */
export function lyingNow() {
  const lists = {};
  document.querySelectorAll("#trick .captured").forEach((heap, number) => (lists[`heap ${number}`] = codesOf(heap)));
  document.querySelectorAll("#trick .meld").forEach((meld) => (lists[`meld ${meld.dataset.target}`] = codesOf(meld)));
  const discard = document.querySelector("#trick .discard");
  const total = document.querySelector("#trick .running-total");
  document.querySelectorAll("#trick .shown > .cards").forEach((group) => (lists[shownBy(group)] = codesOf(group)));
  return {
    lists,
    points: Array.from(document.querySelectorAll("#trick .captured-points"), (points) => points.firstChild.data),
    won: Array.from(document.querySelectorAll("#trick .captured--won"), wonBy),
    melds: table().classList.contains("with-melds") || Boolean(discard),
    turn: (table().className.match(/\bwith-turn-(\d)/) || [])[1],
    total: total ? Number(total.dataset.total) : 0,
    crossed: document.querySelectorAll("#trick .dial-line.is-crossed").length,
    lifted: liftedBox(),
  };
}

/** Show what has come since `lying` (of `lyingNow`), and add to the news that a deal is won; nothing moves where `flight`
    is 0. */
export function showLying({ lying: old, flight }, news) {
  const won = wonSince(old);
  news.push(...won.map(wonInWords));
  const added = addedInWords(old);
  if (added) news.push(added);
  const crossed = document.querySelectorAll("#trick .dial-line.is-crossed");
  if (crossed.length > old.crossed) shake([30, 30, 60]);
  if (!flight) {
    holdPoints(old, 0);
    won.forEach((heap) => noteHappening(wonInWords(heap), WON_SHOWN));
    return;
  }
  shownSince(old).forEach((group) => shine(group, flight));
  const motions = [...capturedSince(old), ...meldedSince(old)];
  const ways = motions.map((motion) => ({ ...motion, to: middleOf(motion.item) }));
  for (const { item, from, to, frames, time, delay = 0, easing = EASE } of ways) {
    fly(item, from, to, frames, time * flight, { delay: delay * flight, fill: "backwards", easing });
  }
  const laying = motions.some(({ item }) => item.closest(".meld"));
  if (laying) liftOver(document.querySelector("#trick .middle"), (MELD_FLIGHTS + MELDS_APART) * flight, { overBar: true });
  const told = shownSince(old).at(-1);
  if (told) noteHappening(wordsFor(told.previousElementSibling), 2 * flight);
  noteHappening(laidInWords(old), Math.max(LAYING_SHOWN, (MELD_FLIGHTS + MELDS_APART) * flight));
  const filled = Math.max(0, ...motions.filter(({ item }) => item.closest(".captured")).map(({ time, delay }) => time + delay));
  if (filled) liftOver(document.querySelector("#trick .won-line"), filled * flight);
  if (filled) noteHappening(tookPoints(old), filled * flight, { from: LANDING_FLIGHTS * flight });
  holdPoints(old, filled * flight);
  won.forEach((heap) => showWon(heap, filled * flight, flight));
  showWave(flight);
  showTotal(old, crossed, flight);
}

/* The cards of a list that were not in it. */
function freshIn(list, had) {
  const before = [...(had || [])];
  return Array.from(list.querySelectorAll(".card")).filter((card) => {
    const place = before.indexOf(codeOf(card));
    if (place >= 0) before.splice(place, 1);
    return place < 0;
  });
}

const shownBy = (group) => `shown ${group.previousElementSibling.textContent}`;

/* Groups that have been laid open. */
const shownSince = (old) => Array.from(document.querySelectorAll("#trick .shown > .cards")).filter((group) => !old.lists[shownBy(group)]);

/* A group opens from its middle, and a light runs over its cards. */
function shine(group, flight) {
  const cards = Array.from(group.querySelectorAll(".card"));
  cards.forEach((card, number) => {
    const away = ((cards.length - 1) / 2 - number) * 60;
    const how = { duration: 1.2 * flight, easing: EASE, fill: "backwards" };
    card.animate({ translate: [`${away}% 12px`, "0 0"], scale: [0.6, 1], opacity: [0, 1] }, how);
    const lit = { filter: ["none", "brightness(1.25)", "none"], scale: [1, 1.18, 1] };
    card.animate(lit, { pseudoElement: "::before", duration: 1.1 * flight, delay: (0.9 + 0.22 * number) * flight, easing: EASE });
  });
}

/* Cards that count fly from the finished trick to the heap of their side. */
function capturedSince(old) {
  const lying = Array.from(document.querySelectorAll("#trick .trick.complete > li > .card"));
  const heaps = Array.from(document.querySelectorAll("#trick .captured"));
  const fresh = heaps.flatMap((heap, number) => freshIn(heap, old.lists[`heap ${number}`]));
  return fresh.flatMap((item, number) => {
    const source = lying.find((card) => codeOf(card) === codeOf(item));
    if (!source) return [];
    const grown = source.offsetHeight / (item.offsetHeight || 1); // a card that lies under another has little width
    const frames = (away) => [
      { translate: away, scale: grown, rotate: "0deg" },
      { offset: 0.25, translate: away, scale: grown * 1.12, rotate: "0deg" },
      { translate: "0 0", scale: 1, rotate: "360deg" },
    ];
    return { item, from: middleOf(source), frames, time: TAKING_FLIGHTS, delay: LANDING_FLIGHTS + 0.12 * number };
  });
}

const holdPoints = (old, time) =>
  document.querySelectorAll("#trick .captured-points").forEach((points, number) => holdFigure(points, old.points[number] || "0", time));

/* The heaps of the sides that have reached the points that win the deal. */
const wonBy = (heap) => heap.dataset.won;
const wonSince = (old) => Array.from(document.querySelectorAll("#trick .captured--won[data-won]")).filter((heap) => !old.won.includes(wonBy(heap)));
const isOwn = (heap) => heap.classList.contains(`for-${you()}`);
const wonInWords = (heap) => (isOwn(heap) ? heap.dataset.ownWon : wonBy(heap));

/* The deal is won with this heap, once its last card lies there after `time` ms. */
function showWon(heap, time, flight) {
  hold(heap, NOT_WON, time);
  heap.animate({ scale: [1, 1.1, 1] }, { delay: time, duration: 1.6 * flight, easing: EASE });
  noteHappening(wonInWords(heap), time + WON_SHOWN, { from: time });
  const banner = document.createElement("p");
  banner.className = `won-banner${isOwn(heap) ? " is-own" : ""}`;
  banner.setAttribute("aria-hidden", "true"); // told with the news
  banner.textContent = wonInWords(heap);
  table().querySelector(".felt").append(banner);
  const frames = [
    { opacity: 0, scale: 0.5 },
    { offset: 0.25, opacity: 1, scale: 1.08 },
    { offset: 0.35, scale: 1 },
    { offset: 0.85, opacity: 1 },
    { opacity: 0, scale: 1 },
  ];
  const motion = banner.animate(frames, { delay: time, duration: WON_FLIGHTS * flight, easing: EASE, fill: "both" });
  const gone = () => banner.remove();
  motion.finished.then(gone, gone);
  if (isOwn(heap) && !byId("sheet").matches(".is-open")) play("win"); // else the sheet plays it
}

/* Who took the trick, and what it brought to the heap of a side. */
function tookPoints(old) {
  const winner = document.querySelector("#trick .trick.complete > .wins");
  if (!winner) return "";
  const gains = Array.from(document.querySelectorAll("#trick .captured-points"), (points, number) => points.firstChild.data - (old.points[number] || 0));
  const more = gains.find((gain) => gain > 0);
  return takes(atOf(winner), wordsFor(winner)) + (more ? `: +${more}` : "");
}

/* Melds come from their player, one's own from the hand, one after the other, each with its cards apart, and snap together; a
   card that is added comes from who added it. */
function meldedSince(old) {
  return changedMelds(old).flatMap(({ meld, had, fresh }, place, changed) => {
    const at = had ? old.turn : atOf(meld);
    const source = at === you() ? byId("hand") : faceAt(at);
    if (!source) return [];
    const from = had && at === you() && old.lifted ? middleOfBox(old.lifted) : middleOf(source);
    return fresh.map((item, number) => {
      const apart = had ? 0 : (number - (fresh.length - 1) / 2) * MELD_GAP;
      const frames = (away) => [
        { translate: away, scale: 0.5, opacity: 0, easing: "ease-in-out" },
        { offset: 0.12, opacity: 1, easing: "ease-in-out" },
        { offset: 0.66, translate: `${apart}px -8px`, scale: 1.16, easing: "ease-in" },
        { offset: 0.86, translate: "0 0", scale: 0.94 },
        { translate: "0 0", scale: 1 },
      ];
      const delay = had ? 0 : 0.06 * number + (MELDS_APART * place) / changed.length;
      return { item, from, frames, time: MELD_FLIGHTS, delay, easing: "linear" };
    });
  });
}

/* The melds that have come or grown, each with the cards it had, and those that are new. */
function changedMelds(old) {
  if (!old.melds) return [];
  return Array.from(document.querySelectorAll("#trick .meld"), (meld) => {
    const had = old.lists[`meld ${meld.dataset.target}`];
    return { meld, had, fresh: freshIn(meld, had) };
  }).filter(({ fresh }) => fresh.length);
}

/* Who laid which melds, or added which card to one of them; "" where nobody did. */
function laidInWords(old) {
  const { sayLays, sayOwnLays } = table().dataset;
  const laid = changedMelds(old).filter(({ had }) => !had);
  if (!laid.length) return addedInWords(old);
  const at = atOf(laid[0].meld);
  const melds = laid.map(({ meld }) => wordsFor(meld.querySelector(".meld-of")).replace(/: $/, "")).join(", ");
  return faceAt(at) ? (at === you() ? sayOwnLays : sayLays.replace("{name}", nameAt(at))).replace("{melds}", melds) : "";
}

/* Who added which card to a meld that lay there, whosesoever it is; "" where nobody did. */
function addedInWords(old) {
  const { sayAdds, sayOwnAdds } = table().dataset;
  const grown = changedMelds(old).find(({ had }) => had);
  if (!grown || !old.turn || !faceAt(old.turn)) return "";
  const card = grown.fresh[0].textContent.replace(/ \(.*/, "");
  return (old.turn === you() ? sayOwnAdds : sayAdds.replace("{name}", nameAt(old.turn))).replace("{card}", card);
}

const nameAt = (at) => nameOf(faceAt(at).closest(".seat"));

/* A row has grown from its jack outwards: the light goes that way, card by card. */
function showWave(flight) {
  const latest = document.querySelector("#trick .row-of > .latest");
  if (!latest || latest.getAnimations().length === 0) return;
  const row = Array.from(latest.parentElement.querySelectorAll(".card:not(.fits)"));
  const jack = row.findIndex((card) => codeOf(card).endsWith("J"));
  const end = row.indexOf(latest);
  const step = end < jack ? -1 : 1;
  noteHappening(playedBy(atOf(latest), wordsFor(latest)), (1.6 + 0.15 * Math.abs(end - jack)) * flight);
  for (let place = jack; place !== end + step; place += step) {
    const how = { pseudoElement: "::before", duration: 1.2 * flight, delay: (0.4 + 0.15 * Math.abs(place - jack)) * flight, easing: EASE };
    row[place].animate({ filter: ["none", "brightness(1.18) saturate(1.4)", "none"], scale: [1, 1.07, 1] }, how);
  }
}

/* The total is counted up, its way on the dial grows, and the mark of a line that it has passed jumps. */
function showTotal(old, crossed, flight) {
  const total = document.querySelector("#trick .running-total");
  const gone = document.querySelector("#trick .dial-gone");
  if (!total || Number(total.dataset.total) === old.total) return;
  const now = Number(total.dataset.total);
  const figure = total.querySelector("b");
  const began = performance.now();
  const count = (at) => {
    const share = Math.min(Math.max(at - began, 0) / (POINTS_COUNT_FLIGHTS * flight), 1);
    figure.textContent = Math.round(old.total + share * (now - old.total));
    if (share < 1) requestAnimationFrame(count);
  };
  count(began);
  const reached = gone.getAttribute("stroke-dasharray").split(" ").map(Number);
  const from = `${(reached[0] * old.total) / now} 200`;
  gone.animate({ strokeDasharray: [from, reached.join(" ")] }, { duration: POINTS_COUNT_FLIGHTS * flight, easing: EASE });
  const latest = document.querySelector("#trick .pile > .latest");
  if (latest) noteHappening(`${playedBy(atOf(latest), wordsFor(latest.querySelector(".card")))}: ${now}`, POINTS_COUNT_FLIGHTS * flight);
  const mark = crossed.length > old.crossed && crossed[crossed.length - 1];
  if (mark) mark.animate({ strokeWidth: ["5.5", "14", "5.5"], filter: ["none", "brightness(1.5)", "none"] }, { duration: 2 * flight, delay: flight, easing: EASE });
}

/** Whether a poster lies there. */
export const posterNow = () => document.querySelector("#trick .poster") !== null;

/** Turn the poster over that has come since `poster` (of `posterNow`). */
export function showPoster({ poster: old, flight }) {
  const poster = byId("trick").querySelector(".poster");
  if (!poster || old || !flight) return;
  const frames = [
    { transform: "perspective(700px) translateY(-40px) rotateY(-96deg) scale(0.7)", opacity: 0 },
    { offset: 0.3, opacity: 1 },
    { offset: 0.7, transform: "perspective(700px) rotateY(8deg) scale(1.05)" },
    { transform: "perspective(700px) rotateY(0deg) scale(1)", opacity: 1 },
  ];
  const motion = poster.animate(frames, { duration: 2.2 * flight, delay: 1.3 * flight, easing: EASE, fill: "backwards" });
  const label = byId("strip").querySelector(".strip-label");
  if (label) noteHappening(wordsFor(label), motion.effect.getComputedTiming().endTime, { from: happeningNow().length ? 1.3 * flight : 0 });
}
