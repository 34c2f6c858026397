from hypothesis import settings

# The same examples in every run: a test that fails, fails again.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
