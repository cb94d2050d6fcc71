/* A hand counted by tapping its cards: every tap adds a card to the sum in the field, as people write it (50+10+9). The
   server adds up; a page without a script takes the same sum typed. */
function added(said) {
  return said.split("+").reduce((sum, each) => sum + (Number(each) || 0), 0);
}

document.querySelectorAll("[data-hand-count]").forEach((counted) => {
  const field = counted.querySelector("input");
  const cards = counted.querySelector("details");
  const sum = counted.querySelector("output");
  const show = () => {
    sum.textContent = field.value ? `= ${added(field.value)}` : "";
  };
  cards.hidden = false;
  cards.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const terms = field.value.split("+").filter((each) => each.trim());
    if ("takeBack" in button.dataset) terms.pop();
    else terms.push(button.dataset.points);
    field.value = terms.join("+");
    show();
  });
  field.addEventListener("input", show);
  show();
});
