"""What the admin pages of recorded data share."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

# The classes take a type only in the eyes of the type checker.
if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin = admin.ModelAdmin
    TabularInline = admin.TabularInline


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
