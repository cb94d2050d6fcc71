/* Your turn: seen, heard and felt, each as wished. */

import { byId, unwished } from "./page.js";

const title = document.title;
let sound = null;

/** Mark whose turn it is; `wasYours` says whether it was yours before, so that one turn is signalled once. */
export function turnTo(wasYours, news) {
  const prompt = byId("prompt");
  const yours = prompt.classList.contains("yours");
  document.title = yours ? `● ${title}` : title;
  if (!yours || wasYours) return;
  news.push(prompt.querySelector(".ask-words").textContent);
  const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive; // untouched pages may not
  if (touched && !unwished("vibration") && navigator.vibrate) navigator.vibrate(40);
  if (!unwished("sound")) chime();
}

function chime() {
  if (!sound || sound.state !== "running") return;
  [660, 880].forEach((pitch, step) => {
    const at = sound.currentTime + step * 0.11;
    const tone = new OscillatorNode(sound, { type: "sine", frequency: pitch });
    const volume = new GainNode(sound, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.06, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.22);
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + 0.24);
  });
}

document.addEventListener("pointerdown", () => {
  if (!sound && window.AudioContext && !unwished("sound")) sound = new AudioContext();
  if (sound && sound.state === "suspended") sound.resume();
});
