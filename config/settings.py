"""The one settings file. Everything that differs between sites comes from the environment.

A value that cannot be right stops the start with a sentence that names it.
"""

import ipaddress
import re
import sys
import tomllib
from base64 import urlsafe_b64decode
from datetime import timedelta
from email.policy import default as mail_policy
from email.utils import formataddr
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

from celery.schedules import crontab
from csp.constants import NONE, SELF
from environs import Env, EnvError

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
# Private keys for web push are numbers below this one (FIPS 186, curve P-256).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# A host as browsers send it, in ASCII and without a port.
HOST_NAME = r"[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]"
DEVELOPMENT_KEY = "django-insecure-only-for-commands-that-serve-nobody"


def refuse(sentence: str) -> NoReturn:
    """Stop the start and say why in one line."""
    sys.exit(f"The settings are wrong: {sentence}")


def read_key(given: str, name: str, default: str) -> str:
    """Return the key given, else the one in the file of that name, else the default."""
    key_file = BASE_DIR / name
    if given:
        return given
    if key_file.is_file():
        return key_file.read_text().strip()
    return default


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


env = Env()

try:
    DEBUG = env.bool("DEBUG", False)
    HOST = env.str("HOST", "127.0.0.1")
    PORT = env.int("PORT", 8000)
    PUBLIC_URL = env.str("PUBLIC_URL", "").strip().rstrip("/")
    EXTRA_HOSTS = strip_all(env.list("ALLOWED_HOSTS", [], subcast=str))
    SECRET_KEY = read_key(env.str("SECRET_KEY", ""), "secret_key", DEVELOPMENT_KEY)
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
    DATABASE: dict[str, Any] = env.dj_db_url("DATABASE_URL", f"sqlite:///{BASE_DIR / 'db.sqlite3'}")
    EMAIL: dict[str, Any] = env.dj_email_url("EMAIL_URL", "console:")
except (EnvError, ValueError) as error:
    refuse(str(error))

# Where the site is, and who may ask for it

if not 0 < PORT < 65536:
    refuse(f"PORT is {PORT}; a port is a number from 1 to 65535.")
if not 0 <= METRICS_PORT < 65536:
    refuse(f"METRICS_PORT is {METRICS_PORT}; a port is a number from 1 to 65535, and 0 is none.")
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
if HSTS not in {"host", "subdomains", "preload"}:
    refuse(f"HSTS is {HSTS}; use host, subdomains or preload.")
if not PUBLIC_URL:
    if HOST not in LOOPBACK and not EXTRA_HOSTS:
        refuse(
            f"HOST {HOST} opens the site to other machines, so it must know its address: "
            "set PUBLIC_URL, for example https://cards.example.org."
        )
    PUBLIC_URL = f"http://{f'[{HOST}]' if ':' in HOST else HOST}:{PORT}"
try:
    _public = urlsplit(PUBLIC_URL)
    _public_port = _public.port
except ValueError as error:
    refuse(f"PUBLIC_URL {PUBLIC_URL} is not an address: {error}.")
if not _public.hostname or not re.fullmatch(rf"(?i:https?)://({HOST_NAME})(:\d+)?", PUBLIC_URL):
    refuse(
        f"PUBLIC_URL is {PUBLIC_URL}; it is http:// or https://, a host in ASCII and perhaps a "
        "port, without a path."
    )

# An address under https is a site for other people: nothing of a developer's may be on.
PRODUCTION = _public.scheme == "https"

ALLOWED_HOSTS = [
    f"[{_public.hostname}]" if ":" in _public.hostname else _public.hostname,
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
    refuse("SECRET_KEY is shorter than 50 characters; let ./serve make one.")

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
    _redis_port = urlsplit(REDIS_URL).port
except ValueError:
    refuse("REDIS_URL has a port that is not a number from 0 to 65535.")
if EMBEDDED and WEB_PROCESSES > 1:
    refuse("WEB_PROCESSES is more than 1 without REDIS_URL; web processes meet through Redis.")

# What the site is made of

INSTALLED_APPS = [
    "allauth.mfa",  # before accounts, which takes its secrets out of the administration pages
    "accounts",
    "community",
    "games",
    "learn",
    "notices",
    "allauth",
    "allauth.account",
    "channels",
    "django_htmx",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.permissions_policy_middleware",
    "config.middleware.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.keep_private_middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.sessions.renew_session_middleware",
    "config.middleware.language_middleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.time_zones.time_zone_middleware",
    "config.middleware.UnknownRulesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {  # the live table alone: rendered at each move for each viewer, several times faster
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "live",
        "DIRS": [BASE_DIR / "templates" / "live"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "games.live.fragments.environment", "autoescape": True},
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "NAME": "pages",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
]

FORM_RENDERER = "config.forms.Renderer"

# Where things are kept

if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at the start of a transaction: row locks do nothing on
    # SQLite, and a lock taken late fails under load instead of waiting. With synchronous=FULL a
    # move would take almost twice as long: docs/operations.md says what a power cut can lose.
    DATABASE["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA foreign_keys=ON;",
    }
elif DATABASE["ENGINE"] == "django.db.backends.postgresql":
    # PostgreSQL puts the values into statements itself, and keeps the plan of each that a
    # connection has sent five times: planning took longer than running most of them. See plans.py.
    DATABASE["OPTIONS"] = DATABASE.get("OPTIONS", {}) | {
        "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
        "server_side_binding": True,
        "prepare_threshold": 5,
    }
else:
    refuse("DATABASE_URL is neither sqlite:/// nor postgres://.")
DATABASE["CONN_MAX_AGE"] = 0
DATABASES = {"default": DATABASE}

if EMBEDDED:
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "config.cache.EmbeddedCache",
            "LOCATION": "django_cache",
            # Django's 300 would throw limits and uploaded records away on a busy evening.
            "OPTIONS": {"MAX_ENTRIES": 5000},
        }
    }
    CHANNEL_LAYERS: dict[str, Any] = {}  # there are no other processes to tell
else:
    CACHES = {
        "default": {
            "BACKEND": "config.cache.PatientRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "trifecta",
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # Without a read timeout: an idle subscription waits as long as nothing happens. It
            # asks now and then whether Redis is there, or nobody would notice that a network in
            # between has forgotten the connection.
            "CONFIG": {
                "hosts": [
                    {"address": REDIS_URL, "socket_timeout": None, "health_check_interval": 5}
                ],
                # Subscriptions ignore Redis database numbers, two sites on one Redis may not.
                "prefix": f"trifecta{urlsplit(REDIS_URL).path}",
            },
        }
    }

# The task queue

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.05}
    if EMBEDDED
    else {"socket_connect_timeout": 2, "socket_keepalive": True}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A request that queues a task never waits long for a broker that is away: the sweep makes
# good what was not queued.
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_ROUTES = {
    # What is answered at once never waits for what has to be thought of.
    "games.tasks.play_computer": {"queue": "computer"},
    "games.tasks.think_next": {"queue": "thinking"},
    # Served by the worker of the queue above, in turn with it: one slice of one game at a time.
    "games.tasks.analyse_games": {"queue": "analysis"},
    # Each channel that sends has a queue of its own.
    "notices.tasks.*": {"queue": "mail"},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    # A sweep that waited 5 s is worthless: the next ones have done its work.
    "sweep": {
        "task": "games.tasks.sweep",
        "schedule": timedelta(seconds=1),
        "options": {"expires": 5},
    },
    # A slice of a few tenths of a second; a slice that is not done queues the next.
    "verify games": {
        "task": "games.tasks.verify_games",
        "schedule": crontab(minute="*/10"),
        "options": {"expires": 300},
    },
    # Goes on with an analysis whose slices got lost; mostly there is none.
    "analyse games": {
        "task": "games.tasks.analyse_games",
        "schedule": crontab(),
        "options": {"expires": 50},
    },
    "plan notices": {
        "task": "notices.tasks.plan",
        "schedule": timedelta(seconds=2),
        "options": {"expires": 5},
    },
    "keep order": {
        "task": "community.tasks.keep_order",
        "schedule": crontab(),
        "options": {"expires": 50},
    },
    "forget old notices": {
        "task": "notices.tasks.forget",
        "schedule": crontab(hour="4", minute="10"),
        "options": {"expires": 3600},
    },
    "forget guests": {
        "task": "accounts.tasks.forget_guests",
        "schedule": crontab(hour="4", minute="20"),
        "options": {"expires": 3600},
    },
    "clear cache": {
        "task": "config.clear_cache",
        "schedule": crontab(hour="3", minute="40"),
        "options": {"expires": 3600},
    },
    "clear sessions": {
        "task": "config.clear_sessions",
        "schedule": crontab(hour="3", minute="30"),
        "options": {"expires": 3600},
    },
}

# Who people are

AUTH_USER_MODEL = "accounts.User"
# It is Django's own with log-in by e-mail; a second one would hash each wrong password twice.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "accounts.passwords.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "accounts.passwords.CommonPasswordValidator",
        "accounts.passwords.NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# allauth
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LogInForm",
    "signup": "accounts.forms.SignUpForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_USER_DISPLAY = str
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
# Strict: signing up with an e-mail address that is known here looks like any other sign-up.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# allauth's own time: short enough for a deletion, all the more as a log-in does not count.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Log-ins are limited below, so that nobody can be locked out; `login_failed` is for codes alone.
ACCOUNT_RATE_LIMITS = {"login": None}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _public.scheme
# uvicorn has already put the address that trusted proxies tell in REMOTE_ADDR.
ALLAUTH_TRUSTED_PROXY_COUNT = 0
MFA_ADAPTER = "accounts.second_factors.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.ReauthenticateWithCodeForm",
    "activate_totp": "accounts.forms.ActivateAppForm",
    "add_webauthn": "accounts.passkey_forms.AddPasskeyForm",
    "authenticate_webauthn": "accounts.passkey_forms.AuthenticateWithPasskeyForm",
    "edit_webauthn": "accounts.passkey_forms.RenamePasskeyForm",
    "login_webauthn": "accounts.passkey_forms.LogInWithPasskeyForm",
    "reauthenticate_webauthn": "accounts.passkey_forms.ReauthenticateWithPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # the clocks of phones are some seconds off
# People log in by username; the address is optional, and so is confirming it.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# end of allauth

# How often somebody may do what costs something: a user, or everybody in a visitor's network.
# allauth limits sign-up, reset and so on by itself.
RATE_LIMITS = {
    # A whole school plays behind one address.
    "guest": "60/m, 150/10m, 1000/d",
    # Right passwords too: by the device on which the user has logged in before, or the network.
    "log_in": "60/m, 600/h",
    # Wrong passwords, see accounts/guesses.py.
    "guess_on_device": "10/h",
    "guess_in_network": "10/5m, 20/h",
    "guess": "50/h",
    "keep_account": "10/m",
    "settings": "30/m",
    "new_game": "30/m, 300/h",
    "play": "60/m",
    "clock": "60/m",
    "compose": "300/m",
    "record": "30/m, 300/d",
    "hint": "30/m",
    "analysis": "6/m, 60/d",
    "calendar": "30/m, 300/h",
    "download": "5/m, 50/d",  # each derives all games of a user
    "report": "6/h, 20/d",
    "webhook_test": "6/m, 60/d",
    "frame": "30/6s",  # over a socket, in each web process
}

# Mail

if "EMAIL_BACKEND" not in EMAIL:
    refuse("EMAIL_URL is not known; it is console: or begins with smtp:// or submission://.")
globals().update({name: EMAIL[name] for name in EMAIL if name.startswith("EMAIL_")})
MAIL_IN_TERMINAL = EMAIL["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = DEFAULT_FROM_EMAIL or formataddr((SITE_NAME, f"noreply@{_public.hostname}"))
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
EMAIL_TIMEOUT = 10

# What the download of people's own data holds of the apps that games do not know.
OWN_DATA = {"community": "community.selectors.community_document"}

# Notices

if VAPID_KEY and not is_vapid_key(VAPID_KEY):
    refuse("VAPID_KEY is not a private key for web push; let ./serve make one.")
# Notices know no games. The first is the number on the icon of the installed site; the others say
# when a player's turns end, which games have begun or are over, and what a time control is called.
NOTICES_COUNT_TURNS = "games.selectors.count_turns"
NOTICES_FIND_DEADLINES = "games.selectors.find_turn_deadlines"
NOTICES_FIND_BEGUN = "games.selectors.find_begun"
NOTICES_TELL_TIME = "games.messages.offers.tell_time"

# Requests for webhooks and push leave only for public addresses, and for these.
_PRIVATE = [
    ipaddress.ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("fc00::/7", "::1/128"),
    )
]


def read_private_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return the network, which only this house can reach."""
    try:
        network = ipaddress.ip_network(text)
    except ValueError as error:
        refuse(f"NOTICES_ALLOWED_NETWORKS has {text!r}, which is not a network: {error}.")
    if not any(
        network.version == each.version and network.subnet_of(each)  # type: ignore[arg-type]
        for each in _PRIVATE
    ):
        refuse(f"NOTICES_ALLOWED_NETWORKS has {text}, which is not a private network.")
    return network


NOTICES_ALLOWED_NETWORKS = [
    read_private_network(text)
    for text in strip_all(env.list("NOTICES_ALLOWED_NETWORKS", [], subcast=str))
]

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files that never change between releases

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static_files.StaticFiles"
    },
}

# What browsers are told to keep

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^health$", r"^live$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
# Other sites may live under the same domain, and browsers forget a preloaded one only after months:
# both are for the owner of the domain to ask for.
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION and HSTS != "host"
SECURE_HSTS_PRELOAD = PRODUCTION and HSTS == "preload"
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# No page needs these, so nothing that gets into one can use them.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation"),
        *("gyroscope", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    )
)
# No other host of the same domain can set a cookie with this prefix; it needs https.
_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_NAME = f"{_PREFIX}sessionid"
SESSION_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_COOKIE_NAME = f"{_PREFIX}csrftoken"
DEVICE_COOKIE_NAME = f"{_PREFIX}device"
CSRF_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# What is written down: one logger for each app, never a card

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "config.logs.make_json_formatter"},
    },
    "filters": {"without secrets": {"()": "config.logs.HideSecrets"}},
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["without secrets"],
        },
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {
        "games": {"level": LOG_LEVEL},
        "accounts": {"level": LOG_LEVEL},
        "config": {"level": LOG_LEVEL},
        "notices": {"level": LOG_LEVEL},
        "community": {"level": LOG_LEVEL},
        "django": {"handlers": ["terminal"], "level": "WARNING", "propagate": False},
        # Below that stands each refused move, with the address of a table that may be private.
        "django.request": {"level": "ERROR"},
        "celery": {"level": "WARNING"},
        # Its warnings name whole addresses, and that of a webhook is a secret.
        "urllib3": {"level": "ERROR"},
        # Bots knock with foreign hosts all day; each one is already answered with 400.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}

if SENTRY_DSN:
    from config.reports import BadDsn, start_reports

    try:
        start_reports(SENTRY_DSN, release=VERSION)
    except BadDsn:
        refuse("SENTRY_DSN is not the address of a project.")
