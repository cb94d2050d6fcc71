/* An answer to a form that a push has exchanged meanwhile: htmx looks for its parts in what is no longer in the page. The
   form names the page itself as its target (hx-target), so that this is told. */

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, serverResponse } = event.detail;
  if (!requestConfig || requestConfig.elt.isConnected || !event.detail.shouldSwap) return;
  event.detail.shouldSwap = false;
  window.htmx.swap(document.body, serverResponse, { swapStyle: "none" });
});
