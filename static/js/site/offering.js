/* Choices of which some belong to games: only those of the game chosen in the same form are offered. A choice that goes
   falls back to the usual one, so nothing unseen is sent. The options are taken out, as some browsers show hidden ones. */
document.querySelectorAll("[data-chooses-game]").forEach((game) => {
  const buttons = [...game.form.querySelectorAll("input[type=radio][data-games]")];
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
    for (const button of buttons) {
      const offered = button.dataset.games.split(" ").includes(chosen);
      button.closest(".choice").hidden = !offered;
      if (!offered && button.checked) {
        const usual = [...game.form.elements[button.name]].find(({ defaultChecked, dataset }) => defaultChecked && !dataset.games);
        (usual ?? game.form.elements[button.name][0]).checked = true;
      }
    }
  };
  game.addEventListener("change", offer);
  offer();
});

/* Fields that mean something with one choice of another: shown with it, while that other is shown itself. One that was
   refused stays, to be corrected. */
document.querySelectorAll("form:has([data-only-with])").forEach((form) => {
  const depending = [...form.querySelectorAll("[data-only-with]")];
  const row = (field) => (field instanceof RadioNodeList ? field[0] : field).closest(".field");
  const show = () => depending.forEach((field) => {
    const other = form.elements[field.dataset.onlyWith];
    const means = !row(other).hidden && field.dataset.onlyAs.split(" ").includes(other.value);
    row(field).hidden = !means && !row(field).querySelector(".errorlist");
  });
  form.addEventListener("change", show);
  show();
});

/* Single players are seated in other ways than pairs and teams: choosing one chooses the first way that fits. */
document.querySelectorAll("[data-seats-alone]").forEach((size) => {
  const alone = size.dataset.seatsAlone.split(" ");
  const { seating } = size.form.elements;
  size.addEventListener("change", () => {
    const fitting = [...seating.options].filter(({ value }) => alone.includes(value) === (size.value === "1"));
    if (!fitting.some(({ selected }) => selected)) fitting[0].selected = true;
  });
});
