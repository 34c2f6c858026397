"""For authors: does a teacher or a memory model of your own keep its promises?"""

from teaching.checks.cases import BrokenContractError
from teaching.checks.models import check_model
from teaching.checks.teachers import check_teacher

__all__ = ["BrokenContractError", "check_model", "check_teacher"]
