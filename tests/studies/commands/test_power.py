"""manage.py power prints the table of the Power page."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.studies.factories import make_study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_bank")]


def run(*arguments):
    out = StringIO()
    call_command("power", *arguments, stdout=out)
    return out.getvalue()


def test_the_table_has_sizes_what_is_needed_and_the_range():
    make_study(pay_amount=4)

    printed = run("study", "--spread-people", "0.7")

    lines = printed.splitlines()
    assert lines[0].split()[:3] == ["per", "arm", "people"]
    assert "for 80 %" in printed
    assert "USD" in printed
    assert [line.split()[0] for line in lines if " x 0." in line] == [
        *("0.3", "0.5", "0.7", "1")
    ]
    assert printed == run("study", "--spread-people", "0.7")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "There is no study"),
        (["study", "--multiplier", "0"], "multiplier must be above 0"),
        (["study", "--spread-words", "9"], "spread must be from 0 to 3"),
        (["study", "--spread-people", "nan"], "spread must be from 0 to 3"),
        (["study", "--known", "1"], "Known must be from 0"),
    ],
)
def test_what_cannot_be_is_refused(arguments, words):
    make_study()

    with pytest.raises(CommandError, match=words):
        run(*arguments)
