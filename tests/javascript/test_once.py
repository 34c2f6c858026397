import pytest

FORM = '<form><input type="hidden" name="here_before" data-once="study"></form>'
BEGUN = '<p data-begun="study"></p>'


@pytest.fixture(autouse=True)
def _new_browser(workbench):
    workbench.open("", "once")
    workbench.page.evaluate("localStorage.clear()")


def field(workbench):
    return workbench.page.evaluate("document.querySelector('input').value")


def test_a_browser_that_began_a_study_says_so_when_it_comes_again(workbench):
    workbench.open(FORM, "once")
    assert field(workbench) == ""

    workbench.open(BEGUN, "once")
    workbench.open(FORM, "once")
    assert field(workbench) == "yes"


def test_another_study_is_another(workbench):
    workbench.open(BEGUN.replace("study", "other"), "once")
    workbench.open(FORM, "once")

    assert field(workbench) == ""
