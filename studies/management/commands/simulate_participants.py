from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from studies.models import Study
from studies.models.study import Purpose
from studies.services.analysis.gains import measure_gains
from studies.services.simulation.learners import create_learner
from studies.services.simulation.participants import (
    HttpTransport,
    Played,
    ServiceTransport,
    SimulatedParticipant,
    Transport,
    find_losses,
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
        parser.add_argument("--http", metavar="URL", help="play against this server")
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
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            raise CommandError("There is no such study.")
        players = list(self._players(study, options))
        n_workers = options["at_once"] if options["http"] else 1
        played = self._play(players, n_workers)
        self._report(study, played)

    def _players(
        self, study: Study, options: dict[str, Any]
    ) -> Iterator[SimulatedParticipant]:
        for index in range(options["n"]):
            learner = create_learner(
                seed=options["seed"], index=index, drop_out=options["drop_out"]
            )
            person = f"sim-{options['seed']}-{index}"
            yield SimulatedParticipant(
                study, learner, self._transport(options), person=person
            )

    def _transport(self, options: dict[str, Any]) -> Transport:
        if options["http"]:
            return HttpTransport(options["http"], pace=options["pace"])
        return ServiceTransport(timezone.now() - timedelta(days=1))

    def _play(
        self, players: list[SimulatedParticipant], n_workers: int
    ) -> list[Played]:
        if n_workers == 1:
            return [player.play() for player in tqdm(players, disable=None)]
        with ThreadPoolExecutor(n_workers) as pool:
            played = pool.map(SimulatedParticipant.play, players)
            return list(tqdm(played, total=len(players), disable=None))

    def _report(self, study: Study, played: list[Played]) -> None:
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
