"""The line between a phone and its server, which can go dead as in a tunnel."""

from __future__ import annotations

import itertools
import socket
import threading
from contextlib import suppress


class Line:
    """Forwards connections on `port` to the server's, or to those of several in turn. While it is cut nothing comes
    through; while it stalls, connections stay and everything waits.
    """

    def __init__(self, *server_ports: int) -> None:
        self._server_ports = itertools.cycle(server_ports)
        self._ends: set[socket.socket] = set()
        self._whole = threading.Event()
        self._whole.set()
        self._flows = threading.Event()
        self._flows.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Every connection is lost, and no new one gets through."""
        self._whole.clear()
        self._lose_all()

    def mend(self) -> None:
        """Connections get through again."""
        self._whole.set()

    def stall(self) -> None:
        """Nothing comes through, and no connection is lost."""
        self._flows.clear()

    def flow(self) -> None:
        """What waited comes through."""
        self._flows.set()

    def close(self) -> None:
        self._flows.set()
        self._listener.close()
        self._lose_all()

    def _lose_all(self) -> None:
        while self._ends:
            end = self._ends.pop()
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                far = self._reached() if self._whole.is_set() else None
                if far is None:
                    near.close()
                    continue
                self._ends |= {near, far}
                threading.Thread(target=self._join, args=(near, far), daemon=True).start()

    def _reached(self) -> socket.socket | None:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", next(self._server_ports)))
        return None

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        """Carry both ways, until both are through: to close earlier would take back what is still on its way."""
        back = threading.Thread(target=self._carry, args=(far, near), daemon=True)
        back.start()
        self._carry(near, far)
        back.join()
        for end in (near, far):
            self._ends.discard(end)
            end.close()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
