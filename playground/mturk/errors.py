"""What the service says when it does not do what it was asked."""


class RequestError(Exception):
    """The request is wrong: asking again changes nothing."""

    kind = "RequestError"
    status = 400

    def __init__(self, message: str, code: str) -> None:
        self.message = message
        self.code = f"AWS.MechanicalTurk.{code}"
        super().__init__(message)


class ServiceFaultError(Exception):
    """The service is to blame: the same may work a moment later."""

    kind = "ServiceFault"
    status = 500
    message = "Service is temporarily unavailable."
    code = "AWS.ServiceUnavailable"


class ThrottledError(ServiceFaultError):
    """Too many requests in too short a time."""

    kind = "ThrottlingException"
    status = 400
    message = "Rate exceeded"
    code = "AWS.ThrottlingException"
