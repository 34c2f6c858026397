import pytest

from tests.javascript.pages import answer_form


@pytest.fixture
def write(workbench):
    """Opens a form with a text in it and a selection, then presses ü."""

    def write(text, start, end, **options):
        workbench.open(answer_form(**options), "letters")
        workbench.run("letters.showLetters(), letters.listenForLetters()")
        workbench.page.fill("#answer", text)
        workbench.run(f"answer.setSelectionRange({start}, {end})")
        for event in ("input", "blur"):
            workbench.run(f'answer.addEventListener("{event}", note("{event}"))')
        workbench.page.click("[data-letter]")
        return workbench

    return write


def test_a_letter_goes_where_the_cursor_is(write):
    workbench = write("Tr", 1, 1)
    workbench.page.keyboard.type("e")

    assert workbench.page.input_value("#answer") == "Tüer"


def test_a_letter_takes_the_place_of_what_is_selected(write):
    assert write("Tuer", 1, 3).page.input_value("#answer") == "Tür"


def test_a_full_input_takes_no_more_letters(write):
    workbench = write("Tr", 1, 1, maxlength=2)

    assert workbench.page.input_value("#answer") == "Tr"


def test_a_letter_counts_as_input_and_never_takes_the_focus(write):
    assert write("Tr", 1, 1).calls == ["input"]


def test_a_letter_brings_the_focus_back_to_the_input(write):
    workbench = write("Tr", 1, 1)
    workbench.run("answer.blur()")

    workbench.page.click("[data-letter]")

    assert workbench.run("document.activeElement.id") == "answer"


def test_letters_are_hidden_without_javascript(workbench):
    workbench.open(answer_form(), "letters")
    before = workbench.page.is_visible("[data-letter]")

    workbench.run("letters.showLetters()")

    assert (before, workbench.page.is_visible("[data-letter]")) == (False, True)


def test_a_letter_types_nothing_where_typing_is_forbidden(workbench):
    workbench.open(answer_form(), "letters")
    workbench.run("letters.showLetters(), letters.listenForLetters()")
    forbid = 'addEventListener("beforeinput", (event) => event.preventDefault())'
    workbench.run(f"document.{forbid}")

    workbench.page.click("[data-letter]")

    assert workbench.page.input_value("#answer") == ""
