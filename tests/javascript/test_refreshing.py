"""Parts of the dashboard that refresh themselves while somebody looks."""

import pytest

PART = """
<div id="part" data-refresh="10" hx-get="/now/?purpose=real">
  <details id="numbers"><summary>Numbers</summary></details>
</div>
"""
LISTEN = 'document.getElementById("part").addEventListener("refresh", note("refresh"))'


@pytest.fixture
def part(workbench):
    workbench.open(PART, "dashboard/refreshing")
    workbench.run(LISTEN)
    return workbench


def tell_swap(part, event, address, status=200):
    """Stand in for htmx; says whether the reply may be swapped in."""
    return part.run(
        f"""(() => {{
          const xhr = {{ status: {status}, responseURL: "https://x.test{address}" }};
          const detail = {{ xhr, shouldSwap: true }};
          document.getElementById("part")
            .dispatchEvent(new CustomEvent("htmx:{event}", {{ detail }}));
          return detail.shouldSwap;
        }})()"""
    )


def test_a_part_is_refreshed_every_ten_seconds(part):
    part.wait(30_500)

    assert part.calls == ["refresh"] * 3


def test_a_hidden_page_is_not_refreshed_until_it_is_seen_again(part):
    part.hide()
    part.wait(60_000)
    assert part.calls == []

    part.hide(False)

    assert part.calls == ["refresh"]


def test_what_was_opened_stays_open(part):
    part.run('document.getElementById("numbers").open = true')

    assert tell_swap(part, "beforeSwap", "/now/?purpose=real")
    part.run('document.getElementById("numbers").open = false')
    tell_swap(part, "afterSwap", "/now/")

    assert part.run('document.getElementById("numbers").open')


def test_a_sign_in_page_is_never_put_into_the_part(part):
    assert not tell_swap(part, "beforeSwap", "/sign-in/?next=/monitor/")


def test_a_server_in_trouble_leaves_the_part_as_it_is(part):
    assert not tell_swap(part, "beforeSwap", "/now/", status=503)
