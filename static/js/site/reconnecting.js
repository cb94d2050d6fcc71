/* Sockets of pages without a table: one that the server closed with 3xxx comes back, as the extension does by itself after
   a lost line. A table's own socket is kept by table/connection/socket.js. */

document.addEventListener("htmx:wsClose", (event) => {
  const { event: closed, socketWrapper } = event.detail;
  if (document.getElementById("table") || closed.code < 3000 || closed.code >= 4000) return;
  setTimeout(() => socketWrapper.reconnect(), 500 + Math.random() * 1500);
});
