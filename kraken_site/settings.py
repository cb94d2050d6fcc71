"""The one settings file. What differs between machines comes from the environment.

Without any environment this is local play: SQLite in `var/`, no Redis, http for phones on the same
network. `SITE_ORIGINS` makes it a public site: then hosts, origins and TLS are taken from that list.

| variable | meaning | without it |
| --- | --- | --- |
| SITE_ORIGINS | comma list of scheme://host[:port] people use | local play: private addresses only |
| SECRET_KEY | signs sessions, seals the seeds of running rounds | made once, kept in `var/secret_key` with mode 600 |
| SECRET_KEY_FALLBACKS | comma list of former keys, which still open what they closed | none |
| VAPID_PRIVATE_KEY | signs push messages: `manage.py push_key` | kept in `var/push_key`; no push with a SECRET_KEY |
| PUSH_HOSTS | comma list of push services: hosts (also their subdomains) or origins | those of the usual browsers |
| DATABASE_URL | PostgreSQL or SQLite | `var/club.sqlite3` |
| REDIS_URL | messages between several processes and their cache | in memory, one process only |
| WEB_PROCESSES | how many server processes share the database | 1 |
| EMAIL_URL, DEFAULT_FROM_EMAIL | outgoing mail | printed on the console |
| COLLECTED_STATIC | false: static files from their sources, no `collectstatic` | true, with DEBUG false |
| STATIC_ROOT | where `collectstatic` puts the static files | `var/static` |
| VAR_DIR | where the database, key and uploads of a local club live, closed to other accounts | `var/` |
| ANALYSE_WHEN_IDLE | false: rounds are analysed by `manage.py analyse` only | true: beside the steward |
| METRICS_TOKEN | opens `/metrics` to a Prometheus that sends it as a bearer token | no such page |
| METRICS_HOSTS | comma list of names by which Prometheus asks the servers | none beside SITE_ORIGINS |
| PORT | the port the server listens on | 8000 |
| TIME_ZONE | the clock on the wall of the clubs | Europe/Amsterdam |
| LOG_LEVEL | from which level libraries beside Django are logged; the site logs from INFO on | WARNING |
| DEBUG | Django's debug pages | off |
| HSTS_SUBDOMAINS | true: browsers open every host below this one over TLS only too | this host only, with https |
| TRUST_PROXY | the proxy in front sets X-Forwarded-Proto and -For | on when every origin is https |
"""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO

from kraken_site.private_files import (
    private_database,
    private_folder,
    read_or_create_push_key,
    read_or_create_secret_key,
)

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

# Keys and processes -------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_create_secret_key(VAR_DIR)
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
# A club with a key in its environment may run on several machines, and each would make a push key of its own.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or (
    "" if env.str("SECRET_KEY", default="") else read_or_create_push_key(VAR_DIR)
)
SERVE_PORT = env.int("PORT", default=8000)
WEB_PROCESSES = env.int("WEB_PROCESSES", default=1)
ANALYSE_WHEN_IDLE = env.bool("ANALYSE_WHEN_IDLE", default=True)

# Addresses ----------------------------------------------------------------------------------------
SITE_ORIGINS: list[str] = env.list("SITE_ORIGINS", default=[])
LOCAL_PLAY = not SITE_ORIGINS
OVER_TLS = bool(SITE_ORIGINS) and all(origin.startswith("https://") for origin in SITE_ORIGINS)

if LOCAL_PLAY:
    # Django's list cannot express "any private address"; LocalHostMiddleware judges each request.
    ALLOWED_HOSTS = ["*"]
    CSRF_TRUSTED_ORIGINS: list[str] = []
else:
    # The health check of the container asks localhost.
    ALLOWED_HOSTS = ["localhost", *sorted({urlsplit(origin).hostname or "" for origin in SITE_ORIGINS})]
    CSRF_TRUSTED_ORIGINS = SITE_ORIGINS

ALLOWED_HOSTS += env.list("METRICS_HOSTS", default=[])
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
TRUST_PROXY = env.bool("TRUST_PROXY", default=OVER_TLS)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Security of pages: TLS, cookies, what a page may load, what a form may send ----------------------
SECURE_SSL_REDIRECT = OVER_TLS
SECURE_REDIRECT_EXEMPT = [
    r"^healthz$",
    r"^readyz$",
    r"^metrics$",
]  # asked inside the network, without the proxy
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if OVER_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = OVER_TLS and env.bool("HSTS_SUBDOMAINS", default=False)
if not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    # Other hosts below this one may belong to the club and have no TLS; browsers would not open them for a year.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if OVER_TLS else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = OVER_TLS
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_FAILURE_VIEW = "kraken_site.views.csrf_failure"
CSRF_COOKIE_HTTPONLY = True  # the page carries the token itself, on <body hx-headers>
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # for visitors; players have a setting for it
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# A list of 500 members may have two answers for each row and sixty columns; a season that is copied sends a field for
# each of its entrants. The sheet of an evening is far below.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Apps and middleware ------------------------------------------------------------------------------
INSTALLED_APPS = [
    "accounts",
    "games",
    "kraken_site",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "kraken_site.middleware.LocalHostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "kraken_site.middleware.ApiOriginMiddleware",
    "kraken_site.middleware.KeptSessionCookieMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "kraken_site.middleware.UnchangedCsrfCookieMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "kraken_site.middleware.DatabaseAwayMiddleware",
    "kraken_site.middleware.PlayerLanguageMiddleware",
    "kraken_site.middleware.NoStoreMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "kraken_site.middleware.NotAllowedPageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SecondStepMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "games.table.lobby.access.GuessedCodesMiddleware",
]

ROOT_URLCONF = "kraken_site.urls"
ASGI_APPLICATION = "kraken_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.preferences",
                "kraken_site.context_processors.release",
                "kraken_site.context_processors.maintenance",
            ],
        },
    },
    {
        # For the table's partials only; they are asked for with using="jinja2".
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "kraken_site.jinja.environment", "auto_reload": DEBUG},
    },
]

# Database and cache -------------------------------------------------------------------------------
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'club.sqlite3'}")}
POSTGRESQL_CONNECTIONS = 20  # of one process at most: its pages that wait, its table thread, its look-ups
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    private_folder(VAR_DIR)
    if _database["NAME"] != ":memory:":
        private_database(Path(_database["NAME"]))
    _database["OPTIONS"] = {
        # Without IMMEDIATE a second writer fails at once with "database is locked".
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds a writer waits for the others: fifty at once, on a machine that has other work too
        # Queries about all open tables are another statement for each number of them, and a hundred of those take
        # megabytes.
        "cached_statements": 32,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # The thread of the tables keeps its connection: a new one reads the whole schema, a third of what opening a socket
    # takes. Each page has a thread of its own, and `serve` closes what that opened.
    _database["CONN_MAX_AGE"] = None
else:
    from psycopg_pool import ConnectionPool

    _pool = {
        "min_size": 1,
        "max_size": POSTGRESQL_CONNECTIONS,
        "timeout": 5,  # seconds: fifty pages at once wait for each other's connections
        # It gives up soon and tries again for the next request: its own retries double their pauses.
        "reconnect_timeout": 0.5,
        # All lost connections go at once, else each of the next requests comes upon two of them and gives up.
        "reconnect_failed": ConnectionPool.check,
    }
    _database.setdefault("OPTIONS", {})["pool"] = _pool
    _database["CONN_HEALTH_CHECKS"] = True  # no request fails after a restart of the database
    _database["CONN_MAX_AGE"] = 0  # back to the pool after each request
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "kraken_site.cache.OptionalRedisCache", "LOCATION": REDIS_URL}}
    # A Redis that hangs may not hold up the thread in which moves are written.
    _redis = {"address": REDIS_URL, "socket_timeout": 2, "socket_connect_timeout": 2}
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [_redis]}}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "kraken_site.channel_layer.OneProcessChannelLayer"}}
    # A full one drops a third of its entries, among them counters of wrong passwords and codes. Django's 300 are the
    # attempts of a few addresses; these take some 35 MB.
    _local = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
    CACHES = {"default": _local}

# Static files and uploads -------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "kraken_site.joined_files.JoiningFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
COLLECTED_STATIC = env.bool("COLLECTED_STATIC", default=not DEBUG)
# A service worker rules over its own folder, so it stands at the root.
WHITENOISE_ROOT = BASE_DIR / "static" / "root"
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not COLLECTED_STATIC
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"

# Accounts -----------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.ClubAccountAdapter"
ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm", "signup": "accounts.forms.SignupForm"}
ACCOUNT_RATE_LIMITS = {
    # A whole club evening behind one address may arrive at once; wrong passwords have limits of their own (sign_in.py).
    "login": "120/m/ip",
    "signup": "60/m/ip",
    "guest": "60/m/ip",
    "club_code": "120/h/ip",
    "club_code_player": "12/h/user",
    "club_message": "20/d/user",
    "club_news": "60/d/user",
    "substitute_wanted": "40/d/user",
    "club_file": "20/h/user",
    "club_invitation": "60/d/ip,3/d/key",  # the key is the address written to
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600  # seconds: mail may take some minutes
# A second account may give a known address; it proves nothing until confirmed.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USER_DISPLAY = attrgetter("nickname")
ACCOUNT_USERNAME_MIN_LENGTH = 2
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"] if OVER_TLS else ["totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = OVER_TLS  # browsers know passkeys only over TLS
MFA_TOTP_ISSUER = "Kraken"
# Beside the admin, the modules of views that show staff more than others, and ask them for their second step.
STAFF_ROOMS = (
    "games.disputes.case_law",
    "games.disputes.conduct_views",
    "games.disputes.desk_views",
    "games.disputes.trail_views",
    "games.disputes.filing_views",
)
USERSESSIONS_TRACK_ACTIVITY = False  # it would write the session on every request

# Mail and push messages ---------------------------------------------------------------------------
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 10  # seconds; without it a silent mail server is waited for without end
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="club@localhost")

# A device gives its own address at a push service. The server posts to these hosts only, so that no device can make it
# post to a machine of its own network.
PUSH_HOSTS: list[str] = env.list(
    "PUSH_HOSTS",
    default=[
        "fcm.googleapis.com",
        "jmt17.google.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    ],
)

# Languages ----------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
# The sources speak English; every catalogue of `locale/` is another language, under its own name.
_translated = sorted(found.parent.parent.name for found in LOCALE_PATHS[0].glob("*/LC_MESSAGES/django.mo"))
LANGUAGES = [(code, LANG_INFO[code]["name_local"].capitalize()) for code in ("en", *_translated)]
FORMAT_MODULE_PATH = "kraken_site.formats"
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Amsterdam")

# Logs hold no card, no form and no query string ---------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.dispatch": {"level": "CRITICAL"},  # `signals.send_to_each` says it without a card
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "daphne": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "club": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
