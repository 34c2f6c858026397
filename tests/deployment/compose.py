"""What docker-compose.yml gives a service, read as compose reads it."""

import re
from pathlib import Path

import yaml

VARIABLE = re.compile(r"\$\{(\w+)(?:(:-|:\?)([^}]*))?\}")


def read_services(path: Path, variables: dict[str, str]) -> dict[str, dict]:
    """The services, with ``variables`` standing for the file `.env`."""

    def value_of(match: re.Match) -> str:
        name, kind, rest = match.groups()
        if kind == ":?" and not variables.get(name):
            raise LookupError(f"{name}: {rest}")
        return variables.get(name) or rest or ""

    def filled(node):
        if isinstance(node, dict):
            return {key: filled(value) for key, value in node.items()}
        if isinstance(node, list):
            return [filled(value) for value in node]
        return VARIABLE.sub(value_of, node) if isinstance(node, str) else node

    return filled(yaml.safe_load(path.read_text())["services"])
