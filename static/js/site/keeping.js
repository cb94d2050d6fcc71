/* Pages to read without a connection: the rules of every game, and the score sheet of the reader's last match. The sheet
   goes when nobody, or another person, is signed in. */
const RULES_STORE = "club-rules";
const SHEET_STORE = "club-sheet";
const READER = "club-reader"; // key of the reader whose sheet is kept, in localStorage

async function keep(store, addresses) {
  const kept = await caches.open(store);
  for (const address of addresses) {
    const answer = await fetch(address);
    if (answer.ok && !answer.redirected) await kept.put(address, answer);
  }
}

async function keepReadable() {
  const reader = document.documentElement.dataset.reader;
  if (localStorage.getItem(READER) !== reader) {
    await caches.delete(SHEET_STORE);
    localStorage.setItem(READER, reader);
  }
  const lobby = document.querySelector("[data-keep-rules]");
  if (!lobby) return;
  await keep(RULES_STORE, lobby.dataset.keepRules.trim().split(/\s+/));
  if (lobby.dataset.keepSheet) {
    await caches.delete(SHEET_STORE);
    await keep(SHEET_STORE, [lobby.dataset.keepSheet]);
  }
}

if (window.isSecureContext && "caches" in window) {
  window.addEventListener("load", () => keepReadable().catch(() => {}));
}
