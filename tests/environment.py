"""The environment of the tests, set before Django reads its settings."""

import os
import tempfile

os.environ["FORGETMENOT_ENV"] = "test"
os.environ.setdefault("SECRET_KEY", "only-for-tests")
# Tests are faster than people, and all of them come from one address.
for name in ("REQUESTS_PER_SESSION", "JOINS_PER_ADDRESS", "REQUESTS_PER_API_TOKEN"):
    os.environ[name] = "1000000"
os.environ["SECONDS_TO_A_PLACE"] = "0"
os.environ["EXPORT_FOLDER"] = tempfile.mkdtemp(prefix="forgetmenot-exports-")
os.environ["STATIC_ROOT"] = tempfile.mkdtemp(prefix="forgetmenot-static-")
if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    folder = tempfile.mkdtemp(prefix="forgetmenot-tests-")
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/unused.sqlite3"
    os.environ["TEST_DATABASE"] = f"{folder}/tests.sqlite3"
