/* Seats that change places: the page turns with its own player, and each of the two is seen to move. */

import { byId, nameOf, table, you } from "./page.js";
import { duration, holdFigure, middleOf, untilLanded } from "./motion.js";

const placeOf = (seat) => (seat.className.match(/\bat-\d/) || [])[0];
const campOf = (seat) => (seat.className.match(/\bcamp-\d/) || [])[0];

/** Where every seat is now, by id: its place in the order of play, its camp, its middle on the screen, and what it has
    taken. */
export function seatsNow() {
  const seats = {};
  document.querySelectorAll(".seats > .seat").forEach((seat) => {
    const taken = seat.querySelector(".taken");
    seats[seat.id] = { at: placeOf(seat), camp: campOf(seat), middle: middleOf(seat), taken: taken ? taken.textContent : "" };
  });
  return seats;
}

/** Show which seats have changed places or camps since `old` (of `seatsNow`), and add it to the news. */
export function showSeats(old, news) {
  turnPage();
  showCamps(old);
  const moved = Array.from(document.querySelectorAll(".seats > .seat")).filter(
    (seat) => old[seat.id] && old[seat.id].at !== placeOf(seat),
  );
  for (const seat of moved) {
    const { sayMoved, sayOwnMoved } = table().dataset;
    news.push(placeOf(seat) === `at-${you()}` ? sayOwnMoved : sayMoved.replace("{name}", nameOf(seat)));
    const to = middleOf(seat);
    const from = old[seat.id].middle;
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    if (duration()) seat.animate([{ transform: way }, { transform: "none" }], { duration: 3 * duration(), easing: "ease-in-out" });
  }
}

/** Let what each seat has taken be seen as it was in `old` (of `seatsNow`) until every card lies. */
export function showTaken(old) {
  document.querySelectorAll(".seats > .seat > .taken").forEach((taken) => {
    const seat = old[taken.parentElement.id];
    if (seat) holdFigure(taken, seat.taken, untilLanded());
  });
}

/* Who has other partners now: the ring of each grows out of the face. Roles and heaps tell it in words. */
function showCamps(old) {
  const changed = Array.from(document.querySelectorAll(".seats > .seat")).filter(
    (seat) => campOf(seat) && old[seat.id] && old[seat.id].camp !== campOf(seat),
  );
  if (!changed.length || !duration()) return;
  for (const seat of changed) {
    const frames = [{ scale: 0.5 }, { offset: 0.6, scale: 1.2 }, { scale: 1 }];
    seat.querySelector(".face").animate(frames, { duration: 2.4 * duration(), easing: "ease-out" });
  }
}

/* One's own seat stands at the bottom, also after it has changed places. */
function turnPage() {
  const own = byId(`seat-${table().dataset.seat}`);
  if (own) table().className = table().className.replace(/\byou-\d/, placeOf(own).replace("at", "you"));
}
