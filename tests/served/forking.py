"""A process that imports the named modules and forks programs: `python -m tests.served.forking MODULE...`.

`tests/served/programs.py` starts it and asks it through its standard input. It opens no file and no database, makes
no event loop and starts no thread, so a forked program differs from one started by itself only in what it need not
import any more.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

LONGEST: Final = 2**17
"""Bytes of a request at most."""


def fork_programs(requests: socket.socket) -> list[str]:
    """Fork a program for each request, and return in it with its words. In this process, return none in the end.

    A request has the words, the environment, and four files: where the process id and the exit status are told, and the
    standard input, output and errors.
    """
    running: dict[int, socket.socket] = {}

    def tell_status(*_signal: object, options: int = os.WNOHANG) -> None:
        while running and (ended := os.waitpid(-1, options))[0]:
            with running.pop(ended[0]) as told, suppress(BrokenPipeError):
                told.send(str(os.waitstatus_to_exitcode(ended[1])).encode())

    signal.signal(signal.SIGCHLD, tell_status)
    while True:
        request, (*files,), _flags, _address = socket.recv_fds(requests, LONGEST, 4)
        if not request:
            break
        told, standard = socket.socket(fileno=files[0]), files[1:]
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # until `running` knows the program
        program = os.fork()
        if program:
            running[program] = told
            told.send(str(program).encode())
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for inherited in (requests, told, *running.values()):
                inherited.close()
            for number, file in enumerate(standard):
                os.dup2(file, number)
        for file in standard:
            os.close(file)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        if not program:
            words, environment = json.loads(request)
            os.environ.clear()
            os.environ.update(environment)
            return list(words)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    tell_status(options=0)
    return []


def main(modules: list[str]) -> None:
    """Import and fork; in each program, go on as `python WORDS...` does."""
    for name in modules:
        import_module(name)
    gc.freeze()
    match fork_programs(socket.socket(fileno=os.dup(sys.stdin.fileno()))):
        case ["-m", module, *_] as words:
            sys.argv = words[1:]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case [file, *_] as words:
            sys.argv = words
            runpy.run_path(file, run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
