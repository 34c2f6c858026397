"""Studies: a design may be edited until it opens."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import JSONField, QuerySet
from django.http import HttpRequest

from studies.admin.base import ModelAdmin, RecordAdmin, TabularInline
from studies.admin.forms import DesignForm, JsonField
from studies.errors import StudyError
from studies.models import Arm, Place, Questionnaire, Study
from studies.models.study import StudyState
from studies.services.design.lifecycle import change_study_state

AS_WRITTEN: dict[type[Any], dict[str, Any]] = {JSONField: {"form_class": JsonField}}
_ALWAYS_EDITABLE = {"title", "owner", "contact"}


def _is_draft(study: Study | None) -> bool:
    return study is None or study.state == StudyState.DRAFT


def _move_to(state: StudyState, label: str) -> Any:
    """An action that moves the chosen studies to ``state``, or says why it cannot."""

    @admin.action(description=label)
    def move(page: ModelAdmin, request: HttpRequest, studies: QuerySet[Study]) -> None:
        for study in studies:
            try:
                change_study_state(study_id=study.pk, state=state)
            except StudyError as error:
                page.message_user(request, f"{study}: {error}", messages.ERROR)

    move.__name__ = f"move_to_{state}"
    return move


class ArmInline(TabularInline):
    model = Arm
    extra = 0
    form = DesignForm
    formfield_overrides = AS_WRITTEN

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_add_permission(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_delete_permission(request, obj)


@admin.register(Study)
class StudyAdmin(ModelAdmin):
    form = DesignForm
    formfield_overrides = AS_WRITTEN
    list_display = ("slug", "title", "state", "deck_version", "is_demo", "owner")
    list_filter = ("state", "is_demo")
    list_select_related = ("deck_version__deck", "owner")
    search_fields = ("slug", "title")
    raw_id_fields = ("owner", "deck_version", "questionnaire")
    inlines = (ArmInline,)
    actions = (
        _move_to(StudyState.PILOT, "Pilot"),
        _move_to(StudyState.LIVE, "Make live"),
        _move_to(StudyState.PAUSED, "Pause"),
        _move_to(StudyState.CLOSED, "Close"),
    )

    def get_readonly_fields(
        self, request: HttpRequest, obj: Study | None = None
    ) -> list[str]:
        if _is_draft(obj):
            return ["state", "fingerprint"]
        names = {field.name for field in Study._meta.fields} - {"id", "seed"}
        return sorted(names - _ALWAYS_EDITABLE)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_draft(obj) and super().has_delete_permission(request, obj)


@admin.register(Questionnaire)
class QuestionnaireAdmin(ModelAdmin):
    form = DesignForm
    formfield_overrides = AS_WRITTEN
    list_display = ("name",)
    search_fields = ("name",)

    def has_change_permission(
        self, request: HttpRequest, obj: Questionnaire | None = None
    ) -> bool:
        is_asked = obj is not None and (
            obj.study_set.exclude(state=StudyState.DRAFT).exists()
        )
        return not is_asked and super().has_change_permission(request, obj)


@admin.register(Place)
class PlaceAdmin(RecordAdmin):
    list_display = ("study", "purpose", "number", "block", "arm", "state")
    list_filter = ("state", "purpose", "study")
    list_select_related = ("study", "arm")
    search_fields = ("study__slug",)
