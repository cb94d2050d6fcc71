/* Choices in a part that htmx keeps (hx-preserve) while it exchanges what is around it: the new part lies in the page for
   a moment beside the old one, and of radio buttons of one form and name the browser lets only one stay chosen. */

let chosen = [];

for (const before of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
  document.addEventListener(before, () => {
    chosen = [...document.querySelectorAll("[hx-preserve] input:checked")];
  });
}

for (const after of ["htmx:oobAfterSwap", "htmx:afterSwap"]) {
  document.addEventListener(after, () => {
    for (const one of chosen) if (one.isConnected) one.checked = true;
  });
}
