/* The switch for the voice: a browser that cannot speak says so beside it. */
if (!window.speechSynthesis) {
  document.querySelectorAll("[data-no-voice]").forEach((box) => {
    document.getElementById(`${box.id}_helptext`).append(` ${box.dataset.noVoice}`);
  });
}
