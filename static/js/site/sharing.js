/* Buttons that hand on a link. */
async function share(button) {
  const url = button.dataset.share;
  if (navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
  await navigator.clipboard.writeText(url);
  button.textContent = button.dataset.shared;
}

document.querySelectorAll("[data-share]").forEach((button) => {
  button.hidden = !navigator.share && !navigator.clipboard;
  button.addEventListener("click", () => share(button));
});
