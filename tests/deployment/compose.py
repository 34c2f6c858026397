"""What docker-compose.yml gives a service, read as compose reads it."""

import re
from pathlib import Path

import yaml

VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")


def read_services(path: Path, variables: dict[str, str]) -> dict[str, dict]:
    """The services, with ``variables`` standing for the file `.env`."""

    def value_of(match: re.Match) -> str:
        name, default = match.groups()
        return variables.get(name) or default or ""

    def filled(node):
        if isinstance(node, dict):
            return {key: filled(value) for key, value in node.items()}
        if isinstance(node, list):
            return [filled(value) for value in node]
        return VARIABLE.sub(value_of, node) if isinstance(node, str) else node

    services = filled(yaml.safe_load(path.read_text())["services"])
    for service in services.values():
        service["environment"] = _passed_on(service.get("environment", {}), variables)
    return services


def _passed_on(environment: dict, variables: dict[str, str]) -> dict[str, str]:
    """A name without a value has that of `.env`, or is not set."""
    return {
        name: variables[name] if value is None else value
        for name, value in environment.items()
        if value is not None or name in variables
    }
