"""A preregistration, written from what the design fixes."""

from collections.abc import Iterator

from studies.labels import RECRUITER_NAMES
from studies.models import Arm, Study
from studies.models.study import PrimaryOutcome, PrimaryTest, Sampling
from studies.services.design.costs import hourly_pay
from studies.services.design.exclusions import describe_rules
from studies.services.design.procedure import describe_procedure, describe_texts
from studies.services.design.summary import summarise_design
from studies.services.design.teachers import list_teachers, tell_options
from studies.services.earlier_studies import earlier_of
from studies.services.links.terms import knows_anybody

NOT_SAID = "(not said in the design)"
_STATISTICS = {
    PrimaryTest.WELCH: "Welch’s t",
    PrimaryTest.ANCOVA: "the arm’s coefficient given the share right at prequiz, over "
    "its robust (HC2) error (ANCOVA)",
}
_OTHER_TESTS = (
    "the same comparison by the other statistic, a GEE over pairs, people who left "
    "counted as no gain, and Lee’s bounds if arms lose people unequally"
)


def write_preregistration(study: Study) -> str:
    """Everything that the design fixes, as Markdown under the usual headings."""
    parts = (
        ("Title", [study.title]),
        ("Hypothesis", [study.hypothesis or NOT_SAID]),
        ("Design", _design(study)),
        ("Materials", _materials(study)),
        ("Procedure", describe_procedure(study)),
        ("Outcome", _outcome(study)),
        ("Sample", _sample(study)),
        ("Pay", _pay(study)),
        ("Analysis", _analysis(study)),
        ("Exclusions", _exclusions(study)),
        ("What participants read", describe_texts(study)),
        ("Data kept", _keeping(study)),
        ("Identification", _identification(study)),
    )
    return "\n\n".join(
        f"## {heading}\n\n" + "\n\n".join(lines) for heading, lines in parts
    )


def _design(study: Study) -> Iterator[str]:
    arms = list(study.arms.order_by("position"))
    yield (
        f"Participants are allocated to {len(arms)} arm{'s' if len(arms) != 1 else ''} "
        "by permuted blocks when they have finished the prequiz. Nobody is told which "
        "arm they are in."
    )
    yield "\n".join(map(_arm, arms))


def _arm(arm: Arm) -> str:
    """What its teacher does, what it believes of memory, and how many it teaches."""
    does = {each.code: f"“{each.name}” {each.sentence}" for each in list_teachers()}
    memory = "as the deck says of each concept"
    if arm.theta:
        memory = f"{arm.theta} for a right answer, a wrong one and the concept itself"
    told = tell_options(arm.teacher, arm.options)
    return (
        f"- {arm.name}, {arm.n_places} places: teacher {arm.teacher}, "
        f"{does.get(arm.teacher, NOT_SAID)}. Memory it believes in: {memory}."
        f"{f' It is told: {told}.' if told else ''}"
    )


def _materials(study: Study) -> Iterator[str]:
    version = study.deck_version
    yield (
        f"Deck “{version.deck.title}”, version {version.number}, "
        f"fingerprint {version.fingerprint}."
    )
    if study.sampling == Sampling.STRATIFIED:
        levels = ", ".join(f"{n} {level}" for level, n in study.strata.items())
        yield f"Each session draws {study.n_concepts} concepts: {levels}."
    else:
        yield f"Each session draws {study.n_concepts} concepts at random."


def _outcome(study: Study) -> Iterator[str]:
    yield f"Primary outcome, per participant: {study.get_primary_outcome_display()}."
    if study.arms.count() > 1:
        yield f"Reference arm: {study.reference_arm or NOT_SAID}."


def _sample(study: Study) -> Iterator[str]:
    yield f"{summarise_design(study).people} complete the study."
    ways = (RECRUITER_NAMES.get(name, name) for name in study.recruiters)
    yield f"People come from: {'; '.join(ways) or NOT_SAID}."
    yield f"Stopping rule: {study.stopping_rule or NOT_SAID}"


def _pay(study: Study) -> Iterator[str]:
    pays_a_part = study.pays_withdrawn or study.pays_screened_out
    if study.pay_amount is None and not study.pay_text:
        yield f"Nothing is paid{' for finishing' if pays_a_part else ''}."
        if not pays_a_part:
            return
    if study.pay_amount is not None:
        hourly = hourly_pay(study)
        yield (
            f"Who finishes is paid {study.pay_amount:.2f} {study.currency}, "
            f"{hourly:.2f} an hour at the usual length."
        )
    if study.pay_text:
        yield f"Participants read: “{study.pay_text}”"
    yield from _partial_pay(study)


def _partial_pay(study: Study) -> Iterator[str]:
    paid = {
        "stops early or runs out of time": study.pays_withdrawn,
        "is screened out": study.pays_screened_out,
    }
    whom = " or ".join(words for words, is_paid in paid.items() if is_paid)
    if whom:
        yield f"Who {whom} is paid in part: {_tell_part(study) or NOT_SAID}"
    else:
        yield "Who does not finish is paid nothing."


def _tell_part(study: Study) -> str:
    amount, text = study.partial_pay_amount, study.partial_pay_text
    told = "" if amount is None else f"{amount:.2f} {study.currency}"
    if told and text:
        return f"{told}; participants read: “{text}”"
    return told or text


def _analysis(study: Study) -> Iterator[str]:
    if study.arms.count() < 2:
        yield "There is one arm: nothing is compared, and its people are described."
        return
    yield (
        f"Each other arm is compared with the reference by a permutation test of "
        f"{_STATISTICS[PrimaryTest(study.primary_test)]}, labels shuffled within "
        "allocation blocks. Tests are two-sided; p-values are adjusted by Holm’s "
        "method, and the criterion is an adjusted p below .05. The unit is the "
        "participant."
    )
    yield (
        "Everybody who was allocated and has a postquiz is analysed, in the arm of "
        "their place. Whoever had nothing wrong before has no such share: they are "
        "counted, and left out of its means."
    )
    yield f"Beside it are described: {_other_outcomes(study)}, and {_OTHER_TESTS}."
    yield _looks(study.n_planned_looks)
    if study.equivalence_margin:
        yield (
            f"Arms count as equivalent if the 90 % interval of their difference lies "
            f"within {100 * study.equivalence_margin:g} percentage points of 0."
        )


def _other_outcomes(study: Study) -> str:
    others = (
        outcome.label for outcome in PrimaryOutcome if outcome != study.primary_outcome
    )
    return "; ".join(others)


def _looks(n_looks: int) -> str:
    if not n_looks:
        return "Results are not looked at before the end."
    return (
        f"Results are looked at {n_looks} time{'s' if n_looks > 1 else ''} before the "
        "end, with O’Brien and Fleming’s spending by completers of the target."
    )


def _exclusions(study: Study) -> Iterator[str]:
    rules = describe_rules(study.exclusion_rules)
    yield "\n".join(f"- {rule}" for rule in rules) or "Nobody is excluded."
    if earlier := earlier_of(study):
        names = ", ".join(f"“{each.title}” ({each.slug})" for each in earlier)
        yield (
            "Whoever agreed to take part in an earlier study is not let in, as far as "
            f"recruiters' ids tell: {names}."
        )


def _keeping(study: Study) -> Iterator[str]:
    people, data = study.identities_kept_days, study.data_kept_days
    if people is None and data is None:
        yield "No dates are set after which the server deletes anything by itself."
    if people is not None and knows_anybody(study):
        yield f"The ids of participants are deleted {_days_later(people)}."
    elif people is not None:
        yield "No ids of participants are stored."
    if data is not None:
        yield f"All answers are deleted {_days_later(data)}."


def _days_later(days: int) -> str:
    return f"{days} day{'' if days == 1 else 's'} after the study is over"


def _identification(study: Study) -> Iterator[str]:
    if not study.fingerprint:
        yield "The design is a draft; it is fingerprinted when it opens."
        return
    yield f"Fingerprint of the design: {study.fingerprint}"
    yield f"SHA-256 of the allocation seed: {study.seed_hash}"
