import pytest
from hypothesis import settings

# The same examples in every run: a test that fails, fails again.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True, scope="session")
def quick_passwords():
    """Hashes that cost nothing: hundreds of tests make an account, few ask for it."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
