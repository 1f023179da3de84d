"""Run the site: `manage.py serve`, or one of its parts."""

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import sys
import time
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.exceptions import MigrationSchemaMissing

from config.connections import (
    KEEP_ALIVE_SECONDS,
    Connection,
    SocketConnection,
    raise_file_limit,
)
from config.databases import one_connection, tell_reason, tell_remedy
from config.environment import LAST_PORT, refuse
from config.releases import count_missing_changes, name_newer_change, needs_stop
from config.running import is_site_running, only_site_on_database
from config.signs import signs
from config.static_files import collect_static
from config.supervisor import Process, Supervisor

logger = logging.getLogger("config")

CELERY = [sys.executable, "-m", "celery", "-q", "-A", "config"]
WORKER = [*CELERY, "worker", "-P", "threads", "--without-gossip", "--without-mingle"]
CLOCK = ["-c", "4", "-Q", "celery", "-n", "worker@%h"]
COMPUTER = ["-c", "2", "-Q", "computer", "-n", "computer@%h"]
THINKING = ["-c", "2", "-Q", "thinking,analysis", "-n", "thinking@%h"]
MAIL = ["-c", "2", "-Q", "mail", "-n", "mail@%h"]
PUSH = ["-c", "4", "-Q", "push,webhooks", "-n", "push@%h"]
WORKERS = {
    "the worker of the clock": CLOCK,
    "the worker of quick computer players": COMPUTER,
    "the worker of computer players that think": THINKING,
    "the worker of e-mail": MAIL,
    "the worker of pushes and webhooks": PUSH,
}
BEAT = [*CELERY, "beat", "-S", "config.beat:Scheduler", "--max-interval", "1", "--pidfile="]

DATABASE_WITHIN = 10.0  # seconds
STOP_SIGN_SECONDS = 2.0
"""How long a process that stops waits for the database to know."""


class Command(BaseCommand):
    help = (
        "Run the site on HOST and PORT. Without REDIS_URL everything runs in this process; "
        "with it, web processes, workers and the beat are started and kept running."
    )
    # The only check that matters here, for missing migrations, is made by applying them.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "part",
            nargs="?",
            choices=["all", "prepare", "web"],
            default="all",
            help="prepare: only the database and static files; web: one web process, unprepared",
        )
        parser.add_argument("--fd", type=int, help="a listening socket to take over")

    def handle(self, *args: Any, **options: Any) -> None:
        part: str = options["part"]
        if part != "prepare" and settings.SECRET_KEY == settings.DEVELOPMENT_KEY:
            sys.exit("There is no secret key. Start with ./serve, which creates one.")
        if part == "prepare":
            prepare()
        elif part == "web":
            fd = options["fd"]
            if fd is None:
                warn_if_unprepared()
            # Nobody waits in the queue of a process that is starting: others may serve meanwhile.
            run_web(bind() if fd is None else socket.socket(fileno=fd))
        else:
            check_metrics_ports()
            listener = listen()
            with only_site_on_database():
                prepare()
                self.announce()
                if settings.EMBEDDED:
                    run_web(listener)
                else:
                    run_services(listener)
            self.say("Stopped.")

    def announce(self) -> None:
        self.say(f"{settings.SITE_NAME} is at {settings.PUBLIC_URL} (Ctrl-C stops it)")
        if settings.MAIL_IN_TERMINAL:
            self.say("E-mail about accounts is only printed here. Set EMAIL_URL to send mail.")
        if not get_user_model().objects.filter(is_superuser=True).exists():
            self.say(f"To create an administrator: {sys.executable} manage.py createsuperuser")

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def check_metrics_ports() -> None:
    """Exit with a message if not every process that is started has a port for its metrics."""
    last = 0 if settings.EMBEDDED else settings.WEB_PROCESSES + len(WORKERS) - 1
    if settings.METRICS_PORT and settings.METRICS_PORT + last > LAST_PORT:
        refuse(
            f"METRICS_PORT is {settings.METRICS_PORT}, and {last} more processes take the ports "
            f"after it; use {LAST_PORT - last} or less."
        )
    last_port = settings.METRICS_PORT + last
    if settings.METRICS_PORT and settings.METRICS_PORT <= settings.PORT <= last_port:
        refuse(
            f"METRICS_PORT is {settings.METRICS_PORT}, and the processes take the ports up to "
            f"{last_port} for metrics. PORT is {settings.PORT}; choose another for one of them."
        )


def listen() -> socket.socket:
    """Listen on the port of this site, or exit with a message."""
    listener = bind()
    listener.listen(1024)
    return listener


def bind() -> socket.socket:
    """Take the port of this site, or exit with a message; connections are still refused."""
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.HOST, settings.PORT))
    except OSError as error:
        sys.exit(
            f"Port {settings.PORT} on {settings.HOST} cannot be used: {error.strerror}. "
            f"{tell_port_remedy(error)}"
        )
    listener.set_inheritable(True)
    return listener


def tell_port_remedy(error: OSError) -> str:
    """Return what to do about a port that cannot be used."""
    if error.errno == errno.EADDRINUSE:
        return (
            "Another program uses it, perhaps this site. Stop that, or choose another port with "
            "PORT=8001."
        )
    if error.errno == errno.EACCES:
        return (
            "Only root may listen on such a port. Choose one above 1023 with PORT=8000, and put a "
            "web server in front."
        )
    return "HOST must be an address of this machine; 0.0.0.0 is all of them."


def prepare() -> None:
    """Bring the database, the cache table and the static files up to this release."""
    try:
        with one_connection():
            wait_for_database()
            refuse_newer_release()
            refuse_running_release()
            call_command("migrate", interactive=False, verbosity=0)
            call_command("createcachetable", verbosity=0)
    except MigrationSchemaMissing as error:
        why = error.__context__
        reason = tell_reason(why if isinstance(why, DatabaseError) else error)
        sys.exit(f"The database is not ready: {reason}. The user of DATABASE_URL must own it.")
    except DatabaseError as error:
        sys.exit(f"The database is not ready: {tell_reason(error)}. {tell_remedy(error)}")
    collect_static()


def refuse_newer_release() -> None:
    """Exit with a message if a newer release has changed the database."""
    if change := name_newer_change():
        sys.exit(
            f"A newer release has changed this database ({change}), and this one does not get "
            "along with it. Install that release again, or restore a backup made before it."
        )


def refuse_running_release() -> None:
    """Exit with a message if an older release still runs that this upgrade would break."""
    if needs_stop() and is_site_running():
        sys.exit(
            "An older release is still running on this database, and could not go on after this "
            "upgrade. Stop all its processes, workers too, and start again."
        )


def warn_if_unprepared() -> None:
    """Say in the log that the database lacks changes of this release, if it answers."""
    with contextlib.suppress(DatabaseError), one_connection():
        if missing := count_missing_changes():
            logger.warning(
                "the database lacks changes of this release (%d): run serve prepare", missing
            )


def wait_for_database() -> None:
    """Return once the database answers. Raise OperationalError if it does not in ten seconds."""
    until = time.monotonic() + DATABASE_WITHIN
    while True:
        try:
            connection.ensure_connection()
            return
        except OperationalError:  # it may be starting, too
            if time.monotonic() >= until:
                raise
        time.sleep(0.5)


class Server(uvicorn.Server):
    """A server that says when it stops, before it lets its connections end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logger.info("this process was told to stop")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.to_thread(signs.stop), STOP_SIGN_SECONDS)
        await super().shutdown(sockets)


def run_web(listener: socket.socket) -> None:
    """Serve pages and sockets in this process until it is told to stop."""
    raise_file_limit()
    server = Server(
        uvicorn.Config(
            "config.asgi:application",
            lifespan="on",
            http=Connection,
            ws=SocketConnection,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.TRUSTED_PROXIES),
            forwarded_allow_ips=settings.TRUSTED_PROXIES,
            ws_max_size=16384,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
    )

    def stop(*_: Any) -> None:
        server.should_exit = True

    # A signal may come before uvicorn looks out for it. After it has shut down, uvicorn raises the
    # signal again, when nothing is left to do.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    server.run(sockets=[listener])
    if not server.started:
        sys.exit(1)


def measured_at(number: int) -> list[str]:
    """Return what gives a command a port of its own for metrics: the first has the one set."""
    if not settings.METRICS_PORT:
        return []
    return ["/usr/bin/env", f"METRICS_PORT={settings.METRICS_PORT + number}"]


def run_services(listener: socket.socket) -> None:
    """Run the processes of services mode until this process is told to stop."""
    fd = listener.fileno()
    web = [sys.executable, str(settings.BASE_DIR / "manage.py"), "serve", "web", "--fd", str(fd)]
    parts = {f"web process {number}": web for number in range(1, settings.WEB_PROCESSES + 1)}
    parts |= {name: [*WORKER, *options] for name, options in WORKERS.items()}
    processes = [
        Process(name, [*measured_at(number), *command], descriptors=[fd] if command is web else [])
        for number, (name, command) in enumerate(parts.items())
    ]
    supervisor = Supervisor([*processes, Process("the beat", BEAT)])
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, supervisor.stop)
    supervisor.run()
