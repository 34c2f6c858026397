from studies.derivation import derive_seed
from studies.statistics.seeds import analysis_seed

STUDY = "ab" * 32
WHOLE = {"comparison": "GR-LR", "outcome": "newly_known", "population": "allocated"}


def test_every_analysis_of_a_study_has_a_seed_of_its_own():
    changed = [{**WHOLE, part: "other"} for part in WHOLE]
    seeds = {analysis_seed(STUDY, **names) for names in [WHOLE, *changed]}

    assert len(seeds) == 4
    assert analysis_seed("cd" * 32, **WHOLE) not in seeds


def test_the_seed_is_the_same_again_and_of_64_bits():
    assert analysis_seed(STUDY, **WHOLE) == analysis_seed(STUDY, **WHOLE)
    assert 0 <= analysis_seed(STUDY, **WHOLE) < 2**64


def test_seeds_never_change_from_one_version_to_the_next():
    assert derive_seed("00" * 32, "analysis", 1) == 16049639101064373626
