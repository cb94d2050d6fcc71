/* Buttons that hand on a link, the text of a field, or a picture. */
function handedOn(button) {
  const { share: url, shareText: field } = button.dataset;
  return field ? { text: document.getElementById(field).value } : { url };
}

async function share(button) {
  const what = handedOn(button);
  if (navigator.share) return navigator.share({ title: document.title, ...what }).catch(() => {});
  const { shared, refused, shareText: field } = button.dataset;
  const copied = await Promise.resolve(navigator.clipboard?.writeText(what.text ?? what.url) ?? false)
    .then((wrote) => wrote !== false, () => false);
  if (!copied && field) document.getElementById(field).select();
  button.textContent = copied ? shared : refused;
}

document.querySelectorAll("[data-share], [data-share-text]").forEach((button) => {
  button.hidden = !navigator.share && !navigator.clipboard && !button.dataset.shareText;
  button.addEventListener("click", () => share(button));
});

/* The drawing of the server as a picture that every app takes. A canvas draws it at its own size. */
async function drawnPicture(url, name) {
  const drawing = await (await fetch(url)).text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  const painted = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([painted], name, { type: "image/png" });
}

/* Keep a picture among the downloads. */
function download(picture) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function button(words, name, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = words;
  made.addEventListener("click", press);
  return made;
}

/* A picture is seen before it is handed on, over the page, to which one comes back. */
function showPicture(link) {
  const { picture: name, sayShare, saySave, sayBack } = link.dataset;
  const shares = Boolean(navigator.canShare?.({ files: [new File([""], name, { type: "image/png" })] }));
  const dialog = document.createElement("dialog");
  dialog.className = "picture-shown";
  dialog.setAttribute("aria-label", link.textContent);
  const image = document.createElement("img");
  image.src = link.href;
  image.alt = "";
  const handOn = button(shares ? sayShare : saySave, "button button--go", async () => {
    const picture = await drawnPicture(link.href, name);
    if (shares) await navigator.share({ files: [picture] }).catch(() => {});
    else download(picture);
  });
  const row = document.createElement("p");
  row.append(handOn, button(sayBack, "button", () => dialog.close()));
  dialog.append(image, row);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside the picture
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/* Without a script the link leads to the drawing. */
document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("[data-picture]");
  if (!link) return;
  event.preventDefault();
  showPicture(link);
});
