/* Pages to read without a connection: the rules of every game, and the score sheet of the reader's last match. The sheet
   goes when nobody, or another person, is signed in. */
const RULES_STORE = "club-rules";
const RULES_ISSUE = "club-rules-issue"; // key of the issue of the rules that are kept, in localStorage
const SHEET_STORE = "club-sheet";
const READER = "club-reader"; // key of the reader whose sheet is kept, in localStorage

/* Fetch these pages into a store. False where one of them was not to be had. */
async function keep(store, addresses) {
  const kept = await caches.open(store);
  let all = true;
  for (const address of addresses) {
    const answer = await fetch(address);
    if (answer.ok && !answer.redirected) await kept.put(address, answer);
    else all = false;
  }
  return all;
}

/* The rules change with the release, the language, the reader and the reader's settings. As long as all of these are the
   same, what is kept is not fetched again. */
async function keepRules(addresses) {
  const { lang, dataset } = document.documentElement;
  const issue = JSON.stringify([lang, dataset, addresses]);
  const kept = await (await caches.open(RULES_STORE)).keys();
  if (localStorage.getItem(RULES_ISSUE) === issue && kept.length >= addresses.length) return;
  if (await keep(RULES_STORE, addresses)) localStorage.setItem(RULES_ISSUE, issue);
}

/* The sheet of before goes when this one is there: the connection may be lost in between. */
async function keepSheet(address) {
  if (!(await keep(SHEET_STORE, [address]))) return;
  const kept = await caches.open(SHEET_STORE);
  const before = (await kept.keys()).filter((each) => new URL(each.url).pathname !== address);
  await Promise.all(before.map((each) => kept.delete(each)));
}

async function keepReadable() {
  const reader = document.documentElement.dataset.reader;
  if (localStorage.getItem(READER) !== reader) {
    await caches.delete(SHEET_STORE);
    localStorage.setItem(READER, reader);
  }
  const lobby = document.querySelector("[data-keep-rules]");
  if (!lobby || !navigator.serviceWorker) return;
  await navigator.serviceWorker.ready; // without a connection, kept pages come from the service worker only
  await keepRules(lobby.dataset.keepRules.trim().split(/\s+/));
  if (lobby.dataset.keepSheet) await keepSheet(lobby.dataset.keepSheet);
}

if (window.isSecureContext && "caches" in window) {
  window.addEventListener("load", () => keepReadable().catch(() => {}));
}
