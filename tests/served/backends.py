"""A PostgreSQL cluster and a Redis server of the tests' own: on sockets in a folder, gone afterwards.

Not installed: skipped with the reason on a person's machine, a failure where `CI=true`.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

from tests import made_once, migrated
from tests.patience import PATIENCE

# A commit still reaches the system before it is acknowledged: the cluster itself may be killed, the machine not.
QUICK = "-c fsync=off -c full_page_writes=off"
SMALL = "-c max_connections=100 -c shared_buffers=32MB"


def program(name: str) -> str:
    """The full name of a program; skips, or fails where CI says so, when it is not installed."""
    found = [shutil.which(name), *sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))]
    there = [path for path in found if path]
    if not there:
        assert os.environ.get("CI") != "true", f"{name} is not installed"
        pytest.skip(f"{name} is not installed")
    return there[-1]


class Redis:
    """A Redis server on a socket in `folder`, without anything on disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [program("redis-server"), "--port", "0", "--unixsocket", str(self._socket), "--save", ""]
        self._process = subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait(self._answers)

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as asking:
            try:
                asking.connect(str(self._socket))
                asking.sendall(b"PING\r\n")
                return asking.recv(16).startswith(b"+PONG")
            except OSError:
                return False


@dataclass(frozen=True)
class PostgreSQL:
    """A cluster on a socket in `folder`, with a migrated database `club`. As root it runs as the user postgres.

    `options` are what its server is started with.
    """

    folder: Path
    options: str = QUICK

    @property
    def url(self) -> str:
        return f"postgres://club@/club?host={self.folder}"

    def make(self) -> None:
        """Copy the kept cluster and start it."""
        self._open_folder()
        with made_once.kept(KEPT, f"{migrated.digest()}-{_version()}", _make_kept) as cluster:
            _copy(cluster, self._data)
        self.start()

    def migrate(self) -> None:
        """Make the cluster and migrate its database."""
        self._open_folder()
        self._run(
            "initdb",
            "--pgdata",
            str(self._data),
            "--auth=trust",
            "--username=club",
            "--no-sync",
            "--locale=C",
            "--encoding=UTF8",
            "--wal-segsize=1",
        )
        self.start()
        self.create("club")
        migrated.migrate(self.url)

    def _open_folder(self) -> None:
        """Give the folder to the user the cluster runs as."""
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)

    def create(self, database: str) -> None:
        """Make an empty database."""
        self._run("createdb", "--host", str(self.folder), "--username=club", database)

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses='' {SMALL} {self.options}"
        log = str(self.folder / "postgres.log")
        self._run("pg_ctl", "start", "-w", "-D", str(self._data), "-l", log, "-o", options)

    def stop(self, how: str = "immediate") -> None:
        """Stop it, at once unless `how` says otherwise; open connections are cut."""
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D", str(self._data))

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, name: str, *arguments: str) -> None:
        as_postgres = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        done = subprocess.run(
            [program(name), *arguments],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **as_postgres,
        )
        assert done.returncode == 0, (name, done.returncode)


@contextlib.contextmanager
def own_redis() -> Iterator[Redis]:
    """A running Redis server, ended afterwards."""
    program("redis-server")
    with tempfile.TemporaryDirectory(prefix="club-redis-") as folder:
        redis = Redis(Path(folder))
        redis.start()
        try:
            yield redis
        finally:
            redis.kill()


@contextlib.contextmanager
def own_postgresql(options: str = QUICK) -> Iterator[PostgreSQL]:
    """A running cluster, gone afterwards. Its folder is one the user postgres can get at."""
    program("initdb")
    with tempfile.TemporaryDirectory(prefix="club-postgresql-") as folder:
        cluster = PostgreSQL(Path(folder), options)
        cluster.make()
        try:
            yield cluster
        finally:
            cluster.stop()


KEPT = made_once.VAR / "cluster"


def _make_kept(made: Path) -> None:
    """Make a cluster with a migrated database `club`, where the user postgres can get at it, and copy it."""
    with tempfile.TemporaryDirectory(prefix="club-postgresql-") as folder:
        cluster = PostgreSQL(Path(folder))
        cluster.migrate()
        cluster.stop("fast")
        _copy(cluster._data, made)


def _copy(cluster: Path, to: Path) -> None:
    """Copy a stopped cluster with the owner and rights of its files."""
    subprocess.run(["cp", "-a", str(cluster), str(to)], check=True)


def _version() -> str:
    told = subprocess.run([program("postgres"), "--version"], capture_output=True, text=True, check=True)
    return told.stdout.split()[2]


def wait(true: Callable[[], bool]) -> None:
    """Block until so; for fixtures."""
    began = monotonic()
    while not true():
        assert monotonic() - began < PATIENCE
