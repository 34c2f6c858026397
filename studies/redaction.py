"""Keeps tokens and recruiters' ids out of every log line."""

import logging
import re

HIDDEN = "[hidden]"
_TOKEN_IN_PATH = re.compile(r"(/(?:s|sessions)/)[^/\s?'\"]+")
_QUERY = re.compile(r"\?[^\s'\"]+")
# What PostgreSQL quotes of a row that it refuses.
_REFUSED_ROW = re.compile(r"(Key \([^()]*\)=|Failing row contains )\(.*\)")
_LONG_SECRET = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")


def redact(text: str) -> str:
    """``text`` without the tokens, query strings and other secrets in it."""
    text = _TOKEN_IN_PATH.sub(rf"\1{HIDDEN}", text)
    text = _QUERY.sub(f"?{HIDDEN}", text)
    text = _REFUSED_ROW.sub(rf"\1({HIDDEN})", text)
    return _LONG_SECRET.sub(HIDDEN, text)


class SecretsFilter(logging.Filter):
    """Rewrites a record's message before any handler formats it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redact(record.getMessage())
        record.args = ()
        if record.exc_info:
            record.exc_text = redact(
                logging.Formatter().formatException(record.exc_info)
            )
        return True
