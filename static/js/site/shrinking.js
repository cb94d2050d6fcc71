/* Photos are made smaller before they are sent: a telephone's camera makes files of many megabytes. Without a script, or
   where the browser cannot read the file, it is sent as it is and the server judges it. */
document.addEventListener("change", async (event) => {
  const input = event.target;
  const longest = Number(input.dataset?.longestSide);
  if (!longest || input.files.length !== 1) return;
  const [file] = input.files;
  const button = input.form.querySelector("button:not([name])");
  button.disabled = true;
  try {
    const small = await shrunk(file, longest);
    if (small.size < file.size && input.files[0] === file) {
      const carrier = new DataTransfer();
      carrier.items.add(new File([small], "sheet.jpg", { type: "image/jpeg" }));
      input.files = carrier.files;
    }
  } catch {
    // Not an image this browser can draw.
  } finally {
    button.disabled = false;
  }
});

async function shrunk(file, longest) {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/jpeg", 0.8);
  });
}
