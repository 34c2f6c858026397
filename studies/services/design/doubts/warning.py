"""What a doubt about a design is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DesignWarning:
    """Something that a researcher may know and want all the same."""

    code: str
    field: str
    words: str
