"""The environment of the tests, set before Django reads its settings."""

import os
import tempfile

from tests.databases import run_folder

os.environ["FORGETMENOT_ENV"] = "test"
os.environ.setdefault("SECRET_KEY", "only-for-tests")
# Of the many processes of a run each has its core; threads would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Tests are faster than people, and all of them come from one address.
for name in ("REQUESTS_PER_SESSION", "JOINS_PER_ADDRESS", "REQUESTS_PER_API_TOKEN"):
    os.environ[name] = "1000000"
_own = tempfile.mkdtemp(dir=run_folder())
for name, folder in (
    ("BACKUP_FOLDER", "backups"),
    ("EXPORT_FOLDER", "exports"),
    ("STATIC_ROOT", "static"),
):
    os.environ[name] = f"{_own}/{folder}"
    os.mkdir(os.environ[name])
if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    os.environ["DATABASE_URL"] = f"sqlite:///{_own}/unused.sqlite3"
    os.environ["TEST_DATABASE"] = f"{_own}/tests.sqlite3"
