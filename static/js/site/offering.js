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
