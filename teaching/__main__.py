"""The command line: ``python -m teaching``."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from teaching.commands import Command, commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; wrong input is answered in one sentence, with exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        print(f"\nteaching {options.command}: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        return _refuse(options.command, f"{error.strerror}: {error.filename}")
    except MemoryError:
        return _refuse(options.command, "this needs more memory than there is")
    except ValueError as error:
        return _refuse(options.command, str(error))
    return 0


def _refuse(command: str, reason: str) -> int:
    print(f"teaching {command}: {reason}", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, without the usage in front."""

    def error(self, message: str) -> NoReturn:
        command = self.prog.removeprefix("python -m ")
        self.exit(2, f"{command}: {message}; see {self.prog} --help\n")


def _parser() -> _Parser:
    parser = _Parser(
        prog="python -m teaching",
        description="Teach many concepts to a forgetful learner: the mathematics.",
    )
    chosen = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in commands().items():
        _describe(command, chosen.add_parser(name, help=command.__doc__))
    return parser


def _describe(command: Command, parser: argparse.ArgumentParser) -> None:
    parser.description = command.__doc__
    parser.epilog = f"example:\n  {parser.prog} {command.EXAMPLE}".rstrip()
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)


if __name__ == "__main__":
    sys.exit(main())
