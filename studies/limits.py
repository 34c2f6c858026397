"""How long and how many: every bound on what people send, once."""

MAX_ANSWER = 200
MAX_STEP = 2**31 - 1
MAX_QUESTIONNAIRE_TEXT = 5000
MAX_QUESTION_ID = 50
MAX_CHOSEN = 50
MAX_RECRUITER_ID = 300
# Per session, of arrivals that were proved, and as many of others.
MAX_TOKENS_EACH = 10
MAX_EVENTS_PER_REQUEST = 100
MAX_EVENTS_PER_SESSION = 5000
MAX_CLIENT_JSON = 2000
LARGEST_CLIENT_NUMBER = 1e12
# Of the time a picture took to appear, as the browser tells it.
BELIEVED_DELAY_SECONDS = 5
# How long the time of a card stands still whose picture failed: to see it, and to ask
# once more. Then it goes on, whether or not anybody looks.
STANDS_STILL_SECONDS = 15
# Of a study, in all its arms.
MAX_PLACES = 100_000
# What a researcher writes about a participant.
MAX_NOTE = 4000
# After the grace, the text of an answer that was under way when its time ended: a
# request that runs into its time-out, the longest pause, and the try that follows.
LATE_TEXT_SECONDS = 15 + 15 + 15


def is_step(value: object) -> bool:
    """Whether ``value`` could be the step of a card, or 0 for a page without one."""
    return type(value) is int and 0 <= value <= MAX_STEP
