import pytest

from tests.javascript.workbench import ORIGIN

CODE = """
<code id="code"> FMN-1234 </code>
<button type="button" data-copy="#code" data-copied="Copied" hidden>Copy</button>
<button type="button" data-copy-address data-copied="Copied" hidden>Address</button>
"""
LISTEN = "copy.showCopyButtons(), copy.listenForCopying()"


@pytest.fixture
def clipboard(workbench):
    """Reads what was copied."""
    context = workbench.page.context
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=ORIGIN)
    yield lambda: workbench.run("navigator.clipboard.readText()")
    context.clear_permissions()


def test_buttons_that_need_javascript_appear(workbench):
    workbench.open(CODE, "copy")

    workbench.run("copy.showCopyButtons()")

    assert workbench.page.is_visible("[data-copy]")
    assert workbench.page.is_visible("[data-copy-address]")


def test_a_code_is_copied_and_the_button_says_so(workbench, clipboard):
    workbench.open(CODE, "copy")
    workbench.run(LISTEN)

    workbench.page.click("[data-copy]")

    workbench.wait_until('document.querySelector("[data-copy]").innerText === "Copied"')
    assert clipboard() == "FMN-1234"


def test_an_address_is_copied_without_its_query(workbench, clipboard):
    workbench.open(CODE, "copy")
    workbench.run(LISTEN)
    workbench.run('history.replaceState(null, "", "/s/token/?paused=1")')

    workbench.page.click("[data-copy-address]")

    workbench.wait_until('document.body.innerText.includes("Copied")')
    assert clipboard() == f"{ORIGIN}/s/token/"


def test_in_a_frame_that_must_not_copy_the_code_is_selected(workbench):
    workbench.open(CODE, "copy", framed=True)
    workbench.run(LISTEN)

    workbench.frame.click("[data-copy]")

    workbench.wait_until('String(getSelection()).trim() === "FMN-1234"')
    assert workbench.frame.text_content("[data-copy]") == "Copy"
