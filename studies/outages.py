"""What a database that is away looks like, to pages, the API and commands alike."""

from django.db import InterfaceError, InternalError, OperationalError

# A full disk, a lost connection, a database that only reads: not the sender's fault.
DATABASE_FAILURES = (OperationalError, InterfaceError, InternalError)
RETRY_AFTER_SECONDS = 5
