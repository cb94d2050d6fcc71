/* The page of a table, and what the player wishes of it. */

export const page = document.documentElement;

/** The whole table as drawn last, or null. */
export const table = () => document.getElementById("table");

export const byId = (id) => document.getElementById(id);

/** Whether a setting of the player is on; absent is off. */
export const wish = (name) => page.dataset[name] !== undefined && !unwished(name);

/** Whether a setting of the player is off; absent is on. */
export const unwished = (name) => ["off", "false"].includes(page.dataset[name]);

/** Whether somebody sits here who holds cards. */
export const seated = () => byId("hand") !== null;

/** The viewer's place round the table as text; undefined for a spectator. */
export const you = () => (table().className.match(/you-(\d)/) || [])[1];

/** The words of an element as this player reads them: those for one's own seat, or those that name it to others. */
export function wordsFor(element) {
  const read = element.cloneNode(true);
  for (const part of read.querySelectorAll(".mine, .or-mine, .named, .named-own")) {
    const own = part.closest("[class*=for-]").classList.contains(`for-${you()}`);
    if (part.matches(".mine, .named-own") !== own) part.remove();
  }
  return unbroken(read.textContent);
}

/** Words without the places where a name may break. */
export const unbroken = (words) => words.replaceAll("\u00ad", "");

/** The name of a seat as this player reads it. */
export const nameOf = (seat) => unbroken(seat.querySelector(seat.id === `seat-${table().dataset.seat}` ? ".own-name" : ".name").textContent);

/** The words of a card that was played, without who played it (`{name}: {card}`), and that name. */
export const saidOfCard = (words) => {
  const [name, ...card] = words.split(": ");
  return { name, card: card.join(": ") };
};

/** The face of whoever sits at a place of the table. */
export const faceAt = (place) => document.querySelector(`.seats > .at-${place} .face`);

/** How far the match is on this screen. */
export const shownSeq = () => Number((byId("seq") || table()).dataset.seq || 0);
