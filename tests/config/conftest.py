from tests.studies.conftest import _fresh_content, study  # noqa: F401
