/* The hint to put the club on the home screen, shown where the browser can do it and has not. */
const hint = document.getElementById("install");
const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

function showHint(way, act) {
  if (!hint || installed) return;
  const part = hint.querySelector(`[data-install="${way}"]`);
  part.hidden = false;
  hint.hidden = false;
  if (act) part.addEventListener("click", act);
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  showHint("by-button", () => event.prompt());
});
window.addEventListener("appinstalled", () => hint?.querySelector("form").requestSubmit());

// Safari on a phone has no prompt of its own; the player does it by hand.
if ("standalone" in navigator) showHint("by-hand");
