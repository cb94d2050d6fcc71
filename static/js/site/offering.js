/* Choices of which some belong to games: only those of the game chosen in the same form are offered. A choice that goes
   falls back to the usual one, so nothing unseen is sent. The options are taken out, as some browsers show hidden ones. */
document.querySelectorAll("[data-chooses-game]").forEach((game) => {
  const choices = [...game.form.querySelectorAll("select:has([data-games])")].map((select) => [select, [...select.options]]);
  const offer = () => {
    const chosen = game.value.split(":")[0];
    for (const [select, options] of choices) {
      const said = select.value;
      const offered = options.filter(({ dataset }) => !dataset.games || dataset.games.split(" ").includes(chosen));
      select.replaceChildren(...offered);
      const kept = offered.find(({ value }) => value === said) ?? offered.find((option) => option.defaultSelected);
      select.value = (kept ?? offered[0]).value;
    }
  };
  game.addEventListener("change", offer);
  offer();
});

/* Fields that mean something with one choice of another: shown with it, while that other is shown itself. One that was
   refused stays, to be corrected. */
document.querySelectorAll("form:has([data-only-with])").forEach((form) => {
  const depending = [...form.querySelectorAll("[data-only-with]")];
  const row = (field) => field.closest(".field");
  const show = () => depending.forEach((field) => {
    const other = form.elements[field.dataset.onlyWith];
    const means = !row(other).hidden && field.dataset.onlyAs.split(" ").includes(other.value);
    row(field).hidden = !means && !row(field).querySelector(".errorlist");
  });
  form.addEventListener("change", show);
  show();
});
