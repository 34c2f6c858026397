"""Solve the toy problem of the paper's appendix: 3 concepts, 15 steps."""

from teaching import HalfLifeModel, History, guarantee, objective
from teaching.arguments import Options, Parser
from teaching.guarantees import greedy_sequence
from teaching.optimal import optimal_sequence
from teaching.theta import TOY

EXAMPLE = ""


def add_arguments(parser: Parser) -> None:
    """It takes none."""


def run(options: Options) -> None:
    model = HalfLifeModel(TOY)
    greedy, best = greedy_sequence(model, 15), optimal_sequence(model, 15)
    in_turn = History.of(3, [0, 1, 2] * 5, [False] * 15)
    for name, path in (("greedy", greedy), ("optimal", best), ("round robin", in_turn)):
        cards = " ".join(str(concept + 1) for concept in path.concepts)
        print(f"{name:12}  F = {objective(model, path, 15):.5f}  {cards}")
    ratio = objective(model, greedy, 15) / objective(model, best, 15)
    print(f"greedy reaches {ratio:.3f} of the optimum; ", end="")
    print(f"Theorem 2 promises {guarantee(model, 15).bound:.3f}")
