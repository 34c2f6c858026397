"""Settings, from the environment alone. Production unless told otherwise."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.addresses import check_origins
from config.env import (
    A_YEAR,
    check_environment_name,
    check_mail,
    check_mturk_environment,
    check_preload,
    check_production,
    check_site_url,
    check_stand_in,
    check_tls_address,
    find_database,
    find_identity_keys,
    where_the_visitor_stands,
    with_options,
)
from config.logs import FORMATTERS, check_format
from config.variables import (
    read_flag,
    read_folder,
    read_list,
    read_number,
    read_port,
    read_secret,
)
from studies import languages
from studies.recruitment.mturk import SITES as MTURK_SITES

BASE_DIR = Path(__file__).resolve().parent.parent
# Secrets may come from files: SECRET_KEY_FILE names one.
env = environ.FileAwareEnv()
variables = env.ENVIRON

ENVIRONMENT = check_environment_name(env.str("FORGETMENOT_ENV", "production"))
IS_PRODUCTION = ENVIRONMENT == "production"

SECRET_KEY = read_secret(variables, "SECRET_KEY")
SECRET_KEY_FALLBACKS = read_list(read_secret(variables, "SECRET_KEY_FALLBACKS"))
IDENTITY_KEY = read_secret(variables, "IDENTITY_KEY")
BACKUP_KEY = read_secret(variables, "BACKUP_KEY")
# Whoever shows it may read /metrics; without one nobody may.
METRICS_TOKEN = read_secret(variables, "METRICS_TOKEN")
IDENTITY_KEYS = find_identity_keys(IDENTITY_KEY, [SECRET_KEY, *SECRET_KEY_FALLBACKS])
ERASED_REMEMBERED_DAYS = read_number(variables, "ERASED_REMEMBERED_DAYS", 365)
# Below it a design is warned, in whatever currency it pays.
MINIMUM_HOURLY_PAY = read_number(variables, "MINIMUM_HOURLY_PAY", 8, at_least=0)
DEBUG = read_flag(variables, "DEBUG", False)
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS",
    default=[] if IS_PRODUCTION else ["localhost", "127.0.0.1", "testserver"],
)
ADMIN_USERNAME = env.str("ADMIN_USERNAME", "researcher")
ADMIN_PASSWORD = read_secret(variables, "ADMIN_PASSWORD")

if IS_PRODUCTION:
    check_production(
        secret_key=SECRET_KEY,
        debug=DEBUG,
        allowed_hosts=ALLOWED_HOSTS,
        admin_password=ADMIN_PASSWORD,
        admin_username=ADMIN_USERNAME,
        identity_key=IDENTITY_KEY,
        backup_key=BACKUP_KEY,
        older_keys=SECRET_KEY_FALLBACKS,
        metrics_token=METRICS_TOKEN,
    )
elif not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY must be set, as in the .env of make run")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "studies",
]
MIDDLEWARE = [
    "config.watching.WatchMiddleware",
    "config.middleware.ReferrerMiddleware",
    "config.middleware.TransportMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.compression.CompressionMiddleware",
    "config.middleware.RateMiddleware",
    "config.middleware.FaultMiddleware",
    "studies.api.limits.BodyLimitMiddleware",
    "config.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.AuthenticationMiddleware",
    "config.middleware.MessageMiddleware",
    "config.sessions.SessionAgeMiddleware",
    "config.sessions.SecondFactorMiddleware",
    "studies.dashboard.leading_back.LeadBackMiddleware",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

OWN_DATABASE = f"sqlite:///{BASE_DIR / 'forgetmenot.sqlite3'}"
DATABASES = {
    "default": with_options(
        # A file that nobody chose would be lost with the next image.
        find_database(env, default="" if IS_PRODUCTION else OWN_DATABASE),
        test_name=env.str("TEST_DATABASE", ""),
        is_pooled=read_flag(variables, "POSTGRES_POOLED", False),
    )
}
# Of requests; see config/wsgi.py.
STATEMENT_SECONDS = read_number(variables, "STATEMENT_SECONDS", 10)
WEB_THREADS = read_number(variables, "WEB_THREADS", 4)
# Told to end, a server still answers whoever has a connection: longer than a proxy
# keeps one that nobody uses. See config/draining.py.
DRAIN_SECONDS = read_number(variables, "DRAIN_SECONDS", 0, at_least=0)

# Work in the background waits in the database for `manage.py work`.
# What takes minutes has a queue of its own, so that nothing short waits behind it.
LONG_QUEUE = "long"
TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["default", LONG_QUEUE],
    }
}

LANGUAGE_CODE = languages.DEFAULT_LANGUAGE
LANGUAGES = languages.LANGUAGES
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = read_folder(variables, "STATIC_ROOT", BASE_DIR / "build" / "static")
# What researchers export waits here for them: where no address leads to.
EXPORT_FOLDER = read_folder(variables, "EXPORT_FOLDER", BASE_DIR / "build" / "exports")
# Backups are kept here, the newest of them. The worker makes one every so many hours,
# and tries one every so many days; without a number nobody does.
BACKUP_FOLDER = read_folder(variables, "BACKUP_FOLDER", BASE_DIR / "build" / "backups")
BACKUP_HOURS = read_number(variables, "BACKUP_HOURS", 0, at_least=0)
BACKUP_KEEP = read_number(variables, "BACKUP_KEEP", 14)
DRILL_DAYS = read_number(variables, "DRILL_DAYS", 7, at_least=0)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "config.storage.ModuleStorage"
            if IS_PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "config.guessing.HardToGuess"},
    {"NAME": "studies.services.team.api_tokens.TokensEndWithPassword"},
]
# Everybody who signs in needs a code of their phone beside their password.
REQUIRE_SECOND_FACTOR = read_flag(variables, "REQUIRE_SECOND_FACTOR", False)
# Who does nothing for so long is signed out, and everybody after so many hours.
SESSION_IDLE_MINUTES = read_number(variables, "SESSION_IDLE_MINUTES", 120)
SESSION_HOURS = read_number(variables, "SESSION_HOURS", 72)
SESSION_COOKIE_AGE = SESSION_HOURS * 3600
# Within half a minute, and within ten: far more than people do, and a lab may join.
# Every worker of every server counts for itself, so that WEB_WORKERS times the number
# of servers as many come in: together they would cost every request a write.
REQUESTS_PER_SESSION = read_number(variables, "REQUESTS_PER_SESSION", 60)
JOINS_PER_ADDRESS = read_number(variables, "JOINS_PER_ADDRESS", 100)
# From consent to a place in an arm: nobody has read and answered the prequiz sooner.
# Programs that are tried on one's own machine need not wait.
SECONDS_TO_A_PLACE = read_number(
    variables, "SECONDS_TO_A_PLACE", 10 if IS_PRODUCTION else 0, at_least=0
)
# Within a minute, by whoever holds a token of the researchers' API; counted as above.
REQUESTS_PER_API_TOKEN = read_number(variables, "REQUESTS_PER_API_TOKEN", 120)
# Within ten minutes, by one address; counted as above.
FORGOTTEN_PASSWORDS_OF_AN_ADDRESS = 10
AXES_HANDLER = "config.sign_in.SignInHandler"
AXES_CLIENT_IP_CALLABLE = "config.sign_in.counted_address"
AXES_LOCKOUT_CALLABLE = "config.sign_in.say_locked_out"
AXES_FAILURE_LIMIT = 10
FAILURES_OF_AN_ADDRESS = 30
AXES_COOLOFF_TIME = 1
# In this order: the handler counts both.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "ip_address"]
# Whoever is locked out and tries on is neither stored nor locked out for longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_IPWARE_PROXY_COUNT, AXES_IPWARE_META_PRECEDENCE_ORDER = where_the_visitor_stands(
    read_number(variables, "PROXY_COUNT", 0, at_least=0)
)
# Strict would refuse whoever writes a line of their own into the header.
IPWARE_STRICT = False
AXES_VERBOSE = False
# From where somebody signs in concerns nobody, as long as the password is right.
AXES_DISABLE_ACCESS_LOG = True
# What was sent is stored with a failure, but for these.
AXES_SENSITIVE_PARAMETERS = [
    *("username", "ip_address", "code", "name", "email"),
    *("old_password", "new_password1", "new_password2"),
]

# Mail goes out when a server for it is named.
EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_PORT = read_port(variables, "EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = read_secret(variables, "EMAIL_PASSWORD")
_MAIL_IS_ENCRYPTED = read_flag(variables, "EMAIL_USE_TLS", True)
# At this port encryption begins with the connection, elsewhere on request.
EMAIL_USE_SSL = _MAIL_IS_ENCRYPTED and EMAIL_PORT == 465
EMAIL_USE_TLS = _MAIL_IS_ENCRYPTED and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", "")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
check_mail(host=EMAIL_HOST, sender=DEFAULT_FROM_EMAIL)
# What links begin with in mails; without it, as whoever asks for them came.
SITE_URL = check_site_url(env.str("SITE_URL", ""))
# Where the status page reads the certificate, if not at the site's own name.
TLS_ADDRESS = check_tls_address(env.str("TLS_ADDRESS", ""))

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = read_flag(variables, "SECURE_SSL_REDIRECT", IS_PRODUCTION)
# For so long browsers ask for the site over https alone, whatever becomes of it.
SECURE_HSTS_SECONDS = read_number(
    variables, "HSTS_SECONDS", A_YEAR if IS_PRODUCTION else 0, at_least=0
)
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_PRODUCTION
SECURE_HSTS_PRELOAD = read_flag(variables, "HSTS_PRELOAD", False)
check_preload(is_wished=SECURE_HSTS_PRELOAD, seconds=SECURE_HSTS_SECONDS)
# Browsers are shipped with the list of preloaded sites: nobody is on it by accident.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https")
    if read_flag(variables, "BEHIND_TLS_PROXY", False)
    else None
)
SESSION_COOKIE_SECURE = IS_PRODUCTION
CSRF_COOKIE_SECURE = IS_PRODUCTION
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "config.errors.refused_form"
CSRF_TRUSTED_ORIGINS = check_origins(env.list("CSRF_TRUSTED_ORIGINS", default=[]))
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "object-src": [NONE],
        "media-src": [SELF],
    }
}

# Play money unless told otherwise.
MTURK_ENVIRONMENT = check_mturk_environment(env.str("MTURK_ENVIRONMENT", "sandbox"))
# Stand-ins on one's own machine.
MTURK_ENDPOINT = check_stand_in(
    "MTURK_ENDPOINT", env.str("MTURK_ENDPOINT", ""), is_production=IS_PRODUCTION
)
_PROLIFIC_ENDPOINT = check_stand_in(
    "PROLIFIC_ENDPOINT", env.str("PROLIFIC_ENDPOINT", ""), is_production=IS_PRODUCTION
)
# What they take for keys.
_NO_KEY = "playground" if MTURK_ENDPOINT else ""
MTURK_ACCESS_KEY_ID = read_secret(variables, "MTURK_ACCESS_KEY_ID") or _NO_KEY
MTURK_SECRET_ACCESS_KEY = read_secret(variables, "MTURK_SECRET_ACCESS_KEY") or _NO_KEY

# Who may show the participant's pages in a frame. Everything else: nobody.
FRAME_ANCESTORS = env.list(
    "FRAME_ANCESTORS",
    default=[
        SELF,
        "https://worker.mturk.com",
        "https://workersandbox.mturk.com",
        "https://www.mturk.com",
        "https://requester.mturk.com",
        "https://requestersandbox.mturk.com",
    ],
)
FRAME_ANCESTORS += [MTURK_ENDPOINT] if MTURK_ENDPOINT else []

# Where recruiters take people back, and where their signing keys are.
RECRUITER_SITES = {
    "prolific": _PROLIFIC_ENDPOINT
    or env.str("PROLIFIC_SITE", "https://app.prolific.com").rstrip("/"),
    "mturk": MTURK_ENDPOINT or MTURK_SITES[MTURK_ENVIRONMENT],
}
PROLIFIC_API = _PROLIFIC_ENDPOINT or env.str(
    "PROLIFIC_API", "https://api.prolific.com"
).rstrip("/")
PROLIFIC_API_TOKEN = read_secret(variables, "PROLIFIC_API_TOKEN") or (
    "playground" if _PROLIFIC_ENDPOINT else ""
)
RECRUITER_KEYS = {"prolific": f"{PROLIFIC_API}/.well-known/study/jwks.json"}
# Clocks differ: a signed link counts for so much longer.
SIGNED_LINK_LEEWAY_SECONDS = read_number(
    variables, "SIGNED_LINK_LEEWAY_SECONDS", 60, at_least=0
)

MAX_API_BODY = 256 * 1024

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["studies.api.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    # Others would be repeated in a header, whatever they are.
    "ALLOWED_VERSIONS": ["1"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "studies.api.errors.handle_exception",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Forgetmenot API",
    "DESCRIPTION": (
        "One participant's journey through a study, and for researchers with a token "
        "their studies, as JSON."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "PhaseEnum": "studies.api.serializers.PHASES",
        "CardPhaseEnum": "studies.models.session.CARD_PHASES",
        "StageEnum": "studies.api.serializers.STAGES",
        "StateEnum": "studies.api.researchers.shapes.STATES",
        "RoleEnum": "studies.api.researchers.shapes.ROLES",
        "PurposeEnum": "studies.api.researchers.shapes.PURPOSES",
        "JobStateEnum": "studies.api.researchers.shapes.JOB_STATES",
    },
}

# The worker touches it with every sweep, for whoever looks after processes.
ALIVE_FILE = env.str("ALIVE_FILE", "")
# One object a line where machines read it; for people on their own machine, words.
LOG_FORMAT = check_format(env.str("LOG_FORMAT", "json" if IS_PRODUCTION else "plain"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "secrets": {"()": "studies.redaction.SecretsFilter"},
        "hosts": {"()": "config.logs.UnknownHostFilter"},
    },
    "formatters": {"chosen": {"()": FORMATTERS[LOG_FORMAT]}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["secrets"],
            "formatter": "chosen",
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "django.server": {
            "handlers": ["console"],
            "level": "WARNING",
            "propagate": False,
        },
        "django.security.DisallowedHost": {"filters": ["hosts"]},
        # They log every start of a worker and of a task.
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
        # It would log every request of a simulated participant.
        "httpx": {"level": "WARNING"},
        # In more detail it would log who is paid.
        "botocore": {"level": "WARNING"},
    },
}
