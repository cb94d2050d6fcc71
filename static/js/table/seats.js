/* Seats that change places: the page turns with its own player, and each of the two is seen to move. */

import { byId, nameOf, table, you } from "./page.js";
import { hold, holdFigure, middleOf, untilLanded } from "./motion.js";

const MOVE_FLIGHTS = 3; // of a card, while two change places

const placeOf = (seat) => (seat.className.match(/\bat-\d/) || [])[0];
const campOf = (seat) => (seat.className.match(/\bcamp-\d/) || [])[0];

/** Where every seat is now, by id: its place round the table, its camp, its middle on the screen, and what it has
    taken. */
export function seatsNow() {
  const seats = {};
  document.querySelectorAll(".seats > .seat").forEach((seat) => {
    const taken = seat.querySelector(".taken");
    seats[seat.id] = { at: placeOf(seat), camp: campOf(seat), middle: middleOf(seat), taken: taken ? taken.textContent : "" };
  });
  return seats;
}

/** Show which seats have changed places or camps since `old` (of `seatsNow`), and add it to the news: both are seen once
    the cards of a deal lie, after `delay` ms. Returns the motions, none where `flight` is 0. */
export function showSeats({ seats: old, flight }, news, delay) {
  turnPage();
  const moved = Array.from(document.querySelectorAll(".seats > .seat")).filter(
    (seat) => old[seat.id] && old[seat.id].at !== placeOf(seat),
  );
  const { sayMoved, sayOwnMoved } = table().dataset;
  news.push(...moved.map((seat) => (placeOf(seat) === `at-${you()}` ? sayOwnMoved : sayMoved.replace("{name}", nameOf(seat)))));
  if (!flight) return [];
  const middles = moved.map(middleOf);
  const ways = moved.map((seat, number) => `translate(${old[seat.id].middle.x - middles[number].x}px, ${old[seat.id].middle.y - middles[number].y}px)`);
  const timing = { duration: MOVE_FLIGHTS * flight, delay, easing: "ease-in-out", fill: "backwards" };
  const moves = moved.map((seat, number) => seat.animate([{ transform: ways[number] }, { transform: "none" }], timing));
  return [...moves, ...showCamps(old, flight, delay)];
}

/** Hide for `time` ms which camp each of these seats belongs to. Returns the motions. */
export function hideCamps(time, seats = document.querySelectorAll(".seats > .seat")) {
  return Array.from(seats).filter(campOf).flatMap((seat) => [
    hold(seat.querySelector(".face"), { borderColor: "rgb(255 255 255 / 38%)" }, time),
    ...Array.from(seat.querySelectorAll(".name, .own-name"), (name) => hold(name, PLAIN, time)),
    ...Array.from(seat.querySelectorAll(".name, .own-name"), (name) => hold(name, { opacity: 0 }, time, "::before")),
    ...Array.from(seat.querySelectorAll(".role, .sealed, .makes"), (badge) => hold(badge, { opacity: 0 }, time)),
  ]);
}

const PLAIN = { backgroundColor: "rgb(0 0 0 / 0%)", borderColor: "rgb(0 0 0 / 0%)", color: "var(--on-felt)" };

/** Let what each seat has taken be seen as it was in `old` (of `seatsNow`) until every card lies. */
export function showTaken(old) {
  document.querySelectorAll(".seats > .seat > .taken").forEach((taken) => {
    const seat = old[taken.parentElement.id];
    if (seat) holdFigure(taken, seat.taken, untilLanded());
  });
}

/* Who has other partners now: the ring of each grows out of the face. Roles and heaps tell it in words. */
function showCamps(old, flight, delay) {
  const changed = Array.from(document.querySelectorAll(".seats > .seat")).filter(
    (seat) => campOf(seat) && old[seat.id] && old[seat.id].camp !== campOf(seat),
  );
  const frames = [{ scale: 0.5 }, { offset: 0.6, scale: 1.2 }, { scale: 1 }];
  const timing = { duration: 2.4 * flight, delay, easing: "ease-out" };
  const grown = changed.map((seat) => seat.querySelector(".face").animate(frames, timing));
  return [...grown, ...(delay ? hideCamps(delay, changed) : [])];
}

/* One's own seat stands at the bottom, also after it has changed places. */
function turnPage() {
  const own = byId(`seat-${table().dataset.seat}`);
  if (own) table().className = table().className.replace(/\byou-\d/, placeOf(own).replace("at", "you"));
}
