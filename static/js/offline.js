/* The page without a connection: links to what this phone keeps, and back as soon as the club can be reached. */
const PAUSE = 4000; // ms between two looks for the club

async function look() {
  const there = await fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);
  if (there) location.reload();
}

// A device is online again before its network leads anywhere, and a club that was restarted tells nobody.
window.addEventListener("online", look);
setInterval(look, PAUSE);

const list = document.getElementById("kept");

for (const store of ["club-sheet", "club-rules"]) {
  const kept = await caches.open(store);
  for (const request of await kept.keys()) {
    const page = new DOMParser().parseFromString(await (await kept.match(request)).text(), "text/html");
    const link = document.createElement("a");
    link.href = request.url;
    link.className = "button button--wide";
    link.textContent = page.querySelector("h1")?.textContent ?? page.title;
    list.append(link);
  }
}
list.hidden = list.childElementCount < 2;
