"""Doubts about what people are paid, and in what."""

from collections.abc import Iterable, Iterator

from django.conf import settings

from studies.models import Study
from studies.recruitment import OPEN_LINK, pick_recruiters
from studies.services.design.costs import hourly_pay
from studies.services.design.doubts.warning import DesignWarning


def find_pay_doubts(study: Study) -> Iterator[DesignWarning]:
    """Everything that is doubtful about the pay."""
    is_paid = study.pay_amount or study.pay_text
    if is_paid and screens_out(study) and not study.pays_screened_out:
        yield DesignWarning(
            "unpaid_screened_out",
            "pays_screened_out",
            "Who is screened out has given their time and is paid nothing.",
        )
    if pays_for_little(study):
        yield from _doubts_about_part(study)
    yield from _doubts_about_currency(study)
    yield from _doubts_about_wage(study)


def _doubts_about_part(study: Study) -> Iterator[DesignWarning]:
    if not study.partial_pay_words.strip():
        yield DesignWarning(
            "part_without_words",
            "partial_pay_text",
            "Whoever stops early or is screened out gets a code, and participants "
            "read only that they get a part of the pay: write how much.",
        )
    if _is_more_than_all(study):
        yield DesignWarning(
            "part_above_pay",
            "partial_pay_amount",
            "Whoever stops early or is screened out gets more than who finishes.",
        )
    if study.partial_pay_amount == 0:
        yield DesignWarning(
            "part_of_nothing",
            "partial_pay_amount",
            "The part is 0: who stops early or is screened out gets a code that pays "
            "nothing.",
        )
    if "mturk" in study.recruiters:
        yield DesignWarning(
            "part_at_mturk",
            "partial_pay_amount",
            "Mechanical Turk approves what you neither approve nor reject after some "
            "days, and that pays the whole reward, also to who got a part. Only if you "
            "reject a submission in time does its worker get the part alone.",
        )


def _doubts_about_currency(study: Study) -> Iterator[DesignWarning]:
    if study.pay_amount is None and study.partial_pay_amount is None:
        return
    # What a recruiter has said of the study there is more than what it might say.
    accounts = study.accounts.exclude(task="")
    known = dict(accounts.values_list("recruiter", "currency"))
    for recruiter in pick_recruiters(study.recruiters):
        told = known.get(recruiter.name)
        paid_in = [told] if told else recruiter.currencies
        if paid_in and study.currency not in paid_in:
            yield DesignWarning(
                f"currency_of_{recruiter.name}",
                "currency",
                f"{recruiter.title} pays in {' or '.join(paid_in)}, and the design "
                f"says {study.currency}: people would be owed and paid different sums.",
            )


def _is_more_than_all(study: Study) -> bool:
    part, pay = study.partial_pay_amount, study.pay_amount
    return part is not None and pay is not None and part > pay


def _doubts_about_wage(study: Study) -> Iterator[DesignWarning]:
    wage, pay = settings.MINIMUM_HOURLY_PAY, hourly_pay(study)
    if pay is None and not _is_paid_work(study.recruiters):
        return
    if pay is None or pay < wage:
        currency = study.currency
        told = "nothing" if pay is None else f"{pay:.2f} {currency} an hour"
        yield DesignWarning(
            "low_pay",
            "pay_amount",
            f"It pays {told}; on this site it should be {wage} {currency} an hour or "
            "more.",
        )


def _is_paid_work(recruiters: Iterable[str]) -> bool:
    """Whether people come from where they work for money."""
    return any(name != OPEN_LINK for name in recruiters)


def pays_for_little(study: Study) -> bool:
    return study.pays_withdrawn or study.pays_screened_out


def screens_out(study: Study) -> bool:
    asked = study.questions_before.items if study.questions_before else []
    return any(isinstance(item, dict) and item.get("screen_out") for item in asked)
