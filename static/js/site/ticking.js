/* Tick boxes of which one stands for all of them: ticking it unticks the others, ticking another unticks it. */
const ALL = "all";

document.querySelectorAll("[data-ticks]").forEach((group) => {
  group.addEventListener("change", ({ target }) => {
    if (!target.checked) return;
    group.querySelectorAll("input").forEach((box) => {
      if ((box.value === ALL) !== (target.value === ALL)) box.checked = false;
    });
  });
});
