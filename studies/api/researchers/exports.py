"""Exports for programs: asked for, looked after, downloaded."""

from django.http import FileResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from studies.api.researchers import schema, shapes
from studies.api.researchers.views import ResearcherView
from studies.errors import NotFoundError
from studies.models import Job
from studies.models.job import JobKind
from studies.models.study import Purpose
from studies.services.jobs.exports import find_file, record_download, start_export
from studies.services.jobs.starting import find_job
from studies.services.team.rights import Right, StudyAccess


class ExportsView(ResearcherView):
    serializer_class = shapes.ExportSerializer

    @schema.EXPORTS
    def get(self, request: Request, slug: str) -> Response:
        access = self.open_study(slug, Right.EXPORT)
        jobs = access.study.jobs.filter(kind=JobKind.EXPORT).order_by("-pk")
        if not access.allows(Right.SEE_IDENTITIES):
            jobs = jobs.exclude(options__with_private=True)
        page = self.paginate_queryset(jobs)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @schema.EXPORT
    def post(self, request: Request, slug: str) -> Response:
        access = self.open_study(slug, Right.EXPORT)
        sent = shapes.NewExportSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        job = start_export(
            access=access,
            purpose=Purpose(sent.validated_data["purpose"]),
            with_private=sent.validated_data["with_private"],
            now=timezone.now(),
        )
        return Response(shapes.ExportSerializer(job).data, status=202)


class ExportView(ResearcherView):
    @schema.EXPORT_STATE
    def get(self, request: Request, slug: str, job_id: int) -> Response:
        access = self.open_study(slug, Right.EXPORT)
        return Response(shapes.ExportSerializer(_find(access, job_id)).data)


class ExportFileView(ResearcherView):
    @schema.EXPORT_FILE
    def get(self, request: Request, slug: str, job_id: int) -> FileResponse:
        access, now = self.open_study(slug, Right.EXPORT), timezone.now()
        job, path = find_file(access, job_id, now=now)
        record_download(access=access, job=job, what="everything", now=now)
        return FileResponse(path.open("rb"), as_attachment=True, filename=f"{slug}.zip")


def _find(access: StudyAccess, job_id: int) -> Job:
    job = find_job(access.study, job_id)
    if job.kind != JobKind.EXPORT:
        raise NotFoundError
    if job.options["with_private"]:
        access.require(Right.SEE_IDENTITIES)
    return job
