"""A site with wrong settings does not start, and gives the reason in one sentence."""

import json
import re
import shutil
import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator
from email import message_from_string, policy
from pathlib import Path
from typing import Protocol

import pytest
from django.core.mail.message import sanitize_address

from config import environment as environment_of_site
from tests.running import ROOT, environment

KEY = "key-" + "a1b2c3d4e5" * 6
pytestmark = pytest.mark.once


# Imports what the settings import. Then, with each environment that it is sent, a fork of it reads
# the settings and prints some; what that printed, its errors and its exit code are the answer.
READ_EACH = """
import json, os, sys, tempfile
import config, csp.constants, environs
for line in sys.stdin:
    variables, names = json.loads(line)
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as errors:
        if not (pid := os.fork()):
            os.dup2(printed.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            os.environ.clear()
            os.environ.update(variables)
            try:
                import config.settings as s
            except SystemExit as end:
                print(end, file=sys.stderr, flush=True)
                # At once: to take down all that was imported costs more than the rest.
                os._exit(1 if isinstance(end.code, str) else end.code or 0)
            print(*(repr(getattr(s, name)) for name in names), flush=True)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        for file in (printed, errors):
            file.seek(0)
        print(json.dumps([code, printed.read().decode(), errors.read().decode()]), flush=True)
"""


class Start(Protocol):
    """Start with these variables; return the exit code, the named settings and the errors."""

    def __call__(self, *names: str, **variables: str) -> tuple[int, str, str]: ...


Read = Callable[..., str]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    with subprocess.Popen(
        [sys.executable, "-c", READ_EACH],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as reader:

        def start_once(*names: str, **variables: str) -> tuple[int, str, str]:
            assert reader.stdin is not None
            assert reader.stdout is not None
            print(json.dumps([environment(**variables), names]), file=reader.stdin, flush=True)
            code, printed, errors = json.loads(reader.stdout.readline())
            return code, printed.strip(), errors

        yield start_once


@pytest.fixture(scope="module")
def read(start: Start) -> Read:
    """Return a function that reads settings with these variables, and returns how they print."""

    def read_some(*names: str, **variables: str) -> str:
        code, printed, errors = start(*names, **variables)
        assert code == 0, errors
        return printed

    return read_some


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"PORT": "eighty"}, "PORT"),
        ({"PORT": "0"}, "a port is a number from 1 to 65535"),
        ({"PORT": "65536"}, "a port is a number from 1 to 65535"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"VAPID_KEY": "k" * 42}, "VAPID_KEY is not a private key"),
        ({"VAPID_KEY": "_" * 43}, "leave it out and let ./serve make one"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
        (
            {"DATABASE_URL": "mysql://somebody@somewhere/cards"},
            "neither sqlite:/// nor postgres://",
        ),
        ({"DATABASE_URL": "postgres://me@127.0.0.1:5432"}, "DATABASE_URL names no database"),
        ({"DATABASE_URL": "sqlite://"}, "DATABASE_URL names no file"),
        ({"DATABASE_URL": "sqlite:///:memory:"}, "DATABASE_URL names no file"),
        ({"REDIS_URL": "http://127.0.0.1"}, "REDIS_URL does not begin with redis://"),
        ({"REDIS_URL": "unix:///run/redis.sock"}, "REDIS_URL does not begin with redis://"),
        ({"REDIS_URL": "redis://127.0.0.1:port/0"}, "REDIS_URL is not an address"),
        ({"REDIS_URL": "redis://127.0.0.1/7/"}, "REDIS_URL names no database by a number"),
        ({"REDIS_URL": "redis://127.0.0.1/cards"}, "REDIS_URL names no database by a number"),
        ({"REDIS_URL": "redis://127.0.0.1?db=7"}, "REDIS_URL names no database by a number"),
        ({"EMAIL_URL": "pigeon://loft"}, "for port 465 ends with ?ssl=on"),
        ({"EMAIL_URL": "submission:mail.example.org"}, "EMAIL_URL names no mail server"),
        ({"EMAIL_URL": "smtp:mail.example.org"}, "EMAIL_URL names no mail server"),
        ({"LOG_LEVEL": "chatty"}, "LOG_LEVEL"),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT is xml"),
        ({"METRICS_PORT": "65536"}, "METRICS_PORT is 65536"),
        ({"PORT": "8300", "METRICS_PORT": "8300"}, "METRICS_PORT and PORT are both 8300"),
        ({"DATABASE_URL": "postgres://me:a#b@127.0.0.1/cards"}, "such as %2F for a slash"),
        ({"DATABASE_URL": "postgres://me:a/b@127.0.0.1/cards"}, "such as %2F for a slash"),
        ({"EMAIL_URL": "smtp://me:a#b@127.0.0.1:25"}, "such as %2F for a slash"),
        ({"SOURCE_URL": "git.example.org/cards"}, "begins with http:// or https://"),
        ({"SOURCE_URL": "javascript:alert(1)"}, "begins with http:// or https://"),
        ({"SENTRY_DSN": "https://key@sentry.example.org:port/1"}, "SENTRY_DSN is not the address"),
        ({"SENTRY_DSN": "on"}, "SENTRY_DSN is not the address"),
        ({"SENTRY_DSN": "https://sentry.example.org/1"}, "SENTRY_DSN is not the address"),
        ({"SENTRY_DSN": "https://key@sentry.example.org/x"}, "SENTRY_DSN is not the address"),
        ({"WEB_PROCESSES": "0"}, "WEB_PROCESSES is 0"),
        ({"HSTS": "everything"}, "use host, subdomains or preload"),
        ({"WEB_PROCESSES": "3"}, "web processes meet through Redis"),
        ({"HOST": "0.0.0.0"}, "set PUBLIC_URL"),
        ({"PUBLIC_URL": "http://cards.example.org."}, "a host in ASCII"),
        ({"HOST": "", "ALLOWED_HOSTS": "cards.example.org"}, "HOST is empty"),
        ({"PUBLIC_URL": "cards.example.org"}, "PUBLIC_URL is cards.example.org"),
        ({"PUBLIC_URL": "https://cards.example.org/table"}, "without a path"),
        ({"PUBLIC_URL": "https://cards.example.org?x=1"}, "without a path"),
        ({"PUBLIC_URL": "https://cards.example.org#x"}, "without a path"),
        ({"PUBLIC_URL": "https://me:pass@cards.example.org"}, "without a path"),
        ({"PUBLIC_URL": "https://cards example.org"}, "without a path"),
        ({"PUBLIC_URL": "https://käse.example", "SECRET_KEY": KEY}, "a host in ASCII"),
        ({"PUBLIC_URL": "https://cards.example.org:port"}, "is not an address"),
        ({"ALLOWED_HOSTS": "*"}, "name the hosts of this site one by one"),
        ({"ALLOWED_HOSTS": "cards.example.org,*"}, "name the hosts of this site one by one"),
        ({"ALLOWED_HOSTS": ".example.org"}, "name the hosts of this site one by one"),
        ({"ALLOWED_HOSTS": "https://cards.example.org"}, "which is not a host"),
        ({"ALLOWED_HOSTS": "cards.example.org:8000"}, "without a port"),
        ({"HOST": "0.0.0.0", "ALLOWED_HOSTS": "cards.example.org:8000"}, "without a port"),
        ({"PUBLIC_URL": "https://cards.example.org", "DEBUG": "1"}, "DEBUG is on"),
        (
            {
                "PUBLIC_URL": "https://cards.example.org",
                "SECRET_KEY": "django-insecure-only-for-commands-that-serve-nobody",
            },
            "there is no secret key",
        ),
        (
            {
                "PUBLIC_URL": "https://cards.example.org",
                "SECRET_KEY": "django-insecure-" + "x" * 60,
            },
            "there is no secret key",
        ),
        (
            {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": KEY[:49]},
            "SECRET_KEY is shorter than 50 characters; leave it out and let ./serve make one",
        ),
        *(
            (
                {
                    "PUBLIC_URL": "https://cards.example.org",
                    "SECRET_KEY": KEY,
                    "SECRET_KEY_FALLBACKS": f"{KEY[::-1]}, {old}",
                },
                "SECRET_KEY_FALLBACKS has a key that is publicly known",
            )
            for old in ("django-insecure-" + "x" * 60, KEY[:49])
        ),
        ({"SITE_NAME": "Cards\r\nBcc: spam@example.com"}, "SITE_NAME has a character"),
        ({"SITE_NAME": "Cards\u2028"}, "SITE_NAME has a character"),
        ({"SITE_NAME": " "}, "SITE_NAME is empty"),
        ({"DEFAULT_FROM_EMAIL": "a@example.org\nBcc: b@example.org"}, "DEFAULT_FROM_EMAIL is"),
        ({"DEFAULT_FROM_EMAIL": "Cards, Ltd <a@example.org>"}, "DEFAULT_FROM_EMAIL is"),
        ({"DEFAULT_FROM_EMAIL": "nobody"}, "DEFAULT_FROM_EMAIL is"),
        ({"TRUSTED_PROXIES": "*"}, "name the addresses of your own proxies"),
        ({"TRUSTED_PROXIES": "10.0.0.1,proxy"}, "'proxy', which is not an address"),
        ({"TRUSTED_PROXIES": "10.0.0.1/24"}, "has host bits set"),
        ({"NOTICES_ALLOWED_NETWORKS": "home"}, "'home', which is not a network"),
        ({"NOTICES_ALLOWED_NETWORKS": "192.168.1.5/24"}, "has host bits set"),
        ({"NOTICES_ALLOWED_NETWORKS": "10.0.0.0/8,0.0.0.0/0"}, "not a private network"),
        ({"NOTICES_ALLOWED_NETWORKS": "169.254.0.0/16"}, "not a private network"),
        ({"NOTICES_ALLOWED_NETWORKS": "10.0.0.0/7"}, "not a private network"),
        ({"NOTICES_ALLOWED_NETWORKS": "::/0"}, "not a private network"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(
    start: Start, settings: dict[str, str], sentence: str
) -> None:
    code, _, errors = start(**settings)
    assert code == 1
    assert sentence in errors
    assert errors.startswith("The settings are wrong: ")
    assert errors.count("\n") == 1


def test_the_database_lies_in_the_directory_of_the_site_whatever_its_name(tmp_path: Path) -> None:
    site = tmp_path / "c++ #1? 50%25"
    (site / "config").mkdir(parents=True)
    (site / "config" / "__init__.py").touch()
    for part in ("config/environment.py", "pyproject.toml"):
        shutil.copy(ROOT / part, site / part)
    variables = {name: value for name, value in environment().items() if name != "DATABASE_URL"}
    program = "from config.environment import DATABASE; print(DATABASE['NAME'])"
    read = subprocess.run(
        [sys.executable, "-c", program], cwd=site, env=variables, capture_output=True, text=True
    )
    assert (read.stdout, read.stderr) == (f"{site / 'db.sqlite3'}\n", "")


def test_an_error_message_never_shows_a_secret(start: Start) -> None:
    assert "hunter2" not in start(REDIS_URL="http://user:hunter2@127.0.0.1")[2]
    assert "hunter2" not in start(DATABASE_URL="postgres://user:hunter2/@127.0.0.1/cards")[2]
    assert "hunter2" not in start(EMAIL_URL="smtp://user:hunter2/@127.0.0.1")[2]


def test_a_key_that_this_user_cannot_read_is_reported_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_: Path) -> str:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "secret_key").touch()
    monkeypatch.setattr(environment_of_site, "BASE_DIR", tmp_path)
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(
        SystemExit, match=f"{tmp_path}/secret_key cannot be read: Permission denied"
    ):
        environment_of_site.read_key("", "secret_key", "")


@pytest.mark.parametrize("name", ["Cards, Ltd", 'Jo "Ace" Roe', "Käse (und Karten)", "a@b: c;"])
def test_mail_can_be_sent_whatever_the_site_is_called(read: Read, name: str) -> None:
    sender = literal_eval(read("DEFAULT_FROM_EMAIL", SITE_NAME=name, PUBLIC_URL="http://x.example"))
    assert sanitize_address(sender, "utf-8").endswith("<noreply@x.example>")
    (parsed,) = message_from_string(f"From: {sender}", policy=policy.default)["From"].addresses
    assert (parsed.display_name, parsed.addr_spec) == (name, "noreply@x.example")


def test_every_documented_mail_server_is_understood(read: Read) -> None:
    texts = [(ROOT / name).read_text() for name in ("docs/operations.md", "deploy/env.example")]
    examples = re.findall(r"(?:smtp|submission)[a-z+]*://\w[\w:@.?=-]*\w", " ".join(texts))
    assert len({*examples}) > 4
    for example in examples:
        port = read("EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", EMAIL_URL=example)
        assert port in {"25 False False", "587 True False", "465 False True"}


def test_debugging_and_open_hosts_are_off_by_default(read: Read) -> None:
    assert read("DEBUG") == "False"
    assert read("HOST") == "'127.0.0.1'"
    assert read("ALLOWED_HOSTS") == "['127.0.0.1', 'localhost', '[::1]']"


def test_an_opened_site_without_an_address_has_that_of_its_first_allowed_host(read: Read) -> None:
    names = {"ALLOWED_HOSTS": "cards.example.org,192.168.1.20"}
    for host in ("0.0.0.0", "::"):
        assert read("PUBLIC_URL", HOST=host, **names) == "'http://cards.example.org:8000'"
    hosts = read("ALLOWED_HOSTS", HOST="0.0.0.0", **names)
    assert hosts == "['cards.example.org', '192.168.1.20', '127.0.0.1', 'localhost', '[::1]']"
    assert read("PUBLIC_URL", HOST="10.0.0.1", **names) == "'http://10.0.0.1:8000'"


def test_https_switches_on_secure_cookies_and_strict_transport(read: Read) -> None:
    https = {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": KEY}
    cookies = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    assert read(*cookies, "SECURE_SSL_REDIRECT") == "False False False False"
    assert read(*cookies, "SECURE_SSL_REDIRECT", **https) == "True True True True"
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    assert read(*names, **https) == "'__Host-sessionid' '__Host-csrftoken'"
    assert read("SECURE_HSTS_SECONDS", **https) == str(365 * 24 * 3600)
    hosts = "['cards.example.org'] ['https://cards.example.org']"
    assert read("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", **https) == hosts


@pytest.mark.parametrize(
    ("asked", "subdomains", "preload"),
    [("", "False", "False"), ("subdomains", "True", "False"), ("preload", "True", "True")],
)
def test_strict_transport_goes_beyond_the_host_only_on_request(
    read: Read, asked: str, subdomains: str, preload: str
) -> None:
    https = {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": KEY}
    if asked:
        https["HSTS"] = asked
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert read(*names, **https) == f"{subdomains} {preload}"


def test_only_a_site_behind_https_trusts_the_local_proxy(read: Read) -> None:
    assert read("TRUSTED_PROXIES") == "[]"
    https = {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": KEY}
    assert read("TRUSTED_PROXIES", **https) == "['127.0.0.1', '::1']"


def test_spaces_around_a_name_or_an_address_do_not_count(read: Read) -> None:
    lists = {
        "PUBLIC_URL": " http://cards.example.org ",
        "ALLOWED_HOSTS": "www.example.org, [fd00::1] ,",
        "TRUSTED_PROXIES": "10.0.0.1, fd00::/64",
    }
    assert read("PUBLIC_URL", **lists) == "'http://cards.example.org'"
    hosts = literal_eval(read("ALLOWED_HOSTS", **lists))
    assert hosts[:3] == ["cards.example.org", "www.example.org", "[fd00::1]"]
    assert "" not in hosts
    assert read("TRUSTED_PROXIES", **lists) == "['10.0.0.1', 'fd00::/64']"
