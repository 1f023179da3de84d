"""What the environment sets of a site: read, and refused if it cannot be right.

A value that cannot be right stops the start with a sentence that names it.
"""

import ipaddress
import re
import sys
import tomllib
from base64 import urlsafe_b64decode
from email.policy import default as mail_policy
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import parse_qs, quote, urlsplit

from environs import Env, EnvError

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
# To listen on all addresses; no browser finds a site there.
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
# Private keys for web push are numbers below this one (FIPS 186, curve P-256).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
LAST_PORT = 65535
# A host as browsers send it, in ASCII and without a port.
HOST_NAME = r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\]"
PRIVATE_NETWORKS = [
    ipaddress.ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("fc00::/7", "::1/128"),
    )
]
ENCODING = (
    "Special characters in its user name and password are percent-encoded, such as %2F for a slash."
)
DEVELOPMENT_KEY = "django-insecure-only-for-commands-that-serve-nobody"


def refuse(sentence: str) -> NoReturn:
    """Stop the start and say why in one line."""
    sys.exit(f"The settings are wrong: {sentence}")


def read_key(given: str, name: str, default: str) -> str:
    """Return the key given, else the one in the file of that name, else the default."""
    key_file = BASE_DIR / name
    if given:
        return given
    if not key_file.is_file():
        return default
    try:
        return key_file.read_text().strip()
    except OSError as error:
        refuse(f"{key_file} cannot be read: {error.strerror}. The user of the site must own it.")


def is_vapid_key(text: str) -> bool:
    """Return whether a text is a private key of 32 bytes, written as push services do."""
    try:
        key = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return len(key) == 32 and 0 < int.from_bytes(key) < P256_ORDER


def is_sender(text: str) -> bool:
    """Return whether a text is one e-mail address, perhaps with a name, as mail begins with."""
    if not text.isprintable():
        return False
    addresses = mail_policy.header_factory("From", text).addresses
    return len(addresses) == 1 and bool(addresses[0].username and addresses[0].domain)


def strip_all(texts: list[str]) -> list[str]:
    """Return the texts without the spaces around them, and none that is empty."""
    return [text.strip() for text in texts if text.strip()]


def read_private_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return the network, which only this house can reach."""
    try:
        network = ipaddress.ip_network(text)
    except ValueError as error:
        refuse(f"NOTICES_ALLOWED_NETWORKS has {text!r}, which is not a network: {error}.")
    if not any(
        network.version == each.version and network.subnet_of(each)  # type: ignore[arg-type]
        for each in PRIVATE_NETWORKS
    ):
        refuse(f"NOTICES_ALLOWED_NETWORKS has {text}, which is not a private network.")
    return network


env = Env()

try:
    DEBUG = env.bool("DEBUG", False)
    HOST = env.str("HOST", "127.0.0.1")
    PORT = env.int("PORT", 8000)
    PUBLIC_URL = env.str("PUBLIC_URL", "").strip().rstrip("/")
    EXTRA_HOSTS = strip_all(env.list("ALLOWED_HOSTS", [], subcast=str))
    SECRET_KEY = read_key(env.str("SECRET_KEY", ""), "secret_key", DEVELOPMENT_KEY)
    # Previous keys: nothing is signed with them any more, but what they signed still holds.
    SECRET_KEY_FALLBACKS = strip_all(env.list("SECRET_KEY_FALLBACKS", [], subcast=str))
    # Signs what is sent to push services. Without it there are no notifications on devices.
    VAPID_KEY = read_key(env.str("VAPID_KEY", ""), "vapid_key", "")
    REDIS_URL = env.str("REDIS_URL", "")
    WEB_PROCESSES = env.int("WEB_PROCESSES", 1)
    HSTS = env.str("HSTS", "host").lower()
    SITE_NAME = env.str("SITE_NAME", "Trifecta House")
    # Where visitors find the source of what runs here, as the licence wants it.
    SOURCE_URL = env.str("SOURCE_URL", "")
    DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "")
    LOG_LEVEL = env.str("LOG_LEVEL", "INFO").upper()
    LOG_FORMAT = env.str("LOG_FORMAT", "lines").lower()
    # Where Prometheus finds what this process counts; 0 for nowhere.
    METRICS_PORT = env.int("METRICS_PORT", 0)
    SENTRY_DSN = env.str("SENTRY_DSN", "")
except (EnvError, ValueError) as error:
    refuse(str(error))
try:
    DATABASE: dict[str, Any] = env.dj_db_url(
        "DATABASE_URL", f"sqlite:///{quote(str(BASE_DIR / 'db.sqlite3'))}"
    )
except (EnvError, ValueError):
    refuse(
        "DATABASE_URL is not an address such as postgres://user:password@host:5432/name. "
        f"{ENCODING}"
    )
try:
    EMAIL: dict[str, Any] = env.dj_email_url("EMAIL_URL", "console:")
except (EnvError, ValueError):
    refuse(f"EMAIL_URL is not an address such as submission://user:password@host:587. {ENCODING}")

# Where the site is, and who may ask for it

if not 0 < PORT <= LAST_PORT:
    refuse(f"PORT is {PORT}; a port is a number from 1 to {LAST_PORT}.")
if not 0 <= METRICS_PORT <= LAST_PORT:
    refuse(
        f"METRICS_PORT is {METRICS_PORT}; a port is a number from 1 to {LAST_PORT}, and 0 is none."
    )
if METRICS_PORT == PORT:
    refuse(f"METRICS_PORT and PORT are both {PORT}; choose another for one of them.")
if not SITE_NAME.strip():
    refuse("SITE_NAME is empty.")
if not SITE_NAME.isprintable():
    refuse(f"SITE_NAME has a character that cannot be printed: {SITE_NAME!a}.")
if DEFAULT_FROM_EMAIL and not is_sender(DEFAULT_FROM_EMAIL):
    refuse(
        f"DEFAULT_FROM_EMAIL is {DEFAULT_FROM_EMAIL!a}; it is an address, or a name and an address "
        'such as "Cards, Ltd" <cards@example.org>, with quotation marks if the name has a comma.'
    )
if WEB_PROCESSES < 1:
    refuse(f"WEB_PROCESSES is {WEB_PROCESSES}; it is 1 or more.")
if LOG_LEVEL not in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
    refuse(f"LOG_LEVEL is {LOG_LEVEL}; use DEBUG, INFO, WARNING, ERROR or CRITICAL.")
if LOG_FORMAT not in {"lines", "json"}:
    refuse(f"LOG_FORMAT is {LOG_FORMAT}; use lines or json.")
if SOURCE_URL and not re.match("https?://.", SOURCE_URL):
    refuse(f"SOURCE_URL is {SOURCE_URL!a}; it begins with http:// or https://.")
if HSTS not in {"host", "subdomains", "preload"}:
    refuse(f"HSTS is {HSTS}; use host, subdomains or preload.")
_is_given = bool(PUBLIC_URL)
if not _is_given:
    if HOST not in LOOPBACK and not EXTRA_HOSTS:
        refuse(
            f"HOST {HOST} opens the site to other machines, so it must know its address: "
            "set PUBLIC_URL, for example https://cards.example.org."
        )
    # A name that is no host is refused below, as what ALLOWED_HOSTS has.
    if HOST in EVERYWHERE and re.fullmatch(HOST_NAME, EXTRA_HOSTS[0]):
        PUBLIC_URL = f"http://{EXTRA_HOSTS[0]}:{PORT}"
    else:
        PUBLIC_URL = f"http://{f'[{HOST}]' if ':' in HOST else HOST}:{PORT}"
try:
    ADDRESS = urlsplit(PUBLIC_URL)
    _port = ADDRESS.port
except ValueError as error:
    refuse(f"PUBLIC_URL {PUBLIC_URL} is not an address: {error}.")
if _is_given and not re.fullmatch(rf"(?i:https?)://({HOST_NAME})(:\d+)?", PUBLIC_URL):
    refuse(
        f"PUBLIC_URL is {PUBLIC_URL}; it is http:// or https://, a host in ASCII (others begin "
        "with xn--) and perhaps a port, without a path."
    )
if not ADDRESS.hostname:
    refuse("HOST is empty.")

# An address under https is a site for other people: nothing of a developer's may be on.
PRODUCTION = ADDRESS.scheme == "https"

ALLOWED_HOSTS = [
    f"[{ADDRESS.hostname}]" if ":" in ADDRESS.hostname else ADDRESS.hostname,
    *EXTRA_HOSTS,
]
if not PRODUCTION:
    ALLOWED_HOSTS += ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = list(dict.fromkeys(ALLOWED_HOSTS))
if any("*" in host for host in ALLOWED_HOSTS):
    refuse("ALLOWED_HOSTS names every host with *; name the hosts of this site one by one.")
if any(host.startswith(".") for host in ALLOWED_HOSTS):
    refuse("ALLOWED_HOSTS begins with a dot; name the hosts of this site one by one.")
for host in EXTRA_HOSTS:
    if not re.fullmatch(HOST_NAME, host):
        refuse(f"ALLOWED_HOSTS has {host!a}, which is not a host in ASCII without a port.")
if PRODUCTION and DEBUG:
    refuse("DEBUG is on and PUBLIC_URL is https; a site for other people runs without DEBUG.")
if PRODUCTION and (SECRET_KEY == DEVELOPMENT_KEY or SECRET_KEY.startswith("django-insecure-")):
    refuse("PUBLIC_URL is https and there is no secret key: set SECRET_KEY or run ./serve once.")
if PRODUCTION and len(SECRET_KEY) < 50:
    refuse(
        "SECRET_KEY is shorter than 50 characters; leave it out and let ./serve make one, "
        "or make it as deploy/env.example says."
    )
for key in SECRET_KEY_FALLBACKS if PRODUCTION else ():
    if key.startswith("django-insecure-") or len(key) < 50:
        refuse(
            "SECRET_KEY_FALLBACKS has a key that is publicly known or shorter than 50 characters; "
            "take it out."
        )

# The addresses whose X-Forwarded-For and X-Forwarded-Proto are believed. Under https a proxy
# takes the encryption off, usually on this machine; without it nobody is believed.
TRUSTED_PROXIES = strip_all(
    env.list("TRUSTED_PROXIES", ["127.0.0.1", "::1"] if PRODUCTION else [], subcast=str)
)
if "*" in TRUSTED_PROXIES:
    refuse("TRUSTED_PROXIES is *; name the addresses of your own proxies.")
for proxy in TRUSTED_PROXIES:
    try:
        ipaddress.ip_network(proxy)
    except ValueError as error:
        refuse(f"TRUSTED_PROXIES has {proxy!a}, which is not an address: {error}.")

# Embedded: no other server; the workers and their clock are threads of the one web process.
EMBEDDED = not REDIS_URL
if REDIS_URL and not re.match("rediss?://", REDIS_URL):
    refuse("REDIS_URL does not begin with redis:// or rediss://.")
try:
    _redis = urlsplit(REDIS_URL)
    _redis_port = _redis.port
except ValueError:
    refuse(
        "REDIS_URL is not an address: its port is not a number from 0 to 65535, or its "
        "password has a sign that must be written with %, such as %2F for a slash."
    )
if not re.fullmatch(r"/?|/\d+", _redis.path) or "db" in parse_qs(_redis.query):
    refuse("REDIS_URL names no database by a number at its end, such as redis://host:6379/0.")
if EMBEDDED and WEB_PROCESSES > 1:
    refuse("WEB_PROCESSES is more than 1 without REDIS_URL; web processes meet through Redis.")

if VAPID_KEY and not is_vapid_key(VAPID_KEY):
    refuse(
        "VAPID_KEY is not a private key for web push; leave it out and let ./serve make one, "
        "or make it as deploy/env.example says."
    )
if DATABASE["ENGINE"] not in {"django.db.backends.sqlite3", "django.db.backends.postgresql"}:
    refuse("DATABASE_URL is neither sqlite:/// nor postgres://.")
if DATABASE["NAME"] == ":memory:":
    refuse("DATABASE_URL names no file; write sqlite:////path/to/file.")
if not DATABASE["NAME"] and "service" not in DATABASE.get("OPTIONS", {}):
    refuse("DATABASE_URL names no database; it ends with the name, such as host:5432/cards.")
if "EMAIL_BACKEND" not in EMAIL:
    refuse(
        "EMAIL_URL is not known; it is console: or begins with smtp:// or submission://, and "
        "for port 465 ends with ?ssl=on."
    )
# Without one, the library would take the mail server of this machine.
_names_mail_server = urlsplit(env.str("EMAIL_URL", "")).hostname is not None
if EMAIL["EMAIL_BACKEND"].endswith("smtp.EmailBackend") and not _names_mail_server:
    refuse("EMAIL_URL names no mail server; write submission://user:password@host:587.")
# Requests for webhooks and push leave only for public addresses, and for these.
NOTICES_ALLOWED_NETWORKS = [
    read_private_network(text)
    for text in strip_all(env.list("NOTICES_ALLOWED_NETWORKS", [], subcast=str))
]
