/* What every page does: the service worker, links handed on, printing, folds that a link opens, forms sent once, push
   messages, the home screen, pages kept for reading without a connection, cards of a hand added up, tick boxes, choices
   that stay, answers that come late, choices that belong to a game or to another choice, photos made smaller, a word
   where no voice is, times for readers in another zone, the clock of a round, sockets that come back. Served as one
   script. */
import "./site/worker.js";
import "./site/sharing.js";
import "./site/printing.js";
import "./site/unfolding.js";
import "./site/sending.js";
import "./site/push.js";
import "./site/install.js";
import "./site/keeping.js";
import "./site/counting.js";
import "./site/ticking.js";
import "./site/choosing.js";
import "./site/late_answers.js";
import "./site/offering.js";
import "./site/shrinking.js";
import "./site/voices.js";
import "./site/elsewhere.js";
import "./site/round_clock.js";
import "./site/reconnecting.js";
