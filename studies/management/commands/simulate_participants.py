from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from studies.errors import StudyError
from studies.management.inputs import find_study, who_commands
from studies.models import Study
from studies.models.study import Purpose
from studies.services.analysis.gains import measure_gains
from studies.services.jobs.starting import admit_simulated
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import (
    Participation,
    SimulatedParticipant,
    find_losses,
)
from studies.services.simulation.transports import (
    HttpTransport,
    ServiceTransport,
    Transport,
    open_client,
)


class Command(BaseCommand):
    help = (
        "Let simulated people take part in a study, and print what each arm gained. "
        "Example: manage.py simulate_participants german-quick -n 40, or with "
        "--http http://localhost:8000 --at-once 20 against a running server"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("study", nargs="?", default="german-quick")
        parser.add_argument("-n", type=int, default=20, help="how many people")
        parser.add_argument("--seed", type=int, default=0, help="who they are")
        parser.add_argument(
            "--drop-out", type=float, default=0.0, help="the share who leave"
        )
        parser.add_argument(
            "--http",
            metavar="URL",
            help="play against this server, which must have the same SECRET_KEY",
        )
        parser.add_argument(
            "--at-once", type=int, default=10, help="over HTTP, how many at a time"
        )
        parser.add_argument(
            "--pace",
            type=float,
            default=0.0,
            help="over HTTP, 1 thinks as long as people do, 0 not at all",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        self._admit(study, options)
        with self._ways_in(options) as open_way:
            people = (
                self._person(study, index, open_way(), options)
                for index in range(options["n"])
            )
            n_workers = options["at_once"] if options["http"] else 1
            participations = self._play(people, options["n"], n_workers)
        self._report(study, participations)

    def _admit(self, study: Study, options: dict[str, Any]) -> None:
        try:
            admit_simulated(
                study=study,
                n_people=options["n"],
                drop_out=options["drop_out"],
                who=who_commands(),
                now=timezone.now(),
            )
        except StudyError as error:
            raise CommandError(error.message) from error

    @contextmanager
    def _ways_in(self, options: dict[str, Any]) -> Iterator[Callable[[], Transport]]:
        if not options["http"]:
            # Their clocks run ahead: what is behind, a sweep would end.
            yield lambda: ServiceTransport(timezone.now())
            return
        with open_client(options["http"], at_once=options["at_once"]) as client:
            yield partial(HttpTransport, client, pace=options["pace"])

    def _person(
        self, study: Study, index: int, way: Transport, options: dict[str, Any]
    ) -> SimulatedParticipant:
        seed = options["seed"]
        learner = create_learner(seed=seed, index=index, drop_out=options["drop_out"])
        return SimulatedParticipant(study, learner, way, person=f"sim-{seed}-{index}")

    def _play(
        self, people: Iterable[SimulatedParticipant], n_people: int, n_workers: int
    ) -> list[Participation]:
        progress = partial(tqdm, total=n_people, disable=None)
        if n_workers == 1:
            return [person.play() for person in progress(people)]
        with ThreadPoolExecutor(n_workers) as pool:
            return list(progress(pool.map(SimulatedParticipant.play, people)))

    def _report(self, study: Study, played: list[Participation]) -> None:
        self.stdout.write("arm    n  before  after   gain  (s.e.)")
        for arm in measure_gains(study, purpose=Purpose.SIMULATED):
            self.stdout.write(
                f"{arm.arm:4} {arm.n_sessions:3}  {arm.before:6.3f} {arm.after:6.3f}"
                f" {arm.gain:6.3f}  ({arm.standard_error:.3f})"
            )
        n_done = sum(person.completion_code is not None for person in played)
        faults = [person.fault for person in played if person.fault]
        n_told = sum(len(person.acknowledged) for person in played)
        losses = find_losses(study, played)
        self.stdout.write(f"{n_done} of {len(played)} finished, {len(faults)} faults")
        self.stdout.write(f"{n_told} answers acknowledged, {len(losses)} people lost")
        faults += losses
        if faults:
            raise CommandError(faults[0])
