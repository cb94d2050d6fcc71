"""Which process runs which module of a whole run: at any time some wait for browsers and servers, and one does not.

Modules with browsers or killed servers wait for half of their time. Three processes with such modules leave two cores
idle for a fifth of the time, and three without them want more than there is.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

LONG_MODULES = ("tests/browser/", "tests/pressure/")
"""Folders whose modules take a process for up to two minutes, and half of that they wait."""
ENOUGH = 3
"""From so many processes on the last of them is one that does not wait."""


class Mixed(LoadScopeScheduling):
    """Gives out modules in their order, but to the last process those that wait for nothing, while there are any."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        if len(self.nodes) >= ENOUGH and node is self.nodes[-1]:
            busy = next((scope for scope in self.workqueue if not scope.startswith(LONG_MODULES)), None)
            if busy is not None:
                self.workqueue.move_to_end(busy, last=False)
        super()._assign_work_unit(node)
