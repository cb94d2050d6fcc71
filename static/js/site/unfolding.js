/* A link to a place in a closed fold of the same page opens the fold, also in browsers that only scroll there. A form that
   comes back shows its first field that is not right, also out of a fold. */
const openFolds = (place) => {
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
const unfold = () => {
  const place = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!place) return;
  openFolds(place);
  place.scrollIntoView();
};
addEventListener("hashchange", unfold);
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) unfold();
});
unfold();

const wrong = document.querySelector('form [aria-invalid="true"]');
if (wrong) {
  openFolds(wrong);
  wrong.scrollIntoView({ block: "center" });
  wrong.focus({ preventScroll: true });
}
