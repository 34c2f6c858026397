"""Draw the paper's figures as SVG, PDF and PNG, with their data as CSV."""

from pathlib import Path

from teaching.arguments import Options, Parser, add_seed

EXAMPLE = "--out figures --trials 200 --jobs 2"


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path("figures"), help="folder (default: figures)"
    )
    parser.add_argument(
        "--trials", type=int, default=200, help="sessions per point (default: 200)"
    )
    add_seed(parser)
    parser.add_argument(
        "--jobs", type=int, default=1, help="cores to use, -1 for all (default: 1)"
    )
    parser.add_argument(
        "--only", choices=["simulation", "sensitivity", "toy", "ceiling", "memory"]
    )


def run(options: Options) -> None:
    # Importing matplotlib takes longer than all other commands.
    try:
        from teaching import figures
    except ModuleNotFoundError as error:
        raise ValueError(
            f"figures need {error.name}: pip install 'forgetmenot-teaching[figures]'"
        ) from None
    how = figures.Options(
        options.trials, options.jobs, progress=True, seed=options.seed
    )
    options.out.mkdir(parents=True, exist_ok=True)
    for name in [options.only] if options.only else figures.FIGURES:
        for path in figures.FIGURES[name](how).save(options.out):
            print(path)
