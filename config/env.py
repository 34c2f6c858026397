"""What the settings demand of the environment."""

import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

MIN_KEY_LENGTH = 50
MIN_KEY_LETTERS = 5
MIN_PASSWORD_LENGTH = 12
WEAK_PASSWORDS = frozenset({"admin", "password", "forgetmenot", "changeme"})

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # Others' writes empty a connection's cache at once, so it need not be large.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-256;"
    ),
}


def check_environment_name(name: str) -> str:
    """``name`` itself, or an error for anything but the three environments."""
    if name not in {"local", "production", "test"}:
        raise ImproperlyConfigured(
            f"FORGETMENOT_ENV must be local, production or test, got {name!r}"
        )
    return name


def check_production(
    *,
    secret_key: str,
    debug: bool,
    allowed_hosts: Sequence[str],
    admin_password: str,
    identity_key: str = "",
) -> None:
    """Refuse to start with what is only good enough for one's own machine."""
    faults = [
        *_key_faults("SECRET_KEY", secret_key),
        *(_key_faults("IDENTITY_KEY", identity_key) if identity_key else []),
        *(["DEBUG must be off"] if debug else []),
        *_host_faults(allowed_hosts),
        *_password_faults(admin_password),
    ]
    if faults:
        raise ImproperlyConfigured("; ".join(faults))


def _key_faults(name: str, key: str) -> list[str]:
    weak = (
        len(key) < MIN_KEY_LENGTH
        or len(set(key)) < MIN_KEY_LETTERS
        or key.startswith("django-insecure")
    )
    return [f"{name} must be random, 50 characters or more"] if weak else []


def _host_faults(hosts: Sequence[str]) -> list[str]:
    if not hosts:
        return ["ALLOWED_HOSTS must name the site"]
    return ["ALLOWED_HOSTS must not be open"] if "*" in hosts else []


def _password_faults(password: str) -> list[str]:
    if not password:
        return []
    weak = len(password) < MIN_PASSWORD_LENGTH or password.lower() in WEAK_PASSWORDS
    return ["ADMIN_PASSWORD is weak"] if weak else []


def read_secret(env: environ.Env, name: str) -> str:
    """A secret as it stands, or nothing; ``env.str`` takes ``$x`` for a variable."""
    return str(env.ENVIRON.get(name, "")).rstrip("\n")


def find_identity_keys(own: str, secret_keys: Sequence[str]) -> list[bytes]:
    """Keys of the hashes that outlast an erasure; the first one makes new hashes.

    Without a key of ``own`` they are derived, so that they differ from the secret keys.
    """
    derived = [
        hmac.digest(key.encode(), b"forgetmenot.identity", "sha256")
        for key in secret_keys
    ]
    return [own.encode(), *derived] if own else derived


def find_database(env: environ.Env, *, default: str) -> dict[str, Any]:
    """The database of ``DATABASE_URL``, else of ``POSTGRES_HOST`` and its companions.

    In an address, a password must be percent-encoded; on its own it may be anything.
    """
    address, host = env.str("DATABASE_URL", ""), env.str("POSTGRES_HOST", "")
    if address or not host:
        return dict(env.db_url_config(address or default))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": host,
        "PORT": env.str("POSTGRES_PORT", ""),
        "NAME": env.str("POSTGRES_DB", "forgetmenot"),
        "USER": env.str("POSTGRES_USER", "forgetmenot"),
        "PASSWORD": read_secret(env, "POSTGRES_PASSWORD"),
    }


def where_the_visitor_stands(n_proxies: int) -> tuple[int, list[str]]:
    """How many proxies ipware counts in which headers, to find a visitor's address.

    Each proxy appends whom it was called by: the last one's own address is in no
    header, and what a visitor wrote there stands before all of them.
    """
    if n_proxies == 0:
        return 0, ["REMOTE_ADDR"]
    return n_proxies - 1, ["HTTP_X_FORWARDED_FOR", "REMOTE_ADDR"]


def with_options(database: Mapping[str, Any], *, test_name: str = "") -> dict[str, Any]:
    """A database's settings, with what makes it safe under many participants."""
    if test_name:
        # In memory, SQLite would ignore WAL and time-outs.
        database = {**database, "TEST": {"NAME": test_name}}
    if database["ENGINE"].endswith("sqlite3"):
        return {
            **database,
            "ENGINE": "config.sqlite",
            "CONN_MAX_AGE": None,
            "OPTIONS": SQLITE_OPTIONS,
        }
    return {
        **database,
        "ENGINE": "config.postgresql",
        # A new connection has to plan its statements anew.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
