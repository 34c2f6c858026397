"""What ``manage.py mturk`` can be told."""

from argparse import ArgumentParser

from studies.services.recruiting.offers import MOST_PER_HIT, Layout

CONFIRM = "the sum, once you were told it"
ACTIONS = {
    "budget": "say how much the study may spend, with fees",
    "create": "offer the study in HITs",
    "send": "send HITs that never reached the service",
    "list": "show the HITs and the budget",
    "extend": "take more people, or offer a HIT for longer",
    "expire": "offer a HIT to nobody else",
    "submissions": "hold what was handed in against our records",
    "approve": "pay the reward",
    "reject": "pay nothing, for a reason that the worker reads",
    "reverse": "pay what was rejected, within 30 days",
    "bonus": "pay more, or a part, once to each participant",
}


def add_nothing(parser: ArgumentParser) -> None:
    """Some actions need the study alone."""


def _add_confirm(parser: ArgumentParser) -> None:
    parser.add_argument("--confirm", default="", help=CONFIRM)


def _add_create(parser: ArgumentParser) -> None:
    _add_confirm(parser)
    parser.add_argument("--people", type=int, required=True, help="how many workers")
    parser.add_argument("--reward", required=True, help="for each, such as 2.40")
    parser.add_argument("--title", required=True)
    parser.add_argument("--description", required=True)
    parser.add_argument("--keywords", default="")
    parser.add_argument("--per-hit", type=int, default=MOST_PER_HIT)
    parser.add_argument("--minutes", type=int, default=60, help="to finish it in")
    parser.add_argument("--days", type=int, default=7, help="that it is offered")
    parser.add_argument("--approve-days", type=int, default=7)
    parser.add_argument("--layout", choices=list(Layout), default=Layout.FRAME)
    parser.add_argument("--country", action="append", default=[], help="such as US")
    parser.add_argument("--approval-percent", type=int, default=0)
    parser.add_argument("--approved", type=int, default=0, help="HITs, at least")
    parser.add_argument("--masters", action="store_true")
    parser.add_argument("--past-too", action="store_true", help="who took part as well")


def _add_extend(parser: ArgumentParser) -> None:
    _add_confirm(parser)
    parser.add_argument("hit", help="its id")
    parser.add_argument("--people", type=int, default=0, help="how many more")
    parser.add_argument("--days", type=int, default=0, help="how many more")


def _add_approve(parser: ArgumentParser) -> None:
    _add_confirm(parser)
    parser.add_argument("assignments", nargs="*")
    parser.add_argument("--matched", action="store_true", help="all whose code fits")


def _add_reject(parser: ArgumentParser) -> None:
    parser.add_argument("--confirm", default="", help="the word that you were told")
    parser.add_argument("assignment")
    parser.add_argument("--reason", required=True)


def _add_reverse(parser: ArgumentParser) -> None:
    _add_confirm(parser)
    parser.add_argument("assignment")


def _add_bonus(parser: ArgumentParser) -> None:
    _add_confirm(parser)
    parser.add_argument("assignment")
    parser.add_argument("--amount", required=True)
    parser.add_argument("--reason", required=True)
    parser.add_argument("--partial", action="store_true", help="for who did not finish")


ARGUMENTS = {
    "budget": lambda parser: parser.add_argument("amount", help="such as 100"),
    "create": _add_create,
    "extend": _add_extend,
    "expire": lambda parser: parser.add_argument("hit", help="its id"),
    "approve": _add_approve,
    "reject": _add_reject,
    "reverse": _add_reverse,
    "bonus": _add_bonus,
}
