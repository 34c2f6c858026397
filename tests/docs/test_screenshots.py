from docs.paper_tour import FIGURES
from docs.screenshots import (
    IN_GUIDES,
    IN_MTURK_GUIDE,
    IN_RECRUITING_GUIDE,
    IN_RESEARCHERS_GUIDE,
    OF_PAPERS_STUDY,
    PICTURES,
    ROOT,
)

TAKEN = {
    *(IN_GUIDES | IN_MTURK_GUIDE | IN_RECRUITING_GUIDE | IN_RESEARCHERS_GUIDE),
    *OF_PAPERS_STUDY,
    *(f"results-{part}" for part in FIGURES),
}


def test_every_picture_that_is_taken_is_shown_somewhere():
    guides = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    shown = "".join(guide.read_text(encoding="utf-8") for guide in guides)

    assert [name for name in TAKEN if f"pictures/{name}.png" not in shown] == []
    assert {path.stem for path in PICTURES.glob("*-light.png")} <= TAKEN
