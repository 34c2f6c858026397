"""Requests held to the service's own model: what is required, how long, of which
form. The client checks types alone."""

import re
from functools import cache
from typing import Any

from botocore.loaders import Loader
from botocore.model import ServiceModel, Shape

from playground.mturk.errors import RequestError


@cache
def service_model() -> ServiceModel:
    return ServiceModel(Loader().load_service_model("mturk", "service-2"))


def check_request(operation: str, request: dict[str, Any]) -> None:
    """Raise what the service would say of a request that its model does not allow."""
    shape = service_model().operation_model(operation).input_shape
    for fault in _faults(shape, request, operation):
        raise RequestError(fault, "ParameterValidationError")


def _faults(shape: Shape, value: Any, path: str) -> list[str]:
    if shape.type_name == "structure":
        return _structure_faults(shape, value, path)
    if shape.type_name == "list":
        return [each for one in value for each in _faults(shape.member, one, path)]
    return _scalar_faults(shape, value, path)


def _structure_faults(shape: Shape, value: dict[str, Any], path: str) -> list[str]:
    missing = [name for name in shape.required_members if name not in value]
    unknown = [name for name in value if name not in shape.members]
    faults = [f"{path}.{name} is missing." for name in missing]
    faults += [f"{path}.{name} is not known." for name in unknown]
    for name in value.keys() & shape.members.keys():
        faults += _faults(shape.members[name], value[name], f"{path}.{name}")
    return faults


def _scalar_faults(shape: Shape, value: Any, path: str) -> list[str]:
    bounds = shape.metadata
    size = len(value) if isinstance(value, str) else value
    faults = []
    if "max" in bounds and size > bounds["max"]:
        faults.append(f"{path} is at most {bounds['max']}.")
    if "min" in bounds and size < bounds["min"]:
        faults.append(f"{path} is at least {bounds['min']}.")
    if shape.metadata.get("enum") and value not in shape.metadata["enum"]:
        faults.append(f"{path} is one of {shape.metadata['enum']}.")
    pattern = bounds.get("pattern")
    if pattern and not re.search(pattern, value):
        faults.append(f"{path} does not match {pattern}.")
    return faults
