/* The review page: arrow keys step through the round without a page load; the deal is checked on this device. */
"use strict";

(() => {
  const followed = (link) => link && link.origin === location.origin && link.pathname === location.pathname;

  /* Show another moment: the same page is fetched and its moment taken over, so there is one way of drawing it. */
  async function show(link, remember) {
    const answer = await fetch(link, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer || !answer.ok) {
      location.assign(link);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement?.dataset?.step;
    document.getElementById("moment").replaceWith(document.importNode(page.getElementById("moment"), true));
    if (focused) {
      document.querySelector(`#moment [data-step="${focused}"]`)?.focus();
    }
    if (remember) {
      history.replaceState(null, "", link);
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#moment a");
    if (followed(link) && !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      show(link.href, true);
    }
  });

  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) {
      return;
    }
    const link = document.querySelector(`#moment a[data-step="${step}"]`);
    if (link) {
      event.preventDefault();
      show(link.href, true);
    }
  });

  /* The proof. The same steps as games/engine/shuffle.py, written a second time on purpose. */
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = new TextEncoder();

  async function sealOf({ shuffle, context, seed }) {
    const head = text.encode(`${shuffle}\n${context}\n`);
    const secret = bytes(seed);
    const sealed = new Uint8Array(head.length + secret.length);
    sealed.set(head);
    sealed.set(secret, head.length);
    return hex(await crypto.subtle.digest("SHA-256", sealed));
  }

  async function shuffled({ seed, pack }) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    let block = 0;
    let stream = [];
    const below = async (bound) => {
      for (;;) {
        if (!stream.length) {
          stream = Array.from(new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(`pack\n${block}`))));
          block += 1;
        }
        const byte = stream.shift();
        if (byte < 256 - (256 % bound)) {
          return byte % bound;
        }
      }
    };
    const cards = pack.split(" ");
    for (let last = cards.length - 1; last > 0; last -= 1) {
      const other = await below(last + 1);
      [cards[last], cards[other]] = [cards[other], cards[last]];
    }
    return cards.join(" ");
  }

  const check = document.getElementById("check-deal");
  if (check) {
    const button = check.querySelector("button");
    const word = check.querySelector("[role=status]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      const proof = check.dataset;
      word.className = "";
      if (!window.crypto?.subtle) {
        word.textContent = proof.insecure;
        return;
      }
      const wrong =
        (await sealOf(proof)) !== proof.commitment
          ? proof.wrongSeal
          : (await shuffled(proof)) !== proof.deck
            ? proof.wrongDeal
            : "";
      word.className = wrong ? "is-wrong" : "is-right";
      word.textContent = wrong || proof.right;
    });
  }
})();
