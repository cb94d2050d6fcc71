/* The review page: all moments of a round are in the page, stepping shows one and hides the others; arrow keys step too.
   The deal is checked on this device. */
"use strict";

(() => {
  const moments = document.getElementById("moments");
  const last = Number(moments?.dataset.last);

  /* Show the moment after so many cards. The links go on working without this script. */
  function show(card) {
    const moment = document.getElementById(`card-${card}`);
    if (!moment) {
      return;
    }
    for (const part of ["card", "facts"]) {
      document.getElementById(`${part}-${moments.dataset.card}`).hidden = true;
      document.getElementById(`${part}-${card}`).hidden = false;
    }
    moments.dataset.card = card;
    document.getElementById("moment-word").textContent = moment.querySelector(".moment-title").textContent;
    for (const tick of moments.querySelectorAll(".tick")) {
      const now = Number(tick.dataset.card) === card;
      tick.classList.toggle("tick--now", now);
      now ? tick.setAttribute("aria-current", "step") : tick.removeAttribute("aria-current");
    }
    lead("back", card - 1);
    lead("on", card + 1);
    const wrong = document.getElementById("file-case");
    if (wrong) {
      wrong.search = `?card=${card}`;
    }
    history.replaceState(null, "", `?card=${card}#moments`);
  }

  function lead(step, card) {
    const link = moments.querySelector(`[data-step="${step}"]`);
    if (card < 0 || card > last) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.href = `?card=${card}#moments`;
      link.removeAttribute("aria-disabled");
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-card], a[data-step]");
    if (!moments || !link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) {
      return;
    }
    event.preventDefault();
    if (link.dataset.card !== undefined) {
      show(Number(link.dataset.card));
      if (!moments.contains(link)) {
        moments.scrollIntoView();
      }
    } else if (link.hasAttribute("href")) {
      show(Number(moments.dataset.card) + (link.dataset.step === "on" ? 1 : -1));
    }
  });

  document.addEventListener("keydown", (event) => {
    const card = Number(moments?.dataset.card);
    const to = { ArrowLeft: card - 1, ArrowRight: card + 1, Home: 0, End: last }[event.key];
    if (!moments || to === undefined || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    if (!event.target.closest("input, textarea, select, summary") && to >= 0 && to <= last) {
      event.preventDefault();
      show(to);
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
