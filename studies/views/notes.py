"""What pages say when something did not go as asked, in the reader's language."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

Text = str | Promise

NOTES: dict[str, Text] = {
    "conflict": _("This card was answered already. Your first answer counts."),
    "answered": _("These questions were answered already. Your first answers count."),
    "wrong_page": _("You have moved on already. This is where you are."),
    "too_early": _("A moment more, please: this page is not over yet."),
    "invalid": _("Type an answer, or press “I don’t know”."),
    "finished": _("Your participation is over. Nothing was changed."),
    "closed": _("The study has been closed. Nothing was changed."),
    "welcome_back": _("Welcome back. You go on where you were."),
    "right": _("Right! Here is the next card."),
}


@dataclass(frozen=True)
class Problem:
    """A page without a way on: what is wrong, and what to do."""

    title: Text
    what: Text
    todo: Text
    # The same for people of a recruiter who hand something back there: {task}.
    todo_with_task: Text = ""

    def for_task(self, task: str) -> "Problem":
        """In the words of somebody who accepted a ``task``, if it has a name."""
        if not (task and self.todo_with_task):
            return self
        words: Any = self.todo_with_task
        return replace(self, todo=format_lazy(words, task=gettext_lazy(task)))


UNAVAILABLE = Problem(
    _("One moment, please"),
    _("The server cannot answer just now. Your answers so far are saved."),
    _("Wait a minute, then load this page again."),
)
TOO_MANY = Problem(
    _("A little slower, please"),
    _("More came from here than one person can do. Your answers so far are saved."),
    _("Wait a minute, then load this page again."),
)
LOCKED_OUT = Problem(
    _("Too many wrong passwords"),
    _("Signing in from here has to wait for a while, so that nobody can guess."),
    _(
        "If the password is forgotten, whoever runs the server can set a new one with "
        "manage.py changepassword."
    ),
)
MISSING = Problem(
    _("There is nothing at this address"),
    _("The link may be incomplete or out of date."),
    _(
        "Check the address, or open the link you were given once more. Whoever came "
        "from a recruiter finds the way back to where they were there."
    ),
)
REFUSED_FORM = Problem(
    _("Your form could not be accepted"),
    _(
        "It does not belong to your present visit: perhaps its page was open for long, "
        "or you signed in or out in another tab. Nothing was saved."
    ),
    _(
        "Go back, load that page again and send the form once more. If that does not "
        "help, allow cookies for this site."
    ),
)
INSECURE = Problem(
    _("This site is not ready yet"),
    _("It answers over https alone, and this request did not come that way."),
    _(
        "If you run it: put a proxy in front that speaks https and sends Host and "
        "X-Forwarded-Proto, and set BEHIND_TLS_PROXY=true. docs/deployment.md shows "
        "how. To try it on your own machine, use make run."
    ),
)
# Said to those who took part and to strangers alike.
RETURN_OR_WRITE = _(
    "Thank you for your interest. If you have not taken part, please return the task. "
    "If you have and miss your code, write to the contact below."
)
RETURN_TASK_OR_WRITE = _(
    "Thank you for your interest. Please return {task}, also if you took part before. "
    "Only if you have finished this very study and miss your code, keep it and write "
    "to the contact below."
)
PROBLEMS: dict[str, Problem] = {
    "not_found": MISSING,
    "too_fast": TOO_MANY,
    "error": Problem(
        _("That did not work"),
        _("Something is not as it should be. Nothing was changed."),
        _("Go back and try again."),
    ),
    "invalid": Problem(
        _("This link is not complete"),
        _("What the recruiter’s page added to the link cannot be read."),
        _("Go back to the recruiter’s page and open the study from there."),
    ),
    "placeholder": Problem(
        _("The recruiter has not filled in who you are"),
        _("The link still has a placeholder where an id should be."),
        _(
            "Open the study from the recruiter’s page. If you are trying out your own "
            "study: write 24 digits in place of the braces."
        ),
    ),
    "unsigned": Problem(
        _("This link is not valid, or not any more"),
        _("The recruiter signs the links of this study, for a short time each."),
        _("Go back to the recruiter’s page and open the study from there once more."),
    ),
    "altered_link": Problem(
        _("This is not the link that you were sent"),
        _("A part of your personal link is missing, or was changed on the way."),
        _(
            "Open the link once more from where you got it, and copy all of it if you "
            "copy it. If that does not help, write to whoever sent it to you."
        ),
    ),
    "other_recruiter": Problem(
        _("This is not the way into the study"),
        _("It takes only people who come from the recruiter it was announced at."),
        _("Go to where you found the study and open it from there."),
    ),
    "link_taken_back": Problem(
        _("This link is no longer valid"),
        _("Whoever gave it to you has taken it back. Nothing was stored."),
        _("If you think that this is a mistake, write to the contact below."),
    ),
    "unproven": Problem(
        _("This is for whoever began the session"),
        _(
            "Ending a session for good, deleting its answers and answering questions "
            "that may end it are for whoever began it, and your link does not prove "
            "that it was you. Nothing was changed."
        ),
        _(
            "To stop, just close this page. To prove that it is you, use the address "
            "of your first visit, or open the task that came first. If you have "
            "neither, write to the contact below."
        ),
    ),
    "consent_missing": Problem(
        _("Your consent is missing"),
        _("Nobody takes part without having agreed."),
        _("Go back and choose whether you want to take part."),
    ),
    "not_open": Problem(
        _("The study is not open at the moment"),
        _("No new participants can begin now. Nothing about you was stored."),
        _("Try again later. If you had begun, open your own link to go on."),
    ),
    # Said to everybody who is not let in: it must not tell who took part.
    "full": Problem(
        _("There is no place for you now"),
        _("All places are taken, or you have taken part before. Nothing was stored."),
        RETURN_OR_WRITE,
        RETURN_TASK_OR_WRITE,
    ),
    # The same where people of earlier studies are kept out as well.
    "full_or_earlier": Problem(
        _("There is no place for you now"),
        _(
            "All places are taken, or you have taken part before, here or in an "
            "earlier study. Nothing was stored."
        ),
        RETURN_OR_WRITE,
        RETURN_TASK_OR_WRITE,
    ),
    # Said to those alone who proved who they are.
    "kept_out": Problem(
        _("You have helped us before"),
        _(
            "You took part in an earlier study, and what you learnt there would blur "
            "what we want to see in this one. Thank you for having taken part. "
            "Nothing was stored now."
        ),
        _(
            "If you came from a recruiter, please return the task there. If you think "
            "that this is a mistake, write to the contact below."
        ),
        _(
            "Please return {task}. If you think that this is a mistake, write to the "
            "contact below."
        ),
    ),
    "closed": Problem(
        _("The study is closed"),
        _("Nobody new can begin. Nothing was stored."),
        RETURN_OR_WRITE,
        RETURN_TASK_OR_WRITE,
    ),
    "preview": Problem(
        _("This is a preview"),
        _("You can look around, but not take part yet."),
        _("Accept the task first, then open it again."),
    ),
}
