"""One memory model of each kind, to run a suite over."""

from teaching import (
    EASY,
    HARD,
    ActivationModel,
    FSRSModel,
    HalfLifeModel,
    PowerLawModel,
    PriorKnowledgeModel,
    RelatedModel,
    SpacingModel,
    TwoScaleModel,
    family_links,
)

THETA = [EASY, HARD, (1.0, 1.0, -1.0), EASY]

MODELS = [
    HalfLifeModel(THETA),
    PowerLawModel(THETA),
    ActivationModel(4),
    SpacingModel(4),
    FSRSModel(4, days_per_step=0.4),
    TwoScaleModel(THETA),
    RelatedModel(THETA, family_links("aabb", 0.5)),
    PriorKnowledgeModel(HalfLifeModel(THETA), [0.0, 0.3, 1.0, 0.3]),
]
