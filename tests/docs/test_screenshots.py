from docs.screenshots import IN_GUIDES, Look, take


def test_the_pictures_of_the_guides_can_be_taken(tmp_path):
    take([Look(tmp_path, "phone", "light", IN_GUIDES)])

    taken = {path.stem for path in tmp_path.iterdir()}
    assert taken == {name for name in IN_GUIDES if "-phone-" in name}
