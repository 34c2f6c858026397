"""What the admin pages share, above all those of recorded data."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

# The classes take a type only in the eyes of the type checker.
if TYPE_CHECKING:
    DjangoAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    DjangoAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


class ModelAdmin(DjangoAdmin):
    """Django's, which takes lookups and keys that no page offers to the database."""

    def lookup_allowed(
        self, lookup: str, value: str, request: HttpRequest | None = None
    ) -> bool:
        """Whether a filter of the list asks so; others break on some values."""
        return any(
            lookup in _lookups_of(self.model, offered) for offered in self.list_filter
        )

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """What an action answers, if rows were chosen that there could be."""
        try:
            for key in request.POST.getlist(ACTION_CHECKBOX_NAME):
                self.opts.pk.clean(key, None)
        except ValidationError as error:
            raise BadRequest("There is no such row.") from error
        return super().response_action(request, queryset, *args, **kwargs)


def _lookups_of(model: type[Model], offered: Any) -> set[str]:
    """What a filter writes into an address: one of our own, or one by a field, which
    may be named with the class that shows it."""
    if isinstance(offered, type) and issubclass(offered, admin.SimpleListFilter):
        return {str(offered.parameter_name)}
    name = offered if isinstance(offered, str) else str(offered[0])
    field = get_fields_from_path(model, name)[-1]
    endings = ["__id__exact"] if field.is_relation else ["", "__exact"]
    return {name + ending for ending in (*endings, "__isnull", "__isempty")}


class RecordInline(TabularInline):
    """Rows of another row, to look at."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class RecordAdmin(ModelAdmin):
    """Rows to look at. Not even a superuser may change what was recorded."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
