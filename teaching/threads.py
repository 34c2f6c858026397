"""How many threads linear algebra may use."""

from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any


def one_thread() -> AbstractContextManager[Any]:
    """Linear algebra by one thread, where threadpoolctl is installed to see to it.

    Its matrices are small here: threads wait for each other longer than they work, and
    the last bits of a result depend on how many share it.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ModuleNotFoundError:
        return nullcontext()
    # Whatever is loaded later knows no limit.
    import_module("scipy.linalg")
    limits: AbstractContextManager[Any] = threadpool_limits(limits=1)
    return limits
