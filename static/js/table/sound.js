/* What the table is heard and felt by: sounds made here, short and soft, each only as the player wishes. */

import { page, unwished } from "./page.js";

const LATE_SOUND = 1000; // ms after which a sound would be taken for that of another event
const VOLUMES = { soft: 0.45, normal: 1, loud: 2 };

/* Parts of a sound: when it starts and how long it lasts in s, and how loud. A tone goes from one pitch to another, in
   Hz; a brush is noise around a pitch, as of paper. */
const tone = (pitch, end, at, lasts, loud) => ({ pitch, end, at, lasts, loud });
const brush = (pitch, at, lasts, loud) => ({ noise: true, pitch, end: pitch * 0.6, at, lasts, loud });

/* What wood gives above a knock: the speaker of a phone makes nothing of the knock itself, which lies below 300 Hz. */
const wood = (at, loud) => [tone(860, 560, at, 0.08, loud), brush(1300, at, 0.05, loud)];

/* Each sound by the name under which a player can leave it out. */
const SOUNDS = {
  turn: [tone(660, 660, 0, 0.22, 0.06), tone(880, 880, 0.11, 0.22, 0.06)],
  card: [brush(2400, 0, 0.05, 0.16), tone(170, 90, 0.015, 0.05, 0.08)],
  trick: [brush(1500, 0, 0.1, 0.1), brush(1100, 0.09, 0.14, 0.1)],
  shuffle: [0, 0.07, 0.13, 0.2, 0.26, 0.33, 0.4, 0.46].map((at) => brush(2000 + 900 * (at % 0.2), at, 0.05, 0.1)),
  knock: [tone(240, 110, 0, 0.07, 0.12), ...wood(0, 0.06), tone(230, 105, 0.11, 0.07, 0.1), ...wood(0.11, 0.05)],
  raise: [tone(190, 70, 0, 0.12, 0.3), tone(420, 160, 0, 0.04, 0.12), ...wood(0, 0.12), tone(180, 65, 0.15, 0.14, 0.34), ...wood(0.15, 0.15), tone(92, 46, 0.28, 0.5, 0.16)],
  win: [tone(523, 523, 0, 0.18, 0.06), tone(659, 659, 0.11, 0.18, 0.06), tone(784, 784, 0.22, 0.18, 0.06), tone(1047, 1047, 0.33, 0.4, 0.06)],
};

let sound = null;
let paper = null;
let playing = 0;

const leftOut = (name) => unwished("sound") || (page.dataset.silent || "").split(" ").includes(name);

/** Play one of the sounds, and then let the device sleep: a context that runs keeps the speaker of a phone awake all
    evening. A sound that the phone held back until it is late is not made. */
export async function play(name) {
  if (!sound || leftOut(name)) return;
  playing += 1;
  const asked = performance.now();
  await sound.resume();
  if (performance.now() - asked > LATE_SOUND) return fallSilent();
  const parts = SOUNDS[name].map(start);
  const last = SOUNDS[name].reduce((latest, part, number) => (ends(part) > ends(SOUNDS[name][latest]) ? number : latest), 0);
  parts[last].onended = fallSilent;
}

const ends = ({ at, lasts }) => at + lasts;

/* Let a part of a sound begin; gives its source. */
function start({ noise, pitch, end, at, lasts, loud }) {
  const from = sound.currentTime + at;
  const source = noise ? new AudioBufferSourceNode(sound, { buffer: paperNoise() }) : new OscillatorNode(sound, { frequency: pitch });
  const shape = noise ? new BiquadFilterNode(sound, { type: "bandpass", frequency: pitch, Q: 0.8 }) : source;
  const volume = new GainNode(sound, { gain: 0 });
  shape.frequency.setValueAtTime(pitch, from);
  shape.frequency.exponentialRampToValueAtTime(end, from + lasts);
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loud * (VOLUMES[page.dataset.volume] || 1), from + Math.min(0.015, lasts / 8));
  volume.gain.exponentialRampToValueAtTime(0.0005, from + lasts);
  if (noise) source.connect(shape);
  shape.connect(volume).connect(sound.destination);
  source.start(from);
  source.stop(from + lasts + 0.02);
  return source;
}

function paperNoise() {
  if (paper) return paper;
  paper = new AudioBuffer({ length: sound.sampleRate / 2, sampleRate: sound.sampleRate });
  paper.getChannelData(0).forEach((_zero, at, samples) => (samples[at] = Math.random() * 2 - 1));
  return paper;
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
