"""The reference of `teaching`, written from its docstrings: `python -m docs.api`."""

import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import teaching

LINE_LENGTH = 88
PAGE = Path(__file__).with_name("api.md")
HEAD = """# Reference of `teaching`

Every public name, written by `python -m docs.api` from the docstrings, whose examples
are run by the tests. [The guide](teaching.md) tells what it is all about.
"""
SECTIONS = {
    "Sessions and memory": ["History", "MemoryModel", "HalfLifeModel"],
    "Other memories": [
        *("PowerLawModel", "ActivationModel", "SpacingModel", "FSRSModel"),
        *("TwoScaleModel", "RelatedModel", "family_links", "PriorKnowledgeModel"),
    ],
    "What teachers maximise": ["objective", "marginal_gains", "recall_after"],
    "Teachers": ["create_teacher", "TEACHERS", "Teacher", "Decision"],
    "Simulation": ["simulate", "play_session", "Outcome"],
    "The best and what is promised": [
        *("optimal_value", "guarantee", "Guarantee"),
        *("price_bound", "PriceBound", "Goal"),
    ],
    "Memory from answers": [
        *("Responses", "fit_theta", "Fit", "cross_validate", "Validation"),
        "TooFewDataError",
    ],
    "For authors": ["check_teacher", "check_model", "BrokenContractError"],
    "Constants": ["EASY", "HARD", "ROBUST"],
}


def write() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, names in _sections().items():
        parts += [f"## {title}\n", *map(_entry, names)]
    return "\n".join(parts)


def _sections() -> dict[str, list[str]]:
    listed = {name for names in SECTIONS.values() for name in names}
    others = sorted(set(teaching.__all__) - listed)
    return {**SECTIONS, "More": others} if others else SECTIONS


def _entry(name: str) -> str:
    value = getattr(teaching, name)
    if inspect.isclass(value):
        return "\n".join([_described(name, value), *_members(name, value)])
    if inspect.isfunction(value):
        return _described(name, value)
    return f"### `{name}`\n\n`{_plain(value)}`\n"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {made.__name__}" for key, made in value.items())
    return repr(value)


def _described(name: str, value: Any, level: str = "###") -> str:
    text = _text(inspect.getdoc(value) or "")
    call = _wrapped(name + _signature(value))
    return f"{level} `{name}`\n\n```python\n{call}\n```\n\n{text}\n"


def _wrapped(call: str) -> str:
    """A call as the formatter would write it, where it is valid Python."""
    if len(call) <= LINE_LENGTH or "*, " in call:
        return call
    name, arguments = call[:-1].split("(", 1)
    lines = [f"    {each},\n" for each in arguments.split(", ")]
    return f"{name}(\n{''.join(lines)})"


def _signature(value: Any) -> str:
    """Names and defaults; the types are in the code, and long."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return ""
    kept = [_plain_parameter(p) for p in parameters if p.name != "self"]
    return str(inspect.Signature(kept)).replace("Ellipsis", "...")


def _plain_parameter(parameter: inspect.Parameter) -> inspect.Parameter:
    """Without its type, and with "..." for a default that would fill lines."""
    default = parameter.default
    if len(repr(default)) > LINE_LENGTH:
        default = ...
    return parameter.replace(annotation=inspect.Parameter.empty, default=default)


def _members(owner: str, cls: type) -> Iterator[str]:
    for name, member in vars(cls).items():
        if name.startswith("_") or not inspect.getdoc(member):
            continue
        if isinstance(member, classmethod):
            yield _described(f"{owner}.{name}", getattr(cls, name), "####")
        elif inspect.isfunction(member):
            yield _described(f"{owner}.{name}", member, "####")
        elif isinstance(member, property) or hasattr(member, "func"):
            yield f"#### `{owner}.{name}`\n\n{_text(inspect.getdoc(member) or '')}\n"


def _text(doc: str) -> str:
    """A docstring as Markdown: examples and lists of parameters set apart."""
    return "\n\n".join(_block(block) for block in doc.split("\n\n"))


def _block(block: str) -> str:
    if block.startswith(">>>"):
        return f"```pycon\n{block}\n```"
    if block.startswith("Parameters\n"):
        block = _parameters(block.splitlines()[2:])
    return block.replace("``", "`")


def _parameters(lines: list[str]) -> str:
    items: list[list[str]] = []
    for line in lines:
        if line.startswith(" "):
            items[-1].append(line.strip())
        else:
            items.append([line])
    listed = [f"`{name}`: {' '.join(words)}" for name, *words in items]
    return "\n".join(
        textwrap.fill(item, 90, initial_indent="- ", subsequent_indent="  ")
        for item in listed
    )


if __name__ == "__main__":
    PAGE.write_text(write(), encoding="utf-8")
