/* A link to a place in a closed fold of the same page opens the fold, also in browsers that only scroll there. */
const unfold = () => {
  const place = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  for (let fold = place && place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (place) place.scrollIntoView();
};
addEventListener("hashchange", unfold);
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) unfold();
});
unfold();
