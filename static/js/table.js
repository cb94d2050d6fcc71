/* What a table does beyond swapping zones: answers a tap at once, asks for a second tap where that protects, keeps the
   socket alive, posts the same form when it is not, and shows and says what has just happened. Each part stands after
   those it needs. Served as one script. */
import "./table/page.js";
import "./table/motion.js";
import "./table/contents.js";
import "./table/saying.js";
import "./table/panels.js";
import "./table/voice.js";
import "./table/hand/placing.js";
import "./table/hand/hand.js";
import "./table/hand/sorting.js";
import "./table/hand/newest.js";
import "./table/hand/arranging.js";
import "./table/hand/dragging.js";
import "./table/hand/keys.js";
import "./table/connection/wake.js";
import "./table/connection/socket.js";
import "./table/connection/waiting.js";
import "./table/sound.js";
import "./table/seats.js";
import "./table/trick.js";
import "./table/laid.js";
import "./table/talk.js";
import "./table/turn.js";
import "./table/raise.js";
import "./table/ending.js";
import "./table/deal.js";
import "./table/connection/late_taps.js";
import "./table/missed.js";
import "./table/cut.js";
import "./table/facts.js";
import "./table/connection/swap.js";
import "./table/connection/doors.js";
import "./table/connection/release.js";
import "./table/start.js";
import "./table/clock.js";
import "./table/stand_in.js";
