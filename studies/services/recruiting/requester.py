"""Mechanical Turk's service for requesters: the one place that calls it."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from studies.errors import InvalidError, RecruiterDownError, RecruiterError
from studies.models import RecruitingAccount, Study
from studies.services.recruiting.accounts import account_of
from studies.services.recruiting.confirming import PRODUCTION
from studies.services.recruiting.refusals import say_refusal

MTURK = "mturk"
_REGION = "us-east-1"
_ENDPOINTS = {
    PRODUCTION: "https://mturk-requester.us-east-1.amazonaws.com",
    "sandbox": "https://mturk-requester-sandbox.us-east-1.amazonaws.com",
}
_CONNECT_SECONDS = 5
_READ_SECONDS = 30
# Before each further try of what may be asked twice.
PAUSES: Sequence[float] = (0.5, 2)
_PER_PAGE = 100
_THROTTLED = {"ThrottlingException", "Throttling", "RequestLimitExceeded"}


def is_configured() -> bool:
    """Whether the server has keys for the service."""
    return bool(settings.MTURK_ACCESS_KEY_ID and settings.MTURK_SECRET_ACCESS_KEY)


def mturk_account(study: Study) -> RecruitingAccount:
    """The account of ``study`` where the settings say that tasks are offered."""
    return account_of(study, recruiter=MTURK, environment=settings.MTURK_ENVIRONMENT)


def connect() -> "Requester":
    """The service, by the keys of the settings alone."""
    if not is_configured():
        raise InvalidError(
            "This server has no keys for Mechanical Turk: set MTURK_ACCESS_KEY_ID and "
            "MTURK_SECRET_ACCESS_KEY."
        )
    # Imported here: it takes long, and most processes never pay anybody.
    import boto3
    from botocore.config import Config

    patience = Config(
        connect_timeout=_CONNECT_SECONDS,
        read_timeout=_READ_SECONDS,
        # It must not try again by itself: whoever pays asks first.
        retries={"total_max_attempts": 1, "mode": "standard"},
    )
    client = boto3.client(
        "mturk",
        region_name=_REGION,
        endpoint_url=settings.MTURK_ENDPOINT or _ENDPOINTS[settings.MTURK_ENVIRONMENT],
        aws_access_key_id=settings.MTURK_ACCESS_KEY_ID,
        aws_secret_access_key=settings.MTURK_SECRET_ACCESS_KEY,
        config=patience,
    )
    return Requester(client)


@dataclass(frozen=True)
class Requester:
    """Calls by their names in the service's model, with its errors as ours."""

    client: Any

    def act(self, operation: str, **arguments: Any) -> dict[str, Any]:
        """Call once: for whatever must not happen twice."""
        from botocore.exceptions import (
            BotoCoreError,
            ClientError,
            HTTPClientError,
            ParamValidationError,
        )

        try:
            reply: dict[str, Any] = getattr(self.client, operation)(**arguments)
        except ClientError as error:
            raise _translated(error.response) from error
        except (HTTPClientError, ConnectionError) as error:
            raise RecruiterDownError from error
        except ParamValidationError as error:
            raise InvalidError(f"Mechanical Turk cannot take this: {error}") from error
        except BotoCoreError as error:
            raise RecruiterDownError from error
        return reply

    def ask(self, operation: str, **arguments: Any) -> dict[str, Any]:
        """Call, and again after a while if the service is to blame."""
        for pause in PAUSES:
            try:
                return self.act(operation, **arguments)
            except RecruiterDownError:
                time.sleep(pause)
        return self.act(operation, **arguments)

    def list(self, operation: str, key: str, **arguments: Any) -> Iterator[Any]:
        """Everything on all pages of a list."""
        token: dict[str, str] = {}
        while True:
            reply = self.ask(operation, MaxResults=_PER_PAGE, **token, **arguments)
            yield from reply.get(key, [])
            if not reply.get("NextToken"):
                return
            token = {"NextToken": reply["NextToken"]}


def _translated(response: dict[str, Any]) -> RecruiterError:
    error = response.get("Error", {})
    kind, status = error.get("Code", ""), _status(response)
    if kind in _THROTTLED or kind == "ServiceFault" or status >= 500:
        return RecruiterDownError()
    code = response.get("TurkErrorCode") or kind
    return say_refusal(code, error.get("Message", ""))


def _status(response: dict[str, Any]) -> int:
    return int(response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
