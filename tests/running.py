"""A complete site for a test, run by `manage.py serve`.

Its database is the one in its directory, else a copy of the one that ./check has migrated, or an
empty one.
"""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
OURS = [
    "HOST",
    "PORT",
    "PUBLIC_URL",
    "ALLOWED_HOSTS",
    "DEBUG",
    "EMAIL_URL",
    "SITE_NAME",
    "SECRET_KEY",
    "VAPID_KEY",
    "DATABASE_URL",
    "REDIS_URL",
    "WEB_PROCESSES",
    "TRUSTED_PROXIES",
    "HSTS",
    "LOG_LEVEL",
    "METRICS_PORT",
    "SOURCE_URL",
    "DEFAULT_FROM_EMAIL",
]

# Runs each program that it is sent, and answers with what this printed and why it failed.
RUN_ALL = """
import contextlib, io, json, sys, traceback
import django
django.setup()
for line in sys.stdin:
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), {})
        except Exception:
            error = traceback.format_exc()
    print(json.dumps([printed.getvalue(), error]), flush=True)
"""


def environment(**settings: str) -> dict[str, str]:
    """Return this process's environment with only these settings for the site."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    kept |= {"DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "running-" + "k" * 60}
    kept["VAPID_KEY"] = "k" * 43
    return kept | settings


def prepare(settings: Mapping[str, str]) -> None:
    """Prepare the database and the static files of a site, unless ./check has done so."""
    if "MIGRATED_POSTGRES" not in os.environ:
        command = [sys.executable, str(ROOT / "manage.py"), "serve", "prepare"]
        subprocess.run(command, cwd=ROOT, env=settings, check=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def numbers_at(port: int) -> str:
    """Return what Prometheus is offered at a port."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())


class Site:
    """A running site: its address, its process, and what it printed."""

    def __init__(self, directory: Path, **settings: str) -> None:
        self.port = int(settings.get("PORT") or free_port())
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.log = directory / f"serve-{self.port}.log"
        database = directory / "site.sqlite3"
        migrated = os.environ.get("MIGRATED_SQLITE")
        if migrated and not database.exists() and "DATABASE_URL" not in settings:
            shutil.copyfile(migrated, database)
        self.environment = environment(
            **{"DATABASE_URL": f"sqlite:///{database}"} | settings | {"PORT": str(self.port)}
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.runner: subprocess.Popen[str] | None = None

    def start(self, *, seconds: float = 180, files: str = "") -> None:
        """Start the site with a limit of open files, soft:hard, and wait for its first sweep."""
        limit = ["prlimit", f"--nofile={files}"] if files else []
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*limit, sys.executable, str(ROOT / "manage.py"), "serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + seconds
        while not self.is_well():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the site did not start:\n{self.printed()}")
            time.sleep(0.1)

    def is_well(self) -> bool:
        """Return whether the site is healthy and has been swept since it started."""
        status, text = self.get("/health")
        return status == 200 and '"sweep_age": 0.' in text

    def printed(self) -> str:
        """Return what the site printed."""
        return self.log.read_text()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop the site, and return its exit code."""
        assert self.process is not None
        if self.runner is not None:
            self.runner.communicate()  # it ends when there is nothing more to read
            self.runner = None
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(15)
        finally:
            self.process.kill()

    def get(self, path: str, *, host: str = "") -> tuple[int, str]:
        """Return the status and the text; the status is 0 if there is no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            try:
                connection.request("GET", path, headers={"Host": host or self.host})
                response = connection.getresponse()
                return response.status, response.read().decode(errors="replace")
            except OSError:
                return 0, ""

    def manage(self, *arguments: str) -> str:
        """Run a management command on this site's database, and return what it printed."""
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def run(self, program: str) -> str:
        """Run a program on this site's database, and return what it printed.

        All programs of a site run in one process, because Django takes seconds to start.
        """
        if self.runner is None:
            self.runner = subprocess.Popen(
                [sys.executable, "-c", RUN_ALL],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self.runner.stdin is not None
        assert self.runner.stdout is not None
        print(json.dumps(program), file=self.runner.stdin, flush=True)
        printed, error = json.loads(self.runner.stdout.readline())
        assert not error, error
        return str(printed)

    def descendants(self) -> set[int]:
        """Return the ids of all processes that the site has started."""
        assert self.process is not None
        parents = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parents[int(status.parent.name)] = int(
                    status.read_text().rpartition(")")[2].split()[1]
                )
        found: set[int] = set()
        while (
            more := {pid for pid, parent in parents.items() if parent in found | {self.process.pid}}
            - found
        ):
            found |= more
        return found


class Processes:
    """The processes of a site on services, each started and ended by itself."""

    def __init__(self, site: Site, *, web: int = 2) -> None:
        self.site = site
        self.ports = [free_port() for _ in range(web)]
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: Sequence[str], port: int = 0) -> None:
        environment = self.site.environment | {"PORT": str(port or self.site.port)}
        with self.site.log.open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
            )

    def start_web(self, number: int) -> None:
        command = [sys.executable, str(ROOT / "manage.py"), "serve", "web"]
        self.start(f"web {number}", command, self.ports[number])

    def start_clock(self) -> None:
        self.start_worker()
        self.start_beat()

    def start_worker(self) -> None:
        from games.management.commands.serve import CLOCK, WORKER

        self.start("worker", [*WORKER, *CLOCK])

    def start_computer(self) -> None:
        from games.management.commands.serve import COMPUTER, WORKER

        self.start("computer", [*WORKER, *COMPUTER])

    def start_beat(self, name: str = "beat") -> None:
        from games.management.commands.serve import BEAT

        self.start(name, BEAT)

    def end(self, name: str, number: int = signal.SIGKILL) -> None:
        process = self.running.pop(name)
        process.send_signal(number)
        process.wait(15)

    def end_all_web(self, number: int) -> None:
        """Send a signal to all web processes at once, and wait until they have ended."""
        ended = [self.running.pop(name) for name in list(self.running) if name.startswith("web ")]
        for process in ended:
            process.send_signal(number)
        for process in ended:
            process.wait(15)

    def get(self, number: int, path: str) -> tuple[int, str]:
        self.site.port = self.ports[number]
        self.site.host = f"127.0.0.1:{self.ports[number]}"
        return self.site.get(path)

    def is_live(self, number: int) -> bool:
        return self.get(number, "/live")[0] == 200

    def count_begun(self) -> int:
        """Return how many times processes have begun to give signs of life."""
        return self.site.log.read_text().count("it gives signs of life")

    def have_begun(self, starts: int) -> bool:
        return self.count_begun() == starts

    def is_served(self, path: str) -> bool:
        return all(self.get(number, path)[0] == 200 for number in range(len(self.ports)))


@contextlib.contextmanager
def services_for_a_site(directory: Path) -> Iterator[dict[str, str]]:
    """Yield the DATABASE_URL of a new database and the REDIS_URL of a new Redis."""
    import psycopg

    own = f"test_trifecta_site_{os.getpid()}_{free_port()}"
    copied = os.environ.get("MIGRATED_POSTGRES", "template1")
    address = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{own}" TEMPLATE "{copied}"')
    redis = None
    redis_url = os.environ.get("REDIS_URL", "")
    try:
        if shutil.which("redis-server"):
            port = free_port()
            redis_url = f"redis://127.0.0.1:{port}/0"
            redis = start_redis(directory, port)
        yield {
            "DATABASE_URL": urlunsplit(address._replace(path=f"/{own}")),
            "REDIS_URL": redis_url,
        }
    finally:
        if redis is not None:
            redis.kill()
            redis.wait()
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{own}" WITH (FORCE)')


def start_redis(directory: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    server = subprocess.Popen(
        ["redis-server", "--port", str(port), "--save", "", "--dir", str(directory), *options],
        stdout=subprocess.DEVNULL,
    )
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return server
        time.sleep(0.05)
    server.kill()
    raise AssertionError("redis-server did not start")


@contextlib.contextmanager
def running_site(directory: Path, **settings: str) -> Iterator[Site]:
    """Run a site, embedded on SQLite or on the services of this test run."""
    with contextlib.ExitStack() as stack:
        if os.environ.get("REDIS_URL") and os.environ.get("DATABASE_URL", "").startswith("postg"):
            settings = stack.enter_context(services_for_a_site(directory)) | settings
        site = Site(directory, **settings)
        try:
            site.start()
            yield site
        finally:
            site.stop()
