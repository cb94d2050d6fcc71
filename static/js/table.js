/* What a table does beyond swapping zones: answers a tap at once, asks for a second tap where that protects, keeps the
   socket alive, posts the same form when it is not, and shows and says what has just happened. */
(() => {
  "use strict";

  const HOLD = 1500; // ms after a finished trick in which leading asks for a second tap, where something can be claimed
  const ANSWER = 4000; // ms until a tap without an answer is given back
  const BEAT = 20000; // ms between two heartbeats
  const RETRIED = [1006, 1011, 1012, 1013]; // close codes after which the socket extension connects again by itself

  const page = document.documentElement;
  const table = () => document.getElementById("table");
  const byId = (id) => document.getElementById(id);
  const wish = (name) => page.dataset[name] !== undefined && !["off", "false"].includes(page.dataset[name]);
  const unwished = (name) => ["off", "false"].includes(page.dataset[name]);
  const seated = () => byId("hand") !== null;
  const you = () => (table().className.match(/seen-from-(\d)/) || [])[1];
  const shownSeq = () => Number((byId("seq") || table()).dataset.seq || 0);

  let socket = null;
  let open = false;
  let gone = false;
  let heardAt = 0;
  let triedAt = 0;
  let raised = null;
  let liftedFrom = null;
  let completeSince = -Infinity;
  let busyTimer = 0;
  let before = null;

  /* Saying things */

  function tell(sentence) {
    const old = byId("notice");
    if (!old || !sentence) return;
    const fresh = old.cloneNode();
    fresh.textContent = sentence;
    old.replaceWith(fresh);
  }

  function announce(sentences) {
    const live = byId("live");
    if (live && sentences.length) live.textContent = sentences.join(". ");
  }

  function band(shown, sentence) {
    const element = table() && table().querySelector(".band");
    if (!element) return;
    if (sentence) {
      element.textContent = sentence;
      element.classList.add("is-long");
    }
    element.hidden = !shown;
  }

  /* The hand: lift, hold, confirm */

  function raise(button) {
    lower();
    if (!button) return;
    raised = button.value;
    button.dataset.up = "";
  }

  function lower() {
    raised = null;
    document.querySelectorAll("#hand [data-up]").forEach((card) => delete card.dataset.up);
  }

  const heldBack = (card) => byId("prompt").classList.contains(`no-${card}`);

  function sayWhyNot(card) {
    const why = byId("prompt").querySelector(`.why[data-for~="${card}"]`);
    if (!why) return;
    byId("prompt").querySelectorAll(".why[data-for]").forEach((other) => (other.hidden = true));
    const again = why.cloneNode(true);
    again.hidden = false;
    again.classList.add("is-said");
    why.replaceWith(again);
    announce([again.textContent]);
  }

  function mayPlay(button) {
    const words = table().dataset;
    if (button && heldBack(button.value)) {
      lower();
      sayWhyNot(button.value);
      return false;
    }
    if (!button || !byId("prompt").classList.contains("plays")) {
      tell(words.sayWait);
      return false;
    }
    if (raised === button.value) return true;
    if (byId("answer") && performance.now() - completeSince < HOLD) {
      raise(button);
      tell(words.sayHold);
      return false;
    }
    if (wish("confirmTap")) {
      raise(button);
      announce([words.sayConfirm]);
      return false;
    }
    return true;
  }

  function maySay(button) {
    if (!button || !button.dataset.confirm || button.classList.contains("is-armed")) return true;
    const words = button.textContent;
    button.classList.add("is-armed");
    button.textContent = button.dataset.confirm;
    setTimeout(() => {
      if (!button.isConnected) return;
      button.classList.remove("is-armed");
      button.textContent = words;
    }, 3000);
    return false;
  }

  function busy(button) {
    if (button && button.name === "card") {
      raise(button);
      liftedFrom = button.getBoundingClientRect();
    } else if (button) {
      button.classList.add("is-pressed");
    }
    table().setAttribute("aria-busy", "true");
    clearTimeout(busyTimer);
    busyTimer = setTimeout(() => {
      idle();
      reconnect();
    }, ANSWER);
  }

  function idle() {
    clearTimeout(busyTimer);
    table().removeAttribute("aria-busy");
    document.querySelectorAll("#prompt .is-pressed").forEach((button) => button.classList.remove("is-pressed"));
    lower();
  }

  /* One form, two doors: the socket, or an ordinary post */

  function fields(form, button) {
    const data = {};
    const all = new FormData(form);
    if (button && button.name) all.append(button.name, button.value);
    for (const [name, value] of all) {
      if (name === "csrfmiddlewaretoken") continue;
      data[name] = data[name] ? `${data[name]};${value}` : value;
    }
    return data;
  }

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("#table [ws-send]")) return;
      const button = event.submitter;
      const talk = form.id === "say" || form.id === "chat";
      const allowed =
        talk ||
        (!table().hasAttribute("aria-busy") && (form.id === "hand" ? mayPlay(button) : maySay(button)));
      if (!allowed || !open) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (!allowed) return;
      if (!talk) busy(button);
      if (!open) post(form, button);
      if (form.id === "chat") setTimeout(() => form.reset());
      if (form.id === "say" || form.matches(".menu-form")) form.closest("details").open = false;
    },
    true,
  );

  document.addEventListener("htmx:wsConfigSend", (event) => {
    const submit = event.detail.triggeringEvent;
    event.detail.messageBody = JSON.stringify(fields(event.target, submit && submit.submitter));
  });

  async function post(form, button) {
    const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers") || "{}") };
    try {
      const body = new URLSearchParams(fields(form, button));
      const answer = await fetch(form.action, { method: "POST", body, headers });
      const html = await answer.text();
      if (/id="(seq|notice|table)"/.test(html)) swap(html);
      else location.reload();
    } catch {
      band(true);
      idle();
    }
  }

  function swap(html) {
    if (!remember(html)) return;
    const parsed = new DOMParser().parseFromString(`<body>${html}`, "text/html");
    for (const zone of Array.from(parsed.body.children)) {
      const old = zone.id && byId(zone.id);
      if (!old) continue;
      zone.removeAttribute("hx-swap-oob");
      const adopted = document.importNode(zone, true);
      old.replaceWith(adopted);
      if (window.htmx) window.htmx.process(adopted);
    }
    shown(html);
  }

  /* What was there, what is there now */

  function remember(html) {
    const seq = html.match(/data-seq="(\d+)"/);
    if (seq && Number(seq[1]) < shownSeq()) return false;
    const focus = document.activeElement && document.activeElement.closest("#table") ? document.activeElement : null;
    const sheet = byId("sheet");
    before = {
      focus: focus && { id: focus.id, name: focus.name, value: focus.value, form: focus.form && focus.form.id },
      place: focus && focus.name === "card" ? Array.from(focus.form.querySelectorAll(".card")).indexOf(focus) : -1,
      scroll: sheet ? sheet.scrollTop : 0,
      sheetOpen: Boolean(sheet && sheet.classList.contains("is-open")),
      trick: trickNow(),
      words: wordsNow(),
      talk: talkNow().length,
      yours: byId("prompt").classList.contains("yours"),
    };
    return true;
  }

  function trickNow() {
    const list = document.querySelector("#trick > .trick:not(.leaving)");
    const items = document.querySelectorAll("#trick > .trick:not(.leaving) > li, #trick .pile > li, #trick .row-of > li:not(.fits)");
    const cards = Array.from(items, (item) => ({
      item,
      seat: (item.className.match(/at-(\d)/) || [])[1],
      card: (item.querySelector(".card") || item).className.match(/\b[SHDCX][2-9TJQKAX]\w?\b/)[0],
      wins: item.classList.contains("wins"),
      words: (item.querySelector(".card") || item).textContent,
    }));
    return { list, cards, complete: Boolean(list && list.classList.contains("complete")) };
  }

  function wordsNow() {
    const said = {};
    document.querySelectorAll(".seats > .seat").forEach((seat) => {
      const word = seat.querySelector(".word");
      if (word) said[seat.id] = `${seat.querySelector(".name").textContent}: ${word.textContent}`;
    });
    return said;
  }

  const talkNow = () => Array.from(document.querySelectorAll("#talk > li"));

  function shown(html) {
    if (/id="(prompt|hand|around|notice|table)"/.test(html)) idle();
    if (/id="prompt"/.test(html) && !/id="notice"/.test(html)) byId("notice").textContent = "";
    settle();
    if (!before) return;
    const news = [];
    restoreFocus();
    showTrick(news);
    for (const [seat, said] of Object.entries(wordsNow())) if (before.words[seat] !== said) news.push(said);
    showTalk();
    turnTo(news);
    announce(news);
    before = null;
  }

  /* What every fresh drawing needs, the first one too. */
  function settle() {
    const prompt = byId("prompt");
    if (!prompt) return;
    document.querySelectorAll("#hand .card").forEach((card) => {
      if (heldBack(card.value)) card.setAttribute("aria-disabled", "true");
      else card.removeAttribute("aria-disabled");
    });
  }

  function restoreFocus() {
    const sheet = byId("sheet");
    if (sheet && before.sheetOpen === sheet.classList.contains("is-open")) sheet.scrollTop = before.scroll;
    const was = before.focus;
    if (!was || (document.activeElement && document.activeElement !== document.body)) return;
    let target = was.id && byId(was.id);
    if (!target && was.form && byId(was.form)) {
      const cards = Array.from(byId(was.form).elements).filter((one) => one.type !== "hidden");
      target = cards.find((one) => one.name === was.name && one.value === was.value);
      if (!target && before.place >= 0) target = cards[Math.min(before.place, cards.length - 1)];
    }
    if (target) target.focus({ preventScroll: true });
  }

  /* Motion shows cause: a card from its player, a trick to its winner */

  const duration = () => parseFloat(getComputedStyle(page).getPropertyValue("--flight")) || 0;

  function middleOf(element) {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  function fly(element, from, to, frames) {
    const move = { x: from.x - to.x, y: from.y - to.y };
    return element.animate(frames(`${move.x}px ${move.y}px`), { duration: duration(), easing: "cubic-bezier(.22,.8,.3,1)" });
  }

  function showTrick(news) {
    const now = trickNow();
    const old = before.trick;
    const had = new Set(old.cards.map((one) => one.card));
    const fresh = now.cards.filter((one) => !had.has(one.card));
    const sameTrick = old.cards.length > 0 && now.cards.length >= old.cards.length && fresh.length < now.cards.length;
    if (now.complete && !(old.complete && sameTrick)) {
      completeSince = performance.now();
      const winner = now.cards.find((one) => one.wins);
      news.push(...fresh.map((one) => one.words));
      if (winner) news.push(table().dataset.sayTakes.replace("{name}", winner.words.split(":")[0]));
    } else {
      if (!now.complete) completeSince = -Infinity;
      news.push(...fresh.map((one) => one.words));
    }
    if (!duration()) return;
    if (old.complete && !sameTrick && old.list) sweep(old);
    if (fresh.length > 2) return;
    for (const one of fresh) {
      const face = document.querySelector(`#seat-${one.seat} .face`);
      const from = one.seat === you() && liftedFrom ? middleOfBox(liftedFrom) : face && middleOf(face);
      if (from) fly(one.item, from, middleOf(one.item), (away) => [{ translate: away, scale: 0.84 }, { translate: "0 0", scale: 1 }]);
    }
    liftedFrom = null;
  }

  const middleOfBox = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

  function sweep(old) {
    const winner = old.cards.find((one) => one.wins);
    const face = winner && document.querySelector(`#seat-${winner.seat} .face`);
    const middle = byId("trick");
    if (!face || !middle) return;
    const leaving = old.list.cloneNode(true);
    leaving.classList.replace("complete", "leaving");
    leaving.setAttribute("aria-hidden", "true");
    middle.prepend(leaving);
    const to = middleOf(face);
    const flights = Array.from(leaving.children, (item) =>
      fly(item, to, middleOf(item), (away) => [{ translate: "0 0", opacity: 1 }, { translate: away, scale: 0.4, opacity: 0 }]).finished,
    );
    Promise.allSettled(flights).then(() => leaving.remove());
  }

  function showTalk() {
    const lines = talkNow();
    const panel = table().querySelector(".talk-panel");
    if (lines.length <= before.talk || !panel) return;
    const list = byId("talk");
    list.scrollTop = list.scrollHeight;
    if (panel.open) return;
    panel.dataset.new = "";
    for (const line of lines.slice(before.talk)) bubble(line);
  }

  function bubble(line) {
    const seat = (line.className.match(/at-(\d)/) || [])[1];
    const face = document.querySelector(`#seat-${seat} .face`);
    const felt = table().querySelector(".felt");
    if (!face || !felt) return;
    const said = document.createElement("span");
    said.className = "bubble";
    said.setAttribute("aria-hidden", "true");
    said.textContent = line.lastElementChild.textContent;
    felt.append(said);
    const box = felt.getBoundingClientRect();
    const at = middleOf(face);
    const left = Math.min(Math.max(8, at.x - box.left - said.offsetWidth / 2), box.width - said.offsetWidth - 8);
    said.style.left = `${left}px`;
    said.style.top = `${Math.max(4, at.y - box.top - 24 - said.offsetHeight)}px`;
    announce([line.textContent]);
    setTimeout(() => said.remove(), 4000);
  }

  /* Your turn: seen, heard and felt, each as wished */

  const title = document.title;
  let sound = null;

  function turnTo(news) {
    const prompt = byId("prompt");
    const yours = prompt.classList.contains("yours");
    document.title = yours ? `● ${title}` : title;
    if (!yours || before.yours) return;
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

  let wakeLock = null;

  async function keepAwake() {
    if (!seated() || document.hidden || !navigator.wakeLock || (wakeLock && !wakeLock.released)) return;
    wakeLock = await navigator.wakeLock.request("screen").catch(() => null);
  }

  document.addEventListener("pointerdown", () => {
    if (!sound && window.AudioContext && !unwished("sound")) sound = new AudioContext();
    if (sound && sound.state === "suspended") sound.resume();
    keepAwake();
  });

  /* The socket */

  function ping() {
    if (!open) return;
    const asked = Date.now();
    socket.send(JSON.stringify({ do: "ping", seq: String(shownSeq()) }));
    setTimeout(() => {
      if (open && heardAt < asked) reconnect();
    }, 5000);
  }

  function reconnect() {
    if (!socket || gone || Date.now() - triedAt < 2000) return;
    triedAt = Date.now();
    socket.reconnect();
  }

  function awake() {
    if (document.hidden) return;
    keepAwake();
    if (open && Date.now() - heardAt < BEAT + 5000) ping();
    else reconnect();
  }

  document.addEventListener("htmx:wsConnecting", () => {
    triedAt = Date.now();
  });

  document.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.socketWrapper;
    open = true;
    heardAt = Date.now();
    band(false);
  });

  document.addEventListener("htmx:wsClose", (event) => {
    const code = event.detail.event.code;
    socket = event.detail.socketWrapper || socket;
    open = false;
    if (code >= 4000) {
      gone = true;
      band(true, table().dataset.sayElsewhere);
      return;
    }
    setTimeout(() => !open && band(true), 700);
    if (!RETRIED.includes(code)) setTimeout(() => !open && reconnect(), 1200 + Math.random() * 1500);
  });

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    heardAt = Date.now();
    if (!remember(event.detail.message)) event.preventDefault();
  });

  document.addEventListener("htmx:wsAfterMessage", (event) => shown(event.detail.message));

  /* While there is no socket the page is read again now and then. */
  async function look() {
    if (open || gone || document.hidden || !table()) return;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || open) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
      if (fresh && Number(fresh.dataset.seq) > shownSeq()) swap(fresh.outerHTML);
    } catch {
      band(true);
    }
  }

  /* Small things that open and close */

  const PANELS = ".menu, .talk-panel, .last-trick";

  document.addEventListener("click", (event) => {
    const shower = event.target.closest("[data-show]");
    if (shower && shower.closest("#table")) {
      const what = shower.dataset.show;
      if (!what || table().dataset.shows === what) delete table().dataset.shows;
      else table().dataset.shows = what;
    }
    document.querySelectorAll("#table details[open]").forEach((panel) => {
      if (panel.matches(PANELS) && (shower || !panel.contains(event.target))) panel.open = false;
    });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !table()) return;
    delete table().dataset.shows;
    document.querySelectorAll("#table details[open]").forEach((panel) => (panel.open = false));
  });

  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.matches && event.target.matches(".talk-panel") && event.target.open) delete event.target.dataset.new;
    },
    true,
  );

  function start() {
    if (!table()) return;
    if (window.htmx) {
      window.htmx.config.attributesToSettle = []; // a zone is as it is sent; carrying styles over would break the CSP
      window.htmx.config.wsReconnectDelay = (tries) => Math.min(8000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
    }
    settle();
    setInterval(ping, BEAT);
    setInterval(look, 6000);
    setTimeout(() => !open && !socket && band(Boolean(document.querySelector("[ws-connect]"))), 3000);
    document.addEventListener("visibilitychange", awake);
    window.addEventListener("pageshow", (event) => event.persisted && awake());
    window.addEventListener("online", awake);
    keepAwake();
  }

  start();
})();

/* Time at the table: rings run down, countdowns count, and what a player lets be done for them is done. */
(() => {
  "use strict";

  const SOONEST = 700; // ms; what is done for somebody takes as long as a bot takes, whatever is held
  const LATEST = 1500;
  const AFTER_TRICK = 2100; // ms a finished trick stays before a last card is led for somebody
  const LATE = 10000; // ms before the end from which the ring warns

  const page = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const screen = byId("screen");
  const [arrival] = performance.getEntriesByType("navigation");
  const age = arrival && arrival.responseStart ? performance.now() - arrival.responseStart : 0;
  const skew = screen ? Date.now() - age - Number(screen.dataset.now) : 0; // this clock against the server's, ms
  let done = "";

  const now = () => Date.now() - skew;

  function rings() {
    document.querySelectorAll(".seat[data-due]").forEach((seat) => {
      const { free, due, bank } = seat.dataset;
      const left = Math.min(1, (Number(due) - Math.max(now(), Number(free))) / (Number(bank) * 1000));
      seat.style.setProperty("--left", Math.max(0, left).toFixed(3));
      seat.classList.toggle("is-late", Number(due) - now() < LATE);
    });
  }

  function countdowns() {
    document.querySelectorAll("[data-until]").forEach((clock) => {
      const seconds = Math.max(0, Math.ceil((Number(clock.dataset.until) - now()) / 1000));
      const words = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
      if (clock.textContent !== words) clock.textContent = words;
    });
    document.querySelectorAll("[data-from]").forEach((choices) => {
      choices.hidden = Number(choices.dataset.from) > now();
    });
  }

  /* What a player lets be done: the last card, and saying what they hold */

  function forYou() {
    const prompt = byId("prompt");
    const hand = byId("hand");
    if (!prompt || !hand) return;
    const around = byId("around");
    const asked = prompt.querySelector('[name="window"]');
    if (!asked || asked.value === done || (around && around.querySelector('[value="return"]'))) return;
    const cards = hand.querySelectorAll("button.card");
    let button = null;
    let wait = SOONEST + Math.random() * (LATEST - SOONEST);
    if (page.dataset.autoPlayLast !== undefined && prompt.classList.contains("plays") && cards.length === 1) {
      button = cards[0];
      if (document.querySelector("#trick > .trick.complete")) wait += AFTER_TRICK;
    } else if (page.dataset.autoDeclare !== undefined) {
      button = prompt.querySelector("#answer-groups button") || prompt.querySelector("#answer-none button");
    }
    if (!button) return;
    done = asked.value;
    setTimeout(() => press(button.name, button.value, asked.value), wait);
  }

  /* The zones may have been drawn again meanwhile: the same button of the same window. */
  function press(name, value, window) {
    const prompt = byId("prompt");
    const asked = prompt && prompt.querySelector('[name="window"]');
    if (!asked || asked.value !== window) return;
    const forms = ["hand", "answer-groups", "answer-none"].map(byId).filter(Boolean);
    for (const form of forms) {
      const button = Array.from(form.querySelectorAll("button")).find((one) => one.name === name && one.value === value);
      if (button && (form.id !== "hand" || name === "card")) {
        form.requestSubmit(button);
        return;
      }
    }
  }

  function look() {
    rings();
    countdowns();
    forYou();
  }

  document.addEventListener("htmx:wsAfterMessage", look);

  setInterval(look, 250);
  look();
})();
