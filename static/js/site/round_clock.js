/* The clock of the round in the room: counts from the stored end by the server's clock, so that every screen shows the
   same and a reload changes nothing; asks every five seconds whether it was paused or extended. */

const FIVE_MINUTES = 300;
const roundClock = document.querySelector("#round-clock");
let clockState = null;
let serverAhead = 0;
let clockSound = null;
let leftBefore = null;

function takeClockState(state) {
  clockState = state;
  serverAhead = state.now - Date.now();
}

/** Seconds left, null without a clock. */
function secondsLeft() {
  if (clockState.ends) return Math.max(0, Math.ceil((clockState.ends - Date.now() - serverAhead) / 1000));
  return clockState.left;
}

/** Two soft notes, only where somebody asked for sound on this screen. */
function ringSoftly() {
  if (!clockSound) return;
  [523, 392].forEach((pitch, place) => {
    const tone = clockSound.createOscillator();
    const volume = clockSound.createGain();
    const start = clockSound.currentTime + place * 0.7;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.linearRampToValueAtTime(0.25, start + 0.05);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 1.4);
    tone.connect(volume).connect(clockSound.destination);
    tone.start(start);
    tone.stop(start + 1.5);
  });
}

function showRoundClock() {
  const left = secondsLeft();
  const word = left === null ? "none" : left === 0 ? "over" : !clockState.ends ? "paused" : left <= FIVE_MINUTES ? "soon" : "";
  const minutes = Math.floor((left ?? 0) / 60);
  const time = left === null ? "–:––" : `${minutes}:${String(left % 60).padStart(2, "0")}`;
  roundClock.querySelector("[data-clock=time]").textContent = time;
  roundClock.querySelectorAll(".round-clock-word [data-clock]").forEach((each) => {
    each.hidden = each.dataset.clock !== word;
  });
  roundClock.dataset.word = word;
  for (const mark of [FIVE_MINUTES, 0]) {
    if (leftBefore !== null && left !== null && clockState.ends && leftBefore > mark && left <= mark) ringSoftly();
  }
  leftBefore = left;
}

async function askRoundClock() {
  try {
    const answer = await fetch(roundClock.dataset.state, { headers: { Accept: "application/json" } });
    if (answer.ok) takeClockState(await answer.json());
  } catch {
    /* Without a line the clock goes on counting. */
  }
}

if (roundClock) {
  const { now, ends, left } = roundClock.dataset;
  takeClockState({ now: Number(now), ends: ends ? Number(ends) : null, left: left === "" ? null : Number(left) });
  showRoundClock();
  setInterval(showRoundClock, 250);
  setInterval(askRoundClock, 5000);
  document.querySelector("[data-clock-full]").addEventListener("click", () => roundClock.requestFullscreen?.());
  document.querySelector("[data-clock-sound]").addEventListener("click", ({ currentTarget }) => {
    clockSound = clockSound ? null : new AudioContext();
    currentTarget.setAttribute("aria-pressed", String(clockSound !== null));
    ringSoftly();
  });
}
