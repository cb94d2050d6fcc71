/* Printing: a page's print button, which a page without a script cannot have. */
document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
