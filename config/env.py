"""What the settings demand of the environment."""

import hmac
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from config.addresses import find_host_faults, is_address
from config.guessing import (
    MIN_KEY_LENGTH,
    MIN_PASSWORD_LENGTH,
    MIN_TOKEN_LENGTH,
    find_weakness,
    is_weak_key,
)
from config.variables import read_port, read_secret

OLDER = "Each of SECRET_KEY_FALLBACKS"
A_YEAR = 31_536_000
# A command may wait for a busy server; somebody waits for the answer to a request.
CONNECT_SECONDS = 30
CONNECT_SECONDS_OF_REQUESTS = 3
# What a server that runs needs at most to say that a statement took too long.
GRACE_SECONDS = 2
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # Others' writes empty a connection's cache at once, so it need not be large.
    # What is deleted is overwritten, so that an erasure erases.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-256; "
        "PRAGMA secure_delete=ON;"
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
    admin_username: str = "",
    identity_key: str = "",
    backup_key: str = "",
    older_keys: Sequence[str] = (),
    metrics_token: str = "",
) -> None:
    """Refuse to start with what is only good enough for one's own machine."""
    faults = [
        *_key_faults("SECRET_KEY", secret_key),
        *(_key_faults("IDENTITY_KEY", identity_key) if identity_key else []),
        *(_key_faults("BACKUP_KEY", backup_key) if backup_key else []),
        *(fault for key in older_keys for fault in _key_faults(OLDER, key)),
        *_token_faults(metrics_token),
        *(["DEBUG must be off in production, got on"] if debug else []),
        *find_host_faults(allowed_hosts),
        *_password_faults(admin_password, admin_username),
    ]
    if faults:
        raise ImproperlyConfigured("; ".join(faults))


def check_preload(*, is_wished: bool, seconds: int) -> None:
    """Refuse to ask for a place on the list of browsers that is given to nobody."""
    if is_wished and seconds < A_YEAR:
        raise ImproperlyConfigured(
            f"HSTS_PRELOAD needs an HSTS_SECONDS of {A_YEAR} or more, got {seconds}"
        )


def check_mail(*, host: str, sender: str) -> None:
    """Refuse a mail server without a sender: what it sends would come from nobody."""
    if host and "@" not in sender:
        raise ImproperlyConfigured(
            "EMAIL_HOST needs an EMAIL_FROM, as in studies@example.org, "
            f"got {sender or 'none'}"
        )


def check_site_url(address: str) -> str:
    """``address`` without its last slash; nothing is nothing."""
    if address and not is_address(address):
        raise ImproperlyConfigured(
            "SITE_URL must begin with https:// or http:// and name the site, got "
            f"{address!r}"
        )
    return address.rstrip("/")


def check_tls_address(address: str) -> str:
    """``address`` itself: a host with its port, or nothing."""
    host, _, port = address.rpartition(":")
    if address and not (host and port.isdecimal()):
        raise ImproperlyConfigured(f"TLS_ADDRESS must be host:port, got {address!r}")
    return address


def check_mturk_environment(name: str) -> str:
    """``name`` itself: where tasks are offered, with play money or with real."""
    if name not in {"sandbox", "production"}:
        raise ImproperlyConfigured(
            f"MTURK_ENVIRONMENT must be sandbox or production, got {name!r}"
        )
    return name


def check_stand_in(name: str, address: str, *, is_production: bool) -> str:
    """Nothing, or the address of a stand-in on this machine, without a last slash.

    Where people take part in earnest nobody plays: it is reached without encryption.
    """
    if address and is_production:
        raise ImproperlyConfigured(
            f"{name} is for one's own machine, not for production, got {address!r}"
        )
    if address and urlsplit(address).hostname not in {"127.0.0.1", "::1", "localhost"}:
        raise ImproperlyConfigured(f"{name} must be on this machine, got {address!r}")
    return address.rstrip("/")


def _key_faults(name: str, key: str) -> list[str]:
    wish = f"{name} must be random, {MIN_KEY_LENGTH} characters or more"
    return [f"{wish}, got {_described(key)}"] if is_weak_key(key) else []


def _token_faults(token: str) -> list[str]:
    wish = f"METRICS_TOKEN must be random, {MIN_TOKEN_LENGTH} characters or more"
    is_short = 0 < len(token) < MIN_TOKEN_LENGTH
    return [f"{wish}, got {_described(token)}"] if is_short else []


def _described(secret: str) -> str:
    """What may be said of a secret aloud."""
    if not secret:
        return "none"
    counts = {"character": len(secret), "different one": len(set(secret))}
    return ", ".join(f"{n} {name}{'' if n == 1 else 's'}" for name, n in counts.items())


def _password_faults(password: str, username: str) -> list[str]:
    weakness = find_weakness(password, names=[username]) if password else ""
    wish = f"ADMIN_PASSWORD must be hard to guess, {MIN_PASSWORD_LENGTH} characters"
    got = f"{_described(password)}: {weakness.rstrip('.')}"
    return [f"{wish} or more, got {got}"] if weakness else []


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
    Without a ``default`` one of them must be set.
    """
    address, host = env.str("DATABASE_URL", ""), env.str("POSTGRES_HOST", "")
    if address or not host:
        return _parse_address(env, address or default)
    port = read_port(env.ENVIRON, "POSTGRES_PORT", 0)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": host,
        "PORT": str(port or ""),
        "NAME": env.str("POSTGRES_DB", "forgetmenot"),
        "USER": env.str("POSTGRES_USER", "forgetmenot"),
        "PASSWORD": read_secret(env.ENVIRON, "POSTGRES_PASSWORD"),
    }


def _parse_address(env: environ.Env, address: str) -> dict[str, Any]:
    wish = (
        "DATABASE_URL must be postgres://user:password@host/name, its password "
        "percent-encoded, or sqlite:///path"
    )
    if not address:
        raise ImproperlyConfigured(f"{wish}, got none, and POSTGRES_HOST is not set")
    try:
        found = dict(env.db_url_config(address)) if _has_scheme(address) else {}
    except ValueError:
        found = {}
    if not found.get("NAME"):
        # Whoever it names, with whatever password, is nobody else's business.
        got = re.sub(".*@", "...@", address)
        raise ImproperlyConfigured(f"{wish}, got {got!r}")
    return found


def _has_scheme(address: str) -> bool:
    return address.partition("://")[0] in {"postgres", "postgresql", "sqlite"}


def where_the_visitor_stands(n_proxies: int) -> tuple[int, list[str]]:
    """How many proxies ipware counts in which headers, to find a visitor's address.

    Each proxy appends whom it was called by: the last one's own address is in no
    header, and what a visitor wrote there stands before all of them.
    """
    if n_proxies == 0:
        return 0, ["REMOTE_ADDR"]
    return n_proxies - 1, ["HTTP_X_FORWARDED_FOR", "REMOTE_ADDR"]


def with_options(
    database: Mapping[str, Any], *, test_name: str = "", is_pooled: bool = False
) -> dict[str, Any]:
    """A database's settings, with what makes it safe under many participants.

    ``is_pooled`` says that every transaction may meet another connection of the server:
    whatever belongs to a connection is left out.
    """
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
        "IS_POOLED": is_pooled,
        "DISABLE_SERVER_SIDE_CURSORS": is_pooled,
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            **database.get("OPTIONS", {}),
        },
    }


def with_time_limit(
    database: Mapping[str, Any], *, seconds: int, n_threads: int
) -> dict[str, Any]:
    """A database's settings for requests, whose statements have ``seconds`` each.

    For a lock half of that must do: others hold one for a moment.
    """
    if database["ENGINE"] != "config.postgresql":
        return dict(database)
    options = dict(database["OPTIONS"])
    options["connect_timeout"] = min(
        int(options["connect_timeout"]), CONNECT_SECONDS_OF_REQUESTS
    )
    patient = {
        **database,
        "PATIENCE_SECONDS": seconds + GRACE_SECONDS,
        "N_THREADS": n_threads,
        "OPTIONS": options,
    }
    if database["IS_POOLED"]:
        return patient
    limits = f"-c statement_timeout={seconds}s -c lock_timeout={seconds * 500}ms"
    limits = f"{limits} {options.get('options', '')}".rstrip()
    return {**patient, "OPTIONS": {**options, "options": limits}}
