/* Buttons that hand on a link, or the text of a field. */
function handedOn(button) {
  const { share: url, shareText: field } = button.dataset;
  return field ? { text: document.getElementById(field).value } : { url };
}

async function share(button) {
  const what = handedOn(button);
  if (navigator.share) return navigator.share({ title: document.title, ...what }).catch(() => {});
  await navigator.clipboard.writeText(what.text ?? what.url);
  button.textContent = button.dataset.shared;
}

document.querySelectorAll("[data-share], [data-share-text]").forEach((button) => {
  button.hidden = !navigator.share && !navigator.clipboard;
  button.addEventListener("click", () => share(button));
});
