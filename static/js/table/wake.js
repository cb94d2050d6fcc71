/* The screen stays on while somebody sits here. */

import { seated } from "./page.js";

let wakeLock = null;

export async function keepAwake() {
  if (!seated() || document.hidden || !navigator.wakeLock || (wakeLock && !wakeLock.released)) return;
  wakeLock = await navigator.wakeLock.request("screen").catch(() => null);
}

document.addEventListener("pointerdown", keepAwake);
