"""What is to be maximised: recall during the session, after it, or a mix."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Goal:
    """``later`` is the weight of recall at T + ``delay``, the rest that of the area.

    With 0 it is the paper's objective, with 1 recall after the session alone.
    """

    later: float = 0.0
    delay: int = 10

    def __post_init__(self) -> None:
        if not 0 <= self.later <= 1:
            raise ValueError(
                f"the weight of later recall must be from 0 to 1, got {self.later!r}"
            )
        whole = isinstance(self.delay, int | np.integer)
        if not whole or isinstance(self.delay, bool) or self.delay < 1:
            raise ValueError(
                f"delay must be a whole number from 1 on, got {self.delay!r}"
            )


AREA = Goal()
"""The paper's objective: the average recall over all concepts and steps."""
