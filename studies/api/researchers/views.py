"""What a researcher's token opens: read the rights, call, answer."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from studies.api.researchers import schema, shapes
from studies.api.researchers.authentication import TokenAuthentication
from studies.errors import NotFoundError
from studies.models import TeachingSession
from studies.services.design.lifecycle import describe_design
from studies.services.monitoring.crowds import chosen_purpose
from studies.services.monitoring.overview import list_studies
from studies.services.monitoring.progress import count_progress
from studies.services.people.decisions import write_note
from studies.services.people.dossier import find_participant
from studies.services.people.identities import look_at_identities
from studies.services.results.locking import open_report
from studies.services.team.rights import Right, StudyAccess, access_to


class Pages(PageNumberPagination):
    """A hundred at a time, or as many as are asked for, up to a thousand."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000


class ResearcherView(GenericAPIView[Any]):
    """The token in the header is the only key; nothing stays in a cache."""

    authentication_classes = (TokenAuthentication,)
    pagination_class = Pages

    def initial(self, request: Request, *args: Any, **options: Any) -> None:
        super().initial(request, *args, **options)
        if not isinstance(request.user, User):
            raise NotAuthenticated

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **options: Any
    ) -> Any:
        response = super().finalize_response(request, response, *args, **options)
        response["Cache-Control"] = "no-store"
        return response

    def open_study(self, slug: str, right: Right) -> StudyAccess:
        """The study as the token's owner may see it, if their role has ``right``."""
        access = access_to(slug, user=self.request.user)
        access.require(right)
        return access

    def read_query(self, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        query = kind(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        data: dict[str, Any] = query.validated_data
        return data


class StudiesView(ResearcherView):
    serializer_class = shapes.StudySerializer

    @schema.STUDIES
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(list_studies(request.user))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class StudyView(ResearcherView):
    @schema.STUDY
    def get(self, request: Request, slug: str) -> Response:
        access = self.open_study(slug, Right.SEE_DESIGN)
        study = access.study
        body = {
            "slug": study.slug,
            "title": study.title,
            "state": study.state,
            "is_demo": study.is_demo,
            "role": access.role,
            "fingerprint": study.fingerprint,
            "design": describe_design(study),
        }
        return Response(body)


class ParticipantsView(ResearcherView):
    serializer_class = shapes.ParticipantSerializer

    @schema.PARTICIPANTS
    def get(self, request: Request, slug: str) -> Response:
        access = self.open_study(slug, Right.SEE_PARTICIPANTS)
        query = self.read_query(shapes.ParticipantsQuerySerializer)
        sessions = access.study.sessions.order_by("pk").select_related("participant")
        if "purpose" in query:
            sessions = sessions.filter(purpose=query["purpose"])
        if not query["identities"]:
            return self._answer(self.paginate_queryset(sessions))
        access.require(Right.SEE_IDENTITIES)
        named = sessions.select_related("participant__identity")
        page = self.paginate_queryset(named) or []
        look_at_identities(
            study=access.study, sessions=page, who=access.who, now=timezone.now()
        )
        return self._answer(page, shows_identities=True)

    def _answer(
        self, page: list[TeachingSession] | None, *, shows_identities: bool = False
    ) -> Response:
        context = {"shows_identities": shows_identities}
        rows = shapes.ParticipantSerializer(page, many=True, context=context)
        return self.get_paginated_response(rows.data)


class ProgressView(ResearcherView):
    @schema.PROGRESS
    def get(self, request: Request, slug: str) -> Response:
        study = self.open_study(slug, Right.MONITOR).study
        query = self.read_query(shapes.ProgressQuerySerializer)
        purpose = chosen_purpose(study, query.get("purpose", ""))
        progress = count_progress(study, purpose=purpose)
        return Response(shapes.ProgressSerializer(progress).data)


class ResultsView(ResearcherView):
    @schema.RESULTS
    def get(self, request: Request, slug: str) -> Response:
        access = self.open_study(slug, Right.SEE_RESULTS)
        query = self.read_query(shapes.ResultsQuerySerializer)
        stored = open_report(
            study=access.study,
            purpose=query["purpose"],
            who=access.who,
            now=timezone.now(),
        )
        if stored is None:
            raise NotFoundError("Nothing was computed yet.")
        return Response(shapes.ResultsSerializer(stored).data)


class NotesView(ResearcherView):
    serializer_class = shapes.NoteSerializer

    @schema.NOTES
    def get(self, request: Request, slug: str, pseudonym: str) -> Response:
        access = self.open_study(slug, Right.SEE_PARTICIPANTS)
        notes = find_participant(access.study, pseudonym).notes.order_by("pk")
        page = self.paginate_queryset(notes)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @schema.NOTE
    def post(self, request: Request, slug: str, pseudonym: str) -> Response:
        access = self.open_study(slug, Right.DECIDE)
        session = find_participant(access.study, pseudonym)
        sent = shapes.NewNoteSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        note = write_note(
            session=session,
            text=sent.validated_data["text"],
            who=access.who,
            now=timezone.now(),
        )
        return Response(shapes.NoteSerializer(note).data, status=201)
