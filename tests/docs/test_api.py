import teaching
from docs.api import PAGE, write


def test_the_reference_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == write(), "run python -m docs.api"


def test_the_reference_has_every_public_name_once():
    page = PAGE.read_text(encoding="utf-8")

    assert [n for n in teaching.__all__ if page.count(f"### `{n}`\n") != 1] == []
