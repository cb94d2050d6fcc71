/* What a table does beyond swapping zones: answers a tap at once, asks for a second tap where that protects, keeps the
   socket alive, posts the same form when it is not, and shows and says what has just happened. Each part stands after
   those it needs. Served as one script. */
import "./table/page.js";
import "./table/saying.js";
import "./table/hand.js";
import "./table/sorting.js";
import "./table/arranging.js";
import "./table/keys.js";
import "./table/wake.js";
import "./table/socket.js";
import "./table/waiting.js";
import "./table/motion.js";
import "./table/trick.js";
import "./table/talk.js";
import "./table/turn.js";
import "./table/swap.js";
import "./table/doors.js";
import "./table/panels.js";
import "./table/start.js";
import "./table/clock.js";
import "./table/stand_in.js";
