"""What a researcher may know of their design and want all the same: warnings."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from studies.languages import LANGUAGES
from studies.models import Study
from studies.models.session import Phase
from studies.models.study import Purpose
from studies.recruitment import OPEN_LINK, Recruiter, pick_recruiters
from studies.recruitment.finish import (
    COMPLETED,
    SCREENED_OUT,
    WITHDRAWN,
    Ending,
    fill_address,
)
from studies.recruitment.options import ENDS, WAY_BACK
from studies.recruitment.panel import Panel
from studies.services.design.doubts.foreign_words import find_foreign_words
from studies.services.design.doubts.memory import find_memory_doubts
from studies.services.design.doubts.pay import (
    find_pay_doubts,
    pays_for_little,
    screens_out,
)
from studies.services.design.doubts.rules import find_rule_doubts
from studies.services.design.doubts.warning import DesignWarning
from studies.services.design.teachers import OFFERED
from studies.services.links.terms import terms_of

SHORTEST_REVIEW = 1
"""In seconds: what is shorter is more likely a slip of the pen."""
_WORD = re.compile(r"\w+")
# What templates are called: good for a list of studies, not for participants.
WORKING_TITLES = ("An empty study", "A quick comparison")


def find_doubts(study: Study) -> Iterator[DesignWarning]:
    """Everything that is doubtful, in the order of the page."""
    return chain(
        _doubts_about_question(study),
        find_rule_doubts(study),
        _doubts_about_cards(study),
        find_memory_doubts(study),
        _doubts_about_times(study),
        _doubts_about_consent(study),
        find_pay_doubts(study),
        _doubts_about_recruiters(study),
        _doubts_about_readiness(study),
    )


def _doubts_about_question(study: Study) -> Iterator[DesignWarning]:
    if study.title.strip() in WORKING_TITLES:
        yield DesignWarning(
            "working_title",
            "title",
            f"Participants read “{study.title.strip()}” as the title of their pages.",
        )
    if not study.hypothesis.strip():
        yield DesignWarning(
            "no_hypothesis",
            "hypothesis",
            "The design does not say what you expect: results that nobody expected "
            "before are exploratory.",
        )
    elif gone := _find_missing_arms(study):
        yield DesignWarning(
            "hypothesis_of_no_arm",
            "hypothesis",
            f"It speaks of {', '.join(gone)}, and there is no such arm.",
        )


def _find_missing_arms(study: Study) -> list[str]:
    """Codes of teachers in the hypothesis that belong to no arm."""
    arms = study.arms.all()
    known = {*(arm.teacher for arm in arms), *(arm.name for arm in arms)}
    named = dict.fromkeys(_WORD.findall(study.hypothesis))
    return [word for word in named if word in OFFERED and word not in known]


def _doubts_about_cards(study: Study) -> Iterator[DesignWarning]:
    if study.n_concepts <= study.horizon < 2 * study.n_concepts:
        yield DesignWarning(
            "few_steps",
            "horizon",
            f"With fewer than {2 * study.n_concepts} cards, many concepts are shown "
            "once only.",
        )
    if len(study.arms.all()) == 1:
        yield DesignWarning(
            "one_arm", "arms", "With one arm there is nothing to compare with."
        )


def _doubts_about_consent(study: Study) -> Iterator[DesignWarning]:
    own = study.consent_text.strip()
    if own and any(study.consent_parts.values()):
        yield DesignWarning(
            "two_consents",
            "consent_text",
            "Participants read your own consent text and after it the parts of the "
            "consent: see that the two do not contradict each other.",
        )
    if study.language_of_consent != study.language:
        names = dict(LANGUAGES)
        pages, agreed = names.get(study.language), names.get(study.language_of_consent)
        yield DesignWarning(
            "two_languages",
            "consent_language",
            f"The pages are in {pages}, and what is written for you in the consent is "
            f"in {agreed or pages}.",
        )
    if foreign := list(find_foreign_words(study)):
        yield DesignWarning(
            "other_language",
            foreign[0][0],
            "These words seem to be in another language than participants read: "
            f"{', '.join(name for _, name in foreign)}.",
        )
    if not own:
        yield from _missing_parts(study)


def _missing_parts(study: Study) -> Iterator[DesignWarning]:
    missing = {
        "retention": "The consent does not say how long data is kept.",
        "withdrawal": "The consent does not say until when people may have their data "
        "deleted.",
    }
    for part, words in missing.items():
        if not str(study.consent_parts.get(part, "")).strip():
            yield DesignWarning(f"no_{part}", f"consent_parts.{part}", words)


def _doubts_about_readiness(study: Study) -> Iterator[DesignWarning]:
    if not study.preregistration_url:
        yield DesignWarning(
            "no_preregistration",
            "preregistration_url",
            "The study is not preregistered.",
        )
    if not _was_finished(study, Purpose.PREVIEW):
        yield DesignWarning(
            "not_tried", "", "Nobody of the team has tried it to the end."
        )
    if not _was_finished(study, Purpose.PILOT):
        yield DesignWarning(
            "no_pilot", "", "No real person has finished a pilot of it."
        )


def _doubts_about_times(study: Study) -> Iterator[DesignWarning]:
    """Nothing at all may be meant; less than a second hardly is."""
    for field in ("review_seconds", "review_seconds_after_right"):
        seconds = getattr(study, field)
        if seconds is not None and 0 < seconds < SHORTEST_REVIEW:
            yield DesignWarning(
                f"short_{field}",
                field,
                f"In {seconds:g} seconds nobody can read the right answer.",
            )


def _doubts_about_recruiters(study: Study) -> Iterator[DesignWarning]:
    for recruiter in pick_recruiters(study.recruiters):
        yield from _doubts_about_way_back(study, recruiter)
    yield from _doubts_about_shared_way_back(study)
    yield from _doubts_about_open_link(study)


def _doubts_about_shared_way_back(study: Study) -> Iterator[DesignWarning]:
    """Whether people of others are led to a panel, which does not know them."""
    named = {each.name: each for each in pick_recruiters(study.recruiters)}
    panel = named.pop(Panel.name, None)
    told = terms_of(study, Panel.name).options
    if panel is None or WAY_BACK in told:
        return
    titles = [each.title for each in named.values() if _goes_common_way(study, each)]
    if titles:
        name = panel.title_for(told)
        yield DesignWarning(
            "shared_way_back",
            _option(panel, WAY_BACK),
            f"The way back leads people of {', '.join(titles)} to where it leads those "
            f"of {name}. If it is the address of {name} alone, enter it here instead.",
        )


def _goes_common_way(study: Study, recruiter: Recruiter) -> bool:
    """Whether who finishes is led back by the study's own address."""
    id_there = "X" if recruiter.knows_people else ""
    ending = Ending(
        COMPLETED, "X", person=id_there, assignment=id_there, is_earned=True
    )
    common = fill_address(study.completion_url, ending, code="X")
    led = recruiter.finish(ending, terms_of(study, recruiter.name)).address
    return bool(common) and led == common


def _doubts_about_way_back(
    study: Study, recruiter: Recruiter
) -> Iterator[DesignWarning]:
    terms = terms_of(study, recruiter.name)
    title = recruiter.title_for(terms.options)
    if recruiter.without_way_back and not recruiter.has_way_back(terms):
        option = recruiter.way_back_option
        yield DesignWarning(
            f"no_way_back_to_{recruiter.name}",
            _option(recruiter, option) if option else "completion_url",
            f"Nothing leads people back to {title} when they finish: "
            f"{recruiter.without_way_back}",
        )
    for end in recruiter.find_uncoded(_ends_in_need(study), terms.options):
        yield DesignWarning(
            f"no_code_of_{recruiter.name}_{end}",
            _option(recruiter, f"code_{end}"),
            f"No code of {title} is entered for {ENDS[end]}: they are asked to "
            f"{_without_code(study, end)}",
        )


def _option(recruiter: Recruiter, name: str) -> str:
    return f"recruiter_options.{recruiter.name}.{name}"


def _ends_in_need(study: Study) -> list[str]:
    """Ends other than finishing that are paid for, or that the design brings about."""
    needs = {
        SCREENED_OUT: study.pays_screened_out or screens_out(study),
        WITHDRAWN: study.pays_withdrawn,
    }
    return [end for end, is_needed in needs.items() if is_needed]


def _without_code(study: Study, end: str) -> str:
    pays = {SCREENED_OUT: study.pays_screened_out, WITHDRAWN: study.pays_withdrawn}
    if pays[end]:
        return "hand in without one, and you pay them by hand."
    return "return what they accepted there."


def _doubts_about_open_link(study: Study) -> Iterator[DesignWarning]:
    if OPEN_LINK in study.recruiters and pays_for_little(study):
        yield DesignWarning(
            "pays_anybody",
            "recruiters",
            "By the open link anybody can come again and again and be paid for "
            "leaving or being screened out.",
        )
    if OPEN_LINK in study.recruiters and study.earlier_studies:
        yield DesignWarning(
            "lets_earlier_in",
            "earlier_studies",
            "An open link knows nobody, so people of the earlier studies that you "
            "named can come by it.",
        )
    if OPEN_LINK in study.recruiters and screens_out(study):
        yield DesignWarning(
            "screens_strangers",
            "recruiters",
            "Somebody who is screened out can open the link again and answer "
            "differently: an open link does not recognise people. Prolific, "
            "Mechanical Turk, panels and personal links do.",
        )


def _was_finished(study: Study, purpose: Purpose) -> bool:
    """Simulated people have a purpose of their own, and tell nothing of the words."""
    sessions: Any = study.sessions
    return bool(sessions.filter(purpose=purpose, phase=Phase.COMPLETED).exists())
