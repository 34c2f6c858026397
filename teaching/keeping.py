"""Results on disk, named by what they are the results of: none is computed twice."""

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
import scipy

Work = Callable[[Any], Any]


@dataclass(frozen=True)
class Shelf:
    """The kept results of one function, as JSON, each in a file of its own.

    A file is named by the function, its code and the cell that it was called with:
    whatever changes one of them finds nothing and computes anew.
    """

    folder: Path
    work: Work

    def find(self, cell: Any) -> str | None:
        """The kept result as JSON, or ``None`` where there is none that is whole."""
        try:
            content = self._path(cell).read_text(encoding="utf-8")
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        checksum, _, result = content.partition("\n")
        return result if checksum == _digest(result.encode()) else None

    def keep(self, cell: Any, result: str) -> None:
        """Keep a result: whoever reads sees all of it or nothing, also after a kill."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", dir=self.folder, suffix=".new", encoding="utf-8", delete=False
        ) as file:
            file.write(f"{_digest(result.encode())}\n{result}")
        os.replace(file.name, self._path(cell))

    def _path(self, cell: Any) -> Path:
        given = {
            "work": f"{self.work.__module__}.{self.work.__qualname__}",
            "source": _source_of(self.work.__module__),
            "code": code(),
            "cell": _content(cell),
        }
        return self.folder / f"{_digest(as_json(given).encode())}.json"


def as_json(value: Any) -> str:
    """``value`` as JSON from which the same numbers are read again, to the bit."""
    return json.dumps(_plain(value))


@cache
def code() -> str:
    """A digest of this package's code and of what else decides about its numbers."""
    known = {"versions": versions(), "sources": _sources(Path(__file__).parent)}
    return _digest(as_json(known).encode())


def versions() -> dict[str, str]:
    """The versions that decide about the last bits of a number."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
    }


@cache
def _source_of(module: str) -> str:
    """Work may live in another package, or in a file of its own."""
    package = sys.modules[module.partition(".")[0]]
    if folders := getattr(package, "__path__", None):
        return as_json([_sources(Path(folder)) for folder in folders])
    file = getattr(package, "__file__", None)
    return _digest(Path(file).read_bytes()) if file else ""


def _sources(root: Path) -> dict[str, str]:
    files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.py"))
    return {name: _digest((root / name).read_bytes()) for name in files}


def _content(cell: Any) -> Any:
    if is_dataclass(cell) and not isinstance(cell, type):
        return asdict(cell)
    return cell


def _plain(value: Any) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case np.generic() | np.ndarray():
            return _plain(value.tolist())
        case list() | tuple():
            return [_plain(each) for each in value]
        case dict() if all(isinstance(key, str) for key in value):
            return {key: _plain(each) for key, each in value.items()}
    raise TypeError(
        "what is swept must be made of numbers, texts, lists and dicts with texts as "
        f"keys, got {type(value).__name__}"
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
