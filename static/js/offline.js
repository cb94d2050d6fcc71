/* The page without a connection: links to what this phone keeps, and back as soon as there is a connection. */
window.addEventListener("online", () => location.reload());

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
