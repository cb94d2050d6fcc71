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

/** The number of one's own seat as text; undefined for who only watches. */
export const you = () => (table().className.match(/seen-from-(\d)/) || [])[1];

/** How far the match is on this screen. */
export const shownSeq = () => Number((byId("seq") || table()).dataset.seq || 0);
