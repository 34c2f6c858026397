"""How good each true learner must be to be comparable: the scales of teaching.learners.

Run as ``python -m bench.scales``; it takes some minutes. A scale is right when round
robin, which heeds no belief and no answer, leaves the learner with the half-life
learner's recall at T + 10.
"""

from scipy.optimize import brentq

from teaching import simulate
from teaching.learners import LEARNERS, TrueLearner
from teaching.memory.base import MemoryModel

N_CONCEPTS, HORIZON, DELAY = 15, 40, 10
TRIALS = 400
BRACKETS = {"threshold": (-3.0, 0.0), "days per step": (0.1, 4.0)}


def recall_by_turns(memory: MemoryModel) -> float:
    """The mean recall at T + 10 after a session of round robin."""
    outcome = simulate(
        ["RR"],
        truth=memory,
        horizon=HORIZON,
        trials=TRIALS,
        delay=DELAY,
        no_repeat=True,
    )
    return float(outcome["RR"].future_recall.mean())


def fitted_scale(learner: TrueLearner, target: float) -> float:
    """The scale at which a learner's recall is the target."""
    low, high = BRACKETS.get(learner.scaled, (0.4, 1.6))

    def excess(scale: float) -> float:
        return recall_by_turns(learner.make(N_CONCEPTS, scale)) - target

    return float(brentq(excess, low, high, xtol=1e-3))


def main() -> None:
    reference = LEARNERS["half-life"]
    target = recall_by_turns(reference.memory(N_CONCEPTS))
    print(f"recall at T+{DELAY} by round robin: {target:.4f}")
    for name, learner in LEARNERS.items():
        if learner is not reference:
            print(f"{name:20}{fitted_scale(learner, target):8.3f}  {learner.scaled}")


if __name__ == "__main__":
    main()
