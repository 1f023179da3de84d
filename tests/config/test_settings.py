"""A site with wrong settings does not start, and gives the reason in one sentence."""

import subprocess
import sys
from typing import Any

import pytest

from tests.running import ROOT, environment

KEY = "key-" + "a1b2c3d4e5" * 6
pytestmark = pytest.mark.once


def start(**settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"PORT": "eighty"}, "PORT"),
        ({"PORT": "0"}, "a port is a number from 1 to 65535"),
        ({"PORT": "65536"}, "a port is a number from 1 to 65535"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"VAPID_KEY": "k" * 42}, "VAPID_KEY is not a private key"),
        ({"VAPID_KEY": "_" * 43}, "VAPID_KEY is not a private key"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
        (
            {"DATABASE_URL": "mysql://somebody@somewhere/cards"},
            "neither sqlite:/// nor postgres://",
        ),
        ({"REDIS_URL": "http://127.0.0.1"}, "REDIS_URL does not begin with redis://"),
        ({"EMAIL_URL": "pigeon://loft"}, "EMAIL_URL is not known"),
        ({"LOG_LEVEL": "chatty"}, "LOG_LEVEL"),
        ({"WEB_PROCESSES": "0"}, "WEB_PROCESSES is 0"),
        ({"WEB_PROCESSES": "3"}, "web processes meet through Redis"),
        ({"HOST": "0.0.0.0"}, "set PUBLIC_URL"),
        ({"PUBLIC_URL": "cards.example.org"}, "PUBLIC_URL is cards.example.org"),
        ({"PUBLIC_URL": "https://cards.example.org/table"}, "without a path"),
        ({"PUBLIC_URL": "https://cards.example.org:port"}, "is not an address"),
        ({"ALLOWED_HOSTS": "*"}, "name the hosts of this site one by one"),
        ({"ALLOWED_HOSTS": "cards.example.org,*"}, "name the hosts of this site one by one"),
        ({"ALLOWED_HOSTS": ".example.org"}, "name the hosts of this site one by one"),
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
            "SECRET_KEY is shorter than 50 characters",
        ),
        ({"TRUSTED_PROXIES": "*"}, "name the addresses of your own proxies"),
        ({"NOTICES_ALLOWED_NETWORKS": "home"}, "'home', which is not a network"),
        ({"NOTICES_ALLOWED_NETWORKS": "192.168.1.5/24"}, "has host bits set"),
        ({"NOTICES_ALLOWED_NETWORKS": "10.0.0.0/8,0.0.0.0/0"}, "not a private network"),
        ({"NOTICES_ALLOWED_NETWORKS": "169.254.0.0/16"}, "not a private network"),
        ({"NOTICES_ALLOWED_NETWORKS": "10.0.0.0/7"}, "not a private network"),
        ({"NOTICES_ALLOWED_NETWORKS": "::/0"}, "not a private network"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(
    settings: dict[str, str], sentence: str
) -> None:
    refused = start(**settings)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert refused.stderr.startswith("The settings are wrong: ")
    assert refused.stderr.count("\n") == 1


def test_an_error_message_never_shows_a_secret() -> None:
    assert "hunter2" not in start(REDIS_URL="http://user:hunter2@127.0.0.1").stderr


def read(name: str, **settings: str) -> Any:
    shown = subprocess.run(
        [sys.executable, "-c", f"import config.settings as s; print(repr(s.{name}))"],
        cwd=ROOT,
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=True,
    )
    return shown.stdout.strip()


def test_debugging_and_open_hosts_are_off_by_default() -> None:
    assert read("DEBUG") == "False"
    assert read("HOST") == "'127.0.0.1'"
    assert read("ALLOWED_HOSTS") == "['127.0.0.1', 'localhost', '[::1]']"


def test_https_switches_on_secure_cookies_and_strict_transport() -> None:
    https = {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": KEY}
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"):
        assert read(name, **https) == "True"
        assert read(name) == "False"
    assert read("SECURE_HSTS_SECONDS", **https) == str(365 * 24 * 3600)
    assert read("SECURE_HSTS_INCLUDE_SUBDOMAINS", **https) == "True"
    assert read("ALLOWED_HOSTS", **https) == "['cards.example.org']"
    assert read("CSRF_TRUSTED_ORIGINS", **https) == "['https://cards.example.org']"


def test_only_a_site_behind_https_trusts_the_local_proxy() -> None:
    assert read("TRUSTED_PROXIES") == "[]"
    https = {"PUBLIC_URL": "https://cards.example.org", "SECRET_KEY": KEY}
    assert read("TRUSTED_PROXIES", **https) == "['127.0.0.1', '::1']"


def test_the_deployment_check_finds_nothing() -> None:
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment(PUBLIC_URL="https://cards.example.org", SECRET_KEY=KEY),
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
