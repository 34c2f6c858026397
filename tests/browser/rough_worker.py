"""A worker that imagines few people and studies: python -m tests.browser.rough_worker.

Pages show what it works out; whether the numbers are right others look.
"""

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from studies.services.planning import certificates, estimates  # noqa: E402
from studies.statistics.power import bank  # noqa: E402


def work() -> None:
    bank.PER_STRATUM = bank.FEWEST_PER_STRATUM
    bank.PER_STRATUM_TO_FIT = 10
    estimates.N_STUDIES = 600
    certificates.TRIALS = 40
    call_command("work", look=0.4)


if __name__ == "__main__":
    work()
