/* What was there, what is there now: every push is told, focus and scroll stay where they were. */

import { byId, nameOf, shownSeq, table, wordsFor } from "../page.js";
import { showContents } from "../contents.js";
import { announce, showBand } from "../saying.js";
import { keepLooks, looksNow, marked, sayWhatWaits } from "../hand/hand.js";
import { layOutPlaces } from "../hand/placing.js";
import { offerPiles } from "../hand/piles.js";
import { markNewest } from "../hand/newest.js";
import { sortHand } from "../hand/sorting.js";
import { keepPlace } from "../hand/keeping_places.js";
import { layOut } from "../hand/arranging.js";
import { meetTurn, oneStop } from "../hand/keys.js";
import { heard, sendAgain } from "./socket.js";
import { idle, releaseTip } from "./waiting.js";
import { ignoreLateTaps, seeQuestion } from "./late_taps.js";
import { duration, forgetGains, untilLanded } from "../motion.js";
import { seatsNow, showSeats, showTaken } from "../seats.js";
import { drawInOwnTrick, layHeaps, showTrick, trickBefore, trickNow } from "../trick.js";
import { lyingNow, posterNow, showLying, showPoster } from "../laid.js";
import { pilesNow, showDrawn } from "../drawing.js";
import { showSaid, showTalk, talkNow } from "../talk.js";
import { showMeanings } from "../meanings.js";
import { offerNow, questionNow, showQuestionInTime, showTurnOnLanding, turnSeen, turnTo } from "../turn.js";
import { factsNow, handNow, showFacts, showHand } from "../facts.js";
import { missedShown, showMissed } from "../missed.js";
import { raiseNow, showRaise } from "../raise.js";
import { play } from "../sound.js";
import { goOnEnding, holdSheet, isEnding, isSheetHeld, showEnding } from "../ending.js";
import { dealTime, deals, endWithDeal, goOnDealing, hideQuestionWhileDealing, showDeal } from "../deal.js";
import { openBeside } from "../panels.js";
import { fillCut } from "../cut.js";

const EVENING = "evening"; // the message that something changed on the evening of this table
const MAX_EVENING_DELAY = 1500; // ms in which the phones of an evening, which hear of it at once, ask for what they show of it

let before = null;

/** Put the zones of a push, or of an answer to a post, in their places. */
export function swap(html) {
  if (!remember(html)) return;
  const parsed = new DOMParser().parseFromString(`<body>${html}`, "text/html");
  for (const zone of Array.from(parsed.body.children)) {
    const old = zone.id && byId(zone.id);
    if (!old) continue;
    zone.removeAttribute("hx-swap-oob");
    if (zone.id === "hand" && marked(zone)) continue;
    const adopted = document.importNode(zone, true);
    old.replaceWith(adopted);
    if (window.htmx) window.htmx.process(adopted);
  }
  shown(html);
}

/* False for what is older than the screen. */
function remember(html) {
  const seq = html.match(/data-seq="(\d+)"/);
  if (seq && Number(seq[1]) < shownSeq()) return false;
  const focus = document.activeElement && document.activeElement.closest("#table") ? document.activeElement : null;
  const sheet = byId("sheet");
  forgetGains();
  seeQuestion({ answered: table().hasAttribute("aria-busy") });
  before = {
    focus: focus && { id: focus.id, name: focus.name, value: focus.value, form: focus.form && focus.form.id },
    place: focus && focus.name === "card" ? Array.from(focus.form.querySelectorAll(".card")).indexOf(focus) : -1,
    scroll: sheet ? sheet.scrollTop : 0,
    sheetOpen: Boolean(sheet && sheet.classList.contains("is-open")) || isSheetHeld(),
    sheetHeld: isSheetHeld(),
    sheet,
    ending: isEnding(),
    trick: trickBefore(),
    lying: lyingNow(),
    piles: pilesNow(),
    poster: posterNow(),
    flight: duration(), // asked after the exchange it would make the browser style the page there and once more later
    words: wordsNow(),
    seats: seatsNow(),
    talk: talkNow().length,
    advice: adviceNow(),
    aside: asideNow(),
    question: questionNow(),
    offer: offerNow(),
    raise: raiseNow(),
    turn: turnSeen(),
    looks: looksNow(),
    facts: factsNow(),
    hand: handNow(),
    missed: missedSeen(),
    deals: deals(),
    seq: shownSeq(),
  };
  return true;
}

/* Whether the sheet waits, because what has ended the round is seen before it lies over that; one that is not open any
   more waits for nothing. */
function keepsSheetAway(comes) {
  const { flight, sheet: old, sheetHeld, turn } = before;
  const rest = () => {
    showEnding(flight);
    meetTurn();
  };
  return (comes || sheetHeld) && holdSheet(rest, { flight, turn, old, lastAct: comes && isLastAct() });
}

/* Whether this push has brought a card to the table. */
function isLastAct() {
  const cardsOf = ({ trick, lying, piles }) => JSON.stringify([trick.cards.map((one) => one.card), lying.lists, piles && piles.thrown]);
  return cardsOf(before) !== cardsOf({ trick: trickNow(), lying: lyingNow(), piles: pilesNow() });
}

/* The round that was written down, and who won where the match is over, in words. */
function sheetTold() {
  const sheet = document.querySelector("#sheet:is(.is-open, .is-held)");
  return sheet ? Array.from(sheet.querySelectorAll(".told, .sheet-end h2"), wordsFor) : [];
}

const adviceNow = () => (byId("advice") ? byId("advice").textContent : "");

/* The line for what was missed as long as it is seen: the style sheet hides it after some seconds. */
function missedSeen() {
  const line = byId("missed");
  return line && getComputedStyle(line).visibility === "visible" ? line.textContent : "";
}

/* The sentence beside the question. */
function asideNow() {
  const said = document.querySelector("#prompt .aside");
  return said ? said.textContent : "";
}

function wordsNow() {
  const said = {};
  document.querySelectorAll(".seats > .seat").forEach((seat) => {
    const word = seat.querySelector(".word");
    if (word) said[seat.id] = `${nameOf(seat)}: ${word.textContent}`;
  });
  return said;
}

function shown(html) {
  const whole = /id="table"/.test(html);
  const waits = whole && sendAgain();
  if (/id="(prompt|hand|agreements|notice|table)"/.test(html) && !waits && !staysLifted()) idle();
  if (/id="advice"/.test(html)) releaseTip();
  if (/id="prompt"/.test(html) && !/id="notice"/.test(html) && !askedAsBefore()) byId("notice").textContent = "";
  showBand();
  showSaid();
  sayWhatWaits();
  sortHand();
  layOut();
  layOutPlaces();
  offerPiles();
  fillCut();
  showContents();
  openBeside();
  oneStop();
  layHeaps();
  if (!before) return;
  ignoreLateTaps();
  const news = [];
  restoreFocus();
  const comes = !before.sheetOpen && !whole;
  const sheetWaits = keepsSheetAway(comes); // first, because faces and cards lie elsewhere beside an open sheet
  const changes = showSeats(before, news, whole ? 0 : dealTime(before));
  showTrick(before, news);
  if (!whole) showLying(before, news);
  if (!whole) showDrawn(before);
  showTurnOnLanding(before);
  keepLooks(before.looks, untilLanded());
  showTaken(before.seats);
  const said = Object.entries(wordsNow()).filter(([seat, words]) => before.words[seat] !== words);
  news.push(...said.map(([_seat, words]) => words));
  if (!whole) showMeanings(said.map(([seat]) => seat), news);
  const raised = raiseNow();
  const told = raised.level > before.raise.level && `${raised.by}: ${raised.word}`;
  if (told && !news.includes(told)) news.push(told); // the last word that can raise ends its phase, and is at no seat
  showFacts(before.facts, news);
  showTalk(before.talk);
  if (!whole && !showRaise(before) && said.length) play("knock");
  const written = before.sheetOpen ? [] : sheetTold();
  if (comes && !sheetWaits) showEnding(before.flight);
  else if (!sheetWaits) goOnEnding(before);
  keepPlace(before.hand);
  markNewest(before.hand);
  showHand(before.hand, news);
  if (!whole) showDeal(before);
  else if (before.deals) goOnDealing(before);
  hideQuestionWhileDealing();
  endWithDeal(changes);
  if (!whole) showPoster(before);
  endWithDeal(showQuestionInTime(before));
  drawInOwnTrick(before);
  const beside = asideNow() === before.aside ? "" : asideNow();
  const explains = document.querySelector('#prompt [name="window"]') !== null; // the question; elsewhere it tells what happened
  if (beside && !explains) news.push(beside);
  const asked = turnTo(before, [...news, ...written]);
  if (beside && explains) asked.push(beside);
  if (/id="advice"/.test(html) && adviceNow()) asked.push(adviceNow());
  meetTurn();
  announce(news);
  announce([...written, ...asked], { seen: false });
  if (/id="missed"/.test(html) && !whole) {
    missedShown();
    announce([byId("missed").textContent]);
  }
  if (whole) keepMissed();
  before = null;
}

/* A line that breaks twice brings the whole table twice: what was told after the first time stays. */
function keepMissed() {
  byId("missed").textContent = before.missed;
  showMissed(before.seq);
}

/* A card that was lifted to be tapped once more stays up when somebody else comes, goes or says something. */
function staysLifted() {
  return !table().hasAttribute("aria-busy") && document.querySelector("#hand [data-up]") !== null && askedAsBefore();
}

/* What was said to this player about the question stays until they are asked something else. */
function askedAsBefore() {
  const question = questionNow();
  return question !== "" && before !== null && before.question === question;
}

/* A new sheet is at its top: setting that would make the browser lay out the page here, and again for what follows. */
function restoreFocus() {
  const sheet = byId("sheet");
  if (before.scroll && sheet && before.sheetOpen === sheet.classList.contains("is-open")) sheet.scrollTop = before.scroll;
  const was = before.focus;
  if (!was || (document.activeElement && document.activeElement !== document.body)) return;
  let target = was.id && byId(was.id);
  if (!target && was.form && byId(was.form)) {
    const cards = Array.from(byId(was.form).elements).filter((one) => one.type !== "hidden");
    target = cards.find((one) => one.name === was.name && one.value === was.value);
    if (!target && before.place >= 0) target = cards[Math.min(before.place, cards.length - 1)];
  }
  if (target) target.focus({ preventScroll: true });
}

// The extension would exchange every zone as a whole, also the hand under a thumb. `table:shown` follows each push.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  heard();
  event.preventDefault();
  if (event.detail.message === EVENING) {
    setTimeout(() => document.dispatchEvent(new Event("evening:changed")), Math.random() * MAX_EVENING_DELAY);
    return;
  }
  swap(event.detail.message);
  document.dispatchEvent(new Event("table:shown"));
});
