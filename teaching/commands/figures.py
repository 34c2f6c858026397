"""Draw the paper's figures and more as SVG, PDF and PNG, with their data as CSV."""

from pathlib import Path

from teaching.arguments import Options, Parser, add_seed, add_sweep, read_sweep
from teaching.extras import needed_for

EXAMPLE = "--out figures --trials 200 --jobs 2"


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path("figures"), help="folder (default: figures)"
    )
    parser.add_argument(
        "--trials", type=int, default=200, help="sessions per point (default: 200)"
    )
    add_seed(parser)
    add_sweep(parser)
    names = "simulation sensitivity toy ceiling memory wrong_models adapting"
    parser.add_argument("--only", choices=names.split())


def run(options: Options) -> None:
    # Importing matplotlib takes longer than all other commands.
    with needed_for("figures", "figures"):
        from teaching import figures
    options.out.mkdir(parents=True, exist_ok=True)
    with read_sweep(options) as sweep:
        how = figures.Options(options.trials, options.seed, sweep)
        for name in [options.only] if options.only else figures.FIGURES:
            for path in figures.FIGURES[name](how).save(options.out):
                print(path)
