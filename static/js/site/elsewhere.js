/* Times by the club's clock: a reader in another time zone is told the time where they are, in small print behind it. */

/* Minutes by which the clock that wrote this time ("...T20:00:00+01:00") is before UTC. */
function minutesBehind(written) {
  const [, sign, hours, minutes] = written.match(/([+-])(\d\d):(\d\d)$/);
  return (sign === "+" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

document.querySelectorAll("time[data-elsewhere]").forEach((time) => {
  const at = new Date(time.dateTime);
  if (at.getTimezoneOffset() === minutesBehind(time.dateTime)) return;
  const there = at.toLocaleString(document.documentElement.lang, {
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const told = document.createElement("span");
  told.className = "small muted";
  told.textContent = ` (${time.dataset.elsewhere.replace("{time}", there)})`;
  time.append(told);
});
