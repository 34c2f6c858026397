"""Studies: a design may be edited until it opens."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import JSONField, QuerySet, TextField
from django.http import HttpRequest
from django.utils import timezone

from studies.admin.base import ModelAdmin, RecordAdmin, TabularInline
from studies.admin.forms import ArmFormSet, DesignForm, JsonField, LinesField, StudyForm
from studies.errors import StudyError
from studies.models import Arm, Place, Questionnaire, Study, StudyChange, VisitCount
from studies.models.study import StudyState
from studies.services.design.amending import AMENDABLE, amend_study, find_amendments
from studies.services.design.lifecycle import change_study_state

AS_WRITTEN: dict[type[Any], dict[str, Any]] = {
    JSONField: {"form_class": JsonField},
    TextField: {"form_class": LinesField},
}


def _is_draft(study: Study | None) -> bool:
    return study is None or study.is_draft


def _move_to(state: StudyState, label: str) -> Any:
    """An action that moves the chosen studies to ``state``, or says why it cannot."""

    @admin.action(description=label)
    def move(page: ModelAdmin, request: HttpRequest, studies: QuerySet[Study]) -> None:
        for study in studies:
            try:
                moved = change_study_state(study_id=study.pk, state=state)
            except StudyError as error:
                page.message_user(request, f"{study}: {error}", messages.ERROR)
            else:
                page.message_user(request, _tell(moved), messages.SUCCESS)

    move.__name__ = f"move_to_{state}"
    return move


def _tell(study: Study) -> str:
    """What has become of a study, for whoever did it."""
    if study.finish_until is None:
        return f"{study} is {study.state}."
    if study.is_over(now=timezone.now()):
        return f"{study} is closed, also to people inside."
    return (
        f"{study} is closed to newcomers. People inside may go on until "
        f"{study.finish_until:%Y-%m-%d %H:%M} UTC."
    )


class ArmInline(TabularInline):
    model = Arm
    extra = 0
    form = DesignForm
    formset = ArmFormSet
    formfield_overrides = AS_WRITTEN

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_add_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_delete_permission(request, obj)


@admin.register(Study)
class StudyAdmin(ModelAdmin):
    form = StudyForm
    formfield_overrides = AS_WRITTEN
    list_display = ("slug", "title", "state", "deck_version", "is_demo")
    list_filter = ("state", "is_demo")
    list_select_related = ("deck_version__deck",)
    search_fields = ("slug", "title")
    raw_id_fields = ("deck_version", "questions_before", "questionnaire")
    inlines = (ArmInline,)
    actions = (
        _move_to(StudyState.PILOT, "Pilot"),
        _move_to(StudyState.DRAFT, "Back to draft"),
        _move_to(StudyState.LIVE, "Make live"),
        _move_to(StudyState.PAUSED, "Pause"),
        _move_to(StudyState.CLOSED, "Close"),
    )

    def get_fields(self, request: HttpRequest, obj: Study | None = None) -> Any:
        """A draft needs no reason for what it says."""
        names = super().get_fields(request, obj)
        return [name for name in names if not (_is_draft(obj) and name == "reason")]

    def get_readonly_fields(
        self, request: HttpRequest, obj: Study | None = None
    ) -> list[str]:
        if _is_draft(obj):
            return ["state", "fingerprint", "seed_hash", "finish_until"]
        names = {field.name for field in Study._meta.fields} - {"id", "seed"}
        return sorted(names - AMENDABLE)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_delete_permission(request, obj)

    def save_model(
        self, request: HttpRequest, obj: Study, form: Any, change: bool
    ) -> None:
        """A draft as it is; of other studies the words, as amendments."""
        if _is_draft(obj):
            super().save_model(request, obj, form, change)
            return
        before = Study.objects.get(pk=obj.pk)
        if changes := find_amendments(before, form.cleaned_data):
            amend_study(
                study_id=obj.pk,
                changes=changes,
                who=request.user.get_username(),
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )


@admin.register(StudyChange)
class StudyChangeAdmin(RecordAdmin):
    ordering = ("-pk",)
    list_display = ("study", "at", "who", "kind", "before", "after", "reason")
    list_filter = ("kind", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug", "who", "reason")


@admin.register(Questionnaire)
class QuestionnaireAdmin(ModelAdmin):
    form = DesignForm
    formfield_overrides = AS_WRITTEN
    list_display = ("name",)
    search_fields = ("name",)

    def has_change_permission(
        self, request: HttpRequest, obj: Questionnaire | None = None
    ) -> bool:
        is_asked = obj is not None and any(
            studies.exclude(state=StudyState.DRAFT).exists()
            for studies in (obj.study_set, obj.studies_before)
        )
        return not is_asked and super().has_change_permission(request, obj)


@admin.register(Place)
class PlaceAdmin(RecordAdmin):
    list_display = ("study", "purpose", "number", "block", "arm", "state")
    list_filter = ("state", "purpose", "study")
    list_select_related = ("study", "arm")
    search_fields = ("study__slug",)


@admin.register(VisitCount)
class VisitCountAdmin(RecordAdmin):
    ordering = ("-day",)
    list_display = ("study", "day", "purpose", "n_visits", "n_declines", "n_previews")
    list_filter = ("purpose", "study")
    list_select_related = ("study",)
    search_fields = ("study__slug",)
