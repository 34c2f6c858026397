"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from studies.views import urls as pages
from studies.views.health import healthz, readyz
from studies.views.pictures import show_picture
from studies.views.sounds import play_sound

urlpatterns = [
    path("", include(pages)),
    path("dashboard/", include("studies.dashboard.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("studies.api.urls")),
    path("pictures/<uuid:picture_id>", show_picture, name="picture"),
    path("sounds/<uuid:sound_id>", play_sound, name="sound"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]

handler400 = "config.errors.bad_request"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
