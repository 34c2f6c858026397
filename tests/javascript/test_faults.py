"""What was wrong with a question, while it is answered anew."""

import pytest

CHOICE = """
<fieldset class="question has-fault" aria-describedby="fault-1">
  <p class="fault" id="fault-1">Please choose one.</p>
  <input type="radio" name="q-a" value="1">
</fieldset>
"""
NUMBER = """
<div class="question has-fault"><p id="hint-1">From 1 to 9</p>
  <p class="fault" id="fault-1">Please write a number.</p>
  <input class="number" aria-describedby="hint-1 fault-1" aria-invalid="true">
</div>
"""
OTHER = CHOICE.replace("-1", "-2").replace("q-a", "q-b")


@pytest.fixture
def asked(workbench):
    def asked(*questions):
        workbench.open("".join(questions), "faults")
        workbench.run("faults.listenForFaults()")
        return workbench

    return asked


def test_a_choice_ends_the_complaint_about_its_question_alone(asked):
    workbench = asked(CHOICE, OTHER)

    workbench.page.check('[name="q-a"]')

    assert workbench.page.locator(".fault").get_attribute("id") == "fault-2"
    assert workbench.page.locator(".has-fault [name='q-b']").count() == 1
    assert workbench.page.locator("[aria-describedby]").count() == 1


def test_typing_ends_it_and_leaves_what_else_describes_the_field(asked):
    workbench = asked(NUMBER)

    workbench.page.locator(".number").press_sequentially("4")

    field = workbench.page.locator(".number")
    assert field.get_attribute("aria-describedby") == "hint-1"
    assert field.get_attribute("aria-invalid") is None
    assert workbench.page.locator(".fault, .has-fault").count() == 0
