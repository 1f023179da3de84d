"""What may be wrong with the machine, the services and the settings, and how to put it right."""

from __future__ import annotations

import ctypes
import http.client
import os
import resource
import shutil
import smtplib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import redis
from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, connection

from config.backups import KEYS, is_database_missing
from config.connections import RESERVED_FILES
from config.databases import ANSWERS_WITHIN, tell_reason, tell_remedy
from config.environment import LOOPBACK
from config.health import LEAST_DISK, find_data_directory
from config.releases import count_missing_changes, name_newer_change

ENVIRONMENT_FILE = Path("/etc/trifecta/env")
"""Where deploy/README.md keeps the settings."""
LEAST_FILES = 2 * RESERVED_FILES
ENOUGH_DISK = 10 * LEAST_DISK
CLOCKS_DIFFER = 1.0
UNSYNCHRONISED = 0x40
"""STA_UNSYNC in adjtimex(2)."""
OLDEST_POSTGRES = 14
SOCKET = "/ws/lobby/"
HANDSHAKE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dHJpZmVjdGEgaXMgaGVyZQ==",
}
READ_EXAMPLES = "Have the proxy pass on WebSockets, as the examples in deploy/ do."
ONE_OF_PROCESSES = 8
"""How many connections to PostgreSQL the pool of each process may open."""
# When two connections write and checkpoint at the same moment, these versions of SQLite may lose
# what a WAL holds: 3.7.0 to 3.51.2, but not the corrected 3.44.6 and 3.50.7 and what follows them.
# https://sqlite.org/wal.html#walresetbug. A system may have corrected an older one by itself.
WAL_RESET_FAULT = ((3, 7, 0), (3, 51, 3))
CORRECTED = {(3, 44): 6, (3, 50): 7}


class Timex(ctypes.Structure):
    """What adjtimex(2) fills in. No modes: the clock is not changed."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        *((name, ctypes.c_long) for name in ("offset", "frequency", "most_error", "error")),
        ("status", ctypes.c_int),
        ("others", ctypes.c_byte * 256),
    )


class Finding(NamedTuple):
    """What is wrong, and what to do about it: two sentences."""

    wrong: str
    remedy: str


Findings = Iterator[Finding]


def has_wal_reset_fault(version: tuple[int, int, int]) -> bool:
    """Return whether that version of SQLite may lose changes in a WAL."""
    first, fixed = WAL_RESET_FAULT
    corrected = CORRECTED.get(version[:2])
    return first <= version < fixed and (corrected is None or version[2] < corrected)


def check_files() -> Findings:
    """Look at how many files a process may open."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < LEAST_FILES:
        yield Finding(
            f"A process may open only {hard} files, so few people can be connected at a time.",
            f"Allow {LEAST_FILES} or more: LimitNOFILE in a unit, nofile in a compose file, "
            "or /etc/security/limits.conf.",
        )


def check_clock() -> Findings:
    """Ask the kernel whether something keeps its clock, and compare it with other clocks."""
    if is_clock_kept() is False:
        yield Finding(
            "Nothing keeps the clock of this machine correct, and it decides whether moves count.",
            "Install chrony, or switch on systemd-timesyncd: timedatectl set-ntp true",
        )
    for name, ask in (("PostgreSQL", ask_postgres_time), ("Redis", ask_redis_time)):
        before = time.time()
        at = ask()
        if at is None:
            continue
        ahead = max(before - at, at - time.time())
        if ahead > CLOCKS_DIFFER:
            yield Finding(
                f"The clock of {name} differs from that of this machine by {ahead:.0f} s.",
                "Keep the clocks of all machines correct with NTP.",
            )


def is_clock_kept() -> bool | None:
    """Return whether the kernel's clock is synchronised, None if it does not tell."""
    timex = Timex()
    if ctypes.CDLL(None).adjtimex(ctypes.byref(timex)) < 0:
        return None
    return not timex.status & UNSYNCHRONISED


def ask_postgres_time() -> float | None:
    """Return the time of the database server, None if there is none or it does not answer."""
    if connection.vendor != "postgresql":
        return None
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            return float(cursor.fetchone()[0])
    except DatabaseError:
        return None  # said by check_database


def ask_redis_time() -> float | None:
    """Return the time of Redis, None if there is none or it does not answer."""
    if settings.EMBEDDED:
        return None
    try:
        with closing(connect_redis()) as client:
            answer: Any = client.time()
            return float(answer[0] + answer[1] / 1e6)
    except redis.RedisError:
        return None  # said by check_redis


def check_time_zones() -> Findings:
    """See whether the zones that players choose are known."""
    try:
        ZoneInfo("Europe/Berlin")
    except ZoneInfoNotFoundError:
        yield Finding(
            "This machine knows no time zones, so players cannot choose theirs.",
            "Install the package tzdata.",
        )


def check_database() -> Findings:
    """See whether the database answers, is up to date, and keeps what it is told."""
    if is_database_missing():
        database = connection.settings_dict["NAME"]
        yield Finding(f"{database} does not exist.", tell_missing_remedy())
        return
    try:
        missing = count_missing_changes()
        newer = name_newer_change()
        if connection.vendor == "postgresql":
            yield from check_postgres()
    except DatabaseError as error:
        yield Finding(
            f"The database does not answer: {tell_reason(error)}.",
            tell_remedy(error),
        )
        return
    if missing:
        yield Finding(
            f"{missing} changes of this release are missing in the database.",
            "Run: manage.py serve prepare",
        )
    if newer:
        yield Finding(
            f"A newer release has changed the database ({newer}).",
            "Install that release again, or restore a backup made before it.",
        )
    version = sqlite3.sqlite_version_info
    if connection.vendor == "sqlite" and has_wal_reset_fault(version):
        yield Finding(
            f"SQLite {sqlite3.sqlite_version} may, very rarely, damage the database when two "
            "connections write at the same moment (the WAL-reset fault).",
            "Use SQLite 3.51.3 or newer, 3.50.7 or 3.44.6, from your system or with another "
            "Python, or PostgreSQL. Until then make backups often.",
        )


def tell_missing_remedy() -> str:
    """Return what to do about a missing database, or settings that this command was not given."""
    if os.path.exists(ENVIRONMENT_FILE) and "DATABASE_URL" not in os.environ:
        return (
            f"If the settings are in {ENVIRONMENT_FILE}, first run: "
            f"set -a; . {ENVIRONMENT_FILE}; set +a. Otherwise run: manage.py serve prepare"
        )
    return "Run: manage.py serve prepare"


def check_postgres() -> Findings:
    """Look at the settings of the server on which the site's promises depend."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, setting FROM pg_settings WHERE name IN "
            "('fsync', 'synchronous_commit', 'max_connections', 'server_version_num', "
            "'superuser_reserved_connections')"
        )
        found = dict(cursor.fetchall())
    version = int(found["server_version_num"]) // 10_000
    if version < OLDEST_POSTGRES:
        yield Finding(
            f"PostgreSQL {version} is too old.", f"Use PostgreSQL {OLDEST_POSTGRES} or newer."
        )
    for name in ("fsync", "synchronous_commit"):
        if found[name] == "off":
            yield Finding(
                f"{name} is off in PostgreSQL, so a power cut may lose moves.",
                f"Run in psql: ALTER SYSTEM SET {name} = on; SELECT pg_reload_conf();",
            )
    reserved = int(found["superuser_reserved_connections"])
    wanted = (settings.WEB_PROCESSES + 6) * ONE_OF_PROCESSES + reserved
    if int(found["max_connections"]) < wanted:
        yield Finding(
            f"PostgreSQL allows {found['max_connections']} connections, {reserved} of them only to "
            f"its administrator, and the processes of the site may open {wanted - reserved}.",
            f"Set max_connections to {wanted} or more and restart PostgreSQL, or lower "
            "WEB_PROCESSES.",
        )


def check_mail() -> Findings:
    """Log in to the mail server, without sending anything."""
    if settings.MAIL_IN_TERMINAL:
        if settings.PRODUCTION:
            yield Finding(
                "No mail is sent, so nobody can reset a password.",
                "Set EMAIL_URL, for example submission://user:password@mail.example.org:587.",
            )
        return
    mail = get_connection(timeout=ANSWERS_WITHIN)
    try:
        mail.open()
    except (OSError, smtplib.SMTPException) as error:
        yield Finding(
            f"The mail server refuses this site or does not answer: {tell_mail_reason(error)}.",
            tell_mail_remedy(error),
        )
    finally:
        mail.close()


def tell_mail_reason(error: OSError | smtplib.SMTPException) -> str:
    """Return what the mail server has answered, or why it did not, in one line."""
    if is_no_mail_server(error):
        return "what answers there is no mail server"
    if isinstance(error, smtplib.SMTPResponseException):
        answer = error.smtp_error
        text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
        return f"{error.smtp_code} {' '.join(text.split())}".rstrip(".")
    return (error.strerror or str(error) or type(error).__name__).rstrip(".")


def tell_mail_remedy(error: OSError | smtplib.SMTPException) -> str:
    """Return what to do about it: only a server that has answered knows the user."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return "Correct the user and the password in EMAIL_URL."
    if isinstance(error, smtplib.SMTPResponseException) and not is_no_mail_server(error):
        return "Ask whoever runs the mail server to accept this machine."
    return "Correct the host, the port and the encryption in EMAIL_URL, or open the firewall."


def is_no_mail_server(error: OSError | smtplib.SMTPException) -> bool:
    """Return whether the answer does not begin with a number, as each of a mail server does."""
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code == -1


def connect_redis() -> redis.Redis:
    """Return a client that does not wait for long."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=ANSWERS_WITHIN, socket_timeout=ANSWERS_WITHIN
    )


def check_redis() -> Findings:
    """See whether Redis answers, and keeps tasks until they are done."""
    if settings.EMBEDDED:
        return
    try:
        with closing(connect_redis()) as client:
            memory: Any = client.info("memory")
    except redis.AuthenticationError as error:
        reason = str(error).rstrip(".?")
        yield Finding(f"Redis refuses this site: {reason}.", "Correct the password in REDIS_URL.")
        return
    except redis.RedisError as error:
        reason = str(error).rstrip(".")
        yield Finding(f"Redis does not answer: {reason}.", "Start Redis, or correct REDIS_URL.")
        return
    if memory["maxmemory"] and memory["maxmemory_policy"] != "noeviction":
        yield Finding(
            f"Redis throws things away when it is full ({memory['maxmemory_policy']}), also tasks.",
            "Set maxmemory-policy to noeviction in redis.conf.",
        )


def check_disk() -> Findings:
    """See whether there is room where the database or the site lies, and whether it can grow."""
    directory = find_data_directory()
    if not os.path.isdir(directory):
        yield Finding(f"{directory} does not exist.", "Create it, or correct DATABASE_URL.")
        return
    free = shutil.disk_usage(directory).free // 1_000_000
    if free < ENOUGH_DISK:
        yield Finding(f"Only {free} MB are free in {directory}.", f"Free {ENOUGH_DISK} MB or more.")
    if connection.vendor == "sqlite" and not os.access(directory, os.W_OK):
        yield Finding(
            f"This user cannot write in {directory}, as SQLite must.",
            f"Run as root: chown -R <user of the site> {directory}",
        )


def check_proxy() -> Findings:
    """Open the front page as a browser does, if the site is for other people."""
    if not settings.PRODUCTION:
        yield from check_missing_https()
        return
    try:
        status, leads_to = ask_front_page()
    except (OSError, http.client.HTTPException) as error:
        yield Finding(
            f"{settings.PUBLIC_URL} cannot be reached from this machine: {error}.",
            "Start the site and the proxy, and check the name, the certificate and the firewall.",
        )
        return
    if status in {301, 302, 307, 308} and leads_to.startswith(settings.PUBLIC_URL):
        yield Finding(
            f"{settings.PUBLIC_URL} leads to itself for ever: the site does not see that it was "
            "asked by https.",
            "Have the proxy set X-Forwarded-Proto, and name its address in TRUSTED_PROXIES.",
        )
    elif status == 400:
        yield Finding(
            f"The site does not recognise its own name at {settings.PUBLIC_URL}.",
            "Have the proxy pass on the Host header that the browser sent.",
        )
    elif status >= 500:
        yield Finding(
            f"{settings.PUBLIC_URL} answers with status {status}.",
            "Check that the proxy forwards to HOST and PORT, and read the log of the site.",
        )
    else:
        yield from check_sockets()


def check_sockets() -> Findings:
    """Open a WebSocket as a page of the site does. Without any, pages ask for news now and then."""
    try:
        status = ask(SOCKET, **HANDSHAKE, Origin=settings.PUBLIC_URL)[0]
    except (OSError, http.client.HTTPException) as error:
        yield Finding(
            f"No WebSocket can be opened at {settings.PUBLIC_URL}: {error}.", READ_EXAMPLES
        )
        return
    if status == 403:
        yield Finding(
            "The site takes its own pages for those of another site, and refuses their WebSockets.",
            "Have the proxy pass on the Host header with its port, as the browser sent it.",
        )
    elif status != 101:
        yield Finding(
            f"A WebSocket at {settings.PUBLIC_URL} is answered with status {status}, so no page "
            "changes by itself.",
            READ_EXAMPLES,
        )


def check_missing_https() -> Findings:
    """See whether a proxy has a certificate for a site that does not know of it."""
    public = urlsplit(settings.PUBLIC_URL)
    if public.hostname in LOOPBACK:
        return
    try:
        _, leads_to = ask_front_page()
    except (OSError, http.client.HTTPException):
        return  # it need not run
    secure = urlsplit(leads_to)
    if (secure.scheme, secure.hostname) == ("https", public.hostname):
        address = f"https://{secure.netloc}"
        yield Finding(
            f"{settings.PUBLIC_URL} leads to {address}, but the site believes that it has no "
            "https, so it has no secure cookies.",
            f"Set PUBLIC_URL={address}.",
        )


def ask_front_page() -> tuple[int, str]:
    """Return the status of the front page, and where it leads to."""
    return ask("/")


def ask(path: str, **headers: str) -> tuple[int, str]:
    """Return the status of an address of the site, and where it leads to."""
    public = urlsplit(settings.PUBLIC_URL)
    kinds = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}
    asked = kinds[public.scheme](public.hostname or "", public.port, timeout=ANSWERS_WITHIN)
    with closing(asked):
        asked.request("GET", path, headers=headers)
        answer = asked.getresponse()
        return answer.status, answer.getheader("Location", "")


def check_secrets() -> Findings:
    """See whether other users of this machine can read the keys, the settings or the database."""
    private = [Path(settings.BASE_DIR) / key for key in KEYS]
    private.append(ENVIRONMENT_FILE)
    if connection.vendor == "sqlite":
        database = connection.settings_dict["NAME"]
        private += [Path(f"{database}{ending}") for ending in ("", "-wal", "-shm")]
    for file in private:
        if not os.path.isfile(file):  # Path raises where one may not look
            continue
        mode = file.stat().st_mode & 0o777
        if mode & 0o077:
            yield Finding(
                f"Other users of this machine may read or change {file} ({mode:03o}).",
                f"Run: chmod 600 {file}",
            )


CHECKS: dict[str, Callable[[], Findings]] = {
    "open files": check_files,
    "clock": check_clock,
    "time zones": check_time_zones,
    "database": check_database,
    "e-mail": check_mail,
    "Redis": check_redis,
    "disk": check_disk,
    "proxy": check_proxy,
    "secrets": check_secrets,
}
