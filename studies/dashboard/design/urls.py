"""Addresses of the Design page, below a study's own."""

from django.urls import path

from studies.dashboard.design import amendments, certificate, files, page

urlpatterns = [
    path("", page.show_design, name="design"),
    path("address/", page.save_address, name="design_address"),
    path("arms/", page.save_arms, name="design_arms"),
    path("certificate/", certificate.show_certificate, name="design_certificate"),
    path("questions/<slug:moment>/", page.save_questions, name="design_questions"),
    path("amend/", amendments.amend, name="design_amend"),
    path("places/", amendments.top_up, name="design_places"),
    path("export/", files.export_design, name="design_export"),
    path("preview/", files.preview_consent, name="design_preview"),
    path("<slug:section>/", page.save_section, name="design_section"),
]
