"""A PostgreSQL and a Redis of a test's own, which it may kill, hang and start again."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from tests.processes import eventually
from tests.running import free_port, start_redis

CONFIGURATION = """
fsync = off
max_connections = 60
unix_socket_directories = ''
listen_addresses = '127.0.0.1'
logging_collector = off
"""


def find_programs() -> Path | None:
    """Return the folder of the newest PostgreSQL here, or None."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda bin: bin.parent.name)
    return next((folder for folder in reversed(folders) if (folder / "initdb").exists()), None)


def find_lacking() -> str:
    """Return which programs are missing, or nothing."""
    lacking = [] if find_programs() else ["PostgreSQL"]
    lacking += [] if shutil.which("redis-server") else ["redis-server"]
    return f"not installed: {', '.join(lacking)}" if lacking else ""


class Postgres:
    """A server on a port of its own, run by somebody without rights: it refuses to be root's."""

    def __init__(self, folder: Path) -> None:
        programs = find_programs()
        assert programs is not None
        self.programs, self.folder, self.port = programs, folder, free_port()
        self.user = _somebody() if os.getuid() == 0 else None
        if self.user is not None:
            shutil.chown(folder, self.user)
        self._run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-N", "--locale=C")
        (folder / "data" / "postgresql.conf").write_text(CONFIGURATION)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            user=self.user,
            check=True,
            capture_output=True,
        )

    def start(self) -> None:
        command = [str(self.programs / "postgres"), "-D", "data", "-p", str(self.port)]
        with (self.folder / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, user=self.user, stdout=log, stderr=log
            )
        assert eventually(self.answers, 30)

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def copy(self, address: str) -> None:
        """Copy a database from another server: migrating takes fifty times as long.

        What a newer server has cannot be copied with these programs, and is migrated as ever.
        """
        dump = subprocess.run([self.programs / "pg_dump", address], capture_output=True)
        if dump.returncode == 0:
            command = [str(self.programs / "psql"), "--quiet", self.url]
            subprocess.run(command, input=dump.stdout, stdout=subprocess.DEVNULL, check=True)

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop: SIGINT ends all connections in order, SIGQUIT as in a crash."""
        assert self.process is not None
        self.process.send_signal(number)
        self.process.wait(30)

    def terminate_connections(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = 'postgres' AND pid <> pg_backend_pid()"
            )


def _somebody() -> str:
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Redis:
    """A server on a port of its own, which stores nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.process = start_redis(self.folder, self.port)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def hang(self, *, is_hung: bool) -> None:
        """Stop answering without closing a connection, or go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP if is_hung else signal.SIGCONT)

    def flush(self) -> None:
        with redis.Redis(port=self.port) as connection:
            connection.flushall()


@contextlib.contextmanager
def own_servers() -> Iterator[tuple[Postgres, Redis]]:
    """Run both in a folder that everybody may enter."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres, own_redis = Postgres(folder), Redis(folder)
        try:
            postgres.start()
            own_redis.start()
            if migrated := os.environ.get("MIGRATED_POSTGRES_URL"):
                postgres.copy(migrated)
            yield postgres, own_redis
        finally:
            for server in (own_redis, postgres):
                if server.process is not None and server.process.poll() is None:
                    server.process.send_signal(signal.SIGCONT)
                    server.process.send_signal(signal.SIGQUIT)
                    try:
                        server.process.wait(10)
                    except subprocess.TimeoutExpired:
                        server.process.kill()
                        server.process.wait()
