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


@pytest.fixture
def frame(workbench):
    """A frame without the right to the clipboard."""
    workbench.open(CODE, "copy", framed=True)
    workbench.run(LISTEN)
    workbench.run('document.addEventListener("copy", () => '
                  "calls.push(String(getSelection()).trim()))")  # fmt: skip
    return workbench


@pytest.mark.parametrize(
    ("button", "text"),
    [("[data-copy]", "FMN-1234"), ("[data-copy-address]", f"{ORIGIN}/")],
)
def test_in_a_frame_buttons_copy_the_old_way(frame, button, text):
    frame.frame.click(button)

    frame.wait_until(f'document.querySelector("{button}").innerText === "Copied"')
    assert frame.calls == [text]


def test_where_nothing_may_be_copied_the_text_is_shown_and_selected(frame):
    frame.run("void (document.execCommand = () => false)")

    for _ in range(2):
        frame.frame.click("[data-copy-address]")
        frame.wait_until('document.querySelector(".address")')

    assert frame.frame.input_value(".address") == f"{ORIGIN}/"
    assert frame.run("String(getSelection())") == f"{ORIGIN}/"
    assert frame.frame.text_content("[data-copy-address]") == "Address"
