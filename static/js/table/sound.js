/* What the table is heard and felt by: sounds made here, short and soft, each only as the player wishes. */

import { unwished } from "./page.js";

const LATE_SOUND = 1000; // ms after which a sound would be taken for that of another event

/* Each sound as tones: pitch in Hz at its start and end, when it starts and how long it lasts in s, how loud. */
const SOUNDS = {
  turn: [
    { pitch: 660, end: 660, at: 0, lasts: 0.22, loud: 0.06 },
    { pitch: 880, end: 880, at: 0.11, lasts: 0.22, loud: 0.06 },
  ],
  knock: [
    { pitch: 190, end: 70, at: 0, lasts: 0.12, loud: 0.3 },
    { pitch: 420, end: 160, at: 0, lasts: 0.04, loud: 0.12 },
    { pitch: 180, end: 65, at: 0.15, lasts: 0.14, loud: 0.34 },
  ],
};

let sound = null;
let playing = 0;

/** Play one of the sounds, and then let the device sleep: a context that runs keeps the speaker of a phone awake all
    evening. A sound that the phone held back until it is late is not made. */
export async function play(name) {
  if (!sound || unwished("sound")) return;
  playing += 1;
  const asked = performance.now();
  await sound.resume();
  if (performance.now() - asked > LATE_SOUND) return fallSilent();
  const tones = SOUNDS[name].map(({ pitch, end, at, lasts, loud }) => {
    const start = sound.currentTime + at;
    const tone = new OscillatorNode(sound, { type: "sine", frequency: pitch });
    const volume = new GainNode(sound, { gain: 0 });
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(end, start + lasts);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + Math.min(0.015, lasts / 8));
    volume.gain.exponentialRampToValueAtTime(0.0005, start + lasts);
    tone.connect(volume).connect(sound.destination);
    tone.start(start);
    tone.stop(start + lasts + 0.02);
    return tone;
  });
  tones.at(-1).onended = fallSilent;
}

function fallSilent() {
  playing -= 1;
  if (!playing) sound.suspend();
}

/** Let the device shake by this pattern (of `navigator.vibrate`); an untouched page may not. */
export function shake(pattern) {
  const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
  if (touched && !unwished("vibration") && navigator.vibrate) navigator.vibrate(pattern);
}

/** Sound is only allowed from a click or a key on: `pointerdown` of a finger is none. */
function allowSound() {
  if (sound || !window.AudioContext || unwished("sound")) return;
  sound = new AudioContext();
  sound.resume().then(() => playing || sound.suspend());
}

document.addEventListener("click", allowSound, true);
document.addEventListener("keydown", allowSound, true);
