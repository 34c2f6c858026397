"""Two studies for Prolific, of few words: python -m tests.browser.prolific."""

from docs.prolific_desk import make_studies
from tests.browser.prepare import deck
from tests.studies.factories import WORDS

if __name__ == "__main__":
    make_studies(deck("words", WORDS))
