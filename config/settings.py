"""The settings. Everything that differs between sites comes from the environment."""

from datetime import timedelta
from email.utils import formataddr
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import crontab
from csp.constants import NONE, SELF

# Some are settings as they are, and used elsewhere.
from config.environment import (  # noqa: F401
    ADDRESS,
    ALLOWED_HOSTS,
    BASE_DIR,
    DATABASE,
    DEBUG,
    DEFAULT_FROM_EMAIL,
    DEVELOPMENT_KEY,
    EMAIL,
    EMBEDDED,
    HOST,
    HSTS,
    LOG_FORMAT,
    LOG_LEVEL,
    METRICS_PORT,
    NOTICES_ALLOWED_NETWORKS,
    PORT,
    PRODUCTION,
    PUBLIC_URL,
    REDIS_URL,
    SECRET_KEY,
    SECRET_KEY_FALLBACKS,
    SENTRY_DSN,
    SITE_NAME,
    SOURCE_URL,
    TRUSTED_PROXIES,
    VAPID_KEY,
    VERSION,
    WEB_PROCESSES,
    refuse,
)
from config.sqlite import PrivateConnection

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
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.keep_private_middleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.sessions.renew_session_middleware",
    "accounts.sessions.sign_again_middleware",
    "config.middleware.language_middleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.clean_page_middleware",  # the one above tells the length
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.log_in_on_its_page_middleware",
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
        "OPTIONS": {"environment": "games.live.pieces.environment", "autoescape": True},
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
        "factory": PrivateConnection,
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA foreign_keys=ON;",
    }
else:
    DATABASE["OPTIONS"] = {
        # When the machine of the database is gone, or a network drops all packets, whatever waits
        # for an answer gives up after ten seconds (by itself TCP does so after a quarter of an
        # hour), and connecting starts over every five (TCP doubles its pauses).
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 4,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        **DATABASE.get("OPTIONS", {}),
        # After each failure the pool waits twice as long. Let it start over after three seconds:
        # otherwise it would notice only long after an outage that the database is back.
        "pool": {"min_size": 1, "max_size": 8, "timeout": 10, "reconnect_timeout": 3},
        # PostgreSQL puts the values into statements itself, and keeps the plan of each that a
        # connection has sent five times: planning took longer than running most of them. See
        # plans.py.
        "server_side_binding": True,
        "prepare_threshold": 5,
    }
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
CELERY_BROKER_TRANSPORT = "config.broker:Transport" if EMBEDDED else None  # else as the URL says
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {} if EMBEDDED else {"socket_connect_timeout": 2, "socket_keepalive": True}
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
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not EMBEDDED  # no other process could ask for anything
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"


def _schedule(task: str, schedule: timedelta | crontab, *, expires: int) -> dict[str, Any]:
    """Return when a task is due, and after how many seconds one that has not begun is dropped."""
    return {"task": task, "schedule": schedule, "options": {"expires": expires}}


CELERY_BEAT_SCHEDULE = {
    # A sweep that waited 5 s is worthless: the next ones have done its work.
    "sweep": _schedule("games.tasks.sweep", timedelta(seconds=1), expires=5),
    # A slice of a few tenths of a second; a slice that is not done queues the next.
    "verify games": _schedule("games.tasks.verify_games", crontab(minute="*/10"), expires=300),
    # Goes on with an analysis whose slices got lost; mostly there is none.
    "analyse games": _schedule("games.tasks.analyse_games", crontab(), expires=50),
    "plan notices": _schedule("notices.tasks.plan", timedelta(seconds=2), expires=5),
    "keep order": _schedule("community.tasks.keep_order", crontab(), expires=50),
    "forget old notices": _schedule(
        "notices.tasks.forget", crontab(hour="4", minute="10"), expires=3600
    ),
    "forget guests": _schedule(
        "accounts.tasks.forget_guests", crontab(hour="4", minute="20"), expires=3600
    ),
    "clear cache": _schedule("config.clear_cache", crontab(hour="3", minute="40"), expires=3600),
    "clear sessions": _schedule(
        "config.clear_sessions", crontab(hour="3", minute="30"), expires=3600
    ),
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
# No code by e-mail: whoever finds an open browser may find an open mailbox too.
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
# allauth's own time: short enough for a deletion, all the more as a log-in does not count.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Log-ins are limited below, so that nobody can be locked out; `login_failed` is for codes alone.
ACCOUNT_RATE_LIMITS = {"login": None}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = ADDRESS.scheme
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

globals().update({name: EMAIL[name] for name in EMAIL if name.startswith("EMAIL_")})
MAIL_IN_TERMINAL = EMAIL["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = DEFAULT_FROM_EMAIL or formataddr((SITE_NAME, f"noreply@{ADDRESS.hostname}"))
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
EMAIL_TIMEOUT = 10

# What the download of people's own data holds of the apps that games do not know.
OWN_DATA = {"community": "community.selectors.community_document"}

# Notices

# Notices know no games. The first is the number on the icon of the installed site; the others say
# when a player's turns end, which games have begun or are over, and what an invitation offers.
NOTICES_COUNT_TURNS = "games.selectors.count_turns"
NOTICES_FIND_DEADLINES = "games.selectors.find_turn_deadlines"
NOTICES_FIND_BEGUN = "games.selectors.find_begun"
NOTICES_TELL_OFFER = "games.presenters.offers.tell_offer"

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
    "filters": {
        "without secrets": {"()": "config.logs.HideSecrets"},
        "without health": {"()": "config.logs.LeaveOutHealth"},
        "without repeats": {"()": "config.logs.LeaveOutRepeats"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["without secrets", "without repeats"],
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
        "django.request": {"level": "ERROR", "filters": ["without health"]},
        "celery": {"level": "WARNING"},
        # Its warnings name whole addresses, and that of a webhook is a secret.
        "urllib3": {"level": "ERROR"},
        # Bots knock with foreign hosts all day; each one is already answered with 400.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}

if SENTRY_DSN:
    from config.reports import start_reports

    try:
        start_reports(SENTRY_DSN, release=VERSION)
    except ValueError:
        refuse("SENTRY_DSN is not the address of a project.")
