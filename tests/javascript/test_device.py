import pytest

FORM = """
<form data-device>
  <input type="hidden" name="viewport"><input type="hidden" name="touch">
  <button>Yes</button>
</form>
"""


def test_consent_carries_classes_instead_of_numbers(workbench):
    workbench.open(FORM, "device")

    workbench.page.click("button")

    assert workbench.run("sent") == [{"viewport": "wide", "touch": "no"}]


@pytest.mark.parametrize(
    ("width", "viewport"),
    [(599, "narrow"), (600, "medium"), (1099, "medium"), (1100, "wide")],
)
def test_widths_have_three_classes(workbench, width, viewport):
    workbench.open(FORM, "device")

    assert workbench.run(f"device.viewportClass({width})") == viewport
