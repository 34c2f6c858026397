"""A study with somebody in every role, and every address that they might try."""

import re
from io import BytesIO
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from studies.models import (
    ApiToken,
    CompletionCode,
    HandPayment,
    Hit,
    Job,
    Membership,
    Picture,
    ResultsReport,
)
from studies.models.job import JobKind, JobState
from studies.models.study import Purpose
from studies.models.team import Role
from studies.services.export.writing import write_export
from studies.services.jobs.exports import describe_file
from studies.services.recruiting.requester import mturk_account
from studies.services.rehearsal.previews import Pace, start_preview
from studies.services.results.locking import record_unlocking
from studies.services.results.shapes import (
    Figure,
    Kind,
    Part,
    Report,
    Shape,
    Table,
    to_json,
)
from studies.services.team.accounts import make_reset_key
from studies.services.team.api_tokens import make_api_token
from studies.services.team.invitations import invite
from tests.studies.factories import NOON, Person, make_study

API = "api/v1/studies/"
OF_PARTICIPANTS = ("s/", "api/v1/sessions/")
VISITORS = (*Role.values, "stranger", "nobody", "administrator")


def all_routes():
    """Every address of the site, as the resolver knows it, without converters."""
    return _walk(get_resolver(), "")


def first_row(route):
    """The key of a row that a page of the admin shows; a made-up one without rows."""
    _, app, model, *_ = route.split("/")
    if "<" in model:
        return 1
    row = apps.get_model(app, model)._default_manager.order_by("pk").first()
    return row.pk if row else "9" * 30


def _walk(resolver, before):
    for pattern in resolver.url_patterns:
        route = before + re.sub(r"<\w+:(\w+)>", r"<\1>", str(pattern.pattern))
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _walk(pattern, route)


class World:
    """A study with a participant and a member of every role, and whoever else comes."""

    def __init__(self, users, patch, options):
        for name, value in options.items():
            patch.setattr(settings, name, value)
        self.study = make_study(n_places=2)
        person = Person(self.study)
        self.users = {
            name: users.create_user(name) for name in VISITORS if name != "nobody"
        }
        self.users["administrator"].is_superuser = True
        self.users["administrator"].save()
        for role in Role:
            Membership.objects.create(
                study=self.study, user=self.users[role], role=role
            )
        other = users.create_user("other")
        member = Membership.objects.create(study=self.study, user=other, role="viewer")
        invitation, token = invite(
            study=self.study, role=Role.VIEWER, who="owner", now=NOON
        )
        key, secret = make_reset_key(other)
        self.person = person.go_to("learning", 2)
        self.client = Client(raise_request_exception=False)
        self.values = {
            "slug": self.study.slug,
            "pseudonym": person.session.participant.pseudonym,
            "member_id": member.pk,
            "account_id": other.pk,
            "invitation_id": invitation.pk,
            "secret": token,
            "uidb64": key,
            "token": secret,
            "upload_id": "00000000-0000-0000-0000-000000000001",
            "deck": self.study.deck_version.deck.slug,
            "version": 1,
            "moment": "before",
            "section": "time",
            "public_id": self.begin_try(),
            "job_id": self.begin_job(),
            "table": "responses",
            "gauge": "pastes",
            "hit_pk": self.offer(),
            "code_pk": self.give_code(),
            "payment_pk": self.pay_by_hand(),
            "assignment": "3AS1",
            "submission": "6" * 24,
            "picture_id": self.draw(),
            "sound_id": UUID(int=1),
            "id": other.pk,
            "app_label": "studies",
            "content_type_id": 1,
            "url": "nowhere",
            **self.store_results(),
        }
        self.cookies = {name: self.sign_in(user) for name, user in self.users.items()}
        self.tokens = {name: self.make_token(user) for name, user in self.users.items()}
        export = BytesIO()
        self.manifest = write_export(self.study, Purpose.REAL, out=export)
        self.export = export.getvalue()

    def sign_in(self, user):
        client = Client()
        client.force_login(user)
        return client.cookies.output(header="", sep=";")

    def make_token(self, user):
        return make_api_token(user=user, name="own", now=NOON)

    def offer(self):
        return Hit.objects.create(
            account=mturk_account(self.study),
            offer={"title": "Words", "layout": "frame"},
            reward=1,
            fee=1,
            n_at_first=1,
            n_assignments=1,
            n_owed=1,
            created_at=NOON,
            expires_at=NOON,
        ).pk

    def give_code(self):
        return CompletionCode.objects.create(
            session=self.person.session,
            outcome="withdrawn",
            code="C0DE0FW0RLD0",
            created_at=NOON,
        ).pk

    def pay_by_hand(self):
        return HandPayment.objects.create(
            study=self.study,
            session=self.person.session,
            amount=100,
            currency="USD",
            paid_on=NOON.date(),
            token="0" * 64,
            at=NOON,
            who="owner",
        ).pk

    def draw(self):
        drawing = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
        return Picture.objects.create(
            content=drawing, content_type="image/svg+xml", size=len(drawing)
        ).pk

    def begin_try(self):
        arm = self.study.arms.first()
        return start_preview(
            study=self.study, arm_id=arm.pk, pace=Pace.FAST, who="owner", now=NOON
        ).public_id

    def begin_job(self):
        return Job.objects.create(
            study=self.study,
            kind=JobKind.SIMULATION,
            state=JobState.DONE,
            who="owner",
            n_total=1,
            asked_at=NOON,
        ).pk

    def begin_export(self):
        """An export with its file, as a worker leaves it behind."""
        job = Job.objects.create(
            study=self.study,
            kind=JobKind.EXPORT,
            state=JobState.DONE,
            who="owner",
            options={"purpose": "real", "with_private": False},
            n_total=100,
            asked_at=NOON,
            started_at=timezone.now(),
            ended_at=timezone.now(),
        )
        (settings.EXPORT_FOLDER / f"{job.pk}.zip").write_bytes(self.export)
        job.result = describe_file(job, self.manifest)
        job.save()
        return job.pk

    def store_results(self):
        """A report that was looked at early, a figure and a table of it."""
        record_unlocking(study=self.study, who="owner", now=NOON)
        figure = Figure(Shape.DOTS, "", Kind.SHARE, [])
        part = Part("a", "A", tables=[Table("b", "B", [], [])], figure=figure)
        report = Report("study", "real", "", [], [], [part])
        ResultsReport.objects.create(
            study=self.study,
            purpose="real",
            report=to_json(report),
            computed_at=NOON,
        )
        return {"part": "a", "kind": "csv", "key": "b"}

    def address(self, route, visitor="nobody"):
        """Where ``route`` leads to with what there is; a participant has a token."""
        values = dict(self.values)
        if "<token_id>" in route:
            values["token_id"] = self.token_id(visitor)
        if route.startswith(OF_PARTICIPANTS):
            values["token"] = self.person.token
        if "/export/<job_id>" in route:
            values["job_id"] = self.begin_export()
        if "<object_id>" in route:
            values["object_id"] = first_row(route)
        plain = re.sub(r"\(\?P(<\w+>).*?\)", r"\1", route).replace("^", "").rstrip("$")
        return "/" + re.sub(r"<(\w+)>", lambda name: str(values[name[1]]), plain)

    def visit(self, route, visitor, *, method, query="", **sent):
        """The answer to ``visitor`` at ``route``, which changes nothing for good."""
        with transaction.atomic():
            response = self.client.generic(
                method.upper(),
                self.address(route, visitor) + query,
                headers=self.proof(route, visitor),
                secure=True,
                **sent,
            )
            if response.streaming:
                # Read to its end, a file is closed.
                b"".join(response.streaming_content)
            transaction.set_rollback(True)
        self.client.cookies.clear()
        return response

    def proof(self, route, visitor):
        """Who ``visitor`` is, as a program or a browser says it."""
        if visitor == "nobody":
            return {}
        if route.startswith(API):
            return {"Authorization": f"Bearer {self.tokens[visitor]}"}
        return {"Cookie": self.cookies[visitor]}

    def token_id(self, visitor):
        if visitor == "nobody":
            return 1
        return ApiToken.objects.get(user=self.users[visitor]).pk
