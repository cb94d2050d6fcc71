/* Buttons that hand on a link, or the text of a field. */
function handedOn(button) {
  const { share: url, shareText: field } = button.dataset;
  return field ? { text: document.getElementById(field).value } : { url };
}

async function share(button) {
  const what = handedOn(button);
  if (navigator.share) return navigator.share({ title: document.title, ...what }).catch(() => {});
  const { shared, refused } = button.dataset;
  button.textContent = await navigator.clipboard.writeText(what.text ?? what.url).then(() => shared, () => refused);
}

document.querySelectorAll("[data-share], [data-share-text]").forEach((button) => {
  button.hidden = !navigator.share && !navigator.clipboard;
  button.addEventListener("click", () => share(button));
});
