/* The review page: stepping through a round, and the proof of its deal. Served as one script. */
import "./review/steps.js";
import "./review/together.js";
import "./review/proof.js";
