"""What can go wrong in a study, each with a code for machines and words for people."""

from collections.abc import Mapping, Sequence
from typing import ClassVar


class StudyError(Exception):
    """A request that cannot be granted; nothing was changed."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 409
    default_message: ClassVar[str] = "This is not possible."

    def __init__(self, message: str = "") -> None:
        self.message = message or self.default_message
        super().__init__(self.message)


class NotFoundError(StudyError):
    code = "not_found"
    status = 404
    default_message = "There is nothing at this address."


class NotAllowedError(StudyError):
    code = "not_allowed"
    status = 403
    default_message = "Your role does not allow this."


class InvalidError(StudyError):
    code = "invalid"
    status = 400
    default_message = "Something in the request is not as it should be."


class PlaceholderError(InvalidError):
    code = "placeholder"
    default_message = "The link has a placeholder where an id should be."


class UnsignedError(InvalidError):
    code = "unsigned"
    default_message = "The link lacks the recruiter's signature, or it is too old."


class AlteredLinkError(InvalidError):
    code = "altered_link"
    default_message = "This personal link is not as this server made it."


class FaultyAnswersError(InvalidError):
    """``faults`` says what is wrong, by the ids of the questions."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{name}: {said}" for name, said in faults.items()))


class OtherRecruiterError(StudyError):
    code = "other_recruiter"
    default_message = "The study takes nobody who comes this way."


class LinkTakenBackError(StudyError):
    code = "link_taken_back"
    default_message = "Whoever gave out this link has taken it back."


class UnprovenError(StudyError):
    code = "unproven"
    default_message = "Only whoever began this session can end it or delete it."


class ConsentMissingError(StudyError):
    code = "consent_missing"
    status = 400
    default_message = "Taking part needs your consent."


class AgeMissingError(ConsentMissingError):
    code = "age_missing"
    default_message = "Taking part needs your word that you are old enough."


class ConflictError(StudyError):
    code = "conflict"
    default_message = "This card has been answered already."


class AnsweredError(ConflictError):
    code = "answered"
    default_message = "These questions have been answered already."


class WrongPageError(StudyError):
    code = "wrong_page"
    default_message = "You are on another page."


class TooEarlyError(StudyError):
    code = "too_early"
    default_message = "This is not over yet."


class TooFastError(StudyError):
    """``seconds`` says how long to wait; then the same is taken."""

    code = "too_fast"
    status = 429
    default_message = "Nobody is through so soon: wait, then send it again."

    def __init__(self, *, seconds: int) -> None:
        self.seconds = seconds
        super().__init__()


class StudyNotOpenError(StudyError):
    code = "not_open"
    default_message = "The study is not open for new participants."


class StudyFullError(StudyError):
    code = "full"
    # Said to everybody who is not let in: it must not tell who took part.
    default_message = "All places are taken, or you have taken part before."


class FullOrEarlierError(StudyFullError):
    """The same where people of earlier studies are kept out as well."""

    code = "full_or_earlier"
    default_message = (
        "All places are taken, or you have taken part before, here or in an earlier "
        "study."
    )


class KeptOutError(StudyError):
    """Said to those alone who proved who they are."""

    code = "kept_out"
    default_message = (
        "You took part in an earlier study, and this one is for people who did not."
    )


class StudyClosedError(StudyError):
    code = "closed"
    default_message = "The study is closed."


class FinishedError(StudyError):
    code = "finished"
    default_message = "Your participation is over."


class PreviewError(StudyError):
    code = "preview"
    default_message = "Accept the task first; a preview cannot take part."


class ResultsLockedError(StudyError):
    code = "results_locked"
    default_message = "Results are locked until the study is closed."


class DesignError(StudyError):
    code = "design"
    default_message = "The design of the study does not allow this."


class FaultyDesignError(DesignError):
    """``faults`` says everything that is wrong with a design that was sent."""

    status = 400

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = list(faults)
        super().__init__(" ".join(faults))


class RecruiterError(StudyError):
    """What a recruiter's service said no to, in its words."""

    code = "recruiter"
    default_message = "The recruiter refused this."


class RecruiterDownError(RecruiterError):
    """The recruiter did not answer: whether anything happened there is not known."""

    code = "recruiter_down"
    status = 503
    default_message = "The recruiter does not answer. Try again in some minutes."


class RecruiterBusyError(RecruiterDownError):
    """The recruiter asked to wait: nothing happened there."""

    code = "recruiter_busy"
    default_message = "The recruiter asks to wait. Try again in some minutes."


class UnsureError(RecruiterDownError):
    """A payment may have been made or not; the next try asks before it pays."""

    code = "unsure"
    default_message = (
        "The recruiter did not say whether this was paid. Try again in some minutes: "
        "nothing is paid twice."
    )


class BusyPaymentError(StudyError):
    code = "busy_payment"
    default_message = "This is being paid right now."


class BudgetError(StudyError):
    code = "budget"
    default_message = "This would cost more than the budget allows."


class UnconfirmedError(StudyError):
    """``expected`` is what has to be typed before anything costs money.

    Before that there may be something to ``mind``, which a page shows as a list.
    """

    code = "unconfirmed"

    def __init__(
        self, message: str, *, expected: str, mind: Sequence[str] = ()
    ) -> None:
        self.expected, self.asked, self.mind = expected, message, tuple(mind)
        minded = [f"Mind: {each}." for each in mind]
        super().__init__(" ".join([*minded, message]))


class DeckError(StudyError):
    code = "deck"
    status = 400
    default_message = "The deck cannot be read."


class BackupError(StudyError):
    code = "backup"
    default_message = "The backup cannot be made or read."
