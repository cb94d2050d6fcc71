/* The voice of the device says what the log of the page tells a screen reader, where the player wished for it. */

import { byId, page, wish } from "./page.js";

const voice = window.speechSynthesis;

if (voice && wish("aloud") && byId("live")) {
  new MutationObserver((changes) => {
    for (const line of changes.flatMap((change) => Array.from(change.addedNodes))) {
      const words = new SpeechSynthesisUtterance(line.textContent);
      words.lang = page.lang;
      voice.speak(words);
    }
  }).observe(byId("live"), { childList: true });
  window.addEventListener("pagehide", () => voice.cancel());
}
