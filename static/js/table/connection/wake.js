/* The screen stays on while somebody sits here, and in the middle of the table. */

import { seated } from "../page.js";

const inTheMiddle = () => document.body.classList.contains("shared-screen");

let wakeLock = null;

export async function keepAwake() {
  if (!(seated() || inTheMiddle()) || document.hidden || !navigator.wakeLock || (wakeLock && !wakeLock.released)) return;
  wakeLock = await navigator.wakeLock.request("screen").catch(() => null);
}

document.addEventListener("pointerdown", keepAwake);
