/* The deal is checked on this device: the same steps as games/engine/shuffle.py, written a second time on purpose. */

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

const keyOf = (raw) => crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/* Where the deck was cut, the deal follows from the hash of the cuts under the seed. */
async function chanceOf({ seed, cuts }) {
  const key = await keyOf(bytes(seed));
  return cuts ? keyOf(await crypto.subtle.sign("HMAC", key, text.encode(`cuts\n${cuts}`))) : key;
}

async function shuffled({ seed, cuts, pack }) {
  const key = await chanceOf({ seed, cuts });
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

for (const check of document.querySelectorAll(".check-deal")) {
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
