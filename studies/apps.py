from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "studies"
    verbose_name = "Studies"

    def ready(self) -> None:
        from studies import checks  # noqa: F401
        from studies.services.team import sign_ins  # noqa: F401
