"""The languages that pages are in; settings, studies and translations follow."""

LANGUAGES = (("en", "English"), ("de", "Deutsch"))
DEFAULT_LANGUAGE = "en"
