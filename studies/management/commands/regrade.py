from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from studies.grading.rule import VERSIONS, ArticleRule, GradingRule, Level
from studies.management.inputs import who_commands
from studies.models import Study
from studies.services.analysis.regrading import (
    Wish,
    answers_to_regrade,
    read_in_pages,
    regrade_study,
)

WARNING = (
    "For the learning phase this only describes: the live rule chose the next card."
)


class Command(BaseCommand):
    help = (
        "Grade a study's answers again under another rule, beside the first verdicts. "
        f"{WARNING} Example: manage.py regrade german --level strict"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = GradingRule()
        parser.add_argument("study", help="the study's name in its link")
        parser.add_argument(
            "--level", choices=[*map(str, Level)], default=usual.level.value
        )
        parser.add_argument(
            "--article",
            choices=[*map(str, ArticleRule)],
            default=usual.article.value,
        )
        parser.add_argument(
            "--grading-version",
            type=int,
            choices=VERSIONS,
            help="of the rule; the deck's if none",
        )
        parser.add_argument("--note", default="", help="why")

    def handle(self, *args: Any, **options: Any) -> None:
        study = Study.objects.filter(slug=options["study"]).first()
        if study is None:
            raise CommandError("There is no such study.")
        answers = answers_to_regrade(study)
        regrading = regrade_study(
            study=study,
            wish=Wish(
                level=options["level"],
                article_rule=options["article"],
                grading_version=options["grading_version"],
                note=options["note"],
            ),
            answers=tqdm(read_in_pages(answers), total=answers.count(), disable=None),
            who=who_commands(),
            now=timezone.now(),
        )
        verdicts = regrading.verdicts
        n_correct = verdicts.filter(correct=True).count()
        self.stdout.write(f"{n_correct} of {verdicts.count()} answers are correct now.")
        self.stdout.write(WARNING)
